#include "search/best_first.h"

extern const search_method search_bfs;

// A step costs 1, a rendezvous 2, a step of a claim alone 0. If all steps cost the same, the first path to a state is a
// cheapest one, and states are expanded in the order of arrival. In a census the length of paths does not matter.
static search *start(const search_setup *setup) {
  const space *s = setup->space;
  bool has_two_costs =
      (s->net->has_rendezvous || s->has_free_steps || setup->asked.claim) && setup->asked.kind != QUESTION_CENSUS;
  open_order by_cost = {.cost_weight = 1, .estimate = OPEN_GREATEST, .ties = OPEN_FIRST_IN};
  best_first_policy policy = {.keeps_cost = has_two_costs, .reopens = has_two_costs};
  policy.open = has_two_costs ? open_sorted(setup->m, by_cost) : open_arrival(setup->m);
  policy.takes_sequences = policy.counts_transitions = setup->asked.kind == QUESTION_CENSUS;
  return best_first_start(&search_bfs, policy, setup);
}

const search_method search_bfs = {
    .name = "bfs",
    .summary = "breadth-first search: states in the order of their distance from the initial state; shortest trace",
    .is_complete = true,
    .is_optimal = true,
    .start = start,
};
