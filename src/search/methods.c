#include "search/search.h"

const search_method *const search_methods[] = {&search_bfs, &search_dfs, NULL};
