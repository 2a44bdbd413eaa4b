// Estimates over the product of a network and a claim: are they what they say, and do they know what the claim still
// has to read?
#include "check/engines.h"
#include "model/claim_moves.h"
#include "test_claim_net.h"
#include "test_estimate.h"

enum { LENGTH = 6 };

// A walks through its locations, B in a ring through as many. Returns their templates.
static void walkers(net_fixture *f, net_template *walker[2]) {
  walker[0] = test_active(f, "A", LENGTH);
  walker[1] = test_active(f, "B", LENGTH);
  for (uint32_t i = 0; i + 1 < LENGTH; i++)
    for (uint32_t k = 0; k < 2; k++)
      test_edge(f, walker[k], i, i + 1, "on", NULL);
  test_edge(f, walker[1], LENGTH - 1, 0, "back", NULL);
}

// First A at location 5, then B at location 4.
static claim *one_then_the_other(net_fixture *f, net_template *const *walker) {
  expr *atoms[] = {stands(f, walker[0], 0, 5), stands(f, walker[1], 1, 4)};
  claim *c = claim_with(f, 3, 2, atoms);
  claim_goes(f, c, 0, 0, ALWAYS);
  claim_goes(f, c, 0, 1, 0);
  claim_goes(f, c, 1, 1, ALWAYS);
  claim_goes(f, c, 1, 2, 1);
  claim_finish(f->a, c);
  return c;
}

static uint32_t first_of(net_fixture *f, const heuristic_kind *kind, const claim *c) {
  return first_estimate(f, kind, claim_question(c));
}

NET_TEST(ways_through_the_claim) {
  net_template *walker[2];
  walkers(f, walker);
  claim *c = one_then_the_other(f, walker);
  assert_int_equal(first_exact(f, claim_question(c)), 9);
  assert_int_equal(first_of(f, &heuristic_zero, c), 0);
  assert_int_equal(first_of(f, &heuristic_dl, c), 5);
  assert_int_equal(first_of(f, &heuristic_hl, c), 5);
  assert_int_equal(first_of(f, &heuristic_du, c), 5 + 1 + 4); // and a step between the two moves
  assert_int_equal(first_of(f, &heuristic_formula, c), 5 + 1 + 4);
  assert_int_equal(first_of(f, &heuristic_hu, c), 9);
  assert_int_equal(first_of(f, &heuristic_add, c), 9);
  assert_int_equal(first_of(f, &heuristic_ff, c), 9);
  assert_int_equal(first_of(f, &heuristic_cg, c), 9);
}

// A third state that reads what never happens is no way, and a cheaper way counts.
NET_TEST(the_cheapest_way_counts) {
  net_template *walker[2];
  walkers(f, walker);
  expr *atoms[] = {stands(f, walker[0], 0, 5), stands(f, walker[0], 0, 3), test_number(f, 0)};
  claim *c = claim_with(f, 4, 3, atoms);
  claim_goes(f, c, 0, 0, ALWAYS);
  claim_goes(f, c, 0, 3, 0);
  claim_goes(f, c, 0, 1, ALWAYS);
  claim_goes(f, c, 1, 3, 2); // never
  claim_goes(f, c, 0, 2, 1);
  claim_goes(f, c, 2, 3, ALWAYS);
  claim_finish(f->a, c);
  assert_int_equal(first_exact(f, claim_question(c)), 4); // to location 3, and one step more
  assert_int_equal(first_of(f, &heuristic_dl, c), 1);     // it says of the number only that it is not true yet
  assert_int_equal(first_of(f, &heuristic_hl, c), 3);
  assert_int_equal(first_of(f, &heuristic_ff, c), 3);
}

// What an invariant says of a state, the same property says as a claim.
NET_TEST(an_invariant_as_a_claim) {
  net_template *walker[2];
  walkers(f, walker);
  expr *both = test_two(f, EXPR_AND, stands(f, walker[0], 0, 2), stands(f, walker[1], 1, 5));
  claim *c = claim_never(f, both);
  question invariant = {.errors = ERROR_INVARIANT | ERROR_RUNTIME, .condition = expr_unary(f->a, EXPR_NOT, both)};
  static const heuristic_kind *const kinds[] = {&heuristic_dl, &heuristic_du,  &heuristic_formula, &heuristic_hl,
                                                &heuristic_hu, &heuristic_add, &heuristic_ff,      &heuristic_cg};
  for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    assert_int_equal(first_of(f, kinds[i], c), first_estimate(f, kinds[i], invariant));
}

// A has passed the location that the claim waits for: a dead end for those that know the way of A.
NET_TEST(dead_ends) {
  net_template *walker[2];
  walkers(f, walker);
  claim *c = claim_never(f, test_two(f, EXPR_AND, stands(f, walker[0], 0, 2), stands(f, walker[1], 1, 5)));
  test_finish(f->n);
  whole_space w;
  whole_open(&w, f->m, f->n, claim_question(c), 1000);
  uint32_t late = state_with(&w, 2, (uint32_t[]){3, 0}, 0, NULL);
  assert_int_equal(w.exact.at[late], HEURISTIC_DEAD_END);
  assert_int_equal(estimate_of(f, &w, &heuristic_dl, NULL, late), HEURISTIC_DEAD_END);
  assert_int_equal(estimate_of(f, &w, &heuristic_hl, NULL, late), HEURISTIC_DEAD_END);
  for (uint32_t i = 0; check_heuristics[i]; i++)
    if (!check_heuristics[i]->needs_known)
      claims_hold(f, &w, check_heuristics[i], NULL);
  whole_close(&w);
}

