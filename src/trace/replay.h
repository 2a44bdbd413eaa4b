// Replaying an answer with the reference interpreter: is it an execution of the network, and does it end as the answer
// claims?
#ifndef TRACE_REPLAY_H
#define TRACE_REPLAY_H

#include "trace/reference.h"

typedef struct trace_result {
  bool ok;
  uint32_t step;    // not ok: the step that failed, from 1; 0 = the start; the number of steps + 1 = the end
  const char *why;  // not ok: a sentence without a full stop
  outcome end;      // ok: the end of the replay
  bool in_question; // ok: the end is a fault of evaluating the condition, or one that the claim reads
  bool stops_time;  // ok, an infinite execution of a timed network: time does not diverge in its loop
} trace_result;

// One step, with the states before and after it. Everything is borrowed during the call.
typedef struct trace_event {
  uint32_t index;  // of the step, from 0
  uint32_t number; // of its first statement, from 1, counted as answer_length() does
  const net_action *by;
  const ref_state *before, *after;
  const char *output; // of printf
  fault fault;
  const net_stmt *at;
  int64_t delay; // before it, of a timed network: in parts of before->unit
} trace_event;

// Any of the functions may be NULL.
typedef struct trace_visitor {
  void *context;
  void (*start)(void *context, reference *r);
  void (*step)(void *context, reference *r, const trace_event *e);
  void (*finish)(void *context, reference *r, const trace_result *result); // only if result->ok
} trace_visitor;

// Every step must be possible; no step but the last may end in a fault (after a failed assertion the execution
// continues); and the end must be what the answer claims: a loop must lead back to the state it begins in. The steps of
// a timed answer are taken at their times; if it has none, times are found first. v may be NULL.
trace_result trace_replay(mem *m, const network *n, const answer *t, const trace_visitor *v);

#endif
