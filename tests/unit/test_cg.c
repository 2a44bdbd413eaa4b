#include "test_cg_task.h"

TASK_TEST(the_example_of_the_paper) {
  example x = test_example(f);
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, x.p1, x.p2, x.p3), 11);
  assert_int_equal(cg_goal_cost(e, x.p3 + 0), 0);
  assert_int_equal(cg_goal_cost(e, x.p3 + 1), 3);
  assert_int_equal(cg_goal_cost(e, x.p3 + 2), 6);
  assert_int_equal(cg_goal_cost(e, x.p1 + 2), 2);
  assert_int_equal(cg_goal_cost(e, x.p2 + 3), 3);
  assert_int_equal(TEST_ESTIMATE(e, x.p1 + 2, x.p2 + 2, x.p3 + 2), 5);
  assert_int_equal(TEST_ESTIMATE(e, x.p1 + 3, x.p2 + 1, x.p3), 11); // 3 for a, 2 - 1 for b, 2 + 2 for c, and the three
  assert_int_equal(TEST_ESTIMATE(e, x.p1, x.p2 + 2, x.p3 + 3), 0);
  cg_goal_close(e);
}

TASK_TEST(first_steps) {
  example x = test_example(f);
  cg_goal *e = cg_goal_open(f->m, &f->t);
  TEST_ESTIMATE(e, x.p1, x.p2, x.p3);
  for (uint32_t step = f->t.first_step; step < f->t.facts; step++)
    assert_int_equal(test_prefers(f, e, step), step == x.round[0]);
  TEST_ESTIMATE(e, x.p1 + 2, x.p2, x.p3);
  for (uint32_t step = f->t.first_step; step < f->t.facts; step++)
    assert_int_equal(test_prefers(f, e, step), step == x.a);
  TEST_ESTIMATE(e, x.p1 + 2, x.p2 + 3, x.p3 + 2);
  for (uint32_t step = f->t.first_step; step < f->t.facts; step++)
    assert_int_equal(test_prefers(f, e, step), step == x.round[2] || step == x.round[7]);
  TEST_ESTIMATE(e, x.p1, x.p2, x.p3 + 3);
  for (uint32_t step = f->t.first_step; step < f->t.facts; step++)
    assert_false(test_prefers(f, e, step));
  cg_goal_close(e);
}

// p -> 1 needs x = 5, or y = 1 and z = 1, or, two levels down, w = 5.
TASK_TEST(the_cheapest_alternative) {
  uint32_t x = test_variable(f, TASK_CELL, 6), y = test_variable(f, TASK_CELL, 2), z = test_variable(f, TASK_CELL, 2);
  uint32_t w = test_variable(f, TASK_CELL, 6), p = test_variable(f, TASK_LOCATION, 3);
  uint32_t any = test_derived(f), inner = test_derived(f);
  test_rule(f, any, x + 5, TASK_NONE);
  test_rule(f, any, y + 1, z + 1, TASK_NONE);
  test_rule(f, any, inner, TASK_NONE);
  test_rule(f, inner, w + 5, TASK_NONE);
  for (uint32_t i = 0; i < 5; i++) {
    test_move(f, x + i, x + i + 1, TASK_NONE);
    test_move(f, w + i, w + i + 1, TASK_NONE);
  }
  test_move(f, y + 0, y + 1, TASK_NONE);
  test_move(f, y + 1, y + 0, TASK_NONE);
  uint32_t to_z = test_move(f, z + 0, z + 1, TASK_NONE);
  test_move(f, p + 0, p + 1, any);
  test_move(f, p + 1, p + 2, y + 0);
  f->t.goal = p + 2;
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, x, y, z, w, p), 5); // y and z up, p, y down, p
  assert_int_equal(TEST_ESTIMATE(e, x, y + 1, z, w, p), 4);
  assert_true(test_prefers(f, e, to_z));
  assert_int_equal(TEST_ESTIMATE(e, x + 4, y, z, w, p), 3); // y stays where it is
  assert_int_equal(TEST_ESTIMATE(e, x, y, z, w + 4, p), 3);
  assert_int_equal(TEST_ESTIMATE(e, x, y, z, w + 5, p), 2);
  cg_goal_close(e);
}

