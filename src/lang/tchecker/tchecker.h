// The front end for TChecker's text format.
#ifndef TCHECKER_TCHECKER_H
#define TCHECKER_TCHECKER_H

#include "model/network.h"

// file: "-" = standard input. arguments: none are known. Returns NULL if there were errors; they are in d.
network *tck_load(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count);

// A condition over variables, clocks and locations (PROCESS.LOCATION), in terms of the network. NULL on errors.
expr *tck_condition(network *n, diags *d, const char *text);

// labels=NAME,NAME: can a state be reached in which, for each label, some process stands at a location that has it?
// False with diagnostics.
bool tck_property(network *n, diags *d, const char *text, net_property *out);

#endif
