#include "check/engines.h"
#include "test_estimate.h"

// The running example of the causal graph paper: two cycles of four locations, and a third process that needs them at
// certain places. The shortest way to its last location has 11 steps.
NET_TEST(example_of_the_causal_graph) {
  net_template *p[2] = {test_active(f, "p1", 4), test_active(f, "p2", 4)}, *third = test_active(f, "p3", 4);
  for (uint32_t i = 0; i < 2; i++)
    for (uint32_t l = 0; l < 4; l++)
      test_edge(f, p[i], l, (l + 1) % 4, "t", NULL);
  test_edge(f, third, 0, 1, "a", stands(f, p[0], 0, 2));
  test_edge(f, third, 1, 2, "b", stands(f, p[1], 1, 2));
  test_edge(f, third, 2, 3, "c", test_two(f, EXPR_AND, stands(f, p[0], 0, 0), stands(f, p[1], 1, 0)));
  question goal = {.errors = ERROR_INVARIANT | ERROR_RUNTIME,
                   .condition = test_of(f, EXPR_NOT, stands(f, third, 2, 3))};
  assert_int_equal(first_exact(f, goal), 11);
  assert_int_equal(first_estimate(f, &heuristic_dl, goal), 3);
  assert_int_equal(first_estimate(f, &heuristic_du, goal), 3);
}

NET_TEST(deadlock_of_philosophers) {
  two_philosophers(f);
  // Everybody may be stuck while thinking or waiting; somebody who eats must release first.
  assert_int_equal(first_estimate(f, &heuristic_dl, only_deadlocks), 0);
  whole_space w;
  whole_open(&w, f->m, f->n, safety, 1000);
  uint32_t eats = state_with(&w, 2, (uint32_t[]){EAT, THINK}, 2, (int32_t[]){0, 0});
  assert_int_equal(estimate_of(f, &w, &heuristic_dl, NULL, eats), 1);
  assert_int_equal(w.exact.at[eats], 3);
  whole_close(&w);
}

// Two processes with two and three unconditional steps before they wait for ever.
static void two_that_wait(net_fixture *f) {
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 4);
  for (uint32_t l = 0; l < 2; l++)
    test_edge(f, p, l, l + 1, "p", NULL);
  for (uint32_t l = 0; l < 3; l++)
    test_edge(f, q, l, l + 1, "q", NULL);
}

NET_TEST(farthest_and_sum) {
  two_that_wait(f);
  assert_int_equal(first_exact(f, only_deadlocks), 5);
  assert_int_equal(first_estimate(f, &heuristic_dl, only_deadlocks), 3);
  assert_int_equal(first_estimate(f, &heuristic_du, only_deadlocks), 5);
  heuristic *h = open_estimate(f, &heuristic_du, only_deadlocks, NULL);
  assert_true(h->is_admissible && h->is_consistent);
  h->close(h);
}

NET_TEST(a_process_that_never_waits) {
  two_that_wait(f);
  net_template *r = test_active(f, "R", 1);
  test_edge(f, r, 0, 0, "turn", NULL);
  assert_int_equal(first_estimate(f, &heuristic_dl, only_deadlocks), HEURISTIC_DEAD_END);
  assert_int_equal(first_estimate(f, &heuristic_du, safety), HEURISTIC_DEAD_END);
}

NET_TEST(else_never_waits_and_provided_may) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2);
  test_edge(f, p, 0, 1, "if", test_read(f, x));
  test_edge(f, p, 0, 0, "else", NULL)->is_else = true;
  test_edge(f, p, 1, 1, "turn", NULL);
  assert_int_equal(first_estimate(f, &heuristic_dl, only_deadlocks), HEURISTIC_DEAD_END);
  p->provided = test_is(f, x, 1);
  assert_int_equal(first_estimate(f, &heuristic_dl, only_deadlocks), 0);
}

NET_TEST(death_is_as_good_as_waiting) {
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 3);
  test_edge(f, p, 0, 1, "to the end", NULL);
  test_end_edge(f, p, 1, "end");
  test_edge(f, q, 0, 1, "go", NULL);
  test_edge(f, q, 1, 2, "and die", NULL);
  test_end_edge(f, q, 2, "end");
  assert_int_equal(first_estimate(f, &heuristic_du, only_deadlocks), 3);
}

NET_TEST(assertion_behind_a_run) {
  net_template *p = test_active(f, "P", 3), *q = test_template(f, "Q", 3);
  test_edge(f, p, 0, 1, "a", NULL);
  test_run(f, test_edge(f, p, 1, 2, "run", NULL), q);
  test_edge(f, q, 0, 1, "b", NULL);
  test_assert(f, test_edge(f, q, 1, 2, "fails", NULL), test_number(f, 0), "0");
  assert_int_equal(first_exact(f, only_assertions), 4);
  assert_int_equal(first_estimate(f, &heuristic_dl, only_assertions), 4);
  assert_int_equal(first_estimate(f, &heuristic_du, only_assertions), 4);
  // If assertions do not matter there is still the limit of processes, each step adding one of 255.
  assert_int_equal(first_estimate(f, &heuristic_dl, (question){.errors = ERROR_RUNTIME}), 255);
}

