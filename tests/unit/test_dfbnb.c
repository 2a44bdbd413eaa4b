#include "check/engines.h"
#include "test_sparse.h"

SPARSE_TESTS(search_dfbnb)

// Depth-first within a bound as it must not be done: a state that was seen is never looked at again.
typedef struct naive {
  space *space;
  store *visited;
  uint32_t bound;
  bool has_found;
} naive;

enum { NAIVE_MOST = 4 };

typedef struct naive_children {
  sparse_state at[NAIVE_MOST];
  uint32_t count;
} naive_children;

static bool naive_collect(void *context, const successor *s) {
  naive_children *c = context;
  assert_true(c->count < NAIVE_MOST);
  sparse_copy(&c->at[c->count++], s);
  return true;
}

static void naive_look(naive *n, const sparse_state *s, uint32_t depth) {
  bool is_new;
  n->visited->put(n->visited, s->bytes, s->size, &is_new);
  if (!is_new || depth > n->bound)
    return;
  naive_children c = {.count = 0};
  n->has_found |= n->space->expand(n->space, s->bytes, s->size, naive_collect, &c).is_stuck;
  for (uint32_t i = 0; i < c.count; i++)
    naive_look(n, &c.at[i], depth + 1);
}

static bool naive_finds(net_fixture *f, uint32_t bound) {
  naive n = {.space = space_discrete(f->m, f->n, NULL, 0), .visited = store_hash.open(f->m, NULL), .bound = bound};
  naive_children c = {.count = 0};
  n.space->initial(n.space, naive_collect, &c);
  naive_look(&n, &c.at[0], 0);
  n.space->close(n.space);
  n.visited->close(n.visited);
  return n.has_found;
}

// The first way to location 3 takes 3 steps, and with 3 more the deadlock would be beyond the bound of 5. On the short
// way it is within. Who does not come back to location 3 misses it.
NET_TEST(a_duplicate_may_hide_an_error) {
  net_template *p = test_active(f, "P", 7);
  test_edge(f, p, 0, 1, "long", NULL);
  test_edge(f, p, 1, 2, "long", NULL);
  test_edge(f, p, 2, 3, "long", NULL);
  test_edge(f, p, 0, 3, "short", NULL);
  test_edge(f, p, 3, 4, "on", NULL);
  test_edge(f, p, 4, 5, "on", NULL);
  test_edge(f, p, 5, 6, "on", NULL);
  test_finish(f->n);
  assert_true(naive_finds(f, 6));
  assert_false(naive_finds(f, 5));
  found r = sparse_find(f, &search_dfbnb, safety, NULL, (sparse_way){.keys = "depth=5"}).found;
  assert_int_equal(r.status, SEARCH_FOUND);
  assert_int_equal(r.cost, 4);
  assert_true(r.stats.reopened >= 3);
}

// What lies beyond the depth was not looked at, and that is said; but not if all was looked at.
NET_TEST(depth_is_told) {
  sparse_counters(f, 77);
  sparse_found r = sparse_find(f, &search_dfbnb, safety, NULL, (sparse_way){.keys = "depth=17"});
  assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
  assert_true(r.is_incomplete);
  r = sparse_find(f, &search_dfbnb, safety, NULL, (sparse_way){.keys = "depth=18"});
  assert_int_equal(r.found.cost, 18);
  // With a bound as close as the depth, the depth leaves out nothing that was asked for.
  r = sparse_find(f, &search_dfbnb, safety, NULL, (sparse_way){.keys = "depth=17", .bound = 18});
  assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
  assert_false(r.is_incomplete);
}

NET_TEST(depth_beyond_everything) {
  sparse_counters(f, 1000);
  sparse_found r = sparse_find(f, &search_dfbnb, safety, NULL, (sparse_way){.keys = "depth=30"});
  assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
  assert_false(r.is_incomplete);
  r = sparse_find(f, &search_dfbnb, safety, NULL, (sparse_way){.keys = "depth=29"});
  assert_true(r.is_incomplete);
}

// All states are within the depth, the faulty step is not.
NET_TEST(a_faulty_step_beyond_the_depth) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  test_set(f, test_edge(f, p, 0, 0, "step", NULL), x, 1);
  test_assert(f, test_edge(f, p, 0, 0, "wrong", test_is(f, x, 1)), test_number(f, 0), "false");
  assert_true(sparse_find(f, &search_dfbnb, safety, NULL, (sparse_way){.keys = "depth=1"}).is_incomplete);
  assert_int_equal(sparse_find(f, &search_dfbnb, safety, NULL, (sparse_way){.keys = "depth=2"}).found.cost, 2);
}

// The least estimate first: the error is reached without a detour.
NET_TEST(the_promising_way_first) {
  sparse_counters(f, 77);
  found r = sparse_find(f, &search_dfbnb, safety, NULL, (sparse_way){.estimate = &sparse_kind_near}).found;
  assert_int_equal(r.stats.expanded, 18);
}

NET_TEST(census) {
  sparse_counters(f, 77);
  found r = sparse_find(f, &search_dfbnb, all_states, NULL, (sparse_way){.estimate = &sparse_kind_far}).found;
  assert_int_equal(r.status, SEARCH_EXHAUSTED);
  assert_int_equal(r.stats.census, 256);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SPARSE_LIST,
      cmocka_unit_test(a_duplicate_may_hide_an_error),
      cmocka_unit_test(depth_is_told),
      cmocka_unit_test(depth_beyond_everything),
      cmocka_unit_test(a_faulty_step_beyond_the_depth),
      cmocka_unit_test(the_promising_way_first),
      cmocka_unit_test(census),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
