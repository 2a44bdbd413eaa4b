// Statistics of several runs, added up as their lines in the table say.
#include "check/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static beeline_stats added(const search_stats *one, const search_stats *other) {
  search first = {.stats = *one}, second = {.stats = *other};
  check_run runs[] = {{.search = &first, .prepare_s = 1}, {.search = &second, .prepare_s = 2}, {.prepare_s = 4}};
  beeline_stats stats = {0};
  for (uint32_t i = 0; i < 3; i++)
    run_add_stats(&runs[i], &stats);
  return stats;
}

static void test_over_runs(void **state) {
  (void)state;
  search_stats one = {.expanded = 3, .census = 5, .max_depth = 9, .h_initial = 7, .h_best = 2, .bytes_per_state = 8};
  search_stats other = {.expanded = 4, .census = 6, .max_depth = 1, .h_initial = 5, .h_best = 3, .bytes_per_state = 4};
  beeline_stats stats = added(&one, &other);
  assert_int_equal(stats.expanded, 7);
  assert_int_equal(stats.census, 11);
  assert_int_equal(stats.max_depth, 9);
  assert_int_equal(stats.h_initial, 5);
  assert_int_equal(stats.h_best, 3);
  assert_true(stats.bytes_per_state == 4);
  assert_true(stats.prepare_s == 7); // also of a run that has not come to its search
}

static void test_dead_end(void **state) {
  (void)state;
  search_stats dead = {.h_initial = HEURISTIC_DEAD_END, .h_best = HEURISTIC_DEAD_END};
  beeline_stats stats = added(&(search_stats){.h_initial = 1}, &dead);
  assert_int_equal(stats.h_initial, -1);
  assert_int_equal(stats.h_best, -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_over_runs), cmocka_unit_test(test_dead_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
