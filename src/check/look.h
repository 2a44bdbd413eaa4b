// What language a text looks like.
#ifndef CHECK_LOOK_H
#define CHECK_LOOK_H

#include "base/arena.h"

typedef enum {
  LOOKS_UNKNOWN,
  LOOKS_EMPTY,
  LOOKS_BINARY,
  LOOKS_PROMELA,
  LOOKS_PRISM,
  LOOKS_TCHECKER,
  LOOKS_UPPAAL
} look;

// By the beginning of a regular file; "-" is standard input, which stays where it is. LOOKS_UNKNOWN for a pipe, which
// could be read only once: see check/input.h.
look look_at_file(arena *memory, const char *file);

// Is the word one of those in the list, which are separated by blanks?
bool look_is_one_of(const char *list, const char *word);

#endif
