// Interrupt and termination signals.
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include "beeline.h"

// From now on the signals stop the watched check, or end the program with BEELINE_EXIT_INTERRUPTED where none is
// watched. Writing to a closed pipe becomes an error like others.
void cli_interrupt_install(void);
void cli_interrupt_watch(beeline_check *check); // NULL = none
bool cli_interrupted(void);                     // has there been such a signal?

#endif
