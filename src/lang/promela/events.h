// Event traces: the sends and receives of an execution must match (trace) or must not match (notrace) an automaton.
#ifndef LANG_PROMELA_EVENTS_H
#define LANG_PROMELA_EVENTS_H

#include "lang/promela/lower.h"

// Instruments every send and receive with the event trace of the network, if it has one. A variable _event holds the
// current location of the trace automaton. Each event in the scope of the trace takes an edge of it, or else is a
// failed assertion.
void pml_instrument_events(pml *p);

#endif
