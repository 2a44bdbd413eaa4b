// Locations where a process is independent of all others: the static analysis behind partial order reduction.
#ifndef FACTS_INDEPENDENCE_H
#define FACTS_INDEPENDENCE_H

#include "facts/risk.h"

// By template, by location: whether it suffices to explore this process alone when it is there and can move, without
// missing a failed assertion, a deadlock, or a sequence of values of the watched conditions (repetitions aside) that
// some execution has. All edges of such a location access only the process's own variables, and none enters or leaves a
// location that other processes or conditions observe: its transitions are independent of those of other processes and
// invisible. Every cycle of a process has a location that is not marked and that it does not reach inside an atomic
// sequence, so that no process is ignored for ever (the cycle proviso, in its static form). docs/search.md has the
// argument. watched: conditions that are evaluated in states, such as an invariant or the atoms of a claim. avoided:
// locations where a step may be an error are not marked; NULL = they may be. Returns owned; see independence_free().
bool **independence_locations(mem *m, const network *n, accesses *known, risks *avoided, expr *const *watched,
                              uint32_t count);
void independence_free(mem *m, const network *n, bool **locations);

#endif