NET_TEST(too_many_processes_come_one_by_one) {
  net_template *p = test_active(f, "P", 1), *q = test_template(f, "Q", 1);
  test_run(f, test_edge(f, p, 0, 0, "run", NULL), q);
  assert_int_equal(first_exact(f, (question){.errors = ERROR_RUNTIME}), 255);
  assert_int_equal(first_estimate(f, &heuristic_dl, (question){.errors = ERROR_RUNTIME}), 255);
}

NET_TEST(too_many_channels) {
  net_template *p = test_active(f, "P", 1), *q = test_template(f, "Q", 1);
  net_var *c = test_channel(f, q, "c", 1, 1);
  c->cells = 10;
  c->parts.at[0].length = 10;
  test_run(f, test_edge(f, p, 0, 0, "run", NULL), q);
  assert_int_equal(first_exact(f, (question){.errors = ERROR_RUNTIME}), 26);
  assert_int_equal(first_estimate(f, &heuristic_dl, (question){.errors = ERROR_RUNTIME}), 26);
}

NET_TEST(faults_are_errors_too) {
  net_var *x = test_var(f, NULL, "x", 3), *i = test_var(f, NULL, "i", 0);
  net_template *p = test_active(f, "P", 4);
  test_edge(f, p, 0, 1, "a", NULL);
  net_edge *e = test_edge(f, p, 1, 1, "count", NULL);
  test_assign(f, e, test_read(f, i), test_two(f, EXPR_ADD, test_read(f, i), test_number(f, 1)));
  e = test_edge(f, p, 1, 2, "index", NULL);
  test_assign(f, e, test_at(f, x, test_read(f, i)), test_number(f, 1));
  assert_int_equal(first_exact(f, (question){.errors = ERROR_RUNTIME}), 5);
  assert_int_equal(first_estimate(f, &heuristic_dl, (question){.errors = ERROR_RUNTIME}), 2);
}

NET_TEST(inside_a_block) {
  net_template *p = test_active(f, "P", 3);
  net_flow block = {0};
  net_add_location(f->n, &block);
  net_edge *inside = net_add_edge(f->n, &block, 0, NET_BLOCK_EXIT);
  test_assert(f, inside, test_number(f, 0), "0");
  vec_push(f->m, &f->n->blocks, block);
  test_edge(f, p, 0, 1, "a", NULL);
  test_stmt(f, test_edge(f, p, 1, 2, "block", NULL), STMT_BLOCK)->block = 0;
  assert_int_equal(first_exact(f, only_assertions), 2);
  assert_int_equal(first_estimate(f, &heuristic_dl, only_assertions), 2);
  assert_int_equal(first_estimate(f, &heuristic_dl, (question){.errors = ERROR_RUNTIME}), HEURISTIC_DEAD_END);
}

// Conjunctions: the farthest, or the sum, which is a lower bound if different processes are spoken of.
NET_TEST(invariants) {
  two_that_wait(f);
  net_var *x = test_var(f, NULL, "x", 0);
  const net_template *p = f->n->templates.at[0], *q = f->n->templates.at[1];
  test_set(f, f->n->edges.at[0], x, 1);
  expr *both = test_two(f, EXPR_AND, stands(f, p, 0, 2), stands(f, q, 1, 3));
  question goal = {.errors = ERROR_INVARIANT | ERROR_RUNTIME, .condition = test_of(f, EXPR_NOT, both)};
  assert_int_equal(first_estimate(f, &heuristic_dl, goal), 3);
  assert_int_equal(first_estimate(f, &heuristic_du, goal), 5);
  heuristic *h = open_estimate(f, &heuristic_du, goal, NULL);
  assert_true(h->is_admissible && h->is_consistent);
  h->close(h);
  // One step makes x = 1 and moves P: the sum counts it twice.
  both = test_two(f, EXPR_AND, stands(f, p, 0, 1), test_is(f, x, 1));
  goal.condition = test_of(f, EXPR_NOT, both);
  assert_int_equal(first_exact(f, goal), 1);
  assert_int_equal(first_estimate(f, &heuristic_dl, goal), 1);
  assert_int_equal(first_estimate(f, &heuristic_du, goal), 2);
  h = open_estimate(f, &heuristic_du, goal, NULL);
  assert_false(h->is_admissible || h->is_consistent);
  h->close(h);
  goal.condition = test_two(f, EXPR_OR, stands(f, q, 1, 0), test_is(f, x, 0)); // both must become false
  assert_int_equal(first_exact(f, goal), 2);
  assert_int_equal(first_estimate(f, &heuristic_dl, goal), 1);
  goal.condition = test_of(f, EXPR_NOT, stands(f, p, 0, 0)); // false at once
  assert_int_equal(first_estimate(f, &heuristic_dl, goal), 0);
  goal.condition = test_of(f, EXPR_NOT, stands(f, q, 0, 0)); // process 0 is no Q, and nobody starts one
  assert_int_equal(first_estimate(f, &heuristic_dl, goal), HEURISTIC_DEAD_END);
}

