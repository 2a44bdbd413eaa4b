#include "test_cg_task.h"

TASK_TEST(arcs_of_the_example) {
  test_example(f);
  causal_graph *g = causal_graph_open(f->m, &f->t);
  assert_int_equal(g->arcs.count, 2);
  for (uint32_t i = 0; i < 2; i++) {
    assert_int_equal(g->arcs.at[i].from, i);
    assert_int_equal(g->arcs.at[i].to, 2);
    assert_int_equal(g->arcs.at[i].weight, 2);
  }
  assert_int_equal(g->vars[2].rank, 2);
  assert_int_equal(g->transitions.count, 11);
  causal_graph_close(g);
}

// p and q wait for each other; more steps of p look at q than the other way round.
TASK_TEST(a_cycle_loses_its_lightest_arc) {
  uint32_t p = test_variable(f, TASK_LOCATION, 3), q = test_variable(f, TASK_LOCATION, 2);
  test_move(f, p + 0, p + 1, q + 1);
  test_move(f, p + 1, p + 2, q + 0);
  test_move(f, q + 0, q + 1, p + 2);
  test_move(f, q + 1, q + 0, TASK_NONE);
  f->t.goal = p + 2;
  causal_graph *g = causal_graph_open(f->m, &f->t);
  assert_int_equal(g->vars[1].rank, 0);
  assert_int_equal(g->vars[0].rank, 1);
  causal_graph_close(g);
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, p, q), 4);
  assert_int_equal(cg_goal_cost(e, q + 1), 1);
  cg_goal_close(e);
}

// x hangs on p by two steps, p on x by one: but data comes before locations.
TASK_TEST(data_before_locations) {
  uint32_t p = test_variable(f, TASK_LOCATION, 2), x = test_variable(f, TASK_CELL, 3);
  test_move(f, p + 0, p + 1, x + 2);
  test_move(f, x + 0, x + 1, p + 0);
  test_move(f, x + 1, x + 2, p + 0);
  f->t.goal = p + 1;
  causal_graph *g = causal_graph_open(f->m, &f->t);
  assert_int_equal(g->vars[1].rank, 0);
  causal_graph_close(g);
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, p, x), 3);
  cg_goal_close(e);
}

// A part whose arcs are heavy comes before the part that hangs on it by a light one, whatever the weights.
TASK_TEST(parts_keep_their_order) {
  uint32_t late = test_variable(f, TASK_LOCATION, 2);
  uint32_t p = test_variable(f, TASK_LOCATION, 2), q = test_variable(f, TASK_LOCATION, 2);
  test_move(f, late + 0, late + 1, p + 1);
  for (uint32_t i = 0; i < 3; i++) {
    test_move(f, p + 0, p + 1, q + 1);
    test_move(f, q + 0, q + 1, p + 0);
  }
  causal_graph *g = causal_graph_open(f->m, &f->t);
  assert_int_equal(g->vars[0].rank, 2);
  assert_true(causal_counts(g, 0, 1));
  assert_false(causal_counts(g, 1, 0));
  causal_graph_close(g);
}

// A chain of conditions on conditions, each variable the next one's: longer than anybody wants to follow.
TASK_TEST(a_long_chain) {
  enum { LENGTH = 20000 };
  for (uint32_t i = 0; i < LENGTH; i++)
    test_variable(f, TASK_CELL, 2);
  for (uint32_t i = 0; i < LENGTH; i++)
    test_move(f, 2 * i, 2 * i + 1, i ? 2 * i - 1 : TASK_NONE);
  f->t.goal = 2 * LENGTH - 1;
  uint32_t *facts = mem_alloc(f->m, LENGTH * sizeof *facts);
  for (uint32_t i = 0; i < LENGTH; i++)
    facts[i] = 2 * i;
  cg_goal *e = cg_goal_open(f->m, &f->t);
  uint32_t estimate = cg_goal_estimate(e, facts, LENGTH);
  assert_true(estimate >= 1 && estimate <= LENGTH);
  facts[LENGTH - 1]++;
  assert_int_equal(cg_goal_estimate(e, facts, LENGTH), 0);
  mem_free(f->m, facts);
  cg_goal_close(e);
}

