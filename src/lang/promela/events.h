// Event traces (trace, notrace): what channels do must follow (must not follow) an automaton.
#ifndef LANG_PROMELA_EVENTS_H
#define LANG_PROMELA_EVENTS_H

#include "lang/promela/lower.h"

// Weaves the event trace of the network, if it has one, into every send and receive: a variable _event says where the
// trace stands, and each event in its scope moves it or is an error of the model.
void pml_weave_events(pml *p);

#endif
