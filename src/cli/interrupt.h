// Interrupt, termination and hangup signals.
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include "beeline.h"

// From now on the first SIGINT, SIGTERM or SIGHUP asks to stop: see cli_is_interrupted(). Another one ends the program
// at once, with BEELINE_EXIT_INTERRUPTED. SIGPIPE is ignored: writing to a closed pipe is an ordinary write error.
void cli_interrupt_install(void);
bool cli_is_interrupted(void *ignored); // has there been a signal? For beeline_load_options.stop

#endif
