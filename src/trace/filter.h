// Taking irrelevant steps out of a trace: those whose effects nothing that follows looks at.
#ifndef TRACE_FILTER_H
#define TRACE_FILTER_H

#include "model/answer.h"

// Removes steps from the trace, beginning with the last, since one that is gone may have been all that another was good
// for. Returns how many. What is left should still lead to the same error, but only a replay can tell.
uint32_t trace_filter(mem *m, const network *n, answer *t);

#endif
