// Estimates and pruning of the searches that run in rounds or by layers (bfhs, dfbnb, frontier, idastar). They use the
// first estimate only.
#ifndef SEARCH_GUIDE_H
#define SEARCH_GUIDE_H

#include "search/search.h"

typedef struct guide {
  space *space;
  heuristic *estimate; // NULL: 0 for every state
  search_stats *stats;
  uint32_t bound;
  bool has_begun; // the initial state was estimated, in this round or in one before
} guide;

// A census prunes nothing, so it uses no estimate.
void guide_open(guide *g, const search_setup *setup, search_stats *stats);
// The estimate of a state; HEURISTIC_DEAD_END only if the estimate is safe.
uint32_t guide_estimate(guide *g, const uint8_t *state, uint32_t size);
// f = cost + estimate. A sum that is too great is HEURISTIC_DEAD_END - 1.
uint32_t guide_sum(uint32_t cost, uint32_t estimate);
// Does the state lead to no error below the bound, for certain? An inadmissible estimate is not used.
bool guide_prunes(const guide *g, uint32_t cost, uint32_t estimate);

#endif
