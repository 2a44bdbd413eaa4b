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

// The stay in a state: from the point at which it is entered to that of the next step, or of the end.
typedef struct timing_leg {
  uint32_t entered, left;
  VEC(timing_clock) clocks;
  ref_bounds facets; // what the claim reads there, see timing_facets.c
  ref_state state;
  bool may_wait;
} timing_leg;

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
  bool reads_clocks;             // the claim reads bounds on clocks, or EXPR_DEADLOCK...
  VEC(timing_leg) legs;          // ...then these are known
  uint32_t loop;                 // of a loop: the point of its first step...
  VEC(timing_clock) loop_clocks; // ...and the clocks then
  const char *why;               // there are no times; NULL = no contradiction so far
} timing;

// The same as timing_find() without the replay. *step: the step at which it fails, from 1.
const char *timing_solve(mem *m, const network *n, answer *t, uint32_t *step);

// timing.c
// Times that satisfy all bounds and clauses, into out; of an infinite execution, such that it can go on for ever and
// the claim accepts it. False = none were found.
bool timing_settle(timing *t, answer *out);
bool timing_is_bounded(timing *t); // time cannot pass for ever in the current state

// timing_letters.c: the same, where the order in which bounds of the claim change is still to be chosen.
bool timing_choose_letters(timing *t, answer *out);

// timing_clause.c
difference_bound timing_bound_with(const timing_clock *clocks, uint32_t point, ref_bound b);
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
void timing_add_never_deadlock(timing *t, timing_clause *c); // nor does it become one as time passes

// timing_facets.c: the bounds on clocks in the conditions that the claim (or the formula) of the answer reads,
// evaluated in s. Each of them changes at most once while time passes: when a clock reaches a constant, or just after.
typedef struct timing_cross {
  uint32_t clock;
  int64_t constant;
  bool is_after;
} timing_cross;
void timing_facets(mem *m, const answer *t, ref_state *s, ref_bounds *out);
bool timing_crossing(const ref_bound *facet, bool holds, timing_cross *out); // false = it does not change any more
// The bound under which `other` does not come before `first`, or comes later.
ref_bound timing_comes_after(const timing_cross *first, const timing_cross *other, bool is_later);

// timing_formula.c: the condition has the value wanted in the current state.
bool timing_is_about_clocks(const expr *e); // it has bounds, or EXPR_DEADLOCK
void timing_add_condition(timing *t, const expr *e, bool wanted);
// Evaluating the condition of the answer, or one that its claim reads, ends in the fault of the answer.
void timing_add_fault(timing *t);

#endif
