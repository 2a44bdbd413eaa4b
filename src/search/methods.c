#include "search/search.h"

const search_method *const search_methods[] = {
    &search_bfs,  &search_dfs,  &search_astar, &search_wastar,   &search_greedy, &search_kbest,
    &search_beam, &search_hill, &search_ehc,   &search_dijkstra, NULL,
};
