// A lower bound on the cost of making a condition true or false. The condition is kept in negation normal form. A leaf
// is a condition on the location of a process, which costs the distance to that location, or any other condition, which
// costs one step if it does not hold. A run-time error during the evaluation is an error as well: where the left part
// of a conjunction may cause one, only that part is required.
#ifndef HEURISTIC_NEED_H
#define HEURISTIC_NEED_H

#include "facts/distance.h"
#include "facts/risk.h"
#include "space/view.h"

typedef struct need need;

// For making e true, if wanted, or false. Borrows everything. Allocated in `memory`, but for the distances, which
// need_close() frees.
const need *need_open(arena *memory, const distance_graph *g, risks *r, const expr *e, bool wanted);
void need_close(mem *m, const need *n); // m: the mem of the arena; n may be NULL
// A conjunction costs the maximum of its parts, or their sum if `sum`. DISTANCE_NEVER: impossible.
uint32_t need_cost(const need *n, const distance_graph *g, const state_view *state, bool sum);
// Is the sum a lower bound as well? It is if all leaves are locations, the parts of every conjunction refer to
// different processes, no process is ever started, and no two processes move at the cost of one. Then each part
// requires moves of its own processes.
bool need_adds_up(const need *n, const network *net);

#endif
