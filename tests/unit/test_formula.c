#include "check/engines.h"
#include "heuristic/formula.h"
#include "test_estimate.h"

// The tutorial's example: h_f is 2 at the start, which is right, and 1 where one eats, where 3 would be.
NET_TEST(two_philosophers_of_the_tutorial) {
  two_philosophers(f);
  test_finish(f->n);
  whole_space w;
  whole_open(&w, f->m, f->n, only_deadlocks, 1000);
  uint32_t start = state_with(&w, 2, (uint32_t[]){THINK, THINK}, 2, (int32_t[]){1, 1});
  uint32_t eats = state_with(&w, 2, (uint32_t[]){EAT, THINK}, 2, (int32_t[]){0, 0});
  uint32_t waits = state_with(&w, 2, (uint32_t[]){WAIT, WAIT}, 2, (int32_t[]){0, 0});
  assert_int_equal(estimate_of(f, &w, &heuristic_formula, NULL, start), 2);
  assert_int_equal(w.exact.at[start], 2);
  assert_int_equal(estimate_of(f, &w, &heuristic_formula, NULL, eats), 1);
  assert_int_equal(w.exact.at[eats], 3);
  assert_int_equal(estimate_of(f, &w, &heuristic_formula, NULL, waits), 0);
  assert_int_equal(w.exact.at[waits], 0);
  claims_hold(f, &w, &heuristic_formula, NULL);
  whole_close(&w);
}

typedef struct { // a network with one state to look at
  whole_space w;
  distance_graph *graph;
  distance_rows rows;
  inspect_context by;
} scene;

static void scene_open(net_fixture *f, scene *s) {
  test_finish(f->n);
  whole_open(&s->w, f->m, f->n, (question){.kind = QUESTION_CENSUS}, 1000);
  s->graph = distance_open(f->m, f->n);
  distance_rows_open(&s->rows, f->m, s->graph);
  s->by = (inspect_context){.view = whole_view(&s->w, 0)};
}

static void scene_close(scene *s) {
  distance_rows_close(&s->rows);
  distance_close(s->graph);
  whole_close(&s->w);
}

static void assert_costs(scene *s, const expr *e, uint32_t to_hold, uint32_t to_fail) {
  assert_int_equal(formula_cost(&s->rows, &s->by, e, true), to_hold);
  assert_int_equal(formula_cost(&s->rows, &s->by, e, false), to_fail);
}

NET_TEST(relations) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  vec_push(f->m, &x->init, test_number(f, 3));
  vec_push(f->m, &y->init, test_number(f, 8));
  test_active(f, "P", 1);
  scene s;
  scene_open(f, &s);
  const struct {
    expr_op op;
    uint32_t to_hold, to_fail;
  } rows[] = {{EXPR_EQ, 5, 0}, {EXPR_NE, 0, 5}, {EXPR_LT, 0, 5}, {EXPR_LE, 0, 6}, {EXPR_GT, 6, 0}, {EXPR_GE, 5, 0}};
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_costs(&s, test_two(f, rows[i].op, test_read(f, x), test_read(f, y)), rows[i].to_hold, rows[i].to_fail);
  assert_costs(&s, test_is(f, x, 3), 0, 1);
  x->type.kind = KIND_ENUM; // names are not counted
  assert_costs(&s, test_is(f, x, 8), 1, 0);
  scene_close(&s);
}

NET_TEST(connectives) {
  net_var *x = test_var(f, NULL, "x", 0), *no = test_var(f, NULL, "no", 0);
  test_active(f, "P", 1);
  scene s;
  scene_open(f, &s);
  expr *four = test_is(f, x, 4), *two = test_is(f, x, 2), *zero = test_is(f, x, 0);
  assert_costs(&s, test_two(f, EXPR_AND, four, two), 6, 0);
  assert_costs(&s, test_two(f, EXPR_OR, four, two), 2, 0);
  assert_costs(&s, test_two(f, EXPR_OR, zero, test_of(f, EXPR_NOT, four)), 0, 5);
  assert_costs(&s, test_of(f, EXPR_NOT, four), 0, 4);
  assert_costs(&s, test_read(f, no), 1, 0);
  assert_costs(&s, test_number(f, 1), 0, DISTANCE_NEVER);
  assert_costs(&s, test_two(f, EXPR_AND, expr_const(f->a, 0, test_place), four), DISTANCE_NEVER, 0);
  expr *choice = test_of(f, EXPR_COND, test_read(f, no));
  choice->b = two;
  choice->c = four;
  assert_costs(&s, choice, 3, 0);
  scene_close(&s);
}

