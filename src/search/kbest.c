// K-best-first search (Felner, Kraus, Korf: KBFS: K-best-first search, 2003): the k best states are expanded before
// their successors are evaluated, so that a single wrong estimate does not mislead the search.
#include "search/best_first.h"

extern const search_method search_kbest;

enum { KBEST_K, KBEST_TIES };

static const open_ties ties_by_word[] = {OPEN_LAST_IN, OPEN_FIRST_IN, OPEN_LESS_COST};

static search *start(const search_setup *setup) {
  open_order order = {.estimate_weight = 1, .estimate = OPEN_GREATEST};
  order.ties = ties_by_word[(int)setup->keys.value[KBEST_TIES]];
  best_first_policy policy = {.open = open_sorted(setup->m, order)};
  policy.keeps_cost = policy.uses_estimates = policy.stops_at_first = policy.takes_sequences = true;
  policy.together = (uint32_t)setup->keys.value[KBEST_K];
  return best_first_start(&search_kbest, policy, setup);
}

static const option_key keys[] = {
    [KBEST_K] = {.name = "k", .summary = "states expanded together", .least = 1, .most = 1e6, .usual = 8},
    [KBEST_TIES] = {.name = "ties", .summary = "tie-breaking: last in, first in, least g", .words = "lifo fifo g"},
    {0},
};

const search_method search_kbest = {
    .name = "kbest",
    .summary = "k-best-first search: expands the k states of least h together",
    .keys = keys,
    .is_complete = true,
    .uses_estimate = true,
    .counts_transitions = true,
    .start = start,
};
