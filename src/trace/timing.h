// When the steps of a timed trace are taken: a point inside the zones that a search has gone through.
#ifndef TRACE_TIMING_H
#define TRACE_TIMING_H

#include "model/answer.h"

// Finds times at which the answer is an execution that ends as it claims, each step as early as possible, and sets
// t->times and t->unit. Returns NULL, or why there are none. The times are allocated from m.
const char *timing_find(mem *m, const network *n, answer *t);

// What timing_find() returns for an infinite execution: there may be times, but none were found at which its loop can
// be taken for ever.
extern const char timing_gave_up[];

#endif