NET_TEST(channels_and_locations) {
  net_var *c = test_channel(f, NULL, "c", 5, 1);
  net_template *p = test_active(f, "P", 4);
  for (uint32_t l = 0; l < 3; l++)
    test_send(f, test_edge(f, p, l, l + 1, "send", NULL), c, test_number(f, 7), NULL);
  scene s;
  scene_open(f, &s);
  s.by.view = whole_view(&s.w, 2); // after two sends
  expr *channel = test_read(f, c);
  assert_costs(&s, test_of(f, EXPR_FULL, channel), 3, 0);
  assert_costs(&s, test_of(f, EXPR_NOT_FULL, channel), 0, 3);
  assert_costs(&s, test_of(f, EXPR_EMPTY, channel), 2, 0);
  assert_costs(&s, test_of(f, EXPR_NOT_EMPTY, channel), 0, 2);
  assert_costs(&s, test_two(f, EXPR_EQ, test_of(f, EXPR_LEN, channel), test_number(f, 4)), 2, 0);
  expr *poll = test_of(f, EXPR_POLL, channel);
  vec_push(f->m, &poll->patterns, ((net_pattern){PATTERN_MATCH, test_number(f, 7)}));
  assert_costs(&s, poll, 0, 2);
  poll->patterns.at[0].value = test_number(f, 6);
  assert_costs(&s, poll, 1, 0);
  assert_costs(&s, stands(f, p, 0, 3), 1, 0);
  assert_costs(&s, stands(f, p, 0, 2), 0, 1);
  assert_costs(&s, stands(f, p, 0, 0), DISTANCE_NEVER, 0);
  assert_costs(&s, stands(f, p, 1, 0), DISTANCE_NEVER, 0);
  net_edge *e = f->n->edges.at[2];
  assert_int_equal(formula_block_cost(&s.rows, &s.by, e), 3);
  e->sync.kind = SYNC_RECEIVE;
  vec_push(f->m, &e->sync.patterns, ((net_pattern){PATTERN_ANY, NULL}));
  assert_int_equal(formula_block_cost(&s.rows, &s.by, e), 2);
  scene_close(&s);
}

// The way to the assertion, what is missing for it to fail, and the step itself.
NET_TEST(assertions) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 4);
  test_edge(f, p, 0, 1, "a", NULL);
  test_edge(f, p, 1, 2, "b", NULL);
  expr *small = test_two(f, EXPR_LT, test_read(f, x), test_number(f, 6));
  test_assert(f, test_edge(f, p, 2, 3, "check", NULL), small, "x < 6");
  assert_int_equal(first_estimate(f, &heuristic_formula, only_assertions), 2 + 6 + 1);
  net_template *q = test_active(f, "Q", 2), *r = test_template(f, "R", 2);
  test_run(f, test_edge(f, q, 0, 1, "run", NULL), r);
  test_assert(f, test_edge(f, r, 0, 1, "check", NULL), test_number(f, 0), "0");
  assert_int_equal(first_estimate(f, &heuristic_formula, only_assertions), 2);
}

NET_TEST(invariant_is_negated) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3);
  test_edge(f, p, 0, 1, "a", NULL);
  test_edge(f, p, 1, 2, "b", NULL);
  expr *both = test_two(f, EXPR_AND, stands(f, p, 0, 2), test_is(f, x, 9));
  question goal = {.errors = ERROR_INVARIANT | ERROR_RUNTIME, .condition = test_of(f, EXPR_NOT, both)};
  assert_int_equal(first_estimate(f, &heuristic_formula, goal), 11);
}

// A process that may end where it is blocked is no deadlock: somebody must go on to where it may not.
NET_TEST(good_ends_are_no_deadlocks) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 4), *q = test_active(f, "Q", 1);
  q->flow.locations.at[0].flags = LOC_END;
  p->flow.locations.at[0].flags = LOC_END;
  test_edge(f, p, 0, 1, "never", test_read(f, x));
  test_edge(f, p, 1, 2, "a", NULL);
  test_edge(f, p, 2, 3, "b", NULL);
  assert_int_equal(first_estimate(f, &heuristic_formula, only_deadlocks), 3);
  p->flow.locations.at[0].flags = 0;
  assert_int_equal(first_estimate(f, &heuristic_formula, only_deadlocks), 0);
}

// What cannot be said to be near is far, but never a dead end.
NET_TEST(never_a_dead_end) {
  net_template *p = test_active(f, "P", 1);
  test_edge(f, p, 0, 0, "turn", NULL);
  uint32_t far = first_estimate(f, &heuristic_formula, safety);
  assert_true(far > 1000 && far != HEURISTIC_DEAD_END);
  assert_int_equal(first_estimate(f, &heuristic_formula, (question){.errors = ERROR_RUNTIME}), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_philosophers_of_the_tutorial),
      cmocka_unit_test(relations),
      cmocka_unit_test(connectives),
      cmocka_unit_test(channels_and_locations),
      cmocka_unit_test(assertions),
      cmocka_unit_test(invariant_is_negated),
      cmocka_unit_test(good_ends_are_no_deadlocks),
      cmocka_unit_test(never_a_dead_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
