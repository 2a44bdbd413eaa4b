// Runs every search with every estimate and compares the result with the graph.
#ifndef ESTIMATES_TRIALS_H
#define ESTIMATES_TRIALS_H

#include "graph.h"

typedef struct trial_estimate {
  const char *name;
  heuristic *h;
  bool is_usual; // all options have their default values
} trial_estimate;

typedef struct trials {
  const graph *g;
  const network *net;
  const expr *invariant;
  const char *goal;
  const char *only; // the only search to run; NULL = all
  const trial_estimate *estimates;
  uint32_t count;
  const char *mutant;
  uint32_t every;                       // run only every such combination
  uint32_t turn, runs, given_up, wrong; // turn: number of the combination
} trials;

void trials_run(trials *t); // counts, and prints every wrong result

#endif
