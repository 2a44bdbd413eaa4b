#include "check/engines.h"
#include "test_guided_net.h"

static guided climb(net_fixture *f, const search_method *method, const char *keys, guide by) {
  return find_guided(f, (guided_setup){method, keys, by, safety, NULL, 0, 0, false});
}

// 0 branches to 1 and 2; 1 looks better but leads nowhere, 2 leads through 3 to the deadlock 4.
static const char *const parting = "01 02 23 34";
static uint32_t guide_well(const state_view *v) { return guide_location(v, (const uint32_t[]){3, 3, 2, 1, 0}); }
static uint32_t guide_astray(const state_view *v) { return guide_location(v, (const uint32_t[]){3, 1, 2, 2, 0}); }
static uint32_t guide_up(const state_view *v) { return guide_location(v, (const uint32_t[]){3, 2, 9, 9, 0}); }

NET_TEST(follows_the_estimate) {
  test_graph(f, 5, parting);
  guided r = climb(f, &search_hill, "restarts=0", guide_well);
  assert_int_equal(r.found.fault, FAULT_DEADLOCK);
  assert_int_equal(r.found.cost, 3);
  assert_int_equal(r.found.stats.expanded, 4);
}

NET_TEST(gives_up_in_a_local_minimum) {
  test_graph(f, 5, parting);
  guided r = climb(f, &search_hill, "restarts=0", guide_astray);
  assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
  assert_int_equal(r.found.stats.expanded, 2);
  assert_false(search_hill.is_complete);
}

NET_TEST(a_random_walk_leads_out) {
  test_graph(f, 5, parting);
  for (uint64_t seed = 0; seed < 20; seed++) {
    guided_setup g = {&search_hill, "", guide_astray, safety, NULL, 0, seed, false};
    guided r = find_guided(f, g), again = find_guided(f, g);
    assert_int_equal(r.found.fault, FAULT_DEADLOCK);
    assert_int_equal(r.found.cost, 3);
    assert_int_equal(r.found.stats.expanded, again.found.stats.expanded);
  }
}

// A plateau of four steps, with a way back at each.
NET_TEST(sideways_steps_are_limited) {
  test_graph(f, 6, "01210 12321 23432 345");
  assert_int_equal(climb(f, &search_hill, "sideways=4,restarts=0", guide_nowhere).found.status, SEARCH_EXHAUSTED);
  guided r = climb(f, &search_hill, "sideways=5,restarts=0", guide_nowhere);
  assert_int_equal(r.found.fault, FAULT_DEADLOCK);
  assert_int_equal(r.found.cost, 5);
}

static uint32_t guide_counters(const state_view *v) {
  return (uint32_t)(11 - v->globals[0] % 12) + (uint32_t)(7 - v->globals[1] % 8);
}

NET_TEST(climbs_two_counters) {
  test_counters(f, 4, 77);
  guided r = climb(f, &search_hill, "", guide_counters);
  assert_int_equal(r.found.fault, FAULT_ASSERT);
  assert_true(r.found.stats.expanded < 100);
}

NET_TEST(enforced_climbing_jumps_to_what_is_better) {
  test_graph(f, 5, parting);
  guided r = climb(f, &search_ehc, "", guide_well);
  assert_int_equal(r.found.cost, 3);
  assert_int_equal(r.found.stats.expanded, 4);
}

NET_TEST(enforced_climbing_turns_greedy) {
  test_graph(f, 5, parting);
  guided r = climb(f, &search_ehc, "", guide_astray);
  assert_int_equal(r.found.fault, FAULT_DEADLOCK);
  assert_int_equal(r.found.cost, 3);
  assert_int_equal(climb(f, &search_ehc, "", guide_up).found.fault, FAULT_DEADLOCK);
}

// The way from 2, which is better than 0, to 4 leads through 1, which was met before.
static uint32_t guide_back(const state_view *v) { return guide_location(v, (const uint32_t[]){5, 5, 4, 6, 3, 0}); }

NET_TEST(a_round_may_use_what_an_earlier_one_met) {
  test_graph(f, 6, "01 02 21 13 34 45");
  guided r = climb(f, &search_ehc, "", guide_back);
  assert_int_equal(r.found.fault, FAULT_DEADLOCK);
  assert_int_equal(r.found.cost, 4); // the first way to 1 was the short one
  assert_int_equal(r.found.stats.expanded, 6);
}

static uint32_t guide_oddly(const state_view *v) {
  return 40u + (uint32_t)v->globals[0] * 3 % 7 - (uint32_t)v->globals[1] * 5 % 11;
}

