// Breadth-first heuristic search (Zhou, Hansen: Breadth-first heuristic search, Artificial Intelligence, 2006):
// frontier search that prunes states with f = cost + estimate above a limit. Without a bound, the limit grows from
// round to round (breadth-first iterative deepening). The breadth-first frontier is usually smaller than the frontier
// of A*.
//
// If the estimate is admissible, f of every state on a cheapest path to an error is at most the cost of that error. So
// a round whose limit is not less than that cost finds it, and no dearer one before it.
#include "search/frontier.h"

extern const search_method search_bfhs;

enum { KEY_BOUND };
enum { LAYERS = 2 };

static search *start(const search_setup *setup) {
  frontier_policy policy = {.layers = LAYERS, .bound = (uint32_t)setup->keys.value[KEY_BOUND], .deepens = true};
  return frontier_start(&search_bfhs, policy, setup);
}

static const char *ignores(const key_values *keys, const heuristic_kind *kind) {
  return frontier_ignores(kind, (uint32_t)keys->value[KEY_BOUND]);
}

static const option_key keys[] = {
    [KEY_BOUND] = {.name = "bound", .summary = "search for errors of fewer steps; 0 = any", .most = 1e9},
    {0},
};

const search_method search_bfhs = {
    .name = "bfhs",
    .summary = "breadth-first heuristic search: frontier search, pruning states with f = g + h above a limit",
    .keys = keys,
    .is_complete = true,
    .is_optimal = true,
    .uses_estimate = true,
    .ignores = ignores,
    .start = start,
};
