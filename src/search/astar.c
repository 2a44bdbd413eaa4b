// A* (Hart, Nilsson, Raphael: A formal basis for the heuristic determination of minimum cost paths, 1968) and weighted
// A* (Pohl: Heuristic search viewed as path finding in a graph, 1970): least f = g + w * h first.
#include "search/best_first.h"

#include <math.h>

extern const search_method search_wastar;

extern const search_method search_astar;

#define TIES "h g lifo fifo" // in the order of open_ties
enum { ASTAR_TIES };
enum { WASTAR_WEIGHT, WASTAR_TIES };

// A state that is reached at a lower cost is always reopened. So A* is optimal with an admissible estimate that is not
// consistent, and with steps of different costs.
static best_first_policy policy_of(const search_setup *setup, open_order order) {
  return (best_first_policy){
      .open = open_sorted(setup->m, order), .keeps_cost = true, .reopens = true, .uses_estimates = true, .together = 1};
}

static search *start_astar(const search_setup *setup) {
  open_order order = {.cost_weight = 1, .estimate_weight = 1, .estimate = OPEN_GREATEST};
  order.ties = (open_ties)setup->keys.value[ASTAR_TIES];
  return best_first_start(&search_astar, policy_of(setup, order), setup);
}

// Keys are integers, so both weights are multiplied by the least power of two, up to 64, that makes the weight an
// integer.
static open_order weighted(double weight) {
  uint32_t scale = 1;
  while (scale < 64 && weight * scale != floor(weight * scale))
    scale *= 2;
  return (open_order){
      .cost_weight = scale, .estimate_weight = (uint32_t)lround(weight * scale), .estimate = OPEN_GREATEST};
}

static search *start_wastar(const search_setup *setup) {
  open_order order = weighted(setup->keys.value[WASTAR_WEIGHT]);
  order.ties = (open_ties)setup->keys.value[WASTAR_TIES];
  best_first_policy policy = policy_of(setup, order);
  policy.stops_at_first = policy.takes_sequences = true;
  return best_first_start(&search_wastar, policy, setup);
}

static const option_key astar_keys[] = {
    [ASTAR_TIES] = {.name = "ties", .summary = "tie-breaking: least h, least g, last in, first in", .words = TIES},
    {0},
};

static const option_key wastar_keys[] = {
    [WASTAR_WEIGHT] = {.name = "w", .summary = "weight of the estimate", .least = 1, .most = 1000, .usual = 3},
    [WASTAR_TIES] = {.name = "ties", .summary = "tie-breaking: least h, least g, last in, first in", .words = TIES},
    {0},
};

const search_method search_astar = {
    .name = "astar",
    .summary = "A*: least f = g + h first; shortest trace if the estimate is admissible",
    .keys = astar_keys,
    .is_complete = true,
    .is_optimal = true,
    .uses_estimate = true,
    .start = start_astar,
};

const search_method search_wastar = {
    .name = "wastar",
    .summary = "weighted A*: least f = g + w * h first",
    .keys = wastar_keys,
    .is_complete = true,
    .uses_estimate = true,
    .counts_transitions = true,
    .start = start_wastar,
};
