// Short cycles through a given state.
#ifndef SEARCH_CYCLE_LOOP_H
#define SEARCH_CYCLE_LOOP_H

#include "search/cycle_path.h"

typedef struct cycle_hop { // a state on a path, and the marks of the edge that leads to it
  uint32_t state, marks;
} cycle_hop;

// May the state be on the cycle?
typedef bool (*cycle_is_member)(const void *context, uint32_t state);

typedef struct cycle_loop {
  cycle_path path;
  cycle_is_member is_member; // NULL = any state
  const void *context;
  uint64_t left;       // expansions that may still be made
  VEC(cycle_hop) hops; // of the cycle found last; ends in the state where it started
} cycle_loop;

void cycle_loop_open(cycle_loop *l, cycle_graph *g, cycle_is_member is_member, const void *context);
void cycle_loop_close(cycle_loop *l);
// Both fill in hops and return the cost of the cycle, which is less than the limit; UINT32_MAX if none was found.
// The cheapest cycle through the state.
uint32_t cycle_loop_cheapest(cycle_loop *l, uint32_t state, uint32_t limit);
// A cycle with all marks: to the nearest edge with one that is missing, until there are all, and then back.
uint32_t cycle_loop_round(cycle_loop *l, uint32_t state, uint32_t limit);

#endif
