// The distance of each process to its location in a known state. A process number is a slot, which may be empty: a
// process may die, and another one may be started with the same number. The distance of a slot counts moves of its own
// process only, so the sum over all slots is a lower bound on the cost of a path to the known state.
#ifndef HEURISTIC_SLOTS_H
#define HEURISTIC_SLOTS_H

#include "facts/distance.h"
#include "space/view.h"

typedef struct slots {
  mem *m;
  const distance_graph *graph;
  uint32_t count;          // of process numbers
  uint32_t *goal;          // by process number: its node in the known state
  const uint32_t **fields; // by process number: the distances to that node
  VEC(uint32_t *) owned;   // the distinct fields
} slots;

void slots_open(slots *s, mem *m, const distance_graph *g, const state_view *known); // borrows g
void slots_close(slots *s);
uint32_t slots_distance(const slots *s, const state_view *state, uint32_t pid);      // pid < s->count
uint32_t slots_node(const distance_graph *g, const state_view *state, uint32_t pid); // of the process's location

#endif
