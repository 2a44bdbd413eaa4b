// Replaying: does a trace run, and does it end as it claims?
#include "test_trace_net.h"
#include "trace/replay.h"

// P: x = 1; assert(x == 0); then it stands still. Q: waits for x == 1.
typedef struct little {
  net_var *x;
  net_edge *set, *check, *wait;
} little;

static little make_little(net_fixture *f) {
  little l;
  l.x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 2);
  l.set = test_edge(f, p, 0, 1, "set", NULL);
  test_set(f, l.set, l.x, 1);
  l.check = test_edge(f, p, 1, 2, "check", NULL);
  test_assert(f, l.check, test_is(f, l.x, 0), "x == 0");
  l.wait = test_edge(f, q, 0, 1, "wait", test_is(f, l.x, 1));
  test_finish(f->n);
  return l;
}

static answer make_trace(net_fixture *f, const net_edge *const *edges, uint32_t count, fault claimed) {
  answer t = {.end = outcome_error(claimed, NULL)};
  for (uint32_t i = 0; i < count; i++) {
    net_action a = {.edge = edges[i]->id, .partner_edge = NET_ALONE, .pid = strcmp(edges[i]->text, "wait") == 0};
    vec_push(f->m, &t.steps, a);
  }
  return t;
}

static void expect_failure(net_fixture *f, const answer *t, uint32_t step, const char *why) {
  trace_result result = trace_replay(f->m, f->n, t, NULL);
  assert_false(result.ok);
  assert_int_equal(result.step, step);
  assert_string_equal(result.why, why);
}

NET_TEST(assertion) {
  little l = make_little(f);
  const net_edge *edges[] = {l.set, l.check, l.wait};
  answer t = make_trace(f, edges, 2, FAULT_ASSERT);
  trace_result result = trace_replay(f->m, f->n, &t, NULL);
  assert_true(result.ok);
  assert_int_equal(result.end.fault, FAULT_ASSERT);
  assert_ptr_equal(result.end.at, l.check->effect);
  t = make_trace(f, edges, 1, FAULT_ASSERT);
  expect_failure(f, &t, 2, "no assertion fails in the last step");
  t = make_trace(f, edges, 3, FAULT_ASSERT); // it failed earlier, not in the last step
  expect_failure(f, &t, 4, "no assertion fails in the last step");
}

NET_TEST(deadlock) {
  little l = make_little(f);
  const net_edge *edges[] = {l.set, l.wait, l.check};
  answer t = make_trace(f, edges, 3, FAULT_DEADLOCK); // the failed assertion is passed
  assert_true(trace_replay(f->m, f->n, &t, NULL).ok);
  t = make_trace(f, edges, 2, FAULT_DEADLOCK);
  expect_failure(f, &t, 3, "the last state is not a deadlock");
}

NET_TEST(impossible_steps) {
  little l = make_little(f);
  const net_edge *edges[] = {l.wait, l.set};
  answer t = make_trace(f, edges, 2, FAULT_NONE);
  expect_failure(f, &t, 1, "the statement is not executable");
  const net_edge *twice[] = {l.set, l.set};
  t = make_trace(f, twice, 2, FAULT_NONE);
  expect_failure(f, &t, 2, "the process is not at this statement");
}

NET_TEST(invariant) {
  little l = make_little(f);
  const net_edge *edges[] = {l.set};
  answer t = make_trace(f, edges, 1, FAULT_INVARIANT);
  expect_failure(f, &t, 2, "the answer has no condition");
  t.condition = test_is(f, l.x, 1);
  expect_failure(f, &t, 2, "the invariant holds in the last state");
  t.condition = test_is(f, l.x, 0);
  assert_true(trace_replay(f->m, f->n, &t, NULL).ok);
  l.set->keeps_control = true;
  expect_failure(f, &t, 2, "the last state is inside an atomic sequence, where conditions are not evaluated");
  t.condition = test_two(f, EXPR_DIV, test_number(f, 1), test_two(f, EXPR_SUB, test_read(f, l.x), test_number(f, 1)));
  t.end = outcome_error(FAULT_DIVISION, NULL); // the invariant itself goes wrong
  assert_true(trace_replay(f->m, f->n, &t, NULL).ok);
}

