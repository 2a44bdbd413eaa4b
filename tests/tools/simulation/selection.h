// Random choices of what a copy of a network leaves out, and of the variables that it maps to classes.
#ifndef SIMULATION_SELECTION_H
#define SIMULATION_SELECTION_H

#include "base/text.h"
#include "model/copy.h"

// One in so many symbols of each kind is left out; often, more of the variables are mapped. The choice depends on the
// seed and the names only, so that it stays the same where other parts of a model are removed. text: adds the names of
// what is left out. In memory.
net_change selection_make(arena *memory, const network *net, uint32_t seed, uint32_t rare, text_buffer *text);

#endif
