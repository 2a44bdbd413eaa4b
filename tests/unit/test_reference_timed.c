// Every rule of "Timed networks" of docs/network.md, on networks that are made by hand.
#include "test_timed_net.h"

NET_TEST(guards_and_invariants) {
  uint32_t x = test_clock(f, "x");
  net_template *p = test_automaton(f, "P", 2);
  net_edge *go = test_edge(f, p, 0, 1, "go", NULL);
  test_asks(f, go, test_at_least(f, x, 3));
  test_keeps(f, p, 0, test_at_most(f, x, 5));
  test_start(f);
  assert_string_equal(test_steps(f), "");
  assert_string_equal(test_refused(f, test_alone(go, 0)), "the clocks do not allow this step now");
  assert_non_null(ref_delay(f->r, 6));
  assert_non_null(ref_delay(f->r, -1));
  test_wait(f, 5);
  assert_string_equal(test_steps(f), "0.go");
  assert_int_equal(test_step(f, test_alone(go, 0)), FAULT_NONE);
  assert_int_equal(ref_now(f->r)->clocks[x], 5);
  assert_int_equal(ref_now(f->r)->time, 5);
  assert_true(ref_is_deadlock(f->r));
}

NET_TEST(strict_bounds_in_halves) {
  uint32_t x = test_clock(f, "x");
  net_template *p = test_automaton(f, "P", 2);
  test_asks(f, test_edge(f, p, 0, 1, "between", NULL), test_more(f, x, 3));
  test_asks(f, f->n->edges.at[0], test_less(f, x, 4));
  test_start(f);
  ref_set_unit(f->r, 2);
  test_wait(f, 6);
  assert_string_equal(test_steps(f), "");
  test_wait(f, 1);
  assert_string_equal(test_steps(f), "0.between");
  test_wait(f, 1);
  assert_string_equal(test_steps(f), "");
}

NET_TEST(invariant_after_a_step) {
  uint32_t x = test_clock(f, "x");
  net_var *v = test_var(f, NULL, "v", 0);
  net_template *p = test_automaton(f, "P", 2);
  test_edge(f, p, 0, 1, "late", NULL);
  net_edge *reset = test_edge(f, p, 0, 1, "reset", NULL);
  test_reset(f, reset, x);
  net_edge *spoil = test_edge(f, p, 0, 1, "spoil", NULL);
  test_reset(f, spoil, x);
  test_set(f, spoil, v, 1);
  test_keeps(f, p, 1, test_at_most(f, x, 2));
  p->flow.locations.at[1].invariant = test_is(f, v, 0);
  test_start(f);
  assert_string_equal(test_steps(f), "0.late 0.reset");
  test_wait(f, 3);
  assert_string_equal(test_steps(f), "0.reset");
  assert_string_equal(test_refused(f, test_alone(spoil, 0)), "the invariant would not hold after this step");
  assert_int_equal(ref_now(f->r)->clocks[x], 3);
}

NET_TEST(nothing_at_the_start) {
  uint32_t x = test_clock(f, "x");
  net_template *p = test_automaton(f, "P", 1);
  test_edge(f, p, 0, 0, "loop", NULL);
  test_keeps(f, p, 0, test_at_least(f, x, 1));
  test_start(f);
  assert_true(ref_has_no_initial_state(f->r));
  assert_string_equal(test_steps(f), "");
  assert_false(ref_is_deadlock(f->r));
  assert_non_null(ref_delay(f->r, 1));
  assert_string_equal(test_refused(f, test_alone(f->n->edges.at[0], 0)), "the invariant does not hold at the start");
}

