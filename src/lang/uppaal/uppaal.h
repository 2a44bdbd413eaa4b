// The front end for UPPAAL's languages.
#ifndef UPPAAL_UPPAAL_H
#define UPPAAL_UPPAAL_H

#include "model/network.h"

// Loads a model. arguments: none are accepted. Returns NULL on errors, which are in d. The properties of the network
// are the queries of the model. The network is in memory and not finished yet. *front_end is for the functions below;
// it is in memory, too.
network *upp_load(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                  void **front_end);
// Parses a condition over variables, clocks and locations, as in a query. The network must be finished. Returns the
// condition in the arena of d, as upp_property() does. NULL on errors, which are in d.
expr *upp_condition(const void *front_end, diags *d, const char *text);
// The same for an expression whose value is a number, over variables and locations.
expr *upp_number_of(const void *front_end, diags *d, const char *text);
// Parses a query that is not part of the model. The text of the property is as given. False on errors, which are in d.
bool upp_property(const void *front_end, diags *d, const char *text, net_property *out);
// Adds the queries of a .q file to the properties of the network, which must not be finished. False on errors, which
// are in d.
bool upp_query_file(void *front_end, diags *d, const char *file);

#endif
