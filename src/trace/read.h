// Reading traces: ITF as Beeline writes it, SPIN's trails, with and without statement merging and never claims, and
// UPPAAL's traces.
#ifndef TRACE_READ_H
#define TRACE_READ_H

#include "model/answer.h"

// Reads the file ("-" = standard input) as a trace of the network into t, with its end. Each step is replayed while it
// is read. t is empty before; its steps are allocated from m. On failure adds diagnostics and returns false.
bool trace_read(mem *m, const network *n, diags *d, const char *file, answer *t);

#endif