NET_TEST(resets_in_order) {
  uint32_t x = test_clock(f, "x"), y = test_clock(f, "y");
  net_template *p = test_automaton(f, "P", 1);
  net_edge *e = test_edge(f, p, 0, 0, "set", NULL);
  test_reset_to(f, e, x, 0, 7);
  test_reset_to(f, e, y, x, 2);
  test_reset_to(f, e, x, y, 1);
  test_start(f);
  ref_set_unit(f->r, 10);
  test_wait(f, 15);
  test_step(f, test_alone(e, 0));
  assert_int_equal(ref_now(f->r)->clocks[y], 90);
  assert_int_equal(ref_now(f->r)->clocks[x], 100);
}

NET_TEST(clocks_and_labels_of_a_row) {
  uint32_t x = test_clock(f, "x[0]");
  test_clock(f, "x[1]");
  net_var *i = test_var(f, NULL, "i", 0);
  net_template *p = test_automaton(f, "P", 1);
  net_edge *e = test_edge(f, p, 0, 0, "set", NULL);
  test_set(f, e, i, 1);
  net_stmt *reset = test_reset_to(f, e, x, 0, 4);
  reset->clock = (net_pick){.first = x, .count = 2, .offset = test_read(f, i)};
  net_edge *out = test_edge(f, p, 0, 0, "out", test_is(f, i, 1));
  net_bound b = test_at_most(f, x, 9);
  b.x = (net_pick){.first = x, .count = 2, .offset = test_two(f, EXPR_ADD, test_read(f, i), test_number(f, 1))};
  test_asks(f, out, b);
  test_start(f);
  test_step(f, test_alone(e, 0));
  assert_int_equal(ref_now(f->r)->clocks[x], 0);
  assert_int_equal(ref_now(f->r)->clocks[x + 1], 4);
  assert_string_equal(test_steps(f), "0.set 0.out");
  assert_int_equal(test_step(f, test_alone(out, 0)), FAULT_INDEX);
  assert_int_equal(ref_now(f->r)->clocks[x + 1], 4);
}

NET_TEST(two_and_who_goes_first) {
  uint32_t x = test_clock(f, "x"), go = test_label(f, "go", false), other = test_label(f, "other", false);
  net_var *v = test_var(f, NULL, "v", 0);
  net_template *p = test_automaton(f, "P", 2), *q = test_automaton(f, "Q", 2), *r = test_automaton(f, "R", 2);
  net_edge *reply = test_answer(test_edge(f, p, 0, 1, "go?", NULL), go);
  net_edge *call = test_call(test_edge(f, q, 0, 1, "go!", NULL), go);
  test_answer(test_edge(f, r, 0, 1, "other?", NULL), other);
  net_edge *late = test_answer(test_edge(f, r, 0, 1, "late?", test_is(f, v, 0)), go);
  test_asks(f, late, test_at_least(f, x, 2));
  test_set(f, call, v, 5); // the caller's effect comes first, though its number is greater
  test_assign(f, reply, test_read(f, v), test_two(f, EXPR_MUL, test_read(f, v), test_number(f, 3)));
  test_start(f);
  assert_string_equal(test_steps(f), "1.go!>0.go?");
  test_wait(f, 2);
  assert_string_equal(test_steps(f), "1.go!>0.go? 1.go!>2.late?");
  assert_string_equal(test_refused(f, test_alone(reply, 0)),
                      "this edge only answers: another process must start the step");
  assert_string_equal(test_refused(f, test_alone(call, 1)), "the edge must synchronise with another process");
  assert_string_equal(test_refused(f, test_pair(call, 1, call, 1)), "the answering process does not exist");
  test_step(f, test_pair(call, 1, reply, 0));
  assert_int_equal(test_global(f, v, 0), 15);
  assert_int_equal(ref_now(f->r)->processes.at[0].location, 1);
  assert_int_equal(ref_now(f->r)->processes.at[1].location, 1);
  assert_true(ref_is_deadlock(f->r));
}

