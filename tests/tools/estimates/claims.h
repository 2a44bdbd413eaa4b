// Checks the claims of an estimate (admissible, consistent, safe) on the states of a graph.
#ifndef ESTIMATES_CLAIMS_H
#define ESTIMATES_CLAIMS_H

#include "graph.h"

typedef struct claims_options {
  uint32_t sample;    // approximate number of states that are checked, with their successors; 0 = all
  const char *mutant; // make one value wrong, to test this test; NULL = none
} claims_options;

// Prints a line of figures and every wrong value; returns the number of claims that do not hold.
uint32_t claims_check(const claims_options *options, const graph *g, heuristic *h, const char *name, const char *goal);

#endif
