#include "search/best_first.h"

// Steps cost 1, a rendezvous 2. Without rendezvous the first way to a state is a cheapest one, and the order in which
// states arrive is the order in which they are expanded. A census does not care how long a way is.
static search *start(const search_setup *setup) {
  bool has_two_costs = setup->space->net->has_rendezvous && !setup->goal.census;
  best_first_policy policy = {.open = has_two_costs ? open_buckets : open_arrival, .keeps_cost = has_two_costs};
  policy.counts_transitions = setup->goal.census;
  return best_first_start(&search_bfs, policy, setup);
}

const search_method search_bfs = {
    .name = "bfs",
    .summary = "breadth-first: all that can be reached in n steps before anything farther",
    .is_complete = true,
    .is_optimal = true,
    .start = start,
};