NET_TEST(committed_go_first) {
  uint32_t x = test_clock(f, "x"), go = test_label(f, "go", false);
  net_template *p = test_automaton(f, "P", 2), *q = test_automaton(f, "Q", 2), *r = test_automaton(f, "R", 2);
  p->flow.locations.at[0].flags = LOC_COMMITTED;
  q->flow.locations.at[0].flags = LOC_URGENT;
  net_edge *reply = test_answer(test_edge(f, p, 0, 1, "go?", NULL), go);
  net_edge *call = test_call(test_edge(f, q, 0, 1, "go!", NULL), go);
  net_edge *alone = test_edge(f, r, 0, 1, "alone", NULL);
  test_start(f);
  assert_string_equal(test_steps(f), "1.go!>0.go?");
  assert_string_equal(test_refused(f, test_alone(alone, 2)), "another process is at a committed location");
  assert_non_null(ref_delay(f->r, 1));
  test_step(f, test_pair(call, 1, reply, 0));
  assert_string_equal(test_steps(f), "2.alone");
  test_wait(f, 1);
  assert_int_equal(ref_now(f->r)->clocks[x], 1);
}

// P calls; Q answers from x >= 1 on and by another edge up to y <= 2; R answers always but where v is 1; S has nothing.
typedef struct gathering {
  uint32_t x, y, all;
  net_var *v;
  net_edge *call, *first, *second, *always;
} gathering;

static gathering make_gathering(net_fixture *f) {
  gathering g = {.x = test_clock(f, "x"), .y = test_clock(f, "y"), .all = test_label(f, "all", true)};
  g.v = test_var(f, NULL, "v", 0);
  net_template *p = test_automaton(f, "P", 2), *q = test_automaton(f, "Q", 3), *r = test_automaton(f, "R", 2);
  test_automaton(f, "S", 1);
  g.call = test_call(test_edge(f, p, 0, 1, "all!", NULL), g.all);
  g.first = test_answer(test_edge(f, q, 0, 1, "first?", NULL), g.all);
  test_asks(f, g.first, test_at_least(f, g.x, 1));
  test_asks(f, g.first, test_at_most(f, g.y, 4));
  g.second = test_answer(test_edge(f, q, 0, 2, "second?", NULL), g.all);
  test_asks(f, g.second, test_at_most(f, g.y, 2));
  g.always = test_answer(test_edge(f, r, 0, 1, "always?", test_is(f, g.v, 0)), g.all);
  return g;
}

NET_TEST(ways_of_a_broadcast) {
  gathering g = make_gathering(f);
  // Options of Q: 0 first, 1 second, 2 not x >= 1 and not y <= 2, 3 not y <= 4 and not y <= 2. R: 0 always.
  test_start(f);
  assert_string_equal(test_steps(f), "0.all!#1");
  test_wait(f, 1);
  assert_string_equal(test_steps(f), "0.all!#0 0.all!#1");
  test_wait(f, 2);
  assert_string_equal(test_steps(f), "0.all!#0");
  test_wait(f, 2);
  assert_string_equal(test_steps(f), "0.all!#3");
  assert_string_equal(test_refused(f, test_broadcast(g.call, 0, 4)),
                      "the broadcast has no such combination of answers");
  assert_string_equal(test_refused(f, test_broadcast(g.call, 0, 2)), "the clocks do not allow this step now");
  test_step(f, test_broadcast(g.call, 0, 3));
  const ref_state *s = ref_now(f->r);
  assert_int_equal(s->processes.at[0].location, 1);
  assert_int_equal(s->processes.at[1].location, 0);
  assert_int_equal(s->processes.at[2].location, 1);
}

