// Executions that end in a loop: replaying, writing and reading them.
#include "test_file.h"
#include "test_trace_writers.h"
#include "trace/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const trace_format all = {0};
// P: begin, then for ever x = 1, x = 0; n counts and is part of the state only if it is read.
typedef struct ring {
  net_var *x, *n;
  net_edge *up;
} ring;

static ring make_ring(net_fixture *f) {
  ring r = {.x = test_var(f, NULL, "x", 0), .n = test_var(f, NULL, "n", 0)};
  net_template *p = test_active(f, "P", 3);
  test_edge(f, p, 0, 1, "begin", NULL);
  r.up = test_edge(f, p, 1, 2, "up", NULL);
  test_set(f, r.up, r.x, 1);
  test_set(f, test_edge(f, p, 2, 1, "down", NULL), r.x, 0);
  return r;
}

static answer make_loop(net_fixture *f, uint32_t steps, uint32_t loop_length) {
  static const uint32_t edges[] = {0, 1, 2, 1, 2};
  answer a = {.end = {.kind = OUTCOME_CYCLE}, .loop_length = loop_length};
  for (uint32_t i = 0; i < steps; i++)
    vec_push(f->m, &a.steps, ((net_action){.edge = edges[i], .partner_edge = NET_ALONE}));
  return a;
}

static void expect_failure(net_fixture *f, answer a, const char *why) {
  trace_result result = trace_replay(f->m, f->n, &a, NULL);
  assert_false(result.ok);
  assert_string_equal(result.why, why);
}

NET_TEST(a_loop_closes) {
  make_ring(f);
  test_start(f);
  answer a = make_loop(f, 3, 2);
  trace_result result = trace_replay(f->m, f->n, &a, NULL);
  assert_true(result.ok);
  assert_int_equal(result.end.kind, OUTCOME_CYCLE);
  assert_int_equal(answer_length(&a, f->n), 3);
  a = make_loop(f, 5, 4); // twice round is a loop as well
  assert_true(trace_replay(f->m, f->n, &a, NULL).ok);
  expect_failure(f, make_loop(f, 2, 1), "the loop does not lead back to the state it begins in");
  expect_failure(f, make_loop(f, 3, 3), "the loop does not lead back to the state it begins in");
  expect_failure(f, make_loop(f, 3, 0), "the execution need not stay in the last state: a step is possible");
}

NET_TEST(variables_keep_a_loop_open) {
  ring r = make_ring(f);
  test_assign(f, r.up, test_read(f, r.n), test_two(f, EXPR_ADD, test_read(f, r.n), test_number(f, 1)));
  test_start(f);
  expect_failure(f, make_loop(f, 3, 2), "the loop does not lead back to the state it begins in");
  r.n->is_ghost = true; // nobody can tell
  answer a = make_loop(f, 3, 2);
  assert_true(trace_replay(f->m, f->n, &a, NULL).ok);
}

NET_TEST(writing) {
  make_ring(f);
  test_start(f);
  answer a = make_loop(f, 3, 2);
  assert_string_equal(written(f, &trace_writer_trail, &a, all), "1:0:10\n-1:-1:-1\n2:0:11\n3:0:12\n");
  const char *text = written(f, &trace_writer_text, &a, all);
  assert_ptr_equal(strstr(text, "a lasso, of 3 steps: 1, then 2 for ever\n"), text);
  assert_non_null(strstr(text, "      for ever:\n  2   P"));
  assert_non_null(strstr(written(f, &trace_writer_itf, &a, all), "\n\"loop\":1,\n"));
  assert_non_null(strstr(written(f, &trace_writer_dot, &a, all), "  s3 -> s1 [style=dashed, label=\"for ever\"];\n"));
  assert_non_null(strstr(written(f, &trace_writer_mermaid, &a, all),
                         "  loop for ever\n  Note over p0: 2. up\n  Note over p0: 3. down\n  end\n"));
}

// No process can move after the only step.
NET_TEST(writing_a_loop_without_steps) {
  test_edge(f, test_active(f, "P", 2), 0, 1, "begin", NULL);
  test_start(f);
  answer a = make_loop(f, 1, 0);
  assert_string_equal(written(f, &trace_writer_trail, &a, all), "1:0:10\n-1:-1:-1\n");
  const char *text = written(f, &trace_writer_text, &a, all);
  assert_ptr_equal(strstr(text, "a lasso, of 1 step, then it stays in the last state for ever\n"), text);
  assert_non_null(strstr(text, "begin\nstays in the last state for ever\n"));
  assert_non_null(strstr(written(f, &trace_writer_itf, &a, all), "\n\"loop\":1,\n"));
  assert_non_null(strstr(written(f, &trace_writer_dot, &a, all), "  s1 -> s1 [style=dashed, label=\"for ever\"];\n"));
  assert_non_null(
      strstr(written(f, &trace_writer_mermaid, &a, all), "  Note over p0,p0: stays in this state for ever\n"));
}

