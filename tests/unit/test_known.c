#include "check/engines.h"
#include "test_estimate.h"

// P: 0 -> 1 -> 2 -> 0, setting x; Q: 0 -> 1.
static void two_processes(net_fixture *f) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 2);
  test_set(f, test_edge(f, p, 0, 1, "a", NULL), x, 7);
  test_edge(f, p, 1, 2, "b", NULL);
  test_set(f, test_edge(f, p, 2, 0, "c", NULL), x, 0);
  test_edge(f, q, 0, 1, "d", NULL);
  test_finish(f->n);
}

typedef struct {
  whole_space all;
  const state_view *known;
  question goal;
} aim;

static void aim_at(net_fixture *f, aim *a, uint32_t number) {
  if (!a->all.m)
    whole_open(&a->all, f->m, f->n, (question){.kind = QUESTION_CENSUS}, 10000);
  uint32_t size;
  const uint8_t *state = whole_state(&a->all, number, &size);
  a->goal = (question){.kind = QUESTION_STATE, .target = state, .target_size = size};
  a->known = a->all.space->view(a->all.space, state, size);
}

NET_TEST(hamming_counts_bits) {
  two_processes(f);
  aim a = {0};
  aim_at(f, &a, 0);
  uint32_t other = state_with(&a.all, 2, (uint32_t[]){1, 1}, 1, (int32_t[]){7});
  aim_at(f, &a, other);
  whole_space w;
  whole_open(&w, f->m, f->n, a.goal, 1000);
  assert_int_equal(estimate_of(f, &w, &heuristic_hamming, a.known, other), 0);
  assert_int_equal(estimate_of(f, &w, &heuristic_hamming, a.known, 0), 3 + 1 + 1); // 7, and two locations 0 and 1
  claims_hold(f, &w, &heuristic_hamming, a.known);
  whole_close(&w);
  whole_close(&a.all);
}

NET_TEST(hamming_of_states_of_different_size) {
  net_template *p = test_active(f, "P", 2), *q = test_template(f, "Q", 1);
  test_run(f, test_edge(f, p, 0, 1, "run", NULL), q);
  test_finish(f->n);
  aim a = {0};
  aim_at(f, &a, 0);
  const state_view *v = whole_view(&a.all, 1);
  uint32_t larger = v->size;
  aim_at(f, &a, 0);
  assert_true(larger > a.goal.target_size);
  heuristic *h = open_estimate(f, &heuristic_hamming, a.goal, a.known);
  assert_true(h->estimate(h, whole_view(&a.all, 1)) >= 8 * (larger - a.goal.target_size));
  assert_int_equal(h->estimate(h, whole_view(&a.all, 0)), 0);
  h->close(h);
  whole_close(&a.all);
}

NET_TEST(fsm_adds_local_distances) {
  two_processes(f);
  aim a = {0};
  aim_at(f, &a, 0);
  aim_at(f, &a, state_with(&a.all, 2, (uint32_t[]){1, 1}, 0, NULL));
  whole_space w;
  whole_open(&w, f->m, f->n, a.goal, 1000);
  assert_int_equal(estimate_of(f, &w, &heuristic_fsm, a.known, 0), 2);
  uint32_t past = state_with(&w, 2, (uint32_t[]){2, 0}, 0, NULL);
  assert_int_equal(estimate_of(f, &w, &heuristic_fsm, a.known, past), 3);
  heuristic *h = open_estimate(f, &heuristic_fsm, a.goal, a.known);
  assert_true(h->is_admissible && h->is_consistent && h->is_safe);
  h->close(h);
  for (uint32_t i = 0; i < a.all.count; i++) { // whatever the target
    whole_space other;
    aim_at(f, &a, i);
    whole_open(&other, f->m, f->n, a.goal, 1000);
    claims_hold(f, &other, &heuristic_fsm, a.known);
    whole_close(&other);
  }
  whole_close(&w);
  whole_close(&a.all);
}

// Q cannot go back: a dead end if exactly that state is wanted, but other errors may be near.
NET_TEST(fsm_knows_what_is_wanted) {
  two_processes(f);
  aim a = {0};
  aim_at(f, &a, 0);
  uint32_t late = state_with(&a.all, 2, (uint32_t[]){0, 1}, 0, NULL);
  aim_at(f, &a, 0);
  whole_space w, errors;
  whole_open(&w, f->m, f->n, a.goal, 1000);
  whole_open(&errors, f->m, f->n, safety, 1000);
  assert_int_equal(estimate_of(f, &w, &heuristic_fsm, a.known, late), HEURISTIC_DEAD_END);
  heuristic *h = open_estimate(f, &heuristic_fsm, safety, a.known);
  assert_false(h->is_admissible || h->is_consistent);
  uint32_t far = h->estimate(h, whole_view(&errors, late));
  assert_true(far > 2 && far != HEURISTIC_DEAD_END);
  h->close(h);
  whole_close(&errors);
  whole_close(&w);
  whole_close(&a.all);
}

// Processes that start, die, and take each other's numbers: P runs Q and R in turn.
NET_TEST(fsm_of_processes_that_come_and_go) {
  net_template *p = test_active(f, "P", 4), *q = test_template(f, "Q", 2), *r = test_template(f, "R", 3);
  test_run(f, test_edge(f, p, 0, 1, "run Q", NULL), q);
  test_run(f, test_edge(f, p, 1, 2, "run R", NULL), r);
  test_edge(f, p, 2, 3, "c", NULL);
  test_edge(f, p, 3, 0, "d", test_two(f, EXPR_EQ, test_of(f, EXPR_PROCESSES, NULL), test_number(f, 1)));
  test_edge(f, q, 0, 1, "q", NULL);
  test_end_edge(f, q, 1, "end");
  test_edge(f, r, 0, 1, "r", NULL);
  test_edge(f, r, 1, 2, "s", NULL);
  test_end_edge(f, r, 2, "end");
  test_finish(f->n);
  aim a = {0};
  aim_at(f, &a, 0);
  assert_true(a.all.is_complete && a.all.count > 20);
  uint32_t two = state_with(&a.all, 3, (uint32_t[]){2, 0, 1}, 0, NULL);
  for (uint32_t i = 0; i < a.all.count; i++) {
    whole_space w;
    aim_at(f, &a, i);
    whole_open(&w, f->m, f->n, a.goal, 1000);
    claims_hold(f, &w, &heuristic_fsm, a.known);
    claims_hold(f, &w, &heuristic_dl, a.known);
    claims_hold(f, &w, &heuristic_du, a.known);
    if (i == two) // P moves twice, Q is started, R is started and moves once
      assert_int_equal(estimate_of(f, &w, &heuristic_fsm, a.known, 0), 3);
    whole_close(&w);
  }
  whole_close(&a.all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hamming_counts_bits),
      cmocka_unit_test(hamming_of_states_of_different_size),
      cmocka_unit_test(fsm_adds_local_distances),
      cmocka_unit_test(fsm_knows_what_is_wanted),
      cmocka_unit_test(fsm_of_processes_that_come_and_go),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
