// A trace: an execution of the network, as a list of steps, with the error it ends in.
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "model/network.h"

typedef struct trace {
  VEC(net_action) steps;
  fault fault;           // what it is to end in; FAULT_NONE = nothing in particular
  const expr *invariant; // FAULT_INVARIANT, FAULT_TARGET: the condition that fails at the end
  // Of a timed network: when each step is taken, and at last when the end is looked at, from the start on in parts of a
  // unit of time: times[i] / unit. unit 0 = not known (yet); then there are none.
  VEC(int64_t) times;
  int64_t unit;
  // When times are looked for: 2t + 1, the end is no later than t; 2t + 2, it is earlier than t + 1; 0 = any time will
  // do.
  uint32_t deadline;
} trace;

uint32_t trace_length(const trace *t, const network *n); // what its steps cost together

#endif
