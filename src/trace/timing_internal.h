// What the files that find the times of a trace share.
#ifndef TRACE_TIMING_INTERNAL_H
#define TRACE_TIMING_INTERNAL_H

#include "trace/difference.h"
#include "trace/ref_internal.h"
#include "trace/timing.h"

// A way to satisfy a clause: all of its bounds hold, and the state at the end is a deadlock if it says so.
typedef struct timing_option {
  VEC(difference_bound) bounds;
  bool is_deadlock;
} timing_option;
typedef VEC(timing_option) timing_clause; // one of them must hold

// The value of a clock at a time t: t - (time of point) + offset.
typedef struct timing_clock {
  uint32_t point;
  int64_t offset;
} timing_clock;

typedef struct timing {
  mem *m;
  const network *n;
  const answer *t;
  difference times;
  ref_state now;            // of which the clocks mean nothing
  VEC(timing_clock) clocks; // by number
  uint32_t point;           // now
  ref_limits invariant;     // of the state now
  VEC(timing_clause) clauses;
  const char *why; // it cannot be; NULL = nothing speaks against it so far
} timing;

// The same as timing_find() without trying it out. *step: the step at which it fails, from 1.
const char *timing_solve(mem *m, const network *n, answer *t, uint32_t *step);

// timing_clause.c
difference_bound timing_bound(const timing *t, uint32_t point, ref_limit l); // that the limit holds at that time
void timing_require(timing *t, uint32_t point, const ref_limits *limits, const char *why);
void timing_add_option(timing *t, timing_clause *c, difference_bound b); // with one bound
void timing_add_clause(timing *t, timing_clause *c);                     // takes it
void timing_free_clause(timing *t, timing_clause *c);
// Adds every option of a with every one of b, and forgets both.
void timing_combine(timing *t, timing_clause *c, timing_clause *a, timing_clause *b);
void timing_pop_clause(timing *t); // the last
bool timing_choose(timing *t);     // satisfies all clauses; false = cannot be

// timing_wait.c
typedef enum { LIMIT_LOWER, LIMIT_UPPER, LIMIT_FIXED } timing_limit_kind; // it becomes true, or false, or neither
timing_limit_kind timing_kind_of(const ref_limit *l);                     // as time passes
// Options for that the limits do not hold together, at the point or at any time after it; or only at the point.
void timing_add_never(timing *t, timing_clause *c, uint32_t point, const ref_limits *limits);
void timing_add_not_now(timing *t, timing_clause *c, uint32_t point, const ref_limits *limits);
// All that a step asks of the clocks before it, the invariant afterwards included. False = it is not possible at all.
bool timing_all_limits(timing *t, const ref_joint *j, ref_limits *out);
// Time does not pass beyond the first moment at which an urgent step is possible...
void timing_add_urgent(timing *t, uint32_t entered, uint32_t left);
// ...and the step is not outranked.
void timing_add_priorities(timing *t, const ref_joint *taken);

// timing_deadlock.c: the state now is a deadlock, or is none: then as options for that.
void timing_add_deadlock(timing *t);
void timing_add_no_deadlock(timing *t, timing_clause *c);

// timing_formula.c: the condition is as wanted in the state now.
void timing_add_condition(timing *t, const expr *e, bool wanted);

#endif
