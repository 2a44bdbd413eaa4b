// What the writers say of timed traces, and ITF read again.
#include "test_file.h"
#include "test_timed_net.h"
#include "test_trace_writers.h"
#include "trace/read.h"
#include "trace/show.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const trace_format all = {0};
typedef struct timed_net {
  uint32_t x, y, go, all;
  net_var *v, *own;
  net_template *p, *q;
  net_edge *call, *reply, *broadcast, *hears;
} timed_net;

// P calls go, which Q answers after more than 2; then Q calls all, which P hears from y >= 1 on. Q.own counts.
static timed_net make_timed_net(net_fixture *f) {
  timed_net t = {.x = test_clock(f, "x"), .y = test_clock(f, "Q.y")};
  t.go = test_label(f, "go", false);
  t.all = test_label(f, "all", true);
  t.v = test_var(f, NULL, "v", 0);
  test_var(f, NULL, "aside", 0)->is_scratch = true;
  t.p = test_automaton(f, "P", 3);
  t.q = test_automaton(f, "Q", 3);
  t.own = test_var(f, t.q, "own", 0);
  t.call = test_call(test_edge(f, t.p, 0, 1, "A -> B: go!, v = 3", NULL), t.go);
  test_set(f, t.call, t.v, 3);
  t.reply = test_answer(test_edge(f, t.q, 0, 1, "A -> B: x > 2, go?, y = 0", NULL), t.go);
  test_asks(f, t.reply, test_more(f, t.x, 2));
  test_reset(f, t.reply, t.y);
  test_set(f, t.reply, t.own, 1);
  t.broadcast = test_call(test_edge(f, t.q, 1, 2, "all!", NULL), t.all);
  t.hears = test_answer(test_edge(f, t.p, 1, 2, "B -> C", NULL), t.all);
  test_asks(f, t.hears, test_at_least(f, t.y, 1));
  return t;
}

static answer make_timed_trace(net_fixture *f, const timed_net *n, fault claimed) {
  answer t = {.end = outcome_error(claimed, NULL)};
  test_finish(f->n);
  vec_push(f->m, &t.steps, test_pair(n->call, 0, n->reply, 1));
  vec_push(f->m, &t.steps, test_broadcast(n->broadcast, 1, 0));
  return t;
}

NET_TEST(text) {
  timed_net n = make_timed_net(f);
  answer t = make_timed_trace(f, &n, FAULT_INVARIANT);
  t.condition = test_clock_is(f, test_at_most(f, n.x, 5));
  assert_string_equal(written(f, &trace_writer_text, &t, all),
                      "invariant violated, after 2 steps, time 5.5\n"
                      "      delay 2.5   time 2.5\n"
                      "  1   P.A -> P.B  { go!, v = 3 }\n"
                      "        with Q.A -> Q.B  { x > 2, go?, y = 0 }   Q.own = 1, v = 3, Q.y = 0\n"
                      "      delay 1   time 3.5\n"
                      "  2   Q.B -> Q.C  { all! }\n"
                      "        with P.B -> P.C\n"
                      "      delay 2   time 5.5\n"
                      "the invariant does not hold: x = 5.5\n");
  t.end = outcome_reached();
  t.condition = test_two(f, EXPR_AND, test_is(f, n.v, 3), test_clock_is(f, test_more(f, n.y, 1)));
  const char *text = written(f, &trace_writer_text, &t, all);
  assert_memory_equal(text, "reached, after 2 steps, time 3.2\n", 33);
  assert_non_null(strstr(text, "\nreached with v = 3, Q.y = 1.1\n"));
}

NET_TEST(limited) {
  timed_net n = make_timed_net(f);
  answer t = make_timed_trace(f, &n, FAULT_NONE);
  trace_format one = {.limit = 1};
  assert_string_equal(written(f, &trace_writer_text, &t, one),
                      "an execution, of 2 steps, time 3.5\n"
                      "      ... 1 steps left out; --trace full shows all ...\n"
                      "      delay 1   time 3.5\n"
                      "  2   Q.B -> Q.C  { all! }\n"
                      "        with P.B -> P.C\n");
}