// One step that needs and changes hundreds of cells: they are free, the location minds them.
TASK_TEST(a_step_that_touches_everything) {
  enum { CELLS = 300 };
  for (uint32_t i = 0; i < CELLS; i++)
    test_variable(f, TASK_CELL, 2);
  uint32_t p = test_variable(f, TASK_LOCATION, 2), facts[CELLS + 1];
  for (uint32_t i = 0; i < CELLS; i++)
    facts[i] = 2 * i;
  facts[CELLS] = p;
  uint32_t step = test_add_step(f, 1, facts, CELLS + 1);
  for (uint32_t i = 0; i < CELLS; i++)
    test_rule(f, 2 * i + 1, step, TASK_NONE);
  test_rule(f, p + 1, step, TASK_NONE);
  test_move(f, 1, 0, TASK_NONE);
  f->t.goal = p + 1;
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(cg_goal_estimate(e, facts, CELLS + 1), 1);
  assert_int_equal(cg_goal_cost(e, 2 * CELLS - 1), 1);
  facts[0] = 1;
  assert_int_equal(cg_goal_estimate(e, facts, CELLS + 1), 2);
  cg_goal_close(e);
}

// A driver with one location that toggles a variable: its location is neither changed nor asked for anything.
TASK_TEST(a_loop_at_the_only_location) {
  uint32_t p = test_variable(f, TASK_LOCATION, 2), x = test_variable(f, TASK_CELL, 2); // at its location, or died
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t step = test_step(f, 1, p, x + i, TASK_NONE);
    test_rule(f, x + !i, step, TASK_NONE);
    test_rule(f, p, step, TASK_NONE);
  }
  causal_graph *g = causal_graph_open(f->m, &f->t);
  assert_int_equal(g->arcs.count, 0);
  assert_true(g->vars[0].is_independent && g->vars[1].is_independent);
  causal_graph_close(g);
}

// The same where the process can die: then the steps need its location.
TASK_TEST(a_loop_of_a_process_that_can_die) {
  uint32_t p = test_variable(f, TASK_LOCATION, 2), x = test_variable(f, TASK_CELL, 2);
  uint32_t step = test_step(f, 1, p, x, TASK_NONE);
  test_rule(f, x + 1, step, TASK_NONE);
  test_rule(f, p, step, TASK_NONE);
  test_move(f, p, p + 1, TASK_NONE);
  causal_graph *g = causal_graph_open(f->m, &f->t);
  assert_int_equal(g->arcs.count, 1);
  assert_int_equal(g->arcs.at[0].from, 0);
  assert_int_equal(g->arcs.at[0].to, 1);
  causal_graph_close(g);
}

// x == 1, x := 1, y := 1, and y := y for each value: only y is changed, by x.
TASK_TEST(an_effect_that_changes_nothing) {
  uint32_t x = test_variable(f, TASK_CELL, 2), y = test_variable(f, TASK_CELL, 2), z = test_variable(f, TASK_CELL, 2);
  uint32_t step = test_step(f, 1, x + 1, TASK_NONE);
  test_rule(f, x + 1, step, TASK_NONE);
  test_rule(f, y + 1, step, TASK_NONE);
  test_rule(f, z + 0, step, z + 0, TASK_NONE);
  test_rule(f, z + 1, step, z + 1, TASK_NONE);
  causal_graph *g = causal_graph_open(f->m, &f->t);
  assert_int_equal(g->arcs.count, 1);
  assert_int_equal(g->arcs.at[0].from, 0);
  assert_int_equal(g->arcs.at[0].to, 1);
  causal_graph_close(g);
}

// far <-> near <-> goal. More steps of `far` wait for `near` than the other way round, but what `near` waits for is
// nearer to the goal.
TASK_TEST(far_from_the_goal_comes_first) {
  uint32_t goal = test_variable(f, TASK_LOCATION, 3), near = test_variable(f, TASK_LOCATION, 3);
  uint32_t far = test_variable(f, TASK_LOCATION, 4);
  test_move(f, goal + 0, goal + 1, near + 1);
  test_move(f, near + 0, near + 1, far + 3);
  test_move(f, near + 1, near + 0, goal + 1);
  for (uint32_t i = 0; i < 3; i++)
    test_move(f, far + i, far + i + 1, near + 0);
  f->t.goal = goal + 1;
  causal_graph *g = causal_graph_open(f->m, &f->t);
  assert_int_equal(g->vars[2].rank, 0);
  assert_int_equal(g->vars[1].rank, 1);
  assert_int_equal(g->vars[0].rank, 2);
  causal_graph_close(g);
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, goal, near, far), 5);
  cg_goal_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arcs_of_the_example),
      cmocka_unit_test(a_cycle_loses_its_lightest_arc),
      cmocka_unit_test(data_before_locations),
      cmocka_unit_test(parts_keep_their_order),
      cmocka_unit_test(a_long_chain),
      cmocka_unit_test(a_step_that_touches_everything),
      cmocka_unit_test(a_loop_at_the_only_location),
      cmocka_unit_test(a_loop_of_a_process_that_can_die),
      cmocka_unit_test(an_effect_that_changes_nothing),
      cmocka_unit_test(far_from_the_goal_comes_first),
  };
  return cmocka_run_group_tests_name("causal graph", tests, NULL, NULL);
}
