// The front end for UPPAAL's languages.
#ifndef UPPAAL_UPPAAL_H
#define UPPAAL_UPPAAL_H

#include "model/network.h"

// Loads a model. arguments: none are known yet. NULL on errors, which are in d then. The properties of the network are
// the queries of the model.
// The network is not finished yet. *front_end is for the functions below, and lies in memory too.
network *upp_load(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                  void **front_end);
// A condition over the network's variables, clocks and locations, as in a query; NULL with diagnostics. The network is
// finished; the condition lies in the arena of d, as a property does.
expr *upp_condition(const void *front_end, diags *d, const char *text);
// A query given apart from the model; false with diagnostics. The property's text is as given.
bool upp_property(const void *front_end, diags *d, const char *text, net_property *out);
// All queries of a .q file are added to the network's properties, before it is finished. False with diagnostics.
bool upp_query_file(void *front_end, diags *d, const char *file);

#endif
