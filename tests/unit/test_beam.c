#include "check/engines.h"
#include "test_guided_net.h"

// 0 branches to 1, 2, 3, 4, of which 1 looks best and 4 alone leads to the deadlock 5.
static const char *const fan = "01 02 03 04 45";
static uint32_t guide_fan(const state_view *v) { return guide_location(v, (const uint32_t[]){9, 1, 2, 3, 3, 0}); }

static guided beam(net_fixture *f, const char *keys) {
  return find_guided(f, (guided_setup){&search_beam, keys, guide_fan, safety, NULL, 0, 0, false});
}

NET_TEST(a_narrow_beam_misses_it_and_says_so) {
  test_graph(f, 6, fan);
  guided r = beam(f, "k=2,broaden=no");
  assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
  assert_true(r.is_incomplete);
  assert_int_equal(r.found.stats.expanded, 3);
  assert_int_equal(r.found.stats.h_initial, 9);
  assert_int_equal(r.found.stats.h_best, 1);
}

NET_TEST(ties_are_cut_by_arrival_or_kept) {
  test_graph(f, 6, fan);
  assert_int_equal(beam(f, "k=3,broaden=no").found.status, SEARCH_EXHAUSTED); // 3 came before 4
  guided r = beam(f, "k=3,broaden=no,width=flexible");
  assert_int_equal(r.found.fault, FAULT_DEADLOCK);
  assert_int_equal(r.found.cost, 2);
  assert_int_equal(beam(f, "k=4,broaden=no").found.fault, FAULT_DEADLOCK);
  r = beam(f, "k=2,broaden=no,width=flexible"); // the second does not tie with the third
  assert_true(r.is_incomplete);
}

NET_TEST(broadening_finds_it) {
  test_graph(f, 6, fan);
  guided r = beam(f, "k=1");
  assert_int_equal(r.found.status, SEARCH_FOUND);
  assert_int_equal(r.found.cost, 2);
  assert_false(r.is_incomplete);
  assert_int_equal(r.found.stats.expanded, 2 + 3 + 6); // with k = 1, 2, 4
}

static uint32_t guide_counters(const state_view *v) {
  return 20u - (uint32_t)v->globals[0] % 7 + (uint32_t)v->globals[1] % 5;
}

NET_TEST(broadening_is_complete) {
  test_counters(f, 4, 1000);
  guided_setup g = {&search_beam, "k=1", guide_counters, safety, NULL, 0, 0, false};
  guided r = find_guided(f, g);
  assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
  assert_false(r.is_incomplete);
  assert_int_equal(r.found.stats.stored, 256);
  g.keys = "k=1,broaden=no";
  assert_true(find_guided(f, g).is_incomplete);
  g.goal = all_states;
  g.keys = "k=2,width=flexible";
  assert_int_equal(find_guided(f, g).found.stats.census, 256);
}

// Whatever the product, beams find an error exactly where breadth-first search does.
NET_TEST(agrees_with_bfs) {
  test_counters(f, 3, 0);
  net_edge *e = f->n->edges.at[0];
  expr *trap = e->effect->next->value->b;
  for (int32_t i = 0; i < 60; i++) {
    trap->value = i;
    found wide = find(f, &search_bfs, safety, NULL);
    guided r = find_guided(f, (guided_setup){&search_beam, "k=1", guide_counters, safety, NULL, 0, 0, false});
    assert_int_equal(r.found.status, wide.status);
    assert_true(r.found.status == SEARCH_EXHAUSTED || r.found.cost >= wide.cost);
  }
}

static uint32_t guide_dead_end(const state_view *v) {
  return guide_location(v, (const uint32_t[]){1, HEURISTIC_DEAD_END, 0, 0, false});
}

NET_TEST(dead_ends_take_no_room) {
  test_graph(f, 4, "01 02 23");
  guided r = find_guided(f, (guided_setup){&search_beam, "k=1,broaden=no", guide_dead_end, safety, NULL, 0, 0, false});
  assert_int_equal(r.found.fault, FAULT_DEADLOCK);
  assert_int_equal(r.found.stats.expanded, 3);
}

NET_TEST(a_bound_is_kept_and_admitted) {
  test_graph(f, 4, "0123");
  guided_setup g = {&search_beam, "k=5", guide_nowhere, safety, NULL, 3, 0, false};
  guided r = find_guided(f, g);
  assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
  assert_true(r.is_incomplete);
  g.bound = 4;
  assert_int_equal(find_guided(f, g).found.cost, 3);
}

NET_TEST(errors_at_the_start) {
  test_counters(f, 4, 1000);
  const net_var *x = f->n->vars.at[0];
  question goal = {.errors = ERROR_INVARIANT | ERROR_RUNTIME};
  guided r = find_guided(f, (guided_setup){&search_beam, "", guide_nowhere, goal, test_is(f, x, 1), 0, 0, false});
  assert_int_equal(r.found.fault, FAULT_INVARIANT);
  assert_int_equal(r.found.steps, 0);
  net_var *z = test_var(f, NULL, "z", 0);
  vec_push(f->m, &z->init, test_two(f, EXPR_DIV, test_number(f, 1), test_read(f, x)));
  r = find_guided(f, (guided_setup){&search_beam, "", guide_nowhere, safety, NULL, 0, 0, false});
  assert_int_equal(r.found.fault, FAULT_DIVISION);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_narrow_beam_misses_it_and_says_so),
      cmocka_unit_test(ties_are_cut_by_arrival_or_kept),
      cmocka_unit_test(broadening_finds_it),
      cmocka_unit_test(broadening_is_complete),
      cmocka_unit_test(agrees_with_bfs),
      cmocka_unit_test(dead_ends_take_no_room),
      cmocka_unit_test(a_bound_is_kept_and_admitted),
      cmocka_unit_test(errors_at_the_start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
