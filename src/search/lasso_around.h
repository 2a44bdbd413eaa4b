// Shortens a lasso by a search of its neighbourhood, as neighbourhood.h does for traces that end.
#ifndef SEARCH_LASSO_AROUND_H
#define SEARCH_LASSO_AROUND_H

#include "search/search.h"

// The space of the setup is a product. Expands the states of the lasso, for all choices of the claim, and those around
// it, until so many states are expanded, but at least those of the lasso; then takes a shortest lasso in the graph
// explored, if it costs less than the bound. known is borrowed; its steps start at the initial
// state, and in none of them nothing happens (net_stutter).
search *lasso_around_start(const search_setup *setup, const answer *known, uint64_t expansions);

#endif
