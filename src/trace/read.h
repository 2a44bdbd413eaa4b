// Reading traces: our own ITF, SPIN's trails, with and without statement merging and claims, and UPPAAL's traces.
#ifndef TRACE_READ_H
#define TRACE_READ_H

#include "model/answer.h"

// Reads the file ("-" = standard input) as a trace of the network and says what it ends in. Each step has
// been found possible on the way. t is empty before; its steps are allocated from m. On failure adds diagnostics and
// returns false.
bool trace_read(mem *m, const network *n, diags *d, const char *file, answer *t);

#endif
