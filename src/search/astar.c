// A* and weighted A*: least f = cost + weight * estimate first.
#include "search/best_first.h"

#include <math.h>

extern const search_method search_wastar;

extern const search_method search_astar;

#define TIES "h g lifo fifo" // in the order of open_ties
enum { ASTAR_TIES };
enum { WASTAR_WEIGHT, WASTAR_TIES };

// A state that is reached more cheaply is opened again, whatever its estimate, so that an estimate which is admissible
// but not consistent, or steps of different cost, do no harm.
static best_first_policy policy_of(const search_setup *setup, open_order order) {
  return (best_first_policy){
      .open = open_sorted(setup->m, order), .keeps_cost = true, .reopens = true, .uses_estimates = true, .together = 1};
}

static search *start_astar(const search_setup *setup) {
  open_order order = {.cost_weight = 1, .estimate_weight = 1, .estimate = OPEN_GREATEST};
  order.ties = (open_ties)setup->keys.value[ASTAR_TIES];
  return best_first_start(&search_astar, policy_of(setup, order), setup);
}

// Keys are whole numbers, so both weights are multiplied by the least power of two that makes a whole number of the
// weight, up to 64.
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
    [ASTAR_TIES] = {.name = "ties", .summary = "first among equals: less h, less g, last in, first in", .words = TIES},
    {0},
};

static const option_key wastar_keys[] = {
    [WASTAR_WEIGHT] = {.name = "w", .summary = "weight of the estimate", .least = 1, .most = 1000, .usual = 3},
    [WASTAR_TIES] = {.name = "ties", .summary = "first among equals: less h, less g, last in, first in", .words = TIES},
    {0},
};

const search_method search_astar = {
    .name = "astar",
    .summary = "A*: least cost and estimate together first; the trace is shortest if the estimate is admissible",
    .keys = astar_keys,
    .is_complete = true,
    .is_optimal = true,
    .uses_estimate = true,
    .start = start_astar,
};

const search_method search_wastar = {
    .name = "wastar",
    .summary = "weighted A*: the estimate counts w times as much as the cost so far",
    .keys = wastar_keys,
    .is_complete = true,
    .uses_estimate = true,
    .counts_transitions = true,
    .start = start_wastar,
};
