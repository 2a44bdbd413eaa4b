// Standard input that is looked at before it is read.
#ifndef CHECK_INPUT_H
#define CHECK_INPUT_H

#include "base/diag.h"

// If the file is "-" and standard input is a pipe, which can be read only once, puts a copy in its place. False with a
// diagnostic if that fails. Nothing to do for other files. Waits for the input, but leaves where the memory's work is
// told to stop (mem_set_stop).
bool input_keep(diags *d, const char *file);

#endif
