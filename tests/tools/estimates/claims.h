// What an estimate claims to be (admissible, consistent, safe) and whether it is, on the states of a graph.
#ifndef ESTIMATES_CLAIMS_H
#define ESTIMATES_CLAIMS_H

#include "graph.h"

typedef struct claims_options {
  uint32_t sample;    // about so many states are looked at, with their successors; 0 = all
  const char *mutant; // one value is made wrong, as a test of this test; NULL = none
} claims_options;

// Prints a line of figures, and what is wrong; returns how many claims do not hold.
uint32_t claims_check(const claims_options *options, const graph *g, heuristic *h, const char *name, const char *goal);

#endif
