// What the replay demands of executions that a claim accepts.
#include "model/claim.h"
#include "test_trace_net.h"
#include "trace/replay.h"

enum { BEGIN, UP, DOWN, OTHER };

typedef struct scene {
  net_var *x;
  claim *claim; // [] x == 0 from some state on
} scene;

// P: begin, then for ever x = 1, x = 0; Q: for ever other.
static scene make_scene(net_fixture *f) {
  scene s = {.x = test_var(f, NULL, "x", 0)};
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 1);
  test_edge(f, p, 0, 1, "begin", NULL);
  test_set(f, test_edge(f, p, 1, 2, "up", NULL), s.x, 1);
  test_set(f, test_edge(f, p, 2, 1, "down", NULL), s.x, 0);
  test_edge(f, q, 0, 0, "other", NULL);
  test_start(f);
  s.claim = claim_new(f->a);
  vec_push(f->m, &s.claim->atoms, test_is(f, s.x, 0));
  for (uint32_t i = 0; i < 2; i++)
    claim_add_state(f->a, s.claim);
  claim_add_edge(f->a, s.claim, 0, 0);
  for (uint32_t i = 0; i < 2; i++) {
    claim_edge *e = claim_add_edge(f->a, s.claim, i, 1);
    vec_push(f->m, &e->label, claim_literal(0, false));
  }
  s.claim->states.at[1].is_accepting = true;
  claim_finish(f->a, s.claim);
  return s;
}

static answer lasso(net_fixture *f, const scene *s, uint32_t count, const uint32_t *edges, uint32_t loop_length) {
  answer a = {.end = {.kind = OUTCOME_CYCLE}, .loop_length = loop_length, .claim = s->claim};
  for (uint32_t i = 0; i < count; i++)
    vec_push(f->m, &a.steps,
             ((net_action){.edge = edges[i], .partner_edge = NET_ALONE, .pid = edges[i] == OTHER ? 1 : 0}));
  return a;
}

static void expect(net_fixture *f, const answer *a, const char *why) {
  trace_result result = trace_replay(f->m, f->n, a, NULL);
  assert_string_equal(result.ok ? "" : result.why, why ? why : "");
  assert_int_equal(result.ok, why == NULL);
}

static const char NOT_ACCEPTED[] = "the claim does not accept the execution";

NET_TEST(the_claim_accepts_the_loop) {
  scene s = make_scene(f);
  answer a = lasso(f, &s, 2, (uint32_t[]){BEGIN, OTHER}, 1);
  expect(f, &a, NULL);
  a = lasso(f, &s, 3, (uint32_t[]){BEGIN, UP, DOWN}, 2);
  expect(f, &a, NOT_ACCEPTED);
  a = lasso(f, &s, 3, (uint32_t[]){BEGIN, UP, OTHER}, 1);
  expect(f, &a, NOT_ACCEPTED);
}

NET_TEST(the_formula_is_violated) {
  scene s = make_scene(f);
  const net_formula atom = {.op = LTL_ATOM, .atom = test_is(f, s.x, 1)}, often = {.op = LTL_EVENTUALLY, .left = &atom};
  const net_formula always = {.op = LTL_ALWAYS, .left = &often};
  answer a = lasso(f, &s, 2, (uint32_t[]){BEGIN, OTHER}, 1);
  a.formula = &always;
  expect(f, &a, NULL);
  a.formula = &(net_formula){.op = LTL_NOT, .left = &always};
  expect(f, &a, "the execution satisfies the formula");
}

NET_TEST(a_fair_loop_moves_all_that_can_always_move) {
  scene s = make_scene(f);
  answer a = lasso(f, &s, 2, (uint32_t[]){BEGIN, OTHER}, 1);
  a.is_fair = true;
  expect(f, &a, "the loop is not weakly fair: a process that can always move never does");
  a = lasso(f, &s, 4, (uint32_t[]){BEGIN, UP, OTHER, DOWN}, 3);
  a.is_fair = true;
  a.claim = NULL;
  expect(f, &a, NULL);
}

// The guard of Q's edge is false in one state of the loop.
NET_TEST(a_process_that_cannot_move_need_not) {
  scene s = make_scene(f);
  answer a = lasso(f, &s, 3, (uint32_t[]){BEGIN, UP, DOWN}, 2);
  a.is_fair = true;
  a.claim = NULL;
  expect(f, &a, "the loop is not weakly fair: a process that can always move never does");
  f->n->edges.at[OTHER]->guard = test_is(f, s.x, 0);
  expect(f, &a, NULL);
}