NET_TEST(order_and_participants_of_a_broadcast) {
  gathering g = make_gathering(f);
  test_assign(f, g.call, test_read(f, g.v), test_two(f, EXPR_ADD, test_read(f, g.v), test_number(f, 1)));
  test_assign(f, g.first, test_read(f, g.v), test_two(f, EXPR_MUL, test_read(f, g.v), test_number(f, 10)));
  test_assign(f, g.always, test_read(f, g.v), test_two(f, EXPR_ADD, test_read(f, g.v), test_number(f, 2)));
  test_start(f);
  test_wait(f, 1);
  net_action step = test_broadcast(g.call, 0, 0);
  ref_participants who = {0};
  ref_participants_of(f->m, ref_now(f->r), &step, &who);
  assert_int_equal(who.count, 3);
  assert_ptr_equal(who.at[0].edge, g.call);
  assert_ptr_equal(who.at[1].edge, g.first);
  assert_int_equal(who.at[2].pid, 2);
  vec_free(f->m, &who);
  test_step(f, step);
  assert_int_equal(test_global(f, g.v, 0), 12); // guards were asked before all effects
}

NET_TEST(required_answers) {
  gathering g = make_gathering(f);
  vec_push(f->m, &f->n->labels.at[g.all].required, 1);
  test_start(f);
  assert_string_equal(test_steps(f), "0.all!#1");
  test_wait(f, 5);
  assert_string_equal(test_steps(f), "");
  assert_true(ref_is_deadlock(f->r));
  vec_push(f->m, &f->n->labels.at[g.all].required, 3);
  assert_string_equal(test_refused(f, test_broadcast(g.call, 0, 0)), "a process that is required to answer cannot");
}

NET_TEST(urgent_labels_stop_the_time) {
  uint32_t x = test_clock(f, "x"), go = test_label(f, "go", false);
  f->n->labels.at[go].is_urgent = true;
  net_template *p = test_automaton(f, "P", 2), *q = test_automaton(f, "Q", 2);
  net_edge *call = test_call(test_edge(f, p, 0, 1, "go!", NULL), go);
  net_edge *reply = test_answer(test_edge(f, q, 0, 1, "go?", NULL), go);
  test_start(f);
  assert_non_null(ref_delay(f->r, 1));
  test_asks(f, call, test_more(f, x, 3));
  test_start(f);
  assert_non_null(ref_delay(f->r, 4));
  test_wait(f, 3);
  assert_string_equal(test_steps(f), "");
  assert_non_null(ref_delay(f->r, 1)); // it would be possible a moment later
  call->bounds.at[0] = test_at_least(f, x, 3);
  test_asks(f, reply, test_at_most(f, x, 2)); // never both
  test_start(f);
  test_wait(f, 9);
}

NET_TEST(priorities) {
  uint32_t x = test_clock(f, "x"), high = test_label(f, "high", true);
  f->n->labels.at[high].priority = 1;
  net_template *p = test_automaton(f, "P", 2), *q = test_automaton(f, "Q", 3);
  test_edge(f, p, 0, 1, "low", NULL);
  net_edge *call = test_call(test_edge(f, q, 0, 1, "high!", NULL), high);
  test_asks(f, call, test_at_least(f, x, 1));
  net_edge *vain = test_call(test_edge(f, q, 0, 2, "vain!", NULL), high);
  test_keeps(f, q, 2, test_at_least(f, x, 2)); // not possible before, because of the invariant after it
  test_start(f);
  assert_string_equal(test_steps(f), "0.low");
  test_wait(f, 1);
  assert_string_equal(test_steps(f), "1.high!#0");
  assert_string_equal(test_refused(f, test_alone(f->n->edges.at[0], 0)), "a step of greater priority is possible");
  test_wait(f, 1);
  assert_string_equal(test_steps(f), "1.high!#0 1.vain!#0");
  test_step(f, test_broadcast(vain, 1, 0));
  assert_string_equal(test_steps(f), "0.low");
}

NET_TEST(priorities_of_processes) {
  test_clock(f, "x");
  test_edge(f, test_automaton(f, "P", 2), 0, 1, "low", NULL);
  test_edge(f, test_automaton(f, "Q", 2), 0, 1, "high", NULL);
  f->n->processes.at[1].priority = 2;
  test_start(f);
  assert_string_equal(test_steps(f), "1.high");
}

