// Diagnostics: errors and warnings as values, each with its place in the source.
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/arena.h"
#include <stdio.h>

// A place in a source text. file NULL = no place. Lines and columns count from 1; 0 = unknown.
typedef struct {
  const char *file;
  uint32_t line, column;
} place;

typedef enum {
  DIAG_ERROR,
  DIAG_WARNING,
  DIAG_UNSUPPORTED
} diag_kind; // unsupported: valid input that is not supported (exit status 24)

typedef struct diag {
  diag_kind kind;
  place at;
  const char *message;
  const char *hint;   // NULL = none
  const char *source; // the text that the place is in, if it is in no file; NULL = the file
  struct diag *next;
} diag;

typedef struct diags {
  arena *memory;
  diag *first, *last;
  uint32_t errors; // DIAG_ERROR and DIAG_UNSUPPORTED
  uint32_t unsupported;
  uint32_t limit; // errors after which nothing is added any more; 0 = 20
} diags;

// hint may be NULL; it is copied. Returns false when the limit of errors is reached: the caller should stop.
bool diag_add(diags *d, diag_kind kind, place at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// Prints file:line:column: error: message, the source line with a caret, and the hint. The source line is that of
// d->source or of the file; it is left out if the file cannot be read.
void diag_print(FILE *out, const diag *d, bool color);

#endif
