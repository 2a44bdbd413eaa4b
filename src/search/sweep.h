// One breadth-first search by cost that stores only the last layers: from the initial states to an error, or from one
// state to another.
#ifndef SEARCH_SWEEP_H
#define SEARCH_SWEEP_H

#include "search/batch.h"
#include "search/guide.h"
#include "search/judge.h"
#include "search/layers.h"
#include "search/locality.h"

enum { SWEEP_NO_LIMIT = HEURISTIC_DEAD_END - 1, SWEEP_NONE = HEURISTIC_DEAD_END };

typedef struct sweep {
  mem *m;
  space *space;
  const cover *order; // NULL = none
  search_stats *stats;
  question errors; // a step that has an error of this question is not followed
  question sought; // the search ends at a state or step that answers this question
  guide guide;
  uint32_t limit;     // on f = cost + estimate
  uint32_t least_cut; // the least f beyond the limit that was seen; SWEEP_NONE = none
  bool has_pruned;    // the bound of the guide has pruned a state or an error
  bool ends_at_first; // the first error is enough
  uint32_t behind;    // layers kept before the current one, at the start
  layers window;
  locality locality;  // of the states expanded
  uint32_t filled_at; // the cost at which the window, as wide as it is now, is full
  batch children;     // of the state being expanded; the parent in their origin is the relay
  uint32_t next;      // index in the current layer of the state to be expanded
  uint32_t relay;     // of the state being expanded
  judge_finding best;
  uint8_t *last; // the state of `best`: the error is in it or in a step from it
  uint32_t last_size, last_room, last_relay;
} sweep;

// From the initial states to an error.
void sweep_open(sweep *w, const search_setup *setup, search_stats *stats, uint32_t behind, uint32_t limit);
// From one state to another (both are borrowed), or to one that covers it, along steps that have no error, at a cost
// below the bound.
void sweep_open_between(sweep *w, const sweep *like, const uint8_t *from, uint32_t from_size, const uint8_t *to,
                        uint32_t to_size, uint32_t bound);
void sweep_close(sweep *w); // frees layers and last state; the other fields can still be read
// Reduces *work by the work done. After SEARCH_FOUND, `best` and `last` hold the finding.
search_status sweep_advance(sweep *w, uint32_t *work);
// Does no error cost less than `best`, among those within bound and limit?
bool sweep_is_settled(const sweep *w);

#endif
