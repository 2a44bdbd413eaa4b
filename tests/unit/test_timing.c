// Times of the steps of a trace: as early as possible, found by differences, and tried out.
#include "test_timed_net.h"
#include "trace/difference.h"
#include "trace/replay.h"
#include "trace/timing.h"

static const char *find_times(net_fixture *f, answer *t) {
  test_finish(f->n);
  t->unit = 0;
  return timing_find(f->m, f->n, t);
}

static void expect_times(const answer *t, int64_t unit, const int64_t *times, uint32_t count) {
  assert_int_equal(t->unit, unit);
  assert_int_equal(t->times.count, count);
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(t->times.at[i], times[i]);
}
#define EXPECT_TIMES(t, unit, ...)                                                                                     \
  expect_times((t), (unit), (const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static void add_step(net_fixture *f, answer *t, net_action a) { vec_push(f->m, &t->steps, a); }

// A -> B from x >= 2 on, B -> C with y >= 7 and x <= 4: the first step must wait.
static net_template *make_line(net_fixture *f, uint32_t x, uint32_t y, answer *t) {
  net_template *p = test_automaton(f, "P", 3);
  net_edge *one = test_edge(f, p, 0, 1, "one", NULL), *two = test_edge(f, p, 1, 2, "two", NULL);
  test_asks(f, one, test_at_least(f, x, 2));
  test_reset(f, one, x);
  test_asks(f, two, test_at_least(f, y, 7));
  test_asks(f, two, test_at_most(f, x, 4));
  add_step(f, t, test_alone(one, 0));
  add_step(f, t, test_alone(two, 0));
  return p;
}

NET_TEST(steps_wait_for_later_ones) {
  uint32_t x = test_clock(f, "x"), y = test_clock(f, "y");
  answer t = {0};
  net_template *p = make_line(f, x, y, &t);
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 3, 7, 7);
  assert_int_equal(answer_length(&t, f->n), 2);
  trace_result again = trace_replay(f->m, f->n, &t, NULL);
  assert_true(again.ok);
  t.times.at[0] = 2; // too early for the second
  again = trace_replay(f->m, f->n, &t, NULL);
  assert_false(again.ok);
  assert_int_equal(again.step, 2);
  assert_string_equal(again.why, "the clocks do not allow this step now");
  test_keeps(f, p, 0, test_less(f, y, 3));
  assert_string_equal(find_times(f, &t), "the clocks never allow this step");
  assert_int_equal(t.unit, 0);
  t.unit = 0;
  again = trace_replay(f->m, f->n, &t, NULL);
  assert_false(again.ok);
  assert_int_equal(again.step, 2);
}

NET_TEST(strict_bounds_need_parts) {
  uint32_t x = test_clock(f, "x");
  net_template *p = test_automaton(f, "P", 4);
  answer t = {0};
  for (uint32_t i = 0; i < 3; i++) { // x in (0,1), (0,1), (0,1) without a reset, each later than the one before
    net_edge *e = test_edge(f, p, i, i + 1, "e", NULL);
    test_asks(f, e, test_less(f, x, 1));
    add_step(f, &t, test_alone(e, 0));
  }
  test_asks(f, f->n->edges.at[0], test_more(f, x, 0));
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 2, 1, 1, 1, 1);
  uint32_t y = test_clock(f, "y");
  for (uint32_t i = 0; i < 3; i++) {
    test_reset(f, f->n->edges.at[i], y);
    test_asks(f, f->n->edges.at[i], test_more(f, y, 0));
  }
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 10, 1, 2, 3, 3);
}

NET_TEST(clocks_set_to_values_and_from_others) {
  uint32_t x = test_clock(f, "x"), y = test_clock(f, "y");
  net_template *p = test_automaton(f, "P", 3);
  answer t = {0};
  net_edge *one = test_edge(f, p, 0, 1, "one", NULL), *two = test_edge(f, p, 1, 2, "two", NULL);
  test_asks(f, one, test_at_least(f, x, 3));
  test_reset_to(f, one, y, x, 4);
  test_reset_to(f, one, x, 0, 5);
  test_asks(f, two, test_at_least(f, y, 10));
  test_asks(f, two, test_at_most(f, x, 8));
  add_step(f, &t, test_alone(one, 0));
  add_step(f, &t, test_alone(two, 0));
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 3, 6, 6);
  test_asks(f, two, test_bound(f, y, x, false, 1));
  assert_non_null(find_times(f, &t)); // the difference is 2 at least
}

