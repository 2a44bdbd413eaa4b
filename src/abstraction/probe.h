// The nearest error of an abstract model, by breadth-first search within a budget; and whether the model itself has
// that execution. Patterns that refine an abstraction are made of these.
#ifndef ABSTRACTION_PROBE_H
#define ABSTRACTION_PROBE_H

#include "abstraction/abstraction.h"
#include "abstraction/pattern.h"

typedef enum {
  PROBE_ERROR, // there is one
  PROBE_NONE,  // there is none: what is asked for cannot happen in the model either
  PROBE_CUT,   // the budget is used up
} probe_result;

typedef struct probe {
  const abstraction *about;
  probe_result result;
  uint32_t cost;         // of the nearest error; of any error at least, if the budget is used up
  uint64_t states;       // that were expanded
  VEC(net_action) steps; // of the copy, to the error
  bool is_step;          // the last step is the error; else the state after it
} probe;

// Opens the abstract model of what is kept, in memory, and searches it. Returns NULL, or why there is no such model.
const char *probe_open(probe *p, const pattern_setup *setup, const pattern_set *left_out, uint64_t budget);
void probe_close(probe *p, mem *m);

// Follows the steps in the model. True if they end in an error there, too. Otherwise adds to `kept` what is left out
// and responsible: what decides whether the first step is possible that the model cannot take, or whether its last
// state is an error.
bool probe_follow(const probe *p, const pattern_setup *setup, pattern_set *kept);
// The same, but adds what decides about any of the steps and is left out.
bool probe_follow_all(const probe *p, const pattern_setup *setup, pattern_set *kept);

#endif
