// The Promela front end: the language of SPIN 6.5.2 (without embedded C), lowered into a network.
#ifndef LANG_PROMELA_PROMELA_H
#define LANG_PROMELA_PROMELA_H

#include "model/network.h"

// file: "-" = standard input. arguments: -DNAME=VALUE -UNAME -IDIR for the preprocessor.
// Returns NULL if there were errors; they are in d (DIAG_UNSUPPORTED: exit 24). Warnings may be there either way.
// The network is not finished yet. *front_end is for pml_condition(), and lies in memory too.
network *pml_load(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                  void **front_end);

// A condition over globals and remote references, in Promela's syntax, in terms of the network. It lies in the arena of
// d. NULL on errors.
expr *pml_condition(const void *front_end, diags *d, const char *text);

#endif