NET_TEST(no_delay_at_committed_and_urgent_locations) {
  uint32_t x = test_clock(f, "x");
  net_template *p = test_automaton(f, "P", 3);
  answer t = {0};
  net_edge *one = test_edge(f, p, 0, 1, "one", NULL), *two = test_edge(f, p, 1, 2, "two", NULL);
  test_asks(f, two, test_at_least(f, x, 3));
  p->flow.locations.at[1].flags = LOC_URGENT;
  add_step(f, &t, test_alone(one, 0));
  add_step(f, &t, test_alone(two, 0));
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 3, 3, 3);
  test_asks(f, one, test_less(f, x, 3));
  assert_non_null(find_times(f, &t));
}

NET_TEST(urgent_steps_are_not_passed_by) {
  uint32_t x = test_clock(f, "x"), y = test_clock(f, "y"), go = test_label(f, "go", false);
  f->n->labels.at[go].is_urgent = true;
  net_template *p = test_automaton(f, "P", 2), *q = test_automaton(f, "Q", 2), *r = test_automaton(f, "R", 3);
  net_edge *call = test_call(test_edge(f, p, 0, 1, "go!", NULL), go);
  test_answer(test_edge(f, q, 0, 1, "go?", NULL), go);
  test_asks(f, call, test_at_least(f, x, 3));
  net_edge *reset = test_edge(f, r, 0, 1, "reset", NULL), *late = test_edge(f, r, 1, 2, "late", NULL);
  test_reset(f, reset, x);
  test_asks(f, late, test_at_least(f, y, 4));
  answer t = {0};
  add_step(f, &t, test_alone(reset, 2));
  add_step(f, &t, test_alone(late, 2));
  assert_null(find_times(f, &t)); // x is reset late enough to be less than 3 when y is 4
  EXPECT_TIMES(&t, 1, 1, 4, 4);
  test_asks(f, late, test_at_least(f, y, 7));
  assert_non_null(find_times(f, &t));
  test_asks(f, call, test_less(f, x, 3)); // never possible
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 0, 7, 7);
}

NET_TEST(answers_of_a_broadcast) {
  uint32_t x = test_clock(f, "x"), all = test_label(f, "all", true);
  net_template *p = test_automaton(f, "P", 2), *q = test_automaton(f, "Q", 2);
  net_edge *call = test_call(test_edge(f, p, 0, 1, "all!", NULL), all);
  net_edge *reply = test_answer(test_edge(f, q, 0, 1, "all?", NULL), all);
  test_asks(f, reply, test_at_least(f, x, 2));
  test_asks(f, reply, test_at_most(f, x, 5));
  answer t = {0};
  add_step(f, &t, test_broadcast(call, 0, 0));
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 2, 2);
  t.steps.at[0].partner_edge = 1;
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 0, 0);
  t.steps.at[0].partner_edge = 2;
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 2, 11, 11);
  t.steps.at[0].partner_edge = 3;
  assert_string_equal(find_times(f, &t), "the broadcast has no such combination of answers");
}

NET_TEST(steps_that_are_outranked_wait) {
  uint32_t x = test_clock(f, "x"), high = test_label(f, "high", true);
  f->n->labels.at[high].priority = 1;
  net_template *p = test_automaton(f, "P", 2), *q = test_automaton(f, "Q", 2);
  net_edge *low = test_edge(f, p, 0, 1, "low", NULL);
  net_edge *call = test_call(test_edge(f, q, 0, 1, "high!", NULL), high);
  test_asks(f, call, test_at_most(f, x, 1));
  answer t = {0};
  add_step(f, &t, test_alone(low, 0));
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 2, 3, 3);
  call->bounds.count = 0;
  assert_string_equal(find_times(f, &t), "a step of greater priority is possible");
}

NET_TEST(deadlocks_are_waited_for) {
  uint32_t x = test_clock(f, "x");
  net_template *p = test_automaton(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 1, "go", NULL);
  test_asks(f, e, test_less(f, x, 4));
  answer t = {.end = outcome_error(FAULT_DEADLOCK, NULL)};
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 4);
  test_edge(f, p, 0, 1, "other", NULL);
  assert_non_null(find_times(f, &t));
  test_asks(f, f->n->edges.at[1], test_more(f, x, 5));
  test_keeps(f, p, 0, test_at_most(f, x, 5));
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 4);
}

