// Reading a whole file.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/arena.h"
#include "base/diag.h"

// The contents of a file, "-" being standard input, with a 0 behind them; in the arena. Else NULL, with a diagnostic.
// length NULL: it must be a text, without a 0 in it. The file is closed even if there is no memory. *is_readable,
// unless it is NULL: whether the file could be read at all.
char *file_read(arena *memory, diags *d, const char *file, size_t *length, bool *is_readable);

#endif