NET_TEST(what_formats_can_show) {
  make_ring(f);
  test_start(f);
  question cycle = question_of(f->n, "acceptance"), error = question_of(f->n, "safety");
  for (const trace_writer *const *w = trace_writers; *w; w++) {
    bool is_timed = !((*w)->shows & TRACE_UNTIMED);
    const char *lacks = trace_writer_lacks(*w, trace_needs(f->n, &error));
    assert_true(is_timed ? lacks && strcmp(lacks, "untimed models") == 0 : !lacks);
    assert_true(trace_writer_lacks(*w, TRACE_STATES) != NULL); // no format can show a model without actions yet
    if (!((*w)->shows & TRACE_LOOPS))
      assert_non_null(trace_writer_lacks(*w, trace_needs(f->n, &cycle)));
  }
  assert_null(trace_writer_lacks(&trace_writer_trail, trace_needs(f->n, &cycle)));
  assert_string_equal(trace_writer_lacks(&trace_writer_xtr, TRACE_TIMES | TRACE_LOOPS), "loops");
}

NET_TEST(reading) {
  const trace_writer *const formats[] = {&trace_writer_trail, &trace_writer_itf};
  make_ring(f);
  test_start(f);
  for (uint32_t i = 0; i < 2; i++) {
    answer a = make_loop(f, 3, 2), again = {0};
    diags d = {.memory = f->a};
    write_file(file, written(f, formats[i], &a, all));
    assert_true(trace_read(f->m, f->n, &d, file, &again));
    assert_int_equal(again.steps.count, 3);
    assert_int_equal(again.loop_length, 2);
    assert_int_equal(again.end.kind, OUTCOME_CYCLE);
  }
}

// The marks of SPIN: a claim is process 0, and goes on alone at the end.
NET_TEST(reading_a_loop_without_steps) {
  static const char *const files[] = {"1:0:10\n-1:-1:-1\n", "-2:2:-2\n1:0:7\n2:1:10\n-1:-1:-1\n3:0:8\n4:0:8\n",
                                      "1:0:10\n"};
  test_edge(f, test_active(f, "P", 2), 0, 1, "begin", NULL);
  test_start(f);
  for (uint32_t i = 0; i < 3; i++) {
    answer a = {0};
    diags d = {.memory = f->a};
    write_file(file, files[i]);
    assert_true(trace_read(f->m, f->n, &d, file, &a));
    assert_true(a.steps.count == 1 && a.loop_length == 0);
    assert_int_equal(a.end.kind, i < 2 ? OUTCOME_CYCLE : OUTCOME_ERROR);
  }
}

NET_TEST(a_loop_that_does_not_close_is_no_loop) {
  answer a = {0};
  diags d = {.memory = f->a};
  make_ring(f);
  test_start(f);
  write_file(file, "1:0:10\n-1:-1:-1\n2:0:11\n");
  assert_true(trace_read(f->m, f->n, &d, file, &a));
  assert_int_equal(a.loop_length, 0);
  assert_int_equal(a.end.kind, OUTCOME_OPEN);
}

NET_TEST(answers_by_states) {
  answer a = {.width = 2}, copy = {0};
  for (int32_t i = 0; i < 6; i++)
    vec_push(f->m, &a.cells, i);
  assert_int_equal(answer_length(&a, f->n), 2);
  answer_copy(f->m, &copy, &a);
  assert_int_equal(copy.cells.count, 6);
  assert_int_equal(copy.cells.at[5], 5);
  answer_free(f->m, &copy);
  assert_int_equal(copy.width, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_loop_closes),
      cmocka_unit_test(variables_keep_a_loop_open),
      cmocka_unit_test(writing),
      cmocka_unit_test(what_formats_can_show),
      cmocka_unit_test(reading),
      cmocka_unit_test(reading_a_loop_without_steps),
      cmocka_unit_test(a_loop_that_does_not_close_is_no_loop),
      cmocka_unit_test(answers_by_states),
      cmocka_unit_test(writing_a_loop_without_steps),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
