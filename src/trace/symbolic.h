// Going along a timed trace with all times at once: the states that its steps can lead to, whenever they are taken.
#ifndef TRACE_SYMBOLIC_H
#define TRACE_SYMBOLIC_H

#include "trace/ref_internal.h"
#include "trace/zone.h"

// Time is allowed to pass in the state already. That a step of greater priority rules out some of these times is not
// taken into account: what is left need not be a zone.
typedef struct symbolic {
  mem *m;
  ref_state now; // of which the clocks mean nothing
  zone zone;     // over the constant 0, the time since the start, and the clocks of the network
} symbolic;

enum { SYMBOLIC_TIME = 1, SYMBOLIC_FIRST_CLOCK = 2 }; // clocks of the zone

symbolic symbolic_start(mem *m, const network *n);
symbolic symbolic_copy(const symbolic *s);
void symbolic_free(symbolic *s);
// Takes the step, if it is possible at some time: else returns why not, and s means nothing any more. A step that runs
// into a fault leaves the zone at the moment of it.
const char *symbolic_step(symbolic *s, const net_action *step, fault *f);

#endif
