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
  assert_int_equal(r.found.stats.expanded, 256);
}

// With a close bound only the states between the start and the error are expanded.
NET_TEST(estimates_keep_the_front_small) {
  sparse_counters(f, 77);
  sparse_way way = {.estimate = &sparse_kind_near, .bound = 19};
  found r = sparse_find(f, &search_bfhs, safety, NULL, way).found;
  found plain = find(f, &search_bfs, safety, NULL);
  assert_int_equal(r.cost, 18);
  assert_true(r.stats.expanded < plain.stats.expanded);
  way.bound = 0;
  assert_int_equal(sparse_find(f, &search_bfhs, safety, NULL, way).found.stats.expanded, r.stats.expanded);
}

NET_TEST(census) {
  sparse_counters(f, 77);
  found r = sparse_find(f, &search_bfhs, all_states, NULL, (sparse_way){.estimate = &sparse_kind_far}).found;
  assert_int_equal(r.status, SEARCH_EXHAUSTED);
  assert_int_equal(r.stats.census, 256);
  assert_int_equal(r.stats.expanded, 256);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SPARSE_LIST,
      cmocka_unit_test(bound_by_a_key),
      cmocka_unit_test(bound_beyond_everything),
      cmocka_unit_test(estimates_keep_the_front_small),
      cmocka_unit_test(census),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