NET_TEST(staying_in_the_last_state) {
  scene s = make_scene(f);
  f->n->edges.at[OTHER]->guard = test_number(f, 0);
  f->n->edges.at[UP]->guard = test_number(f, 0);
  answer a = lasso(f, &s, 0, NULL, 0);
  expect(f, &a, "the execution need not stay in the last state: a step is possible");
  a = lasso(f, &s, 1, (uint32_t[]){BEGIN}, 0);
  expect(f, &a, NULL);
  s.claim->needs_steps = true;
  expect(f, &a, "the execution ends, but only infinite ones violate the property");
}

NET_TEST(a_bad_state_at_the_end) {
  scene s = make_scene(f);
  claim *c = s.claim;
  c->states.at[1].is_bad = true; // when x is 0
  answer a = lasso(f, &s, 2, (uint32_t[]){BEGIN, UP}, 0);
  a.end = outcome_error(FAULT_CLAIM, NULL);
  expect(f, &a, "the claim does not reach its end in the last state");
  a.steps.count = 1;
  expect(f, &a, NULL); // another run has reached it before
  a.steps.count = 0;
  expect(f, &a, NULL);
}

// Where no step is possible, the claim goes on alone until it is bad.
NET_TEST(a_bad_state_after_the_end) {
  net_template *p = test_active(f, "P", 2);
  test_edge(f, p, 0, 1, "only", NULL);
  test_start(f);
  claim *c = claim_new(f->a);
  for (uint32_t i = 0; i < 5; i++)
    claim_add_state(f->a, c);
  for (uint32_t i = 0; i < 4; i++)
    claim_add_edge(f->a, c, i, i + 1);
  c->states.at[4].is_bad = true;
  claim_finish(f->a, c);
  answer a = {.end = outcome_error(FAULT_CLAIM, NULL), .claim = c};
  expect(f, &a, "the claim does not reach its end in the last state");
  vec_push(f->m, &a.steps, ((net_action){.partner_edge = NET_ALONE}));
  expect(f, &a, NULL);
}

// Inside an atomic sequence the claim does not read.
NET_TEST(states_inside_atomic_sequences_do_not_count) {
  scene s = make_scene(f);
  f->n->edges.at[UP]->keeps_control = true;
  answer a = lasso(f, &s, 3, (uint32_t[]){BEGIN, UP, DOWN}, 2);
  expect(f, &a, NULL);
  a = lasso(f, &s, 4, (uint32_t[]){BEGIN, UP, DOWN, UP}, 2); // it begins inside
  expect(f, &a, NULL);
  f->n->edges.at[DOWN]->keeps_control = true;
  expect(f, &a, "the loop is inside an atomic sequence, where claims are not evaluated");
  a = lasso(f, &s, 2, (uint32_t[]){BEGIN, UP}, 0);
  a.end = outcome_error(FAULT_CLAIM, NULL);
  expect(f, &a, "the last state is inside an atomic sequence, where claims are not evaluated");
}

NET_TEST(a_condition_of_the_claim_that_faults) {
  scene s = make_scene(f);
  expr *broken = expr_new(f->a, EXPR_DIV, test_place);
  broken->a = broken->b = test_read(f, s.x);
  s.claim->atoms.at[0] = broken;
  answer a = lasso(f, &s, 1, (uint32_t[]){BEGIN}, 0);
  a.end = outcome_error(FAULT_DIVISION, NULL);
  expect(f, &a, NULL);
  a.end = outcome_error(FAULT_INDEX, NULL);
  expect(f, &a, "the last step does not end in the error that the answer claims");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_claim_accepts_the_loop),
      cmocka_unit_test(the_formula_is_violated),
      cmocka_unit_test(a_fair_loop_moves_all_that_can_always_move),
      cmocka_unit_test(a_process_that_cannot_move_need_not),
      cmocka_unit_test(staying_in_the_last_state),
      cmocka_unit_test(a_bad_state_at_the_end),
      cmocka_unit_test(a_bad_state_after_the_end),
      cmocka_unit_test(states_inside_atomic_sequences_do_not_count),
      cmocka_unit_test(a_condition_of_the_claim_that_faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
