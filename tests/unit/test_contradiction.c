// The program's own files are in no library, so the one under test is taken in whole.
#include "cli/contradiction.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const beeline_result undecided = {.verdict = BEELINE_UNDECIDED, .reason = BEELINE_REASON_TIME};
static const beeline_result satisfied = {.verdict = BEELINE_SATISFIED};

static beeline_result violated(uint64_t length, bool is_shortest) {
  return (beeline_result){
      .verdict = BEELINE_VIOLATED, .has_trace = true, .trace_length = length, .trace_shortest = is_shortest};
}

static const char *between(beeline_result first, beeline_result second, beeline_result third) {
  static char buffer[512];
  const compare_run runs[] = {{.search = "bfs", .heuristic = "zero", .is_blind = true, .result = &first},
                              {.search = "astar", .heuristic = "ff", .result = &second},
                              {.search = "greedy", .heuristic = "hl", .result = &third}};
  return compare_contradiction(runs, 3, buffer, sizeof buffer);
}

static void assert_names(const char *text, const char *one, const char *other) {
  assert_non_null(text);
  assert_non_null(strstr(text, one));
  assert_non_null(strstr(text, other));
}

static void different_knowledge_is_none(void **state) {
  (void)state;
  assert_null(between(undecided, satisfied, satisfied));
  assert_null(between(violated(7, true), undecided, violated(9, false)));
  assert_null(between(violated(7, true), violated(7, true), violated(7, false)));
  assert_null(between(violated(8, false), violated(7, false), undecided));
  beeline_result lasso = violated(7, true);
  lasso.trace_is_lasso = true; // a claim may repeat itself later than the model
  assert_null(between(lasso, violated(6, false), undecided));
  lasso.trace_is_tight = true;
  assert_non_null(between(lasso, violated(6, false), undecided));
  char buffer[64];
  assert_null(compare_contradiction(NULL, 0, buffer, sizeof buffer));
}

static void an_error_and_none(void **state) {
  (void)state;
  assert_names(between(satisfied, undecided, violated(3, false)), "'greedy hl'", "'bfs'");
  assert_names(between(violated(3, true), satisfied, undecided), "'bfs'", "'astar ff'");
}

static void shortest_of_different_lengths(void **state) {
  (void)state;
  const char *text = between(violated(7, true), violated(8, true), undecided);
  assert_names(text, "'astar ff' says that no trace is shorter than 8", "'bfs' has one of 7");
}

static void shorter_than_shortest(void **state) {
  (void)state;
  assert_names(between(violated(7, true), violated(7, true), violated(6, false)), "'bfs'", "'greedy hl' has one of 6");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(different_knowledge_is_none),
      cmocka_unit_test(an_error_and_none),
      cmocka_unit_test(shortest_of_different_lengths),
      cmocka_unit_test(shorter_than_shortest),
  };
  return cmocka_run_group_tests_name("contradiction", tests, NULL, NULL);
}
