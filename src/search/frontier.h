// The engine of frontier search, with or without rounds of growing limits on f = cost + estimate.
#ifndef SEARCH_FRONTIER_H
#define SEARCH_FRONTIER_H

#include "search/search.h"

typedef struct frontier_policy {
  uint32_t layers; // stored behind the frontier, at first
  uint32_t bound;  // search for errors that cost less: the user's; 0 = any
  bool deepens;    // without a bound: in rounds, each within a limit on f
} frontier_policy;

search *frontier_start(const search_method *method, frontier_policy policy, const search_setup *setup);
// Why a search with this bound would not use the estimate; NULL = it does.
const char *frontier_ignores(const heuristic_kind *kind, uint32_t bound);

#endif
