// The front end for TChecker's text format.
#ifndef TCHECKER_TCHECKER_H
#define TCHECKER_TCHECKER_H

#include "model/network.h"

// file: "-" = standard input. arguments: none are accepted. Returns NULL on errors, which are in d. The network is in
// memory and not finished yet. *front_end is for the functions below; it is in memory, too.
network *tck_load(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                  void **front_end);

// Parses a condition over variables, clocks and locations (PROCESS.LOCATION) of the network. Returns it in the arena of
// d, as tck_property() does. NULL on errors, which are in d.
expr *tck_condition(const void *front_end, diags *d, const char *text);

// Parses labels=NAME,NAME: is a state reachable in which, for each label, some process is at a location with it? False
// on errors, which are in d.
bool tck_property(const void *front_end, diags *d, const char *text, net_property *out);

#endif
