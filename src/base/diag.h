// Diagnostics: errors as values, each with the place in the source it speaks of.
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/arena.h"
#include <stdio.h>

// A place in a source text. file is NULL where there is none; lines and columns count from 1.
typedef struct {
  const char *file;
  uint32_t line, column;
} place;

typedef enum {
  DIAG_ERROR,
  DIAG_WARNING,
  DIAG_UNSUPPORTED
} diag_kind; // unsupported: right input, but not for us (exit 24)

typedef struct diag {
  diag_kind kind;
  place at;
  const char *message;
  const char *hint; // NULL = none
  struct diag *next;
} diag;

typedef struct diags {
  arena *memory;
  diag *first, *last;
  uint32_t errors; // DIAG_ERROR and DIAG_UNSUPPORTED
  uint32_t unsupported;
  uint32_t limit; // stop adding after so many errors (0 = 20)
} diags;

// hint may be NULL; it is copied. Returns false when the limit of errors is reached: the caller should give up.
bool diag_add(diags *d, diag_kind kind, place at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// file:line:column: error: message / the source line / a caret / hint. Reads the source line from the file.
void diag_print(FILE *out, const diag *d, bool color);

#endif
