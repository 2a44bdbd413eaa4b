#include "search/search.h"

// clang-format off
const search_method *const search_methods[] = {
    &search_bfs,
    &search_dfs,
    &search_dijkstra,
    &search_astar,
    &search_wastar,
    &search_greedy,
    &search_kbest,
    &search_beam,
    &search_hill,
    &search_ehc,
    &search_idastar,
    &search_bfhs,
    &search_frontier,
    &search_dfbnb,
    NULL,
};
// clang-format on
