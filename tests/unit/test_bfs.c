#include "check/engines.h"
#include "test_search_net.h"

NET_TEST(shortest_deadlock) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3);
  test_count_up(f, p, 0, 0, x);
  test_edge(f, p, 0, 1, "leave", test_is(f, x, 7));
  test_edge(f, p, 0, 2, "leave late", test_is(f, x, 200));
  found r = find(f, &search_bfs, safety, NULL);
  assert_int_equal(r.status, SEARCH_FOUND);
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 8);
  assert_true(r.stats.max_depth >= 8);
}

NET_TEST(no_error) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  test_count_up(f, p, 0, 0, x);
  found r = find(f, &search_bfs, safety, NULL);
  assert_int_equal(r.status, SEARCH_EXHAUSTED);
  assert_int_equal(r.stats.stored, 256);
  assert_int_equal(r.stats.expanded, 256);
  assert_int_equal(r.stats.duplicates, 1);
  assert_int_equal(r.stats.census, 256);
  assert_true(r.stats.bytes_per_state > 0);
}

NET_TEST(an_assertion_is_an_error_of_the_step) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  net_edge *e = test_count_up(f, p, 0, 0, x);
  test_assert(f, e, test_two(f, EXPR_LT, test_read(f, x), test_number(f, 5)), "x < 5");
  found r = find(f, &search_bfs, safety, NULL);
  assert_int_equal(r.fault, FAULT_ASSERT);
  assert_int_equal(r.cost, 5);
  r = find(f, &search_bfs, (question){.errors = ERROR_DEADLOCK | ERROR_RUNTIME}, NULL);
  assert_int_equal(r.status, SEARCH_EXHAUSTED);
  assert_int_equal(r.stats.stored, 256);
  r = find(f, &search_bfs, all_states, NULL);
  assert_int_equal(r.status, SEARCH_EXHAUSTED);
  assert_int_equal(r.stats.census, 256);
}

NET_TEST(other_faults_are_errors_whatever_the_goal) {
  net_var *x = test_var(f, NULL, "x", 3);
  net_template *p = test_active(f, "P", 2);
  net_var *i = test_var(f, p, "i", 0);
  net_edge *e = test_count_up(f, p, 0, 0, i);
  test_assign(f, e, test_at(f, x, test_read(f, i)), test_number(f, 1));
  found r = find(f, &search_bfs, (question){.errors = ERROR_RUNTIME}, NULL);
  assert_int_equal(r.fault, FAULT_INDEX);
  assert_int_equal(r.cost, 3);
  r = find(f, &search_bfs, all_states, NULL);
  assert_int_equal(r.status, SEARCH_EXHAUSTED);
  assert_int_equal(r.stats.stored, 3);
}

NET_TEST(invariant) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2);
  test_count_up(f, p, 0, 1, x)->keeps_control = true;
  test_count_up(f, p, 1, 0, x);
  question goal = {.errors = ERROR_INVARIANT | ERROR_RUNTIME};
  // Odd values occur only inside the atomic sequence.
  expr *odd = test_two(f, EXPR_BIT_AND, test_read(f, x), test_number(f, 1));
  assert_int_equal(find(f, &search_bfs, goal, test_of(f, EXPR_NOT, odd)).status, SEARCH_EXHAUSTED);
  found r = find(f, &search_bfs, goal, test_two(f, EXPR_LT, test_read(f, x), test_number(f, 9)));
  assert_int_equal(r.fault, FAULT_INVARIANT);
  assert_int_equal(r.cost, 10);
}

NET_TEST(the_start_is_an_error) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2);
  test_edge(f, p, 0, 1, "never", test_is(f, x, 1));
  found r = find(f, &search_bfs, safety, NULL);
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 0);
  r = find(f, &search_bfs, (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME}, test_is(f, x, 1));
  assert_int_equal(r.fault, FAULT_INVARIANT);
  assert_int_equal(r.steps, 0);
  expr *zero = test_two(f, EXPR_DIV, test_number(f, 1), test_read(f, x));
  net_var *y = test_var(f, NULL, "y", 0);
  vec_push(f->m, &y->init, zero);
  r = find(f, &search_bfs, (question){.errors = ERROR_RUNTIME}, NULL);
  assert_int_equal(r.fault, FAULT_DIVISION);
  assert_int_equal(r.stats.stored, 0);
}

