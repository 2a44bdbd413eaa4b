// Searches on trial: every method with every estimate must find what the graph says is there.
#ifndef ESTIMATES_TRIALS_H
#define ESTIMATES_TRIALS_H

#include "graph.h"

typedef struct trial_estimate {
  const char *name;
  heuristic *h;
  bool is_usual; // its options are not set to anything
} trial_estimate;

typedef struct trials {
  const graph *g;
  const network *net;
  const expr *invariant;
  const char *goal;
  const char *only; // the one search that is tried; NULL = all
  const trial_estimate *estimates;
  uint32_t count;
  const char *mutant;
  uint32_t every;                       // only each such run is made: a share of them, spread over all
  uint32_t turn, runs, given_up, wrong; // turn: runs that were thought of
} trials;

void trials_run(trials *t); // counts, and prints what is wrong

#endif
