// How far each process is from where it stands in a known state. A process number is a slot that can be empty: its
// process may die, and another one start with the same number. Each slot pays for the moves of its own process alone,
// so the distances of different slots add up to no more than a way to the known state costs.
#ifndef HEURISTIC_SLOTS_H
#define HEURISTIC_SLOTS_H

#include "facts/distance.h"
#include "space/view.h"

typedef struct slots {
  mem *m;
  const distance_graph *graph;
  uint32_t *goal;          // by number of a process: the node where it stands in the known state
  const uint32_t **fields; // by number of a process: the distances to that node
  VEC(uint32_t *) owned;   // fields, each once
} slots;

void slots_open(slots *s, mem *m, const distance_graph *g, const state_view *known); // borrows g
void slots_close(slots *s);
// Of one number, which may be any below NET_MAX_PROCESSES.
uint32_t slots_distance(const slots *s, const state_view *state, uint32_t pid);
uint32_t slots_node(const distance_graph *g, const state_view *state, uint32_t pid); // where the process stands

#endif
