// The Promela front end: the language of SPIN 6.5.2 (without embedded C), lowered into a network.
#ifndef LANG_PROMELA_PROMELA_H
#define LANG_PROMELA_PROMELA_H

#include "model/network.h"

// file: "-" = standard input. arguments: -DNAME=VALUE -UNAME -IDIR for the preprocessor. Returns NULL on errors, which
// are in d (DIAG_UNSUPPORTED: exit status 24); d may also get warnings. The network is in memory and not finished yet.
// *front_end is for the functions below; it is in memory, too.
network *pml_load(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                  void **front_end);

// A model for a formula without one: each name in the formula is a Boolean variable. NULL on errors, as above.
network *pml_load_names(arena *memory, diags *d, const char *formula, void **front_end);

// Parses a condition over globals and remote references in Promela's syntax. Returns it, over the variables of the
// network, in the arena of d. NULL on errors, which are in d.
expr *pml_condition(const void *front_end, diags *d, const char *text);

// The same for a property: an LTL formula, or a condition that must hold in every state.
bool pml_property(const void *front_end, diags *d, const char *text, net_property *out);

#endif