NET_TEST(a_deadlock_where_an_urgent_step_stops_the_time) {
  uint32_t x = test_clock(f, "x"), go = test_label(f, "go", true);
  f->n->labels.at[go].is_urgent = true;
  net_template *p = test_automaton(f, "P", 2), *q = test_automaton(f, "Q", 2);
  test_asks(f, test_call(test_edge(f, p, 0, 1, "go!", NULL), go), test_at_least(f, x, 1));
  test_keeps(f, p, 1, test_less(f, x, 1));
  test_asks(f, test_edge(f, q, 0, 1, "late", NULL), test_at_least(f, x, 2));
  answer t = {.end = outcome_error(FAULT_DEADLOCK, NULL)};
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 0);
}

static expr *both(net_fixture *f, expr *a, expr *b) { return test_two(f, EXPR_AND, a, b); }

NET_TEST(conditions_at_the_end) {
  uint32_t x = test_clock(f, "x"), y = test_clock(f, "y");
  net_var *v = test_var(f, NULL, "v", 0);
  net_template *p = test_automaton(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 1, "go", NULL);
  test_reset(f, e, y);
  // not (x > 2 and x - y < 6 and (y > 3 or v == 1)): at the end all three must hold
  expr *third = test_two(f, EXPR_OR, test_clock_is(f, test_more(f, y, 3)), test_is(f, v, 1));
  expr *all =
      both(f, both(f, test_clock_is(f, test_more(f, x, 2)), test_clock_is(f, test_bound(f, x, y, true, 6))), third);
  answer t = {.end = outcome_error(FAULT_INVARIANT, NULL), .condition = test_of(f, EXPR_NOT, all)};
  add_step(f, &t, test_alone(e, 0));
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 2, 0, 7);
  vec_push(f->m, &v->init, test_number(f, 1));
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 2, 0, 5);
  // x <= 4 imply deadlock, v being 1: false where x <= 4 and something is possible
  t.steps.count = 0;
  expr *deadlock = expr_new(f->a, EXPR_DEADLOCK, test_place);
  test_asks(f, e, test_at_most(f, x, 2));
  t.condition = test_two(f, EXPR_OR, test_of(f, EXPR_NOT, test_clock_is(f, test_at_most(f, x, 4))), deadlock);
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 0);
  t.condition = test_of(f, EXPR_NOT, both(f, test_clock_is(f, test_at_most(f, x, 4)), deadlock));
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 2, 5);
  t.condition = test_clock_is(f, test_at_least(f, x, 0));
  assert_non_null(find_times(f, &t));
}

NET_TEST(a_condition_that_is_an_alternative) {
  uint32_t x = test_clock(f, "x"), y = test_clock(f, "y");
  net_template *p = test_automaton(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 1, "go", NULL);
  test_reset(f, e, y);
  test_asks(f, e, test_at_least(f, x, 1));
  test_keeps(f, p, 1, test_at_most(f, x, 6));
  // (x > 6 or y - x > 0 or deadlock) or x == 5 and y == 2, of which only the last can be
  expr *five = both(f, test_clock_is(f, test_at_most(f, x, 5)), test_clock_is(f, test_at_least(f, x, 5)));
  expr *two = both(f, test_clock_is(f, test_at_most(f, y, 2)), test_clock_is(f, test_at_least(f, y, 2)));
  expr *never =
      test_two(f, EXPR_OR, test_clock_is(f, test_more(f, x, 6)), test_clock_is(f, test_bound(f, x, y, true, 0)));
  answer t = {.end = outcome_error(FAULT_INVARIANT, NULL)};
  t.condition = test_of(f, EXPR_NOT, test_two(f, EXPR_OR, never, both(f, five, two)));
  add_step(f, &t, test_alone(e, 0));
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 3, 5);
}

NET_TEST(a_fault_ends_it) {
  uint32_t x = test_clock(f, "x");
  net_var *v = test_var(f, NULL, "v", 0);
  net_template *p = test_automaton(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 1, "go", NULL);
  test_asks(f, e, test_at_least(f, x, 2));
  test_assign(f, e, test_read(f, v), test_two(f, EXPR_DIV, test_number(f, 1), test_read(f, v)));
  answer t = {.end = outcome_error(FAULT_DIVISION, NULL)};
  add_step(f, &t, test_alone(e, 0));
  assert_null(find_times(f, &t));
  EXPECT_TIMES(&t, 1, 2, 2);
  assert_true(trace_replay(f->m, f->n, &t, NULL).ok);
  add_step(f, &t, test_alone(e, 0));
  assert_string_equal(find_times(f, &t), "a run-time error ends the execution here, but the trace has more steps");
}

