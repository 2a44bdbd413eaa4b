// A shorter way in the neighbourhood of a known one: the states of a trace and those around it are expanded, ring by
// ring, and the cheapest way to an error through all that was seen is taken.
#ifndef SEARCH_NEIGHBOURHOOD_H
#define SEARCH_NEIGHBOURHOOD_H

#include "search/search.h"

// Expands so many states around the trace, but at least those of the trace itself. The trace is borrowed; it must begin
// where the space begins. Finds an error whenever the trace is one; without a promise to be better.
search *neighbourhood_start(const search_setup *setup, const net_action *steps, uint32_t count, uint64_t expansions);

#endif
