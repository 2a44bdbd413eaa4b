// Subsumption: how a search treats states that cover one another, in a space that has an order. A state that covers
// another reaches every error that the other reaches, at no greater cost. So
//  - a search that depends on costs drops a state if another covers it and was reached at no greater cost;
//  - other searches drop it at any cost. Parents and steps are those of the states that were kept, so traces are exact.
#ifndef SEARCH_COVERING_H
#define SEARCH_COVERING_H

#include "search/search.h"

// The order to open the store with, or NULL. A target state must be reached itself; reaching one that covers it is not
// enough.
static inline const cover *covering_order(const search_setup *setup) {
  return setup->asked.kind == QUESTION_STATE ? NULL : setup->space->cover;
}

// Is this open state covered, so that it need not be expanded?
static inline bool covering_skips(const store *visited, uint32_t id) {
  return visited->is_covered && visited->is_covered(visited, id);
}

// Tells the store that the state is being expanded.
static inline void covering_expands(store *visited, uint32_t id) {
  if (visited->expanded)
    visited->expanded(visited, id);
}

// Sets the number of stored states to those that are not covered. In a space with an order no state is inside an atomic
// sequence, so the census is the same.
static inline void covering_count(search_stats *stats, const store *visited) {
  if (visited->live)
    stats->stored = stats->census = visited->live(visited);
}

#endif
