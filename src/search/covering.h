// What a search does about states that cover one another, in a space that has an order. Whatever is reached from a
// state, at some cost, is reached from one that covers it at no greater cost. So
//  - a search to which costs matter leaves a state out for one that covers it and was reached at no greater cost;
//  - the others leave it out whatever the costs.
// Parents and steps are those of the states themselves, so traces are as exact as without an order.
#ifndef SEARCH_COVERING_H
#define SEARCH_COVERING_H

#include "search/search.h"

// The order to open a store with, or NULL. A target is a state to be met itself, not to be covered.
static inline const cover *covering_order(const search_setup *setup) {
  return setup->asked.kind == QUESTION_STATE ? NULL : setup->space->cover;
}

// Need the state, which was waiting to be expanded, no longer be?
static inline bool covering_skips(const store *visited, uint32_t id) {
  return visited->is_covered && visited->is_covered(visited, id);
}

// The state is being expanded.
static inline void covering_expands(store *visited, uint32_t id) {
  if (visited->expanded)
    visited->expanded(visited, id);
}

// Sets the count of states, to those that have not given way. (None of a space with an order is inside an atomic
// sequence.)
static inline void covering_count(search_stats *stats, const store *visited) {
  if (visited->live)
    stats->stored = stats->census = visited->live(visited);
}

#endif