TASK_TEST(conditions_that_need_themselves) {
  uint32_t p = test_variable(f, TASK_LOCATION, 2);
  uint32_t circle = test_derived(f), other = test_derived(f), nothing = test_derived(f);
  test_rule(f, circle, other, TASK_NONE);
  test_rule(f, other, circle, TASK_NONE);
  test_move(f, p + 0, p + 1, circle);
  test_move(f, p + 0, p + 1, nothing);
  f->t.goal = p + 1;
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, p), CG_INFINITE);
  assert_int_equal(cg_goal_cost(e, circle), CG_INFINITE);
  assert_int_equal(cg_goal_cost(e, nothing), CG_INFINITE);
  cg_goal_close(e);
}

TASK_TEST(the_goal_or_else_the_doubt) {
  uint32_t p = test_variable(f, TASK_LOCATION, 4);
  uint32_t goal = test_derived(f), doubt = test_derived(f);
  test_move(f, p + 0, p + 1, TASK_NONE);
  test_move(f, p + 0, p + 2, TASK_NONE);
  uint32_t doubtful = test_move(f, p + 1, p + 3, TASK_NONE);
  uint32_t failing = test_step(f, 1, p + 2, TASK_NONE);
  test_rule(f, goal, failing, TASK_NONE);
  test_rule(f, doubt, doubtful, TASK_NONE);
  f->t.goal = goal;
  f->t.doubt = doubt;
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, p), 2);
  assert_int_equal(TEST_ESTIMATE(e, p + 1), 1);
  assert_true(test_prefers(f, e, doubtful));
  assert_int_equal(TEST_ESTIMATE(e, p + 2), 1);
  assert_true(test_prefers(f, e, failing));
  assert_int_equal(TEST_ESTIMATE(e, p + 3), CG_INFINITE);
  assert_false(test_prefers(f, e, failing));
  cg_goal_close(e);
}

TASK_TEST(no_goal_at_all) {
  uint32_t p = test_variable(f, TASK_LOCATION, 2);
  test_move(f, p + 0, p + 1, TASK_NONE);
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, p), CG_INFINITE);
  cg_goal_close(e);
}

// A message is there or not; x = 3 works from everywhere.
TASK_TEST(effects_from_anywhere) {
  uint32_t x = test_variable(f, TASK_CELL, 4), sent = test_variable(f, TASK_MESSAGE, 1);
  uint32_t p = test_variable(f, TASK_LOCATION, 2);
  uint32_t set = test_step(f, 1, TASK_NONE);
  test_rule(f, x + 3, set, TASK_NONE);
  uint32_t send = test_step(f, 1, x + 3, TASK_NONE);
  test_rule(f, sent, send, TASK_NONE);
  uint32_t meet = test_step(f, 2, p, sent, TASK_NONE);
  test_rule(f, p + 1, meet, TASK_NONE);
  f->t.goal = p + 1;
  cg_goal *e = cg_goal_open(f->m, &f->t);
  for (uint32_t i = 0; i < 3; i++)
    assert_int_equal(TEST_ESTIMATE(e, x + i, p), 4);
  assert_true(test_prefers(f, e, set));
  assert_int_equal(TEST_ESTIMATE(e, x + 3, p), 3);
  assert_int_equal(TEST_ESTIMATE(e, x, sent, p), 2);
  cg_goal_close(e);
}

// x < 3 -> x = x + 1: the guard is a choice among the variable's own values.
TASK_TEST(a_guard_on_the_variable_itself) {
  uint32_t x = test_variable(f, TASK_CELL, 6), p = test_variable(f, TASK_LOCATION, 1), less = test_derived(f);
  uint32_t count = test_step(f, 1, p, less, TASK_NONE);
  for (uint32_t i = 0; i < 3; i++)
    test_rule(f, less, x + i, TASK_NONE);
  for (uint32_t i = 0; i < 5; i++)
    test_rule(f, x + i + 1, count, x + i, TASK_NONE);
  cg_goal *e = cg_goal_open(f->m, &f->t);
  TEST_ESTIMATE(e, x, p);
  assert_int_equal(cg_goal_cost(e, x + 3), 3);
  assert_int_equal(cg_goal_cost(e, x + 4), CG_INFINITE);
  TEST_ESTIMATE(e, x + 4, p);
  assert_int_equal(cg_goal_cost(e, x + 5), CG_INFINITE);
  cg_goal_close(e);
}

