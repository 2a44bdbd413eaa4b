// Shared by the files that find the times of a trace.
#ifndef TRACE_TIMING_INTERNAL_H
#define TRACE_TIMING_INTERNAL_H

#include "trace/difference.h"
#include "trace/ref_internal.h"
#include "trace/timing.h"

// Satisfied if all of its bounds hold and, with is_deadlock, the last state is a deadlock.
typedef struct timing_option {
  VEC(difference_bound) bounds;
  bool is_deadlock;
} timing_option;
typedef VEC(timing_option) timing_clause; // a disjunction

// The value of a clock at a time t: t - (time of point) + offset.
typedef struct timing_clock {
  uint32_t point;
  int64_t offset;
} timing_clock;

typedef struct timing {
  mem *m;
  const network *n;
  const answer *answer;
  difference times;
  ref_state now;            // its clocks are not used
  VEC(timing_clock) clocks; // by number
  uint32_t point;           // the current one
  ref_bounds invariant;     // of the current state
  VEC(timing_clause) clauses;
  const char *why; // there are no times; NULL = no contradiction so far
} timing;

// The same as timing_find() without the replay. *step: the step at which it fails, from 1.
const char *timing_solve(mem *m, const network *n, answer *t, uint32_t *step);

// timing_clause.c
difference_bound timing_bound(const timing *t, uint32_t point, ref_bound b); // b holds at the time of the point
void timing_require(timing *t, uint32_t point, const ref_bounds *bounds, const char *why);
void timing_add_option(timing *t, timing_clause *c, difference_bound b); // with one bound
void timing_add_clause(timing *t, timing_clause *c);                     // takes it
void timing_free_clause(timing *t, timing_clause *c);
// Adds every conjunction of an option of a and one of b to c, and frees both.
void timing_combine(timing *t, timing_clause *c, timing_clause *a, timing_clause *b);
void timing_pop_clause(timing *t); // the last
bool timing_choose(timing *t);     // finds times that satisfy all clauses; false = there are none

// timing_wait.c
typedef enum { BOUND_LOWER, BOUND_UPPER, BOUND_FIXED } timing_bound_kind; // it becomes true, or false, or neither
timing_bound_kind timing_kind_of(const ref_bound *b);                     // as time passes
// Adds options under which the bounds never hold together, at the point or at any time after it; or not at the point.
void timing_add_never(timing *t, timing_clause *c, uint32_t point, const ref_bounds *bounds);
void timing_add_not_now(timing *t, timing_clause *c, uint32_t point, const ref_bounds *bounds);
// The bounds of a step on the clocks before it, including the invariant after it. False = it is never possible.
bool timing_all_bounds(timing *t, const ref_joint *j, ref_bounds *out);
// Time does not pass beyond the first moment at which an urgent step is possible...
void timing_add_urgent(timing *t, uint32_t entered, uint32_t left);
// ...and the step is not outranked.
void timing_add_priorities(timing *t, const ref_joint *taken);

// timing_deadlock.c: the current state is a deadlock; or options are added under which it is not.
void timing_add_deadlock(timing *t);
void timing_add_no_deadlock(timing *t, timing_clause *c);

// timing_formula.c: the condition has the value wanted in the current state.
void timing_add_condition(timing *t, const expr *e, bool wanted);

#endif
