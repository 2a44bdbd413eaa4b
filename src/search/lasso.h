// Inside the lasso search: its two ways.
#ifndef SEARCH_LASSO_H
#define SEARCH_LASSO_H

#include "search/search.h"

extern const search_method search_lasso;

// Breadth-first over the product, and cycles in the graph of numbers that this leaves: lasso_bfs.c.
search *lasso_bfs_start(const search_setup *setup);

// A* or greedy search over lasso_record.h: lasso_guided.c.
search *lasso_guided_start(const search_setup *setup, bool is_greedy);

#endif
