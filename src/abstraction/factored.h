// What the estimates over factors have in common: one table for each cast, made when a state of it is first met.
#ifndef ABSTRACTION_FACTORED_H
#define ABSTRACTION_FACTORED_H

#include "abstraction/factors.h"
#include "heuristic/heuristic.h"

typedef struct factored_kind {
  void (*plan)(const key_values *keys, factors_setup *setup); // NULL = as it is
  // A table for the factors, allocated in m; start: the values in the first state. share: of the usual work,
  // where there are several tables. NULL = nothing is known.
  void *(*make)(mem *m, const factors *f, const uint32_t *start, const key_values *keys, uint32_t share);
  // A lower bound for a state with these values, or HEURISTIC_DEAD_END.
  uint32_t (*look_up)(void *table, const uint32_t *at);
} factored_kind;

// Lower bounds, consistent if all states have the same cast. The estimate is 0 where there is no table: for questions
// that factors cannot see, and beyond the limits.
heuristic *factored_open(const heuristic_setup *setup, const heuristic_kind *kind, const factored_kind *by);

#endif
