// Locations where a process is independent of all others: the static analysis behind partial order reduction.
#ifndef FACTS_INDEPENDENCE_H
#define FACTS_INDEPENDENCE_H

#include "facts/access.h"

// By template, by location: whether it suffices to explore this process alone when it is there and can move, without
// missing a failed assertion, a deadlock or a change of a watched condition. All edges of such a location access only
// the process's own variables, and none enters or leaves a location that other processes observe: its transitions are
// independent of those of other processes and invisible. Every cycle through such locations has one that is not marked,
// so that no process is ignored for ever (the cycle proviso, in its static form). watched: conditions that are
// evaluated in states, such as an invariant. Returns owned; see independence_free().
bool **independence_locations(mem *m, const network *n, accesses *known, expr *const *watched, uint32_t count);
void independence_free(mem *m, const network *n, bool **locations);

#endif