// To the state x = 1, y = 1 there is a way of one step and a rendezvous (3), found first through the rendezvous, and
// one of two plain steps.
NET_TEST(a_cheaper_way_found_later) {
  net_var *c = test_channel(f, NULL, "c", 0, 1), *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 5), *q = test_active(f, "Q", 2);
  net_edge *e = test_edge(f, p, 0, 1, "send", NULL);
  test_send(f, e, c, test_number(f, 1), NULL);
  e = test_edge(f, q, 0, 0, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_ANY, NULL);
  test_edge(f, p, 0, 1, "plain", NULL);
  test_count_up(f, p, 1, 2, x);
  test_edge(f, p, 2, 3, "more", NULL);
  q->flow.locations.at[0].flags = LOC_END;
  found r = find(f, &search_bfs, safety, NULL);
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 3);
  assert_int_equal(r.steps, 3);
  assert_int_equal(r.stats.reopened, 1);
}

// A rendezvous costs two: a way of two steps with one (3) is longer than one of... three plain steps are as long, two
// shorter.
NET_TEST(cost_counts_not_steps) {
  net_var *c = test_channel(f, NULL, "c", 0, 1);
  net_template *p = test_active(f, "P", 6), *q = test_active(f, "Q", 1);
  q->flow.locations.at[0].flags = LOC_END;
  net_edge *e = test_edge(f, q, 0, 0, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_ANY, NULL);
  // two rendezvous: 2 steps, cost 4
  for (uint32_t i = 0; i < 2; i++) {
    e = test_edge(f, p, i ? 1 : 0, i ? 5 : 1, "send", NULL);
    test_send(f, e, c, test_number(f, 1), NULL);
  }
  // three plain steps
  test_edge(f, p, 0, 2, "a", NULL);
  test_edge(f, p, 2, 3, "b", NULL);
  test_edge(f, p, 3, 5, "c", NULL);
  found r = find(f, &search_bfs, safety, NULL);
  assert_int_equal(r.cost, 3);
  assert_int_equal(r.steps, 3);
}

NET_TEST(the_cheapest_of_several_errors) {
  net_var *c = test_channel(f, NULL, "c", 0, 1), *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 4), *q = test_active(f, "Q", 1);
  net_edge *e = test_edge(f, q, 0, 0, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_ANY, NULL);
  test_assert(f, e, test_read(f, x), "x"); // cost 3, seen while the level of cost 1 is expanded
  test_edge(f, p, 0, 1, "a", NULL);
  e = test_edge(f, p, 1, 2, "send", NULL);
  test_send(f, e, c, test_number(f, 1), NULL);
  e = test_edge(f, p, 1, 3, "b", NULL); // a deadlock at cost 2
  found r = find(f, &search_bfs, safety, NULL);
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 2);
}

NET_TEST(atomic_states_are_not_counted) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 2);
  test_count_up(f, p, 0, 1, x)->keeps_control = true;
  test_count_up(f, p, 1, 2, x);
  test_count_up(f, q, 0, 1, x);
  found r = find(f, &search_bfs, (question){.errors = ERROR_RUNTIME}, NULL);
  assert_int_equal(r.stats.stored, 6);
  assert_int_equal(r.stats.census, 4);
  r = find(f, &search_bfs, all_states, NULL); // which does not keep them at all
  assert_int_equal(r.stats.stored, 4);
  assert_int_equal(r.stats.census, 4);
}

static void exhausting_work(void *argument) {
  net_fixture *f = argument;
  space *s = space_discrete(f->m, f->n, NULL, 0);
  heuristic *zero = heuristic_zero.open(&(heuristic_setup){.m = f->m, .net = f->n, .asked = all_states});
  search_setup setup = {.m = f->m, .space = s, .store = &store_hash, .asked = all_states, .estimates = &zero};
  setup.estimate_count = 1;
  setup.bound = SEARCH_NO_BOUND;
  search *q = search_bfs.start(&setup);
  while (q->step(q, 100) == SEARCH_RUNNING) {
  }
}

NET_TEST(memory_runs_out_cleanly) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  test_count_up(f, p, 0, 0, x);
  test_count_up(f, q, 0, 0, y);
  test_finish(f->n);
  mem_set_limit(f->m, mem_used(f->m) + 400000);
  assert_int_equal(mem_try(f->m, exhausting_work, f), MEM_EXHAUSTED);
  mem_set_limit(f->m, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shortest_deadlock),
      cmocka_unit_test(no_error),
      cmocka_unit_test(an_assertion_is_an_error_of_the_step),
      cmocka_unit_test(other_faults_are_errors_whatever_the_goal),
      cmocka_unit_test(invariant),
      cmocka_unit_test(the_start_is_an_error),
      cmocka_unit_test(a_cheaper_way_found_later),
      cmocka_unit_test(cost_counts_not_steps),
      cmocka_unit_test(the_cheapest_of_several_errors),
      cmocka_unit_test(atomic_states_are_not_counted),
      cmocka_unit_test(memory_runs_out_cleanly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
