// Infinite executions of timed networks. A loop begins and ends at the moment of its first step. It need not lead back
// to the same values of the clocks: it suffices that it can be taken again and again, and that what the claim reads
// changes in the same order every time.
#ifndef TRACE_TIMING_LOOP_H
#define TRACE_TIMING_LOOP_H

#include "trace/word.h"
#include "trace/zone.h"

bool timing_reads_clocks(const answer *t);   // the conditions of its claim or formula have bounds, or EXPR_DEADLOCK
bool timing_reads_deadlock(const answer *t); // EXPR_DEADLOCK is one of the conditions

// The interpreter waits: appends to the word what the claim reads until then, without the last moment. Time does not
// pass yet.
void timing_read_wait(word *w, const answer *t, reference *r, int64_t parts);

typedef struct timing_repeat {
  const char *why_not; // the loop cannot be taken for ever; NULL = it can
  // The values, at the moment of the first step of the loop, from which the loop can be taken for ever in the way in
  // which the answer takes it; zone.m is NULL if there are none.
  zone values;
  bool stops_time; // time does not diverge
} timing_repeat;

// The answer has times, at which it is an execution. The caller frees the zone.
timing_repeat timing_repeat_of(mem *m, const network *n, const answer *t);

// Can an execution of the answer stay in the state for ever, so that nothing that the claim reads changes any more: by
// letting time pass, or because no step is possible? NULL, or why not. *stops_time: time does not diverge.
const char *timing_why_not_stay(mem *m, const answer *t, const ref_state *s, bool *stops_time);

#endif
