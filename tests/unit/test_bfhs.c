#include "check/engines.h"
#include "test_sparse.h"

SPARSE_TESTS(search_bfhs)

NET_TEST(bound_by_a_key) {
  sparse_counters(f, 77);
  sparse_found r = sparse_find(f, &search_bfhs, safety, NULL, (sparse_way){.keys = "bound=18"});
  assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
  assert_true(r.is_incomplete);
  r = sparse_find(f, &search_bfhs, safety, NULL, (sparse_way){.keys = "bound=19"});
  assert_int_equal(r.found.cost, 18);
  r = sparse_find(f, &search_bfhs, safety, NULL, (sparse_way){.keys = "bound=100"});
  assert_int_equal(r.found.cost, 18);
}

NET_TEST(bound_beyond_everything) {
  sparse_counters(f, 1000);
  sparse_found r = sparse_find(f, &search_bfhs, safety, NULL, (sparse_way){.keys = "bound=100"});
  assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
  assert_false(r.is_incomplete);
  assert_true(r.found.stats.expanded >= 256);
}

// With a close bound only the states between the start and the error are entered.
NET_TEST(estimates_keep_the_front_small) {
  sparse_counters(f, 77);
  sparse_way way = {.estimate = &sparse_kind_near, .bound = 19};
  found r = sparse_find(f, &search_bfhs, safety, NULL, way).found;
  found plain = find(f, &search_bfs, safety, NULL);
  assert_int_equal(r.cost, 18);
  assert_true(r.stats.stored < plain.stats.stored / 2);
  way.bound = 0;
  assert_int_equal(sparse_find(f, &search_bfhs, safety, NULL, way).found.stats.expanded, r.stats.expanded);
}

// Two counters: the state space is a square, a layer of it a line. Closed layers are deleted, in every round, and there
// are few rounds: the limit is raised by more and more.
NET_TEST(forgets_closed_layers) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  x->type.bits = y->type.bits = 6;
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  expr *end = test_number(f, 63);
  test_count_up(f, p, 0, 0, x)->guard = test_two(f, EXPR_LT, test_read(f, x), end);
  test_count_up(f, q, 0, 0, y)->guard = test_two(f, EXPR_LT, test_read(f, y), end);
  found r = sparse_find(f, &search_bfhs, safety, NULL, (sparse_way){0}).found;
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 126);
  assert_true(r.stats.stored < 64 * 64 / 8);
  assert_true(r.stats.expanded < 64 * 64 * 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SPARSE_LIST,
      cmocka_unit_test(bound_by_a_key),
      cmocka_unit_test(bound_beyond_everything),
      cmocka_unit_test(estimates_keep_the_front_small),
      cmocka_unit_test(forgets_closed_layers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