// P && Q is also violated where evaluating P faults, however far Q is.
NET_TEST(an_invariant_that_may_fault) {
  two_that_wait(f);
  net_var *x = test_var(f, NULL, "x", 2), *i = test_var(f, NULL, "i", 0);
  const net_template *q = f->n->templates.at[1];
  test_set(f, f->n->edges.at[0], i, 7);
  expr *risky = test_at(f, x, test_read(f, i));
  expr *both = test_two(f, EXPR_AND, risky, stands(f, q, 1, 3));
  question goal = {.errors = ERROR_INVARIANT | ERROR_RUNTIME, .condition = test_of(f, EXPR_NOT, both)};
  assert_int_equal(first_exact(f, goal), 1);
  assert_int_equal(first_estimate(f, &heuristic_dl, goal), 1);
}

NET_TEST(a_certain_state) {
  two_that_wait(f);
  test_finish(f->n);
  whole_space all, w;
  whole_open(&all, f->m, f->n, (question){.kind = QUESTION_CENSUS}, 1000);
  uint32_t number = state_with(&all, 2, (uint32_t[]){2, 1}, 0, NULL), size;
  const uint8_t *target = whole_state(&all, number, &size);
  const state_view *known = all.space->view(all.space, target, size);
  whole_open(&w, f->m, f->n, (question){.kind = QUESTION_STATE, .target = target, .target_size = size}, 1000);
  assert_int_equal(w.exact.at[0], 3);
  assert_int_equal(estimate_of(f, &w, &heuristic_dl, known, 0), 2);
  assert_int_equal(estimate_of(f, &w, &heuristic_du, known, 0), 3);
  claims_hold(f, &w, &heuristic_dl, known);
  claims_hold(f, &w, &heuristic_du, known);
  uint32_t behind = state_with(&w, 2, (uint32_t[]){0, 2}, 0, NULL);
  assert_int_equal(estimate_of(f, &w, &heuristic_du, known, behind), HEURISTIC_DEAD_END);
  whole_close(&w);
  whole_close(&all);
}

// A rendezvous moves two processes and costs two.
NET_TEST(rendezvous) {
  net_var *c = test_channel(f, NULL, "c", 0, 1);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 3);
  test_edge(f, p, 0, 1, "a", NULL);
  test_send(f, test_edge(f, p, 1, 2, "send", NULL), c, test_number(f, 1), NULL);
  net_edge *e = test_edge(f, q, 0, 1, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_ANY, NULL);
  test_assert(f, test_edge(f, q, 1, 2, "fails", NULL), test_number(f, 0), "0");
  assert_int_equal(first_exact(f, only_assertions), 4);
  assert_int_equal(first_estimate(f, &heuristic_dl, only_assertions), 2);
  expr *both = test_two(f, EXPR_AND, stands(f, p, 0, 2), stands(f, q, 1, 1));
  question goal = {.errors = ERROR_INVARIANT | ERROR_RUNTIME, .condition = test_of(f, EXPR_NOT, both)};
  assert_int_equal(first_exact(f, goal), 3);
  assert_int_equal(first_estimate(f, &heuristic_du, goal), 3);
}

NET_TEST(a_census_wants_every_state) {
  two_that_wait(f);
  net_template *r = test_active(f, "R", 1);
  test_edge(f, r, 0, 0, "turn", NULL);
  test_finish(f->n);
  question goal = {.kind = QUESTION_CENSUS};
  whole_space w;
  whole_open(&w, f->m, f->n, goal, 1000);
  assert_int_equal(estimate_of(f, &w, &heuristic_dl, NULL, 0), 0);
  assert_int_equal(estimate_of(f, &w, &heuristic_du, NULL, 0), 0);
  whole_close(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(example_of_the_causal_graph),
      cmocka_unit_test(deadlock_of_philosophers),
      cmocka_unit_test(farthest_and_sum),
      cmocka_unit_test(a_process_that_never_waits),
      cmocka_unit_test(else_never_waits_and_provided_may),
      cmocka_unit_test(death_is_as_good_as_waiting),
      cmocka_unit_test(assertion_behind_a_run),
      cmocka_unit_test(too_many_processes_come_one_by_one),
      cmocka_unit_test(too_many_channels),
      cmocka_unit_test(faults_are_errors_too),
      cmocka_unit_test(inside_a_block),
      cmocka_unit_test(invariants),
      cmocka_unit_test(an_invariant_that_may_fault),
      cmocka_unit_test(a_certain_state),
      cmocka_unit_test(rendezvous),
      cmocka_unit_test(a_census_wants_every_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
