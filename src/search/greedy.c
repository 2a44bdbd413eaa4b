// Greedy best-first search: least estimate first, whatever the cost so far.
#include "search/best_first.h"

enum { GREEDY_TIES };
static const open_ties ties_by_word[] = {OPEN_LAST_IN, OPEN_FIRST_IN, OPEN_LESS_COST};

static search *start(const search_setup *setup) {
  open_order order = {.estimate_weight = 1, .ties = ties_by_word[(int)setup->keys.value[GREEDY_TIES]]};
  best_first_policy policy = {.open = open_sorted(setup->m, order), .keeps_cost = true, .uses_estimates = true};
  policy.stops_at_first = policy.takes_sequences = true;
  policy.together = 1;
  return best_first_start(&search_greedy, policy, setup);
}

static const option_key keys[] = {
    [GREEDY_TIES] = {.name = "ties",
                     .summary = "first among equals: last in, first in, less g",
                     .words = "lifo fifo g"},
    {0},
};

const search_method search_greedy = {
    .name = "greedy",
    .summary = "greedy best-first: least estimate first",
    .keys = keys,
    .is_complete = true,
    .uses_estimate = true,
    .counts_transitions = true,
    .start = start,
};
