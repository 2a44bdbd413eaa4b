// Interrupt and termination signals.
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include "beeline.h"

// From now on SIGINT, SIGTERM and SIGHUP stop the watched check, or end the program with BEELINE_EXIT_INTERRUPTED if no
// check is watched. SIGPIPE is ignored: writing to a closed pipe is an ordinary write error.
void cli_interrupt_install(void);
void cli_interrupt_watch(beeline_check *check); // NULL = none
bool cli_interrupted(void);                     // has there been a signal?

#endif
