// One sweep of breadth-first search by cost that keeps only the last layers, from the initial states to an error or
// from one state to another.
#ifndef SEARCH_SWEEP_H
#define SEARCH_SWEEP_H

#include "search/batch.h"
#include "search/guide.h"
#include "search/judge.h"
#include "search/layers.h"

typedef struct sweep {
  mem *m;
  space *space;
  search_stats *stats;
  question errors; // a step that is an error by this is not gone beyond...
  question sought; // ...and a state that is one by this is the end
  guide guide;
  uint32_t behind; // layers to keep
  layers window;
  batch children; // of the state being expanded; their origin's parent is the relay
  uint32_t next;  // state of the current layer to be expanded
  uint32_t relay; // of the state being expanded
  judge_finding best;
  uint8_t *last; // the state of best: in which, or in a step from which, the error is
  uint32_t last_size, last_room, last_relay;
} sweep;

// For errors.
void sweep_open(sweep *w, const search_setup *setup, search_stats *stats, uint32_t behind);
// From one state to another (neither is copied) along steps that are no errors, at a cost below the bound.
void sweep_open_between(sweep *w, const sweep *like, const uint8_t *from, uint32_t from_size, const uint8_t *to,
                        uint32_t to_size, uint32_t bound);
void sweep_close(sweep *w); // frees what it has kept, layers and last state; the rest can still be read
// Takes work down by what it has done. After SEARCH_FOUND, best and last say what was found.
search_status sweep_advance(sweep *w, uint32_t *work);

#endif