NET_TEST(enforced_climbing_is_complete) {
  test_counters(f, 3, 0);
  expr *trap = f->n->edges.at[0]->effect->next->value->b;
  for (int32_t i = 0; i < 60; i++) {
    trap->value = i;
    found wide = find(f, &search_bfs, safety, NULL);
    guided r = climb(f, &search_ehc, "", guide_oddly);
    assert_int_equal(r.found.status, wide.status);
    if (r.found.status == SEARCH_EXHAUSTED)
      assert_int_equal(r.found.stats.stored, wide.stats.stored);
  }
  guided_setup census = {&search_ehc, "", guide_oddly, all_states, NULL, 0, 0, false};
  assert_int_equal(find_guided(f, census).found.stats.census, 64);
}

static uint32_t guide_end(const state_view *v) {
  (void)v;
  return HEURISTIC_DEAD_END;
}

NET_TEST(nothing_to_do) {
  test_graph(f, 5, parting);
  const search_method *const methods[] = {&search_hill, &search_ehc, &search_beam};
  for (uint32_t i = 0; i < 3; i++) {
    guided r = climb(f, methods[i], "", guide_end);
    assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
    assert_int_equal(r.found.stats.expanded, 0);
  }
}

// A census counts dead ends, and what an unsafe estimate takes for one is only put off.
NET_TEST(dead_ends_that_are_not_left_out) {
  test_graph(f, 5, parting);
  const search_method *const methods[] = {&search_hill, &search_ehc, &search_beam};
  for (uint32_t i = 0; i < 3; i++) {
    guided_setup g = {methods[i], "", guide_end, safety, NULL, 0, 0, true};
    assert_int_equal(find_guided(f, g).found.fault, FAULT_DEADLOCK);
    g.goal = all_states;
    g.is_unsafe = false;
    if (methods[i]->is_complete)
      assert_int_equal(find_guided(f, g).found.stats.census, 5);
  }
}

NET_TEST(errors_at_the_start) {
  test_counters(f, 4, 1000);
  const net_var *x = f->n->vars.at[0];
  question goal = {.errors = ERROR_INVARIANT | ERROR_RUNTIME};
  expr *wrong = test_is(f, x, 1);
  net_var *z = test_var(f, NULL, "z", 0);
  vec_push(f->m, &z->init, test_number(f, 1));
  for (uint32_t i = 0; i < 2; i++) {
    const search_method *method = i ? &search_hill : &search_ehc;
    guided r = find_guided(f, (guided_setup){method, "", guide_nowhere, goal, wrong, 0, 0, false});
    assert_int_equal(r.found.fault, FAULT_INVARIANT);
    assert_int_equal(r.found.steps, 0);
  }
  z->init.at[0] = test_two(f, EXPR_DIV, test_number(f, 1), test_read(f, x));
  assert_int_equal(climb(f, &search_hill, "", guide_nowhere).found.fault, FAULT_DIVISION);
  assert_int_equal(climb(f, &search_ehc, "", guide_nowhere).found.fault, FAULT_DIVISION);
}

// Errors in the middle of what is taken as one step.
NET_TEST(errors_inside_atomic_sequences) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3);
  test_count_up(f, p, 0, 1, x)->keeps_control = true;
  net_edge *e = test_count_up(f, p, 1, 2, x);
  e->keeps_control = true;
  test_assert(f, e, test_two(f, EXPR_NE, test_read(f, x), test_number(f, 5)), "x != 5");
  test_count_up(f, p, 2, 0, x);
  const search_method *const methods[] = {&search_hill, &search_ehc, &search_beam};
  for (uint32_t i = 0; i < 3; i++) {
    guided r = climb(f, methods[i], "", guide_nowhere);
    assert_int_equal(r.found.fault, FAULT_ASSERT);
    assert_int_equal(r.found.cost, 5);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(follows_the_estimate),
      cmocka_unit_test(gives_up_in_a_local_minimum),
      cmocka_unit_test(a_random_walk_leads_out),
      cmocka_unit_test(sideways_steps_are_limited),
      cmocka_unit_test(climbs_two_counters),
      cmocka_unit_test(enforced_climbing_jumps_to_what_is_better),
      cmocka_unit_test(enforced_climbing_turns_greedy),
      cmocka_unit_test(a_round_may_use_what_an_earlier_one_met),
      cmocka_unit_test(enforced_climbing_is_complete),
      cmocka_unit_test(nothing_to_do),
      cmocka_unit_test(dead_ends_that_are_not_left_out),
      cmocka_unit_test(errors_at_the_start),
      cmocka_unit_test(errors_inside_atomic_sequences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
