// Inside the formula-based estimate: what it takes to make a condition true or false, and to block an edge.
#ifndef HEURISTIC_FORMULA_H
#define HEURISTIC_FORMULA_H

#include "facts/distance.h"
#include "heuristic/look.h"

// h_f of the tutorial if wanted, else its dual. DISTANCE_NEVER: nothing can do it.
uint32_t formula_cost(distance_rows *g, const look *by, const expr *e, bool wanted);
// Until the edge, at a location of the process, is not possible.
uint32_t formula_block_cost(distance_rows *g, const look *by, const net_edge *e);

static inline uint32_t formula_least(uint32_t a, uint32_t b) { return a < b ? a : b; }

#endif
