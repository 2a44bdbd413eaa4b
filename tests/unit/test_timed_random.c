// Estimates on random timed networks: what they claim must be true in every state.
#include "check/engines.h"
#include "test_timed_maker.h"

enum { NETWORKS = 400, MOST_STATES = 3000 };

static bool check_goal(maker *k, question goal) {
  net_fixture *f = k->f;
  whole_space w;
  whole_open(&w, f->m, f->n, goal, MOST_STATES);
  bool is_checked = w.is_complete && w.count > 0;
  for (uint32_t i = 0; is_checked && check_heuristics[i]; i++)
    claims_hold(f, &w, check_heuristics[i], whole_view(&w, w.count - 1));
  whole_close(&w);
  return is_checked;
}

static uint64_t next_seed;
static uint32_t checked;

NET_TEST(one_network) {
  maker k = {.f = f, .seed = next_seed};
  make_network(&k);
  test_finish(f->n);
  checked += check_goal(&k, (question){.errors = ERROR_DEADLOCK | ERROR_RUNTIME});
  expr *condition = some_condition(&k, 2);
  net_bound bound = k.has_clocks ? some_bound(&k) : (net_bound){0};
  if (k.has_clocks && draw(&k, 3) == 0) {
    expr *asks = expr_new(f->a, EXPR_BOUND, test_place);
    bound.limit = test_number(f, 2);
    bound.when = NULL;
    asks->bound = &bound;
    condition = test_two(f, draw(&k, 2) ? EXPR_AND : EXPR_OR, condition, asks);
  }
  if (draw(&k, 6) == 0)
    condition = test_two(f, EXPR_AND, condition, expr_new(f->a, EXPR_DEADLOCK, test_place));
  checked += check_goal(&k, (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME, .condition = condition});
  checked += check_goal(&k, test_reach(f, condition));
}

static void claims_hold_in_random_networks(void **state) {
  for (uint64_t seed = 1; seed <= NETWORKS; seed++) {
    next_seed = seed * 7919;
    one_network(state);
  }
  assert_true(checked > NETWORKS);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(claims_hold_in_random_networks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
