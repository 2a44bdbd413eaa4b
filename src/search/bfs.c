#include "search/best_first.h"

extern const search_method search_bfs;

// Steps cost 1, a rendezvous 2. Without rendezvous the first way to a state is a cheapest one, and the order in which
// states arrive is the order in which they are expanded. A census does not care how long a way is.
static search *start(const search_setup *setup) {
  bool has_two_costs = setup->space->net->has_rendezvous && setup->asked.kind != QUESTION_CENSUS;
  open_order by_cost = {.cost_weight = 1, .estimate = OPEN_GREATEST, .ties = OPEN_FIRST_IN};
  best_first_policy policy = {.keeps_cost = has_two_costs, .reopens = has_two_costs};
  policy.open = has_two_costs ? open_sorted(setup->m, by_cost) : open_arrival(setup->m);
  policy.takes_sequences = policy.counts_transitions = setup->asked.kind == QUESTION_CENSUS;
  return best_first_start(&search_bfs, policy, setup);
}

const search_method search_bfs = {
    .name = "bfs",
    .summary = "breadth-first: all that can be reached in n steps before anything farther",
    .is_complete = true,
    .is_optimal = true,
    .start = start,
};
