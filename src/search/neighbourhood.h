// Shortens a trace by a search of its neighbourhood: expands the states of the trace and those around it,
// breadth-first, and takes the cheapest path to an error in the graph explored (Nakhost, Mueller: Action elimination
// and plan neighborhood graph search, 2010).
#ifndef SEARCH_NEIGHBOURHOOD_H
#define SEARCH_NEIGHBOURHOOD_H

#include "search/search.h"

// Expands states until the effort is spent, but at least those of the trace. An atomic sequence is one transition; an
// expansion counts as many steps as its longest transition has. The steps are borrowed; they start at the initial
// state. If the trace ends in an error, an error is found, not necessarily a cheaper one.
search *neighbourhood_start(const search_setup *setup, const net_action *steps, uint32_t count, uint64_t effort);

#endif
