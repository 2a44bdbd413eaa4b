// Internal to the formula-based estimate: the cost of making a condition true or false, and of blocking an edge.
#ifndef HEURISTIC_FORMULA_H
#define HEURISTIC_FORMULA_H

#include "facts/distance.h"
#include "heuristic/inspect.h"

// The cost of making e true, if wanted, or false: h_f of the tutorial, or its dual. DISTANCE_NEVER: impossible.
uint32_t formula_cost(distance_rows *g, const inspect_context *by, const expr *e, bool wanted);
// The cost of disabling the edge.
uint32_t formula_block_cost(distance_rows *g, const inspect_context *by, const net_edge *e);

static inline uint32_t formula_least(uint32_t a, uint32_t b) { return a < b ? a : b; }

#endif
