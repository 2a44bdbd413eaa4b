// Columns in the user's file. The preprocessor keeps line numbers, but it removes blanks and comments and expands
// macros, so that columns of its output are not those of the file. Here each line of the output is matched with the
// line of the file that it came from.
#ifndef LANG_PROMELA_COLUMNS_H
#define LANG_PROMELA_COLUMNS_H

#include "base/arena.h"

typedef struct columns columns;

columns *columns_new(arena *memory);
void columns_delete(columns *c);

// Sets the line of output for columns_find(). It came from this line of the file, which is read at its first use. The
// text is borrowed until the next call.
void columns_set_line(columns *c, const char *file, uint32_t line, const char *text, size_t length);

// The column in the file, from 1, of the token at this offset of the line of output. A token from a macro has the
// column of the use of the macro. If the file cannot be read, the result is the column in the output.
uint32_t columns_find(columns *c, size_t offset);

#endif