NET_TEST(deadlock_after_a_delay) {
  uint32_t x = test_clock(f, "x");
  net_template *p = test_automaton(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 1, "go", NULL);
  test_asks(f, e, test_more(f, x, 3));
  test_asks(f, e, test_less(f, x, 4));
  test_start(f);
  expr *deadlock = expr_new(f->a, EXPR_DEADLOCK, test_place);
  assert_false(ref_is_deadlock(f->r));
  assert_int_equal(test_eval(f, deadlock, FAULT_NONE), 0);
  test_wait(f, 3);
  assert_false(ref_is_deadlock(f->r)); // between 3 and 4
  test_wait(f, 1);
  assert_true(ref_is_deadlock(f->r));
  assert_int_equal(test_eval(f, deadlock, FAULT_NONE), 1);
  test_keeps(f, p, 0, test_at_most(f, x, 3));
  test_start(f);
  assert_true(ref_is_deadlock(f->r));
}

NET_TEST(deadlock_because_of_the_invariant_afterwards) {
  uint32_t x = test_clock(f, "x"), y = test_clock(f, "y");
  net_template *p = test_automaton(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 1, "go", NULL);
  test_asks(f, e, test_at_least(f, x, 2));
  test_reset_to(f, e, y, y, 1);
  test_keeps(f, p, 1, test_less(f, y, 4));
  test_start(f);
  assert_false(ref_is_deadlock(f->r)); // from 2 on, before 3
  e->effect->value = test_number(f, 2);
  test_start(f);
  assert_true(ref_is_deadlock(f->r));
  assert_string_equal(test_steps(f), "");
}

NET_TEST(urgent_step_that_cannot_be_taken_is_a_deadlock) {
  uint32_t x = test_clock(f, "x"), go = test_label(f, "go", true);
  f->n->labels.at[go].is_urgent = true;
  net_template *p = test_automaton(f, "P", 2), *q = test_automaton(f, "Q", 2);
  test_asks(f, test_call(test_edge(f, p, 0, 1, "go!", NULL), go), test_at_least(f, x, 1));
  test_keeps(f, p, 1, test_less(f, x, 1));
  test_asks(f, test_edge(f, q, 0, 1, "late", NULL), test_at_least(f, x, 2));
  test_start(f);
  assert_true(ref_is_deadlock(f->r));
  test_wait(f, 1);
  assert_non_null(ref_delay(f->r, 1));
}

NET_TEST(bounds_in_conditions) {
  uint32_t x = test_clock(f, "x"), y = test_clock(f, "y");
  net_var *v = test_var(f, NULL, "v", 0);
  net_template *p = test_automaton(f, "P", 1);
  net_edge *e = test_edge(f, p, 0, 0, "reset", NULL);
  test_reset(f, e, y);
  test_start(f);
  test_wait(f, 3);
  test_step(f, test_alone(e, 0));
  assert_int_equal(test_eval(f, test_clock_is(f, test_bound(f, x, y, true, 4)), FAULT_NONE), 1);
  assert_int_equal(test_eval(f, test_clock_is(f, test_bound(f, x, y, true, 3)), FAULT_NONE), 0);
  net_bound b = test_less(f, x, 1);
  b.when = test_is(f, v, 1);
  assert_int_equal(test_eval(f, test_clock_is(f, b), FAULT_NONE), 1);
  b.when = NULL;
  b.limit = test_number(f, NET_MAX_TIME + 1);
  test_eval(f, test_clock_is(f, b), FAULT_RANGE);
}

