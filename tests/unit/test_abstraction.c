// Abstract models held against their originals: distances are lower bounds, whatever is left out and asked.
#include "abstraction/abstraction.h"
#include "test_all_models.h"
#include "test_copy.h"
#include "test_maps.h"

enum { SELECTIONS = 4, STATES = 100, NETWORKS = 250 };

typedef struct {
  whole_space original, copy;
  space *inner; // of the copy
  copy_walk walk;
  uint32_t compared, less; // states; those where the copy has a smaller distance
  uint32_t parts;          // of states, which are not compared
  const char *name;
} comparison;

// False if it is no state of the space: a part of a zone of the original, where the copy has several for it.
static bool exact_of(whole_space *w, const kept_state *s, uint32_t *out) {
  bool is_new;
  uint32_t number = w->states->put(w->states, s->bytes, s->size, &is_new);
  if (number < w->count)
    *out = w->exact.at[number];
  return number < w->count;
}

static void compare_distances(void *context, const kept_state *original, const kept_state *copy) {
  comparison *c = context;
  uint32_t a, b;
  assert_true(exact_of(&c->copy, copy, &b));
  if (!exact_of(&c->original, original, &a)) {
    c->parts++;
    return;
  }
  c->compared++;
  c->less += b < a;
  if (b > a)
    fail_msg("%s: distance %d, but %d in the copy", c->name, (int)a, (int)b);
}

static space *exact_space(mem *m, arena *memory, const network *n, const question *asked) {
  space_setup setup = {.net = n, .conditions = &asked->condition, .condition_count = asked->condition != NULL};
  return copy_exact_space(m, memory, &setup, false);
}

static void open_original(comparison *c, mem *m, arena *memory, const network *n, const question *asked) {
  c->original = (whole_space){.m = m, .goal = *asked, .passes = true};
  c->original.space = exact_space(m, memory, n, asked);
  whole_explore(&c->original, STATES);
}

static void open_copy(comparison *c, mem *m, const abstraction *a) {
  expr *condition;
  c->copy = (whole_space){.m = m, .goal = a->asked, .passes = true};
  c->inner = whole_choose(m, a->copy->net, &a->asked, &condition);
  c->copy.space = abstraction_space(m, a, c->inner);
  whole_explore(&c->copy, 4 * STATES);
}

static uint32_t total, differing, parts, mapped, emptied;

// False if the change is refused, or the spaces are too large.
static bool is_compared(mem *m, const network *n, const question *asked, const net_change *change, const char *name) {
  facts *known = facts_open(m, n);
  arena *memory = arena_new(m);
  abstraction *a;
  comparison c = {.name = name};
  bool is_small = false;
  if (!abstraction_make(memory, n, known, asked, change, &a)) {
    expr *condition;
    open_original(&c, m, memory, n, asked);
    open_copy(&c, m, a);
    is_small = c.original.is_complete && c.copy.is_complete;
    c.walk = (copy_walk){.m = m, .c = a->copy, .is_exact = true, .look = compare_distances, .context = &c};
    c.walk.original = exact_space(m, memory, n, asked);
    c.walk.copy = whole_choose(m, a->copy->net, &a->asked, &condition);
    if (!copy_walk_along(&c.walk, is_small ? STATES : 0))
      fail_msg("%s: %s", name, c.walk.wrong);
    total += c.compared;
    differing += c.less;
    parts += c.parts;
    whole_close(&c.original);
    whole_close(&c.copy);
    c.inner->close(c.inner);
  }
  arena_delete(memory);
  facts_close(known);
  return is_small;
}

static void compare_some(mem *m, const network *n, const question *asked, const char *name, uint64_t *seed,
                         uint32_t rare) {
  bool *vars = some(m, seed, n->vars.count, rare), *clocks = some(m, seed, n->clocks.count, rare),
       *labels = some(m, seed, n->labels.count, rare), *templates = some(m, seed, n->templates.count, rare);
  net_change change = {.vars = vars, .clocks = clocks, .labels = labels, .templates = templates};
  is_compared(m, n, asked, &change, name);
  bool *channels = some(m, seed, n->channels.count, 1 + rare % 3);
  change.channels = channels;
  if (n->channels.count)
    emptied += is_compared(m, n, asked, &change, name);
  arena *memory = arena_new(m);
  change.maps = some_maps(memory, n, seed, 1 + rare / 4);
  if (change.maps)
    mapped += is_compared(m, n, asked, &change, name);
  net_change maps_only = {.maps = change.maps};
  if (change.maps)
    mapped += is_compared(m, n, asked, &maps_only, name);
  arena_delete(memory);
  mem_free(m, vars);
  mem_free(m, clocks);
  mem_free(m, labels);
  mem_free(m, templates);
  mem_free(m, channels);
}

static void compare_model(mem *m, const network *n, const char *name) {
  question asked = question_of(n, "safety");
  uint64_t seed = 11;
  if (n->why_not)
    return;
  for (uint32_t i = 0; i < SELECTIONS; i++)
    compare_some(m, n, &asked, name, &seed, 2 + 3 * (i % 4));
  for (uint32_t p = 0; p < n->properties.count && p < 4; p++) {
    const question *q = &n->properties.at[p].question;
    if (!n->properties.at[p].why_not && !n->properties.at[p].errors && !abstraction_refuses(n, q))
      for (uint32_t i = 0; i < SELECTIONS / 2; i++)
        compare_some(m, n, q, name, &seed, 2 + 2 * (i % 4));
  }
}

static void test_models(void **state) {
  (void)state;
  total = differing = parts = mapped = emptied = 0;
  for_all_models(compare_model);
  print_message("%u states, %u of them nearer in the copy; %u parts of states; %u with maps, %u with channels\n", total,
                differing, parts, mapped, emptied);
  assert_true(total > 1000 && differing > 100 && differing < total && parts < total / 20 && mapped > 100 &&
              emptied > 50);
}

static uint64_t next_seed;

NET_TEST(one_network) {
  maker k = {.f = f, .seed = next_seed};
  make_network(&k);
  add_urgency(&k);
  net_finish(f->n);
  question faults = question_of(f->n, "safety"), reach = question_of(f->n, "reach");
  reach.condition = some_condition(&k, 1);
  question invariant = question_of(f->n, "invariant");
  invariant.condition = some_condition(&k, 1);
  const question *all[] = {&faults, &reach, &invariant};
  for (uint32_t i = 0; i < 9; i++)
    compare_some(f->m, f->n, all[i % 3], "random", &k.seed, 2 + i / 3);
}

static void test_random_networks(void **state) {
  total = differing = parts = mapped = emptied = 0;
  for (next_seed = 1; next_seed <= NETWORKS; next_seed++)
    one_network(state);
  print_message("%u states, %u of them nearer in the copy; %u parts of states; %u with maps, %u with channels\n", total,
                differing, parts, mapped, emptied);
  assert_true(total > 1000 && differing > 100 && differing < total && parts < total / 20 && mapped > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_models),
      cmocka_unit_test(test_random_networks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
