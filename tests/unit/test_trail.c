// SPIN's trails: writing, and reading those that SPIN's verifiers write.
#include "test_file.h"
#include "test_trace_writers.h"
#include "trace/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const trace_format all = {0};
static const char show_trail[] = "1:0:10\n2:0:11\n3:0:12\n4:1:15\n5:0:13\n6:1:16\n7:0:14\n";

static answer read_good(net_fixture *f, const char *text) {
  diags d = {.memory = f->a};
  answer t = {0};
  write_file(file, text);
  if (!trace_read(f->m, f->n, &d, file, &t))
    fail_msg("line %u: %s", d.first->at.line, d.first->message);
  assert_true(trace_replay(f->m, f->n, &t, NULL).ok);
  return t;
}

NET_TEST(writing) {
  make_show_net(f);
  answer t = make_show_trace(f);
  assert_string_equal(written(f, &trace_writer_trail, &t, all), show_trail);
  f->n->edges.at[0]->origin = -1; // a statement that SPIN does not know
  assert_memory_equal(written(f, &trace_writer_trail, &t, all), "1:0:11\n", 7);
}

NET_TEST(reading) {
  make_show_net(f);
  answer t = read_good(f, show_trail);
  assert_int_equal(t.end.fault, FAULT_ASSERT);
  assert_int_equal(t.steps.count, 6);
  assert_int_equal(t.steps.at[4].partner, 1);
  assert_string_equal(written(f, &trace_writer_trail, &t, all), show_trail);
}

NET_TEST(claims_are_left_out) {
  make_show_net(f);
  answer t = read_good(f, "-2:3:-2\n1:0:99\n2:1:10\n3:0:99\n4:1:11\n-1:-1:-1\n5:0:98\n6:1:12\n");
  assert_int_equal(t.steps.count, 3);
  assert_int_equal(t.end.fault, FAULT_NONE);
}

// P: i = 1; i = 2; x = i; i = 3; j = 4; x == 9.   Q: atomic { x = 7; x = x + 1 }
static void make_merging(net_fixture *f, const char *assertion) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 6), *q = test_active(f, "Q", 3);
  net_var *i = test_var(f, p, "i", 0), *j = test_var(f, p, "j", 0);
  test_set(f, test_edge(f, p, 0, 1, "i = 1", NULL), i, 1);
  test_set(f, test_edge(f, p, 1, 2, "i = 2", NULL), i, 2);
  test_assign(f, test_edge(f, p, 2, 3, "x = i", NULL), test_read(f, x), test_read(f, i));
  test_set(f, test_edge(f, p, 3, 4, "i = 3", NULL), i, 3);
  net_edge *last = test_edge(f, p, 4, 5, "j = 4", NULL);
  test_set(f, last, j, 4);
  if (assertion)
    test_assert(f, last, test_is(f, i, 2), assertion);
  test_edge(f, p, 5, 5, "x == 9", test_is(f, x, 9));
  net_edge *first = test_edge(f, q, 0, 1, "x = 7", NULL);
  first->keeps_control = true;
  test_set(f, first, x, 7);
  test_assign(f, test_edge(f, q, 1, 2, "x++", NULL), test_read(f, x),
              test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 1)));
  test_start(f);
}

NET_TEST(merged_statements) {
  make_merging(f, NULL);
  answer t = read_good(f, "-4:-4:-4\n1:0:10\n2:1:16\n3:0:12\n4:0:13\n");
  // i = 1, and i = 2 with it; x = 7 and x++ of an atomic sequence; x = i; i = 3 and, since that is a deadlock, j = 4
  assert_string_equal(written(f, &trace_writer_trail, &t, all),
                      "1:0:10\n2:0:11\n3:1:16\n4:1:17\n5:0:12\n6:0:13\n7:0:14\n");
  assert_int_equal(t.end.fault, FAULT_DEADLOCK);
}

NET_TEST(merged_statements_at_an_open_end) {
  make_merging(f, NULL);
  answer t = read_good(f, "-4:-4:-4\n1:0:10\n2:0:12\n3:0:13\n");
  assert_int_equal(t.steps.count, 4); // no deadlock and no error: nothing is made up
  assert_int_equal(t.end.fault, FAULT_NONE);
}

NET_TEST(a_merged_assertion) {
  make_merging(f, "i == 2");
  answer t = read_good(f, "-4:-4:-4\n1:0:10\n2:0:12\n3:0:13\n");
  assert_int_equal(t.steps.count, 5);
  assert_int_equal(t.end.fault, FAULT_ASSERT);
}

static void expect_error(net_fixture *f, const char *text, uint32_t line, const char *message) {
  diags d = {.memory = f->a};
  answer t = {0};
  write_file(file, text);
  assert_false(trace_read(f->m, f->n, &d, file, &t));
  assert_int_equal(d.errors, 1);
  if (!strstr(d.first->message, message))
    fail_msg("unexpected message: %s", d.first->message);
  assert_int_equal(d.first->at.line, line);
}

NET_TEST(bad_files) {
  make_show_net(f);
  expect_error(f, "1:0\n", 1, "expected step:process:statement");
  expect_error(f, "1:0:10\n\n2:0:11x\n", 3, "expected step:process:statement");
  expect_error(f, "1:0:99999999999999999999\n", 1, "expected step:process:statement");
  expect_error(f, "1:900:1\n", 1, "process number 900 is out of range");
  expect_error(f, "1:3:1\n", 1, "there is no process 3");
  expect_error(f, "1:0:10\n2:0:77\n", 2, "process 0 is not at statement 77");
  expect_error(f, "1:0:10\n2:1:15\n", 2, "statement 15 of process 1 is not executable here");
  expect_error(f, "1:0:10\n2:0:11\n3:0:12\n4:1:15\n5:0:13\n", 5, "statement 13 of process 0 is not executable here");
  expect_error(f, "-6:1:1\n1:0:10\n", 1, "search permutation");
  expect_error(f, "-9:1:1\n", 1, "unknown mark -9");
  // Without the mark for merged statements nothing is filled in.
  expect_error(f, "1:0:10\n2:0:12\n", 2, "process 0 is not at statement 12");
  expect_error(f, "-4:-4:-4\n1:0:10\n2:0:88\n", 3, "cannot reach statement 88");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(writing),
      cmocka_unit_test(reading),
      cmocka_unit_test(claims_are_left_out),
      cmocka_unit_test(merged_statements),
      cmocka_unit_test(merged_statements_at_an_open_end),
      cmocka_unit_test(a_merged_assertion),
      cmocka_unit_test(bad_files),
  };
  return cmocka_run_group_tests_name("trail", tests, make_file, remove_file);
}
