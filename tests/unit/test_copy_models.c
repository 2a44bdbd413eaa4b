// Copies of the models that come with the project, and of random timed networks.
#include "test_all_models.h"
#include "test_copy.h"

enum { SELECTIONS = 12, STATES = 150, NETWORKS = 600 };

static void compare_spaces(mem *m, const network *n, const char *name) {
  net_copy *c;
  whole_space a, b;
  assert_null(net_copy_make(arena_new(m), n, &(net_change){0}, &c));
  assert_false(c->is_weak);
  whole_open(&a, m, n, (question){.errors = ERROR_RUNTIME}, 1000);
  whole_open(&b, m, c->net, (question){.errors = ERROR_RUNTIME}, 1000);
  if (a.count != b.count || a.steps.count != b.steps.count)
    fail_msg("%s: %u states and %u steps, but %u and %u", name, a.count, a.steps.count, b.count, b.steps.count);
  for (uint32_t i = 0; i < a.count; i++) {
    uint32_t size, other;
    const uint8_t *state = whole_state(&a, i, &size);
    assert_memory_equal(state, whole_state(&b, i, &other), size);
    assert_int_equal(size, other);
  }
  assert_memory_equal(a.steps.at, b.steps.at, a.steps.count * sizeof *a.steps.at);
  whole_close(&a);
  whole_close(&b);
}

static void test_unchanged_copies(void **state) {
  (void)state;
  for_all_models(compare_spaces);
}

typedef struct {
  uint32_t made, refused, weak, steps;
} tally;
static tally counted;

static void check_back(const net_copy *c) {
  for (uint32_t i = 0; i < c->from->edges.count; i++)
    assert_true(c->edge[i] == NET_NONE || c->edge_from[c->edge[i]] == (int32_t)i);
  for (uint32_t i = 0; i < c->from->vars.count; i++)
    assert_true(c->var[i] == NET_NONE || c->var_from[c->var[i]] == (int32_t)i);
  for (uint32_t i = 0; i < c->from->clocks.count; i++)
    assert_true(c->clock[i] == NET_NONE || c->clock_from[c->clock[i]] == (int32_t)i);
  for (uint32_t i = 0; i < c->from->labels.count; i++)
    assert_true(c->label[i] == NET_NONE || c->label_from[c->label[i]] == (int32_t)i);
}

// rare: one in so many of each kind is left out.
static void simulate(mem *m, const network *n, const char *name, uint64_t *seed, uint32_t rare) {
  bool *vars = some(m, seed, n->vars.count, rare), *clocks = some(m, seed, n->clocks.count, rare),
       *labels = some(m, seed, n->labels.count, rare), *templates = some(m, seed, n->templates.count, rare);
  net_change change = {.vars = vars, .clocks = clocks, .labels = labels, .templates = templates};
  net_copy *c;
  copy_walk w = {0};
  if (net_copy_make(arena_new(m), n, &change, &c)) {
    counted.refused++;
  } else {
    counted.made++;
    counted.weak += c->is_weak;
    for (uint32_t i = 0; i < n->vars.count; i++)
      assert_true(!vars[i] || c->var[i] == NET_NONE);
    check_back(c);
    if (!copy_simulates(&w, m, c, STATES))
      fail_msg("%s: %s", name, w.wrong);
    counted.steps += w.steps;
  }
  mem_free(m, vars);
  mem_free(m, clocks);
  mem_free(m, labels);
  mem_free(m, templates);
}

static void simulate_model(mem *m, const network *n, const char *name) {
  uint64_t seed = 7;
  for (uint32_t i = 0; i < SELECTIONS; i++)
    simulate(m, n, name, &seed, 2 + 3 * (i % 4));
}

static void test_models_go_on(void **state) {
  (void)state;
  counted = (tally){0};
  for_all_models(simulate_model);
  print_message("%u copies, %u of them weak, %u refused, %u steps\n", counted.made, counted.weak, counted.refused,
                counted.steps);
  assert_true(counted.made > 600 && counted.weak > 300 && counted.made > counted.weak + 50);
}

static uint64_t next_seed;

NET_TEST(one_network) {
  maker k = {.f = f, .seed = next_seed};
  make_network(&k);
  add_urgency(&k);
  net_finish(f->n);
  compare_spaces(f->m, f->n, "random");
  for (uint32_t i = 0; i < 6; i++)
    simulate(f->m, f->n, "random", &k.seed, 2 + i);
}

static void test_random_networks_go_on(void **state) {
  counted = (tally){0};
  for (next_seed = 1; next_seed <= NETWORKS; next_seed++)
    one_network(state);
  print_message("%u copies, %u of them weak, %u refused, %u steps\n", counted.made, counted.weak, counted.refused,
                counted.steps);
  assert_true(counted.made > 3 * NETWORKS && counted.weak > NETWORKS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unchanged_copies),
      cmocka_unit_test(test_models_go_on),
      cmocka_unit_test(test_random_networks_go_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
