// Columns as they stand in the user's file. The preprocessor keeps line numbers, but it squeezes blanks, drops comments
// and expands macros, so that a column of its output says little. Here each line of the output is matched with the line
// of the file that it came from.
#ifndef LANG_PROMELA_COLUMNS_H
#define LANG_PROMELA_COLUMNS_H

#include "base/arena.h"

typedef struct columns columns;

columns *columns_new(arena *memory);
void columns_delete(columns *c);

// The following questions are about this line of output; it came from that line of the file, which is read when it is
// first named. The text is borrowed until the next line.
void columns_set_line(columns *c, const char *file, uint32_t line, const char *text, size_t length);

// The column in the file, from 1, of what stands at the offset of the line of output. What came out of a macro stands
// where the macro is used. Where the file cannot be read, the column in the output.
uint32_t columns_find(columns *c, size_t offset);

#endif
