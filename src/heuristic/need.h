// What must come about before a condition is false, as a lower bound of its cost: the condition's negation in negation
// normal form, with conditions on where a process stands at the leaves, and others, which cost a step if they do not
// hold yet. Evaluating a condition may end in a fault, which is an error as well and so counts as what is needed.
#ifndef HEURISTIC_NEED_H
#define HEURISTIC_NEED_H

#include "facts/distance.h"
#include "facts/risk.h"
#include "space/view.h"

typedef struct need need;

// Borrows all; e must be false if wanted is false, else true. Allocated in memory, with fields from g's mem.
const need *need_open(arena *memory, const distance_graph *g, risks *r, const expr *e, bool wanted);
void need_close(mem *m, const need *n); // what is not in the arena
// Conjunctions cost the maximum of their parts, or with sum their sum. DISTANCE_NEVER: it will never come about.
uint32_t need_cost(const need *n, const distance_graph *g, const state_view *state, bool sum);
// Is the sum a lower bound as well? It is where only locations of processes are needed, in every conjunction those of
// different processes, no process is ever started and none move together: then each part is paid for by the moves of
// its own processes.
bool need_adds_up(const need *n, const network *net);

#endif
