// What the sparse-memory searches ask of the first estimate: how far it is from a state, and whether an error that
// costs less than the bound can still come of it.
#ifndef SEARCH_GUIDE_H
#define SEARCH_GUIDE_H

#include "search/search.h"

typedef struct guide {
  space *space;
  heuristic *estimate; // NULL: 0 for every state
  search_stats *stats;
  uint32_t bound;
  bool has_begun;
} guide;

// A census looks at everything, so it asks for no estimate.
void guide_open(guide *g, const search_setup *setup, search_stats *stats);
// The estimate of a state; HEURISTIC_DEAD_END only if that can be relied on.
uint32_t guide_estimate(guide *g, const uint8_t *state, uint32_t size);
// The estimate of a whole way through a state that was reached at this cost. Great sums end below HEURISTIC_DEAD_END.
uint32_t guide_sum(uint32_t cost, uint32_t estimate);
// Can no error below the bound come of the state? An estimate that may be too great is no reason to say so.
bool guide_prunes(const guide *g, uint32_t cost, uint32_t estimate);

#endif
