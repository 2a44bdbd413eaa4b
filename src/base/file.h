// Reading a whole file.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/arena.h"
#include "base/diag.h"

// Returns the contents of a file ("-" = standard input), terminated by a 0 byte, in the arena. On failure returns NULL
// and adds a diagnostic. If length is NULL, the file must be a text file: a 0 byte in it is a failure. If is_readable
// is not NULL, *is_readable says whether the file could be read at all. The file is closed even if memory runs out.
char *file_read(arena *memory, diags *d, const char *file, size_t *length, bool *is_readable);

// Waits until something can be read from the descriptor, or reading would fail. Leaves where the memory's work is told
// to stop (mem_set_stop).
void file_await(mem *m, int in);

#endif