// x == y and the like: alternatives that speak of the variable and of others.
TASK_TEST(a_guard_on_two_variables) {
  uint32_t y = test_variable(f, TASK_CELL, 4), x = test_variable(f, TASK_CELL, 4), equal = test_derived(f);
  for (uint32_t i = 0; i < 4; i++)
    test_rule(f, equal, x + i, y + i, TASK_NONE);
  for (uint32_t i = 0; i < 3; i++)
    test_move(f, y + i, y + i + 1, TASK_NONE);
  uint32_t jump = test_step(f, 1, equal, TASK_NONE);
  test_rule(f, x + 3, jump, TASK_NONE);
  f->t.goal = x + 3;
  cg_goal *e = cg_goal_open(f->m, &f->t);
  for (uint32_t i = 0; i < 3; i++)
    assert_int_equal(TEST_ESTIMATE(e, x + i, y), i + 1);
  assert_int_equal(TEST_ESTIMATE(e, x, y + 1), CG_INFINITE);
  cg_goal_close(e);
}

// q meets r where r stands at 0, which takes r to 2. To meet it there once more, r has to go back first.
TASK_TEST(steps_that_change_others_as_well) {
  uint32_t r = test_variable(f, TASK_LOCATION, 3), q = test_variable(f, TASK_LOCATION, 3);
  uint32_t both = test_step(f, 2, q + 0, r + 0, TASK_NONE);
  test_rule(f, q + 1, both, TASK_NONE);
  test_rule(f, r + 2, both, TASK_NONE);
  test_move(f, q + 1, q + 2, r + 0);
  test_move(f, q + 1, q + 2, r + 0);
  test_move(f, r + 2, r + 1, TASK_NONE);
  test_move(f, r + 1, r + 0, TASK_NONE);
  f->t.goal = q + 2;
  causal_graph *g = causal_graph_open(f->m, &f->t);
  assert_int_equal(g->arcs.count, 2); // the meeting changes both: there is an arc either way
  assert_true(causal_counts(g, 1, 0));
  causal_graph_close(g);
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, r, q), 5);
  assert_int_equal(TEST_ESTIMATE(e, r + 1, q), 6);
  cg_goal_close(e);
}

// p's steps count x up: what x is by then depends on the way.
TASK_TEST(a_counter_on_the_way) {
  uint32_t x = test_variable(f, TASK_CELL, 5), p = test_variable(f, TASK_LOCATION, 4);
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t step = test_move(f, p + i, p + i + 1, TASK_NONE);
    for (uint32_t k = 0; k < 4; k++)
      test_rule(f, x + k + 1, step, x + k, TASK_NONE);
  }
  test_move(f, p + 2, p + 3, x + 4);
  f->t.goal = p + 3;
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, x + 2, p), 3);
  assert_int_equal(TEST_ESTIMATE(e, x + 1, p), 4);
  assert_int_equal(TEST_ESTIMATE(e, x + 0, p), 5);
  cg_goal_close(e);
}

// A step that may set x to anything leaves it unknown: as it was, as far as the estimate goes.
TASK_TEST(an_effect_that_is_not_known) {
  uint32_t x = test_variable(f, TASK_CELL, 3), p = test_variable(f, TASK_LOCATION, 3);
  uint32_t step = test_move(f, p, p + 1, TASK_NONE);
  for (uint32_t i = 0; i < 3; i++)
    test_rule(f, x + i, step, TASK_NONE);
  test_move(f, p + 1, p + 2, x + 1);
  f->t.goal = p + 2;
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, x + 1, p), 2);
  assert_int_equal(TEST_ESTIMATE(e, x + 2, p), 3);
  cg_goal_close(e);
}

// x = 1; y = x; and x == 0 -> x = 1; x = x + 1: effects read what the same step has written.
TASK_TEST(effects_that_read_earlier_ones) {
  uint32_t x = test_variable(f, TASK_CELL, 3), y = test_variable(f, TASK_CELL, 3), z = test_variable(f, TASK_CELL, 3);
  uint32_t copy = test_step(f, 1, TASK_NONE), twice = test_step(f, 1, z, TASK_NONE);
  test_rule(f, x + 1, copy, TASK_NONE);
  for (uint32_t i = 0; i < 3; i++)
    test_rule(f, y + i, copy, x + i, TASK_NONE);
  test_rule(f, z + 1, twice, TASK_NONE);
  test_rule(f, z + 1, twice, z, TASK_NONE);
  test_rule(f, z + 2, twice, z + 1, TASK_NONE);
  cg_goal *e = cg_goal_open(f->m, &f->t);
  TEST_ESTIMATE(e, x, y, z);
  assert_int_equal(cg_goal_cost(e, y + 1), 1);
  assert_int_equal(cg_goal_cost(e, y + 2), CG_INFINITE);
  assert_int_equal(cg_goal_cost(e, z + 2), 1);
  cg_goal_close(e);
}