// Long guards and effects end where a part of them does; what is chosen and the label stay, and full has all.
NET_TEST(long_words) {
  timed_net n = make_timed_net(f);
  answer t = make_timed_trace(f, &n, FAULT_NONE);
  n.call->text = "A -> B: i = 1, alpha == 1 && beta == 2 && gamma == 3 && delta == 4 && epsilon == 5, go!, "
                 "one = 1, two = 2, three = 3, four = 4, five = 5, six = 6, seven = 7";
  n.call->words = (net_words){.guard = "alpha == 1 && beta == 2 && gamma == 3 && delta == 4 && epsilon == 5",
                              .sync = "go!",
                              .effect = "one = 1, two = 2, three = 3, four = 4, five = 5, six = 6, seven = 7"};
  const char *text = written(f, &trace_writer_text, &t, all);
  assert_non_null(strstr(text, "P.A -> P.B  { i = 1, alpha == 1 && beta == 2 && gamma == 3 && delta == 4 ..., go!, "
                               "one = 1, two = 2, three = 3, four = 4, five = 5, six = 6 ... }\n"));
  assert_non_null(strstr(written(f, &trace_writer_full, &t, all),
                         "epsilon == 5, go!, one = 1, two = 2, three = 3, four "
                         "= 4, five = 5, six = 6, seven = 7 }\n"));
}

NET_TEST(full) {
  timed_net n = make_timed_net(f);
  answer t = make_timed_trace(f, &n, FAULT_NONE);
  t.steps.count = 1;
  assert_string_equal(written(f, &trace_writer_full, &t, all),
                      "an execution, of 1 step, time 2.5\n"
                      "  0   initial state\n"
                      "        P.A Q.A\n"
                      "        v = 0\n"
                      "        Q.own = 0\n"
                      "        x = 0\n"
                      "        Q.y = 0\n"
                      "      delay 2.5   time 2.5\n"
                      "  1   P.A -> P.B  { go!, v = 3 }\n"
                      "        with Q.A -> Q.B  { x > 2, go?, y = 0 }   Q.own = 1, v = 3, Q.y = 0\n"
                      "        P.B Q.B\n"
                      "        v = 3\n"
                      "        Q.own = 1\n"
                      "        x = 2.5\n"
                      "        Q.y = 0\n");
}

NET_TEST(deadlock) {
  timed_net n = make_timed_net(f);
  answer t = make_timed_trace(f, &n, FAULT_DEADLOCK);
  net_edge *late = test_edge(f, n.p, 2, 0, "C -> A: y < 2", NULL);
  test_asks(f, late, test_less(f, n.y, 2));
  test_call(test_edge(f, n.q, 2, 0, "C -> A: go!", NULL), n.go);
  test_edge(f, n.q, 2, 0, "C -> A: v == 4", test_is(f, n.v, 4));
  const char *text = written(f, &trace_writer_text, &t, all);
  assert_memory_equal(text, "deadlock: no step is possible, now or later, after 2 steps, time 4.5\n", 68);
  assert_string_equal(strstr(text, "No process"), "No process can move, however long they wait:\n"
                                                  "  Q at C\n"
                                                  "      C -> A: go!   -- no process can receive go\n"
                                                  "      C -> A: v == 4   -- v = 3\n"
                                                  "  P at C\n"
                                                  "      C -> A: y < 2   -- Q.y = 2\n");
}

NET_TEST(fault_of_the_other_process) {
  timed_net n = make_timed_net(f);
  test_assign(f, n.reply, test_read(f, n.own), test_two(f, EXPR_DIV, test_number(f, 1), test_read(f, n.own)));
  n.reply->effect->next->value = test_number(f, 0);
  answer t = make_timed_trace(f, &n, FAULT_DIVISION);
  t.steps.count = 1;
  const char *text = written(f, &trace_writer_text, &t, all);
  assert_memory_equal(text, "division by zero: A -> B: go!, v = 3 at m.pml:2, after 1 step, time 2.5\n", 70);
  assert_non_null(strstr(text, "\ndivision by zero: own = 0"));
}

