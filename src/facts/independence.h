// What a process does that no other process can notice: the facts behind partial order reduction.
#ifndef FACTS_INDEPENDENCE_H
#define FACTS_INDEPENDENCE_H

#include "model/network.h"

// By template, by location: whether a process that stands there and can move may be moved alone, leaving the others for
// later, without an assertion, deadlock or watched condition being missed. All its edges there touch only its own
// variables, none enters or leaves a location that others look at, and every cycle through such locations has one that
// is not marked, so that nobody is put off for ever (the static form of the cycle condition). watched: conditions that
// are asked of states from outside, such as an invariant.
bool **independence_locations(mem *m, const network *n, expr *const *watched, uint32_t count);
void independence_free(mem *m, const network *n, bool **locations);

#endif
