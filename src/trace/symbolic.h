// Symbolic execution of a timed trace: after each step, the zone of all clock values that are possible there.
#ifndef TRACE_SYMBOLIC_H
#define TRACE_SYMBOLIC_H

#include "trace/ref_internal.h"
#include "trace/zone.h"

// The zone includes delay in the state. Times that a step of greater priority excludes are not removed from it: the
// rest need not be a zone.
typedef struct symbolic {
  mem *m;
  ref_state now; // its clocks are not used
  zone zone;     // over the constant 0, the time since the start, and the clocks of the network
} symbolic;

enum { SYMBOLIC_TIME = 1, SYMBOLIC_FIRST_CLOCK = 2 }; // clocks of the zone

symbolic symbolic_start(mem *m, const network *n);
symbolic symbolic_copy(const symbolic *s);
void symbolic_free(symbolic *s);
// Takes the step, if it is possible at some time; else returns why not, and s is then undefined. After a step that ends
// in a fault (*f) the zone is that of the fault.
const char *symbolic_step(symbolic *s, const net_action *step, fault *f);

#endif