NET_TEST(checked_ranges_and_faults_that_block) {
  test_clock(f, "x");
  net_var *v = test_var(f, NULL, "v", 0);
  v->type = net_type_range(-1, 2);
  net_template *p = test_automaton(f, "P", 1);
  net_edge *up = test_edge(f, p, 0, 0, "up", NULL);
  test_assign(f, up, test_read(f, v), test_two(f, EXPR_ADD, test_read(f, v), test_number(f, 1)));
  net_edge *guard = test_edge(f, p, 0, 0, "guard", test_two(f, EXPR_DIV, test_number(f, 1), test_read(f, v)));
  test_start(f);
  assert_int_equal(test_step(f, test_alone(guard, 0)), FAULT_DIVISION);
  test_step(f, test_alone(up, 0));
  test_step(f, test_alone(up, 0));
  assert_int_equal(test_step(f, test_alone(up, 0)), FAULT_RANGE);
  assert_int_equal(test_global(f, v, 0), 2);
  f->n->faults_block = true;
  assert_string_equal(test_refused(f, test_alone(up, 0)), "the step ends in a run-time error");
  test_start(f);
  assert_string_equal(test_steps(f), "0.up");
}

// sum(n): the result is n + (n-1) + ... by a block over scratch variables.
NET_TEST(calls) {
  test_clock(f, "x");
  net_var *v = test_var(f, NULL, "v", 0), *n = test_var(f, NULL, "n", 0), *sum = test_var(f, NULL, "sum", 0);
  n->is_scratch = sum->is_scratch = true;
  net_flow block = {0};
  for (int i = 0; i < 2; i++)
    net_add_location(f->n, &block);
  net_edge *zero = net_add_edge(f->n, &block, 0, 1);
  test_set(f, zero, sum, 0);
  net_edge *add = net_add_edge(f->n, &block, 1, 1);
  add->guard = test_two(f, EXPR_GT, test_read(f, n), test_number(f, 0));
  test_assign(f, add, test_read(f, sum), test_two(f, EXPR_ADD, test_read(f, sum), test_read(f, n)));
  test_assign(f, add, test_read(f, n), test_two(f, EXPR_SUB, test_read(f, n), test_number(f, 1)));
  net_add_edge(f->n, &block, 1, NET_BLOCK_EXIT)->is_else = true;
  vec_push(f->m, &f->n->blocks, block);
  net_function function = {.name = "sum", .result = sum};
  vec_push(f->m, &function.parameters, n);
  vec_push(f->m, &f->n->functions, function);
  net_template *p = test_automaton(f, "P", 1);
  expr *inner = expr_new(f->a, EXPR_CALL, test_place), *outer = expr_new(f->a, EXPR_CALL, test_place);
  vec_push(f->m, &inner->indices, test_number(f, 2));
  vec_push(f->m, &outer->indices, inner);
  net_edge *e = test_edge(f, p, 0, 0, "set", NULL);
  test_assign(f, e, test_read(f, v), outer);
  test_start(f);
  test_step(f, test_alone(e, 0));
  assert_int_equal(test_global(f, v, 0), 6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(guards_and_invariants),
      cmocka_unit_test(strict_bounds_in_halves),
      cmocka_unit_test(invariant_after_a_step),
      cmocka_unit_test(nothing_at_the_start),
      cmocka_unit_test(resets_in_order),
      cmocka_unit_test(clocks_and_labels_of_a_row),
      cmocka_unit_test(two_and_who_goes_first),
      cmocka_unit_test(committed_go_first),
      cmocka_unit_test(ways_of_a_broadcast),
      cmocka_unit_test(order_and_participants_of_a_broadcast),
      cmocka_unit_test(required_answers),
      cmocka_unit_test(urgent_labels_stop_the_time),
      cmocka_unit_test(priorities),
      cmocka_unit_test(priorities_of_processes),
      cmocka_unit_test(deadlock_after_a_delay),
      cmocka_unit_test(deadlock_because_of_the_invariant_afterwards),
      cmocka_unit_test(urgent_step_that_cannot_be_taken_is_a_deadlock),
      cmocka_unit_test(bounds_in_conditions),
      cmocka_unit_test(checked_ranges_and_faults_that_block),
      cmocka_unit_test(calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
