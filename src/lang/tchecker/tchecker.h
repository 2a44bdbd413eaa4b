// The front end for TChecker's text format.
#ifndef TCHECKER_TCHECKER_H
#define TCHECKER_TCHECKER_H

#include "model/network.h"

// file: "-" = standard input. arguments: none are known. Returns NULL if there were errors; they are in d.
// The network is not finished yet. *front_end is for the functions below, and lies in memory too.
network *tck_load(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                  void **front_end);

// A condition over variables, clocks and locations (PROCESS.LOCATION), in terms of the network. It lies in the arena of
// d, as a property does. NULL on errors.
expr *tck_condition(const void *front_end, diags *d, const char *text);

// labels=NAME,NAME: can a state be reached in which, for each label, some process stands at a location that has it?
// False with diagnostics.
bool tck_property(const void *front_end, diags *d, const char *text, net_property *out);

#endif
