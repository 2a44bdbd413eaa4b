// The name that is most like a misspelled one, for "did you mean ...?".
//
//   nearest n = {.wanted = "critcal"}; nearest_try(&n, "idle"); nearest_try(&n, "critical"); n.name is "critical"
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include "base/arena.h"

typedef struct nearest {
  const char *wanted; // as it was written
  const char *name;   // the most similar of the names tried; NULL = none is similar enough
  size_t distance;    // number of letters to add, remove, replace or swap
} nearest;

void nearest_try(nearest *n, const char *name);            // borrows name; NULL is ignored
const char *nearest_hint(const nearest *n, arena *memory); // "did you mean 'critical'?"; NULL = none

#endif