NET_TEST(itf) {
  timed_net n = make_timed_net(f);
  answer t = make_timed_trace(f, &n, FAULT_INVARIANT), again = {0};
  t.condition = test_clock_is(f, test_at_most(f, n.x, 5));
  json_error_t error;
  json_t *document = json_loads(written(f, &trace_writer_itf, &t, all), JSON_REJECT_DUPLICATES, &error);
  assert_non_null(document);
  const json_t *states = json_object_get(document, "states"), *last = json_array_get(states, 3);
  assert_int_equal(json_array_size(states), 4);
  assert_int_equal(json_array_size(json_object_get(document, "vars")), 3);
  assert_string_equal(json_string_value(json_object_get(json_object_get(last, "clocks"), "x")), "5.5");
  assert_string_equal(json_string_value(json_object_get(json_object_get(last, "#meta"), "delay")), "2");
  assert_null(json_object_get(last, "aside"));
  json_decref(document);
  diags d = {.memory = f->a};
  write_file(file, f->text.at);
  assert_true(trace_read(f->m, f->n, &d, file, &again));
  assert_int_equal(again.end.fault, FAULT_NONE);
  assert_int_equal(again.unit, 2);
  assert_int_equal(again.times.count, 3);
  assert_int_equal(again.times.at[2], 11);
  assert_true(net_is_same_action(&again.steps.at[0], &t.steps.at[0]));
  assert_true(net_is_same_action(&again.steps.at[1], &t.steps.at[1]));
  assert_true(trace_replay(f->m, f->n, &again, NULL).ok);
  answer_free(f->m, &again);
}

NET_TEST(itf_of_a_deadlock) {
  timed_net n = make_timed_net(f);
  answer t = make_timed_trace(f, &n, FAULT_DEADLOCK), again = {0};
  diags d = {.memory = f->a};
  write_file(file, written(f, &trace_writer_itf, &t, all));
  assert_true(trace_read(f->m, f->n, &d, file, &again));
  assert_int_equal(again.end.fault, FAULT_DEADLOCK);
  answer_free(f->m, &again);
}

NET_TEST(itf_that_is_too_early) {
  timed_net n = make_timed_net(f);
  answer t = make_timed_trace(f, &n, FAULT_NONE), again = {0};
  diags d = {.memory = f->a};
  text_buffer text = {.memory = f->m};
  text_add(&text, "%s", written(f, &trace_writer_itf, &t, all));
  char *parts = strstr(text.at, "\"parts\":\"5\"");
  assert_non_null(parts);
  parts[9] = '4';
  write_file(file, text.at);
  assert_false(trace_read(f->m, f->n, &d, file, &again));
  assert_string_equal(d.first->message, "the clocks do not allow this step now");
  write_file(file, "no trace\n");
  assert_false(trace_read(f->m, f->n, &d, file, &again));
  assert_string_equal(d.last->message, "this is not a trace");
  text_free(&text);
}

NET_TEST(diagrams) {
  timed_net n = make_timed_net(f);
  answer t = make_timed_trace(f, &n, FAULT_NONE);
  assert_string_equal(written(f, &trace_writer_mermaid, &t, all), "sequenceDiagram\n"
                                                                  "  participant p0 as P\n"
                                                                  "  participant p1 as Q\n"
                                                                  "  Note over p0,p1: delay 2.5\n"
                                                                  "  p0->>p1: 1. A -> B: go!, v = 3\n"
                                                                  "  Note over p0,p1: delay 1\n"
                                                                  "  p1->>p0: 2. all!\n");
  assert_non_null(strstr(written(f, &trace_writer_dot, &t, all),
                         "s1 -> s2 [label=\"delay 1\\nQ.B -> Q.C  { all! }\\nwith P.B -> P.C\"];\n"));
  question asked = question_of(f->n, "reach");
  assert_string_equal(trace_writer_lacks(&trace_writer_trail, trace_needs(f->n, &asked)), "time");
  assert_null(trace_writer_lacks(&trace_writer_itf, trace_needs(f->n, &asked)));
}

NET_TEST(times) {
  static const struct {
    int64_t parts, unit;
    const char *text;
  } rows[] = {{0, 1, "0"}, {7, 1, "7"}, {5, 2, "2.5"}, {1, 100, "0.01"}, {250, 100, "2.5"}, {7, 3, "2 + 1/3"}};
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    text_clear(&f->text);
    show_time(&f->text, rows[i].parts, rows[i].unit);
    assert_string_equal(f->text.at, rows[i].text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text),
      cmocka_unit_test(limited),
      cmocka_unit_test(long_words),
      cmocka_unit_test(full),
      cmocka_unit_test(deadlock),
      cmocka_unit_test(fault_of_the_other_process),
      cmocka_unit_test(itf),
      cmocka_unit_test(itf_of_a_deadlock),
      cmocka_unit_test(itf_that_is_too_early),
      cmocka_unit_test(diagrams),
      cmocka_unit_test(times),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
