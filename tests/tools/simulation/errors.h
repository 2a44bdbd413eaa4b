// Are the errors of a model seen in an abstract model of it?
#ifndef SIMULATION_ERRORS_H
#define SIMULATION_ERRORS_H

#include "../../unit/test_copy.h"
#include "abstraction/abstraction.h"

typedef struct errors_look {
  copy_walk *walk;
  const question *asked;
  const abstraction *about;
  bool misses_an_error; // a mutant, to test the test
  uint32_t seen;        // states of the model with an error
} errors_look;

// For copy_walk.look, with an errors_look as context: what is an error in the state of the model, or in a step from it,
// must be one in the copy, at no greater cost. Sets walk->wrong if it is not.
void errors_compare(void *context, const kept_state *original, const kept_state *copy);

#endif
