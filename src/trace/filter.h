// Removing irrelevant steps from a trace: those whose effects no later step and no error reads.
#ifndef TRACE_FILTER_H
#define TRACE_FILTER_H

#include "model/answer.h"

// Removes steps, beginning with the last, since a step may be relevant only to one that is removed. Returns how many.
// The rest should still lead to the same error, but only a replay can show that.
uint32_t trace_filter(mem *m, const network *n, answer *t);

#endif
