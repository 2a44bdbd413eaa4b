#include "check/engines.h"
#include "test_sparse.h"

SPARSE_TESTS(search_idastar)

// However little the table holds, nothing is lost; the more it holds, the less is done twice.
NET_TEST(tables_of_all_sizes) {
  sparse_counters(f, 77);
  uint64_t most = UINT64_MAX;
  static const char *const keys[] = {"table=2", "table=40", "table=1000"};
  static const uint64_t kept[] = {2, 40, 1000};
  for (uint32_t i = 0; i < 3; i++) {
    sparse_way way = {.estimate = &sparse_kind_jumpy, .keys = keys[i]};
    found r = sparse_find(f, &search_idastar, safety, NULL, way).found;
    assert_int_equal(r.cost, 18);
    assert_true(r.stats.stored <= kept[i]);
    assert_true(r.stats.expanded <= most);
    most = r.stats.expanded;
  }
}

// A ring that the table forgets: only the path knows that the start has come back.
NET_TEST(cycles_end_without_a_table) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  x->type.bits = 6;
  test_count_up(f, p, 0, 0, x);
  found r = sparse_find(f, &search_idastar, safety, NULL, (sparse_way){.keys = "table=2"}).found;
  assert_int_equal(r.status, SEARCH_EXHAUSTED);
  assert_int_equal(r.stats.max_depth, 63);
  assert_int_equal(r.stats.expanded, 64 * 65 / 2);
}

// The farthest state is 30 steps away. Longer ways are cut, but lead to nothing that is missing.
NET_TEST(ends_when_nothing_is_missing) {
  sparse_counters(f, 1000);
  found r = sparse_find(f, &search_idastar, safety, NULL, (sparse_way){0}).found;
  assert_int_equal(r.status, SEARCH_EXHAUSTED);
  assert_int_equal(r.stats.max_depth, 30);
}

// With the exact distance there is one round that expands anything, and it goes straight.
NET_TEST(limits_follow_the_estimate) {
  sparse_counters(f, 77);
  found r = sparse_find(f, &search_idastar, safety, NULL, (sparse_way){.estimate = &sparse_kind_near}).found;
  assert_int_equal(r.cost, 18);
  found plain = sparse_find(f, &search_idastar, safety, NULL, (sparse_way){0}).found;
  assert_true(r.stats.expanded * 10 < plain.stats.expanded);
}

// Location 2 is first reached by the long way, too late for the rest of the way; the short way must be let through.
NET_TEST(reached_again_at_less_cost) {
  net_template *p = test_active(f, "P", 6);
  test_edge(f, p, 0, 1, "long", NULL);
  test_edge(f, p, 1, 2, "long", NULL);
  test_edge(f, p, 0, 2, "short", NULL);
  test_edge(f, p, 2, 3, "on", NULL);
  test_edge(f, p, 3, 4, "on", NULL);
  test_edge(f, p, 4, 5, "on", NULL);
  found r = sparse_find(f, &search_idastar, safety, NULL, (sparse_way){0}).found;
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 4);
  assert_true(r.stats.reopened > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SPARSE_LIST,
      cmocka_unit_test(tables_of_all_sizes),
      cmocka_unit_test(cycles_end_without_a_table),
      cmocka_unit_test(ends_when_nothing_is_missing),
      cmocka_unit_test(limits_follow_the_estimate),
      cmocka_unit_test(reached_again_at_less_cost),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