// A fault in an atom is an error as well, whatever the claim waits for.
NET_TEST(faults_of_atoms) {
  net_template *walker[2];
  walkers(f, walker);
  net_var *x = test_var(f, NULL, "x", 0), *list = test_var(f, NULL, "list", 3);
  test_assign(f, f->n->edges.at[0], test_read(f, x), test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 3)));
  expr *atoms[] = {stands(f, walker[0], 0, 5), test_at(f, list, test_read(f, x))};
  claim *c = claim_with(f, 2, 2, atoms);
  claim_goes(f, c, 0, 0, ALWAYS);
  claim_edge *e = claim_goes(f, c, 0, 1, NOT_ | 1);
  vec_push(f->m, &e->label, claim_literal(0, false));
  claim_finish(f->a, c);
  assert_int_equal(first_exact(f, claim_question(c)), 1);
  assert_int_equal(first_of(f, &heuristic_dl, c), 1);
  assert_true(first_of(f, &heuristic_hl, c) <= 1);
}

// For a question about cycles: how far it is to an acceptance mark that can come again and again.
NET_TEST(ways_to_acceptance) {
  net_template *walker[2];
  walkers(f, walker);
  expr *atoms[] = {stands(f, walker[0], 0, 5), stands(f, walker[1], 1, 4)};
  claim *c = claim_with(f, 3, 2, atoms); // always again B at 4, once A was at 5
  c->states.at[2].is_bad = false;
  claim_goes(f, c, 0, 0, ALWAYS);
  claim_goes(f, c, 0, 1, 0);
  claim_goes(f, c, 1, 1, ALWAYS);
  claim_goes(f, c, 1, 2, 1);
  claim_goes(f, c, 2, 1, ALWAYS);
  c->states.at[2].is_accepting = true;
  claim_finish(f->a, c);
  question cycle = claim_question(c);
  cycle.kind = QUESTION_CYCLE;
  test_finish(f->n);
  whole_space w;
  whole_open(&w, f->m, f->n, cycle, 1000);
  assert_int_equal(estimate_of(f, &w, &heuristic_dl, NULL, 0), 5);
  assert_int_equal(estimate_of(f, &w, &heuristic_ff, NULL, 0), 9);
  for (uint32_t i = 0; i < w.count; i++) {
    const state_view *v = whole_view(&w, i);
    uint32_t b = v->process[1].location, left = b <= 4 ? 4 - b : 5, dl = estimate_of(f, &w, &heuristic_dl, NULL, i);
    if (v->claim == 2)
      assert_int_equal(dl, 0);
    if (v->claim == 1)
      assert_int_equal(dl, left);
  }
  whole_close(&w);
}

// Labels of processes: acceptance is a location of a process, and any number of steps away.
NET_TEST(labels_of_processes) {
  net_template *walker[2];
  walkers(f, walker);
  walker[0]->flow.locations.at[3].flags |= LOC_ACCEPT;
  claim *c = claim_new(f->a);
  vec_push(f->m, &c->atoms, expr_unary(f->a, EXPR_NOT, expr_unlabelled(f->a, LOC_ACCEPT, test_place)));
  claim_add_state(f->a, c);
  claim_goes(f, c, 0, 0, ALWAYS);
  c->accepting_atom = 0;
  claim_finish(f->a, c);
  question cycle = claim_question(c);
  cycle.kind = QUESTION_CYCLE;
  test_finish(f->n);
  whole_space w;
  whole_open(&w, f->m, f->n, cycle, 1000);
  assert_int_equal(estimate_of(f, &w, &heuristic_hl, NULL, 0), 3);
  assert_int_equal(estimate_of(f, &w, &heuristic_ff, NULL, 0), 3);
  assert_int_equal(estimate_of(f, &w, &heuristic_dl, NULL, 0), 1);
  uint32_t late = state_with(&w, 2, (uint32_t[]){4, 0}, 0, NULL);
  assert_int_equal(estimate_of(f, &w, &heuristic_hl, NULL, late), HEURISTIC_DEAD_END);
  whole_close(&w);
}

NET_TEST(moves_that_matter) {
  claim *c = claim_with(f, 4, 0, NULL); // 3 is bad
  claim_goes(f, c, 0, 0, ALWAYS);
  claim_goes(f, c, 0, 1, ALWAYS);
  claim_goes(f, c, 0, 2, ALWAYS); // a loop without acceptance
  claim_goes(f, c, 2, 2, ALWAYS);
  claim_goes(f, c, 1, 3, ALWAYS);
  claim_finish(f->a, c);
  question asked = claim_question(c);
  const claim_moves *all = claim_moves_new(f->a, &asked);
  assert_int_equal(all->goal, 4);
  assert_int_equal(all->first[4], 3);
  static const uint32_t from[] = {0, 1, 3}, to[] = {1, 4, 4};
  for (uint32_t i = 0; i < 3; i++) {
    assert_int_equal(all->moves[i].from, from[i]);
    assert_int_equal(all->moves[i].to, to[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ways_through_the_claim),  cmocka_unit_test(the_cheapest_way_counts),
      cmocka_unit_test(an_invariant_as_a_claim), cmocka_unit_test(dead_ends),
      cmocka_unit_test(faults_of_atoms),         cmocka_unit_test(ways_to_acceptance),
      cmocka_unit_test(labels_of_processes),     cmocka_unit_test(moves_that_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
