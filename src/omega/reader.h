// Reading automata from files.
#ifndef OMEGA_READER_H
#define OMEGA_READER_H

#include "base/diag.h"
#include "model/claim.h"

// The condition that an atomic proposition of the file stands for. NULL with diagnostics if it is wrong.
typedef expr *(*omega_condition)(void *context, const char *text, place at);

// Reads an automaton in the Hanoi omega-automata format (version 1) with Büchi or generalised Büchi acceptance, on
// states or edges. Returns a finished claim with one acceptance set that accepts the same words, in the arena of d;
// NULL on errors, which are in d. file: for diagnostics.
claim *omega_read_hoa(diags *d, const char *file, const char *text, omega_condition condition, void *context);

#endif