NET_TEST(nothing_to_run) {
  uint32_t x = test_clock(f, "x");
  net_template *p = test_automaton(f, "P", 1);
  test_keeps(f, p, 0, test_at_least(f, x, 1));
  answer t = {0};
  assert_string_equal(find_times(f, &t), "the invariant does not hold at the start");
  assert_false(trace_replay(f->m, f->n, &t, NULL).ok);
}

// Two processes that tick, each at most 3 after its last tick; the second has to be late.
NET_TEST(a_long_trace) {
  enum { STEPS = 100000 };
  uint32_t x = test_clock(f, "x"), y = test_clock(f, "y");
  net_template *p = test_automaton(f, "P", 1), *q = test_automaton(f, "Q", 1);
  net_edge *tick = test_edge(f, p, 0, 0, "tick", NULL), *tock = test_edge(f, q, 0, 0, "tock", NULL);
  test_asks(f, tick, test_at_least(f, x, 2));
  test_reset(f, tick, x);
  test_keeps(f, p, 0, test_at_most(f, x, 3));
  test_asks(f, tock, test_more(f, y, 2));
  test_reset(f, tock, y);
  test_keeps(f, q, 0, test_at_most(f, y, 3));
  answer t = {0};
  for (uint32_t i = 0; i < STEPS; i++)
    add_step(f, &t, i % 2 == 0 ? test_alone(tick, 0) : test_alone(tock, 1));
  assert_null(find_times(f, &t));
  assert_int_equal(t.times.count, STEPS + 1);
  for (uint32_t i = 1; i < STEPS; i++)
    assert_true(t.times.at[i - 1] <= t.times.at[i]);
  assert_int_equal(t.times.at[1], 2 * t.unit + 1);
}

static difference_bound after(uint32_t from, uint32_t to, int64_t gap, bool is_strict) {
  return (difference_bound){from, to, gap, is_strict};
}

NET_TEST(differences) {
  difference d = {.m = f->m};
  for (uint32_t i = 0; i < 4; i++)
    difference_point(&d);
  assert_true(difference_require(&d, after(0, 1, 2, false)));
  assert_true(difference_require(&d, after(1, 2, 0, true)));
  assert_true(difference_require(&d, after(2, 3, 0, true)));
  assert_int_equal(d.times.at[3].units, 2);
  assert_int_equal(d.times.at[3].bits, 2);
  difference_mark mark = difference_now(&d);
  assert_true(difference_require(&d, after(0, 2, 5, false)));
  assert_true(difference_require(&d, after(3, 1, -1, true))); // 3 less than 1 after 1
  assert_int_equal(d.times.at[1].units, 4);
  assert_int_equal(d.times.at[1].bits, 2);
  assert_false(difference_require(&d, after(3, 1, 0, false)));
  difference_undo(&d, mark);
  assert_int_equal(d.times.at[3].units, 2);
  assert_int_equal(d.times.at[1].units, 2);
  assert_int_equal(d.times.at[1].bits, 0);
  assert_true(difference_holds(&d, after(2, 3, 0, true)));
  assert_false(difference_holds(&d, difference_not(after(2, 3, 0, true))));
  assert_false(difference_require(&d, after(1, 0, -1, false))); // the start does not move
  difference_undo(&d, mark);
  assert_false(difference_require(&d, after(2, 2, 0, true)));
  difference_free(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_wait_for_later_ones),
      cmocka_unit_test(strict_bounds_need_parts),
      cmocka_unit_test(clocks_set_to_values_and_from_others),
      cmocka_unit_test(no_delay_at_committed_and_urgent_locations),
      cmocka_unit_test(urgent_steps_are_not_passed_by),
      cmocka_unit_test(answers_of_a_broadcast),
      cmocka_unit_test(steps_that_are_outranked_wait),
      cmocka_unit_test(deadlocks_are_waited_for),
      cmocka_unit_test(a_deadlock_where_an_urgent_step_stops_the_time),
      cmocka_unit_test(conditions_at_the_end),
      cmocka_unit_test(a_condition_that_is_an_alternative),
      cmocka_unit_test(a_fault_ends_it),
      cmocka_unit_test(nothing_to_run),
      cmocka_unit_test(a_long_trace),
      cmocka_unit_test(differences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