// Each link of the chain is needed twice by the next one. Evaluated again for each use, 60 links would take for ever.
TASK_TEST(chains_of_shared_conditions) {
  enum { LINKS = 60 };
  uint32_t x = test_variable(f, TASK_CELL, 6), y = test_variable(f, TASK_CELL, 2),
           p = test_variable(f, TASK_LOCATION, 2);
  uint32_t link[LINKS][2], last;
  for (uint32_t i = 0; i < LINKS; i++)
    for (uint32_t k = 0; k < 2; k++) {
      link[i][k] = test_derived(f);
      if (i == 0)
        test_rule(f, link[i][k], x + 3 + k, TASK_NONE);
      for (uint32_t other = 0; i > 0 && other < 2; other++)
        test_rule(f, link[i][k], link[i - 1][other], TASK_NONE);
    }
  last = link[LINKS - 1][1];
  for (uint32_t i = 0; i < 5; i++)
    test_move(f, x + i, x + i + 1, TASK_NONE);
  uint32_t step = test_step(f, 1, p, last, TASK_NONE); // y becomes 1 as well, on the same condition
  test_rule(f, p + 1, step, TASK_NONE);
  test_rule(f, y + 1, step, last, TASK_NONE);
  test_rule(f, y + 0, step, link[LINKS - 1][0], y + 1, TASK_NONE);
  test_move(f, p + 1, p + 0, y + 1);
  f->t.goal = p + 1;
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, x, y, p), 4);
  assert_true(test_prefers(f, e, f->t.steps.at[0].fact));
  assert_int_equal(TEST_ESTIMATE(e, x + 3, y, p), 1);
  assert_true(test_prefers(f, e, step));
  assert_int_equal(TEST_ESTIMATE(e, x + 5, y, p), CG_INFINITE);
  cg_goal_close(e);
}

// a needs b or x = 2, b needs a or y = 1: whichever is evaluated first, what the other was found to cost while it was
// under way is not kept.
TASK_TEST(costs_inside_a_cycle_are_not_kept) {
  uint32_t x = test_variable(f, TASK_CELL, 4), y = test_variable(f, TASK_CELL, 2),
           p = test_variable(f, TASK_LOCATION, 3);
  uint32_t a = test_derived(f), b = test_derived(f);
  test_rule(f, a, b, TASK_NONE);
  test_rule(f, a, x + 2, TASK_NONE);
  test_rule(f, b, a, TASK_NONE);
  test_rule(f, b, x + 3, y + 1, TASK_NONE);
  for (uint32_t i = 0; i < 3; i++)
    test_move(f, x + i, x + i + 1, TASK_NONE);
  test_move(f, y + 0, y + 1, TASK_NONE);
  uint32_t both = test_step(f, 1, p, a, b, TASK_NONE);
  test_rule(f, p + 1, both, TASK_NONE);
  test_move(f, p, p + 2, b);
  f->t.goal = p + 1;
  cg_goal *e = cg_goal_open(f->m, &f->t);
  assert_int_equal(TEST_ESTIMATE(e, x, y, p), 3);
  assert_int_equal(cg_goal_cost(e, p + 2), 3);
  assert_int_equal(TEST_ESTIMATE(e, x + 3, y, p), 2); // by y alone
  assert_int_equal(TEST_ESTIMATE(e, x + 2, y, p), 1);
  cg_goal_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_example_of_the_paper),
      cmocka_unit_test(first_steps),
      cmocka_unit_test(the_cheapest_alternative),
      cmocka_unit_test(conditions_that_need_themselves),
      cmocka_unit_test(the_goal_or_else_the_doubt),
      cmocka_unit_test(no_goal_at_all),
      cmocka_unit_test(effects_from_anywhere),
      cmocka_unit_test(a_guard_on_the_variable_itself),
      cmocka_unit_test(a_guard_on_two_variables),
      cmocka_unit_test(steps_that_change_others_as_well),
      cmocka_unit_test(a_counter_on_the_way),
      cmocka_unit_test(an_effect_that_is_not_known),
      cmocka_unit_test(effects_that_read_earlier_ones),
      cmocka_unit_test(chains_of_shared_conditions),
      cmocka_unit_test(costs_inside_a_cycle_are_not_kept),
  };
  return cmocka_run_group_tests_name("cg", tests, NULL, NULL);
}