NET_TEST(other_faults) {
  little l = make_little(f);
  l.set->effect->value = test_two(f, EXPR_DIV, test_number(f, 1), test_read(f, l.x));
  const net_edge *edges[] = {l.set, l.set};
  answer t = make_trace(f, edges, 1, FAULT_DIVISION);
  trace_result result = trace_replay(f->m, f->n, &t, NULL);
  assert_true(result.ok);
  assert_ptr_equal(result.end.at, l.set->effect);
  t.end = outcome_error(FAULT_INDEX, NULL);
  expect_failure(f, &t, 2, "the last step does not end in the error that the answer claims");
  t.end = outcome_error(FAULT_DEADLOCK, NULL);
  expect_failure(f, &t, 2, "the last step ends in another error");
  t.end = outcome_error(FAULT_NONE, NULL);
  assert_int_equal(trace_replay(f->m, f->n, &t, NULL).end.fault, FAULT_DIVISION);
  t = make_trace(f, edges, 2, FAULT_DIVISION);
  expect_failure(f, &t, 1, "a run-time error ends the execution here, but the trace has more steps");
}

NET_TEST(faults_at_the_start) {
  little l = make_little(f);
  vec_push(f->m, &l.x->init, test_two(f, EXPR_DIV, test_number(f, 1), test_number(f, 0)));
  answer t = {.end = outcome_error(FAULT_DIVISION, NULL)};
  assert_true(trace_replay(f->m, f->n, &t, NULL).ok);
  t.end = outcome_error(FAULT_DEADLOCK, NULL);
  assert_false(trace_replay(f->m, f->n, &t, NULL).ok);
}

typedef struct seen {
  text_buffer text;
  const net_var *x;
} seen;

static void see_start(void *context, reference *r) {
  text_add(&((seen *)context)->text, "start %d", ref_now(r)->control);
}
static void see_step(void *context, reference *r, const trace_event *e) {
  (void)r;
  seen *s = context;
  text_add(&s->text, "; %u/%u: %d to %d", e->index, e->number, e->before->globals[s->x->slot][0],
           e->after->globals[s->x->slot][0]);
}
static void see_finish(void *context, reference *r, const trace_result *result) {
  (void)r;
  text_add(&((seen *)context)->text, "; %s", fault_name(result->end.fault));
}

NET_TEST(visitor_and_length) {
  little l = make_little(f);
  const net_edge *edges[] = {l.set, l.check};
  answer t = make_trace(f, edges, 2, FAULT_ASSERT);
  assert_int_equal(answer_length(&t, f->n), 2);
  seen s = {.text = {.memory = f->m}, .x = l.x};
  trace_visitor v = {&s, see_start, see_step, see_finish};
  assert_true(trace_replay(f->m, f->n, &t, &v).ok);
  assert_string_equal(s.text.at, "start -1; 0/1: 0 to 1; 1/2: 1 to 1; assertion");
  t.steps.at[1].partner_edge = l.wait->id; // a pair counts both halves
  assert_int_equal(answer_length(&t, f->n), 3);
  f->n->is_timed = true; // a step of a timed network is one, whoever takes part
  assert_int_equal(answer_length(&t, f->n), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(assertion),          cmocka_unit_test(deadlock),     cmocka_unit_test(impossible_steps),
      cmocka_unit_test(invariant),          cmocka_unit_test(other_faults), cmocka_unit_test(faults_at_the_start),
      cmocka_unit_test(visitor_and_length),
  };
  return cmocka_run_group_tests_name("trace", tests, NULL, NULL);
}
