// Inside space: the space of a timed network: timed_code.c and timed_diagonals.c (what all its spaces share), timed.c
// (the space), timed_candidates.c (edges whose guard holds), timed_moves.c (synchronisation), timed_step.c (taking a
// step), timed_arrive.c (delay after it, extrapolation), timed_cells.c (the same for claims) and timed_where.c (where
// conditions hold).
#ifndef SPACE_TIMED_H
#define SPACE_TIMED_H

#include "exec/exec.h"
#include "space/clock_bounds.h"
#include "space/dbm.h"
#include "space/discrete.h"

enum { TIMED_NONE = 0xffffffff }; // no candidate
enum { TIMED_EXACT = 1 << 29 };   // as L or U of a clock: extrapolation keeps all its values apart

// A bound on x - y, evaluated in a state.
typedef struct timed_bound {
  uint32_t x, y;
  dbm_bound b;
} timed_bound;
typedef VEC(timed_bound) timed_bounds;

typedef struct timed_candidate { // an edge whose guard holds, or ends in a fault
  uint32_t pid;
  const exec_edge *edge;
  uint32_t label;
  fault fault; // of the guard, label or bounds; FAULT_NONE = none
  const net_stmt *at;
  uint32_t first, count; // its bounds: timed_work.bounds first .. first + count - 1
  uint32_t next_answer;  // of an edge that answers: the next candidate that answers the same label, or TIMED_NONE
} timed_candidate;

typedef struct timed_part { // a process that takes part in a step
  uint32_t pid;
  const exec_edge *edge;
} timed_part;

// A step that guards and labels allow, and its bounds on clocks.
typedef struct timed_move {
  net_action by;
  uint32_t count; // of processes that take part: the caller first, then by process
  timed_part *part;
  timed_bounds bounds;                // all must hold
  int32_t priority, process_priority; // of the label, and the greatest of the processes
  fault fault;                        // not FAULT_NONE: evaluating the edge ends in it, and the step is this fault
  const net_stmt *at;
} timed_move;

typedef struct timed_rank {
  int32_t priority, process_priority;
} timed_rank;

typedef struct timed timed;

// What is needed to find and take the steps of one state. There are two of them: conditions are evaluated in a
// successor while its parent's steps are still being enumerated.
typedef struct timed_work {
  timed *t;
  uint8_t *state;                  // the discrete part; only read
  dbm_bound *source;               // its zone
  VEC(timed_candidate) candidates; // by process
  uint32_t *first;                 // by process: its candidates
  uint32_t *first_answer;          // by label, if a candidate has it: the first one that answers it, or TIMED_NONE
  timed_bounds bounds;             // of the candidates
  bool is_committed;               // some process is at a committed location
  timed_move move;
  exec_buffer step;          // the state after a step, with its zone
  timed_bounds invariant;    // of that state
  VEC(exec_reset) resets;    // of the step
  const net_stmt *assertion; // that failed in it; NULL = none
  dbm_bound *zone, *spare;
  dbm_union pieces;      // zones that a zone is split into
  dbm_union possible;    // the zones in which the moves of a state are possible, if steps have priorities...
  VEC(timed_rank) ranks; // ...and these
} timed_work;

// A condition: a tree whose leaves are code, bounds and deadlock.
typedef enum { WHERE_CODE, WHERE_BOUND, WHERE_DEADLOCK, WHERE_NOT, WHERE_AND, WHERE_OR } where_kind;
typedef struct timed_where {
  where_kind kind;
  uint32_t leaf; // number of the condition or bound in the program
  const struct timed_where *a, *b;
} timed_where;

// What all spaces of a question share, beside the program.
struct timed_code {
  mem *m;
  arena *memory;
  space_setup asked;              // the arrays are borrowed
  const timed_where **conditions; // by number
  clock_bounds *bounds;
  timed_bounds diagonals;     // of the model: zones are split by them...
  bool has_unknown_diagonals; // ...unless they are too many or not known: then zones are not extrapolated
  uint32_t first_term;        // the number of the first term among the program's bounds
  VEC(uint32_t) clocks;       // of the terms
  bool has_urgent_labels;
  bool asks_deadlock; // a condition has EXPR_DEADLOCK
};

struct timed {
  space base;
  mem *m;
  arena *memory;
  const timed_code *code;
  space_code *owned; // NULL: the code is only borrowed
  const program *program;
  machine *machine;
  uint32_t n;    // dimension of zones: the clocks, the constant 0 and perhaps the elapsed time
  uint32_t time; // the clock of the elapsed time, which is never set; 0 = none
  uint32_t processes;
  layout *layout;           // all states have the same
  uint32_t size, zone_size; // of the discrete part, and of a zone behind it
  bool asks_deadlocks;      // every expansion tests for deadlocks
  bool is_for_claim;        // states are cells: see timed_cells.c
  timed_work steps, asks;   // of expand(), and of may_be()
  int32_t horizon;
  space_extreme *extremes; // by term
  bool has_waited;         // delay is allowed in the state entered last
  cover order;
  int32_t *L, *U;
  int32_t *cover_L, *cover_U; // for the discrete part cover_head
  uint8_t *cover_head;
  bool has_cover_head;
  dbm_bound *large, *small;
  dbm_bound *future;   // of a zone: with all later values
  uint32_t *locations; // by process
  view_maker *views;
  dbm_bound *shown; // the zone of the view
};

typedef struct timed_scan { // where the steps of a state go
  timed_work *w;
  space_visit visit;
  void *context;
  uint32_t count;
  uint32_t time; // the least time of the state, as timed_least_time() counts
  bool stopped;
} timed_scan;

// timed_candidates.c
void timed_find_candidates(timed_work *w); // of w->state
// Evaluates bounds in a process, into out; those whose `when` is false are left out. FAULT_NONE, or the fault.
fault timed_evaluate(timed *t, uint8_t *state, uint32_t pid, const exec_bound *bounds, uint32_t count,
                     timed_bounds *out);
bool timed_is_urgent(timed *t, uint8_t *state); // no delay is allowed there

// timed_moves.c. Calls visit with every move that the candidates allow, until it returns false.
typedef bool (*timed_visit)(void *context, timed_work *w);
void timed_moves(timed_work *w, timed_visit visit, void *context); // the move is w->move

// timed_step.c
bool timed_constrain(const timed *t, dbm_bound *zone, const timed_bounds *bounds); // false: it is empty

// The invariant of the state in w->step, into w->invariant. False if it does not hold for the variables, or after a
// fault (*f).
bool timed_invariant(timed_work *w, fault *f);
// The part of the source in which w->move is possible, into w->zone: its bounds hold, and the invariant after it.
bool timed_possible(timed_work *w);   // false: there is none
void timed_rank_moves(timed_work *w); // before any is taken, where steps have priorities
void timed_take(timed_scan *s);       // w->move, where it is possible

// timed_arrive.c. w->step is the discrete part of a state, and zone the values of clocks on entering it, which satisfy
// its invariant: lets time pass, extrapolates the zone, and visits the state. by NULL: the initial state.
void timed_arrive(timed_scan *s, dbm_bound *zone, const net_action *by);
void timed_extrapolate(timed_scan *s, dbm_bound *zone, const net_action *by); // extrapolates the zone, visits the state
// Splits each zone of the union so that every bound holds for all of its values or for none.
void timed_split(timed *t, dbm_union *pieces, const timed_bounds *by);
static inline dbm_bound *timed_copy(const timed *t, dbm_bound *to, const dbm_bound *from) {
  return memcpy(to, from, sizeof *to * t->n * t->n);
}
uint32_t timed_least_time(const timed *t, const dbm_bound *zone); // 2t, or 2t + 1 where it is greater than t

cover timed_cover(timed *t); // by inclusion of zones, in the abstraction by the model's constants

// timed_cells.c
void timed_arrive_in_cells(timed_scan *s, const dbm_bound *entered, const net_action *by); // the same as timed_arrive()
// Visits the cells that time leads to from the state w->state with the zone w->source. Can an execution stay in its
// cell for ever: because time can pass for ever, or because no step is possible any more?
bool timed_pass_time(timed_scan *s);
void timed_find_future(timed *t, const uint8_t *state, const dbm_bound *zone); // into t->future: with all later values

// timed_code.c
timed_code *timed_code_new(mem *m, const space_setup *q, program **made); // *made: the program, which the caller owns
void timed_code_free(timed_code *c);

// timed_diagonals.c
void timed_find_diagonals(timed_code *c, const ranges *known);

// timed_extreme.c
void timed_note_extremes(timed *t, uint8_t *state, const dbm_bound *zone); // before the zone is extrapolated
void timed_keep_term_clocks(const timed *t, int32_t *L, int32_t *U);       // exact values up to the horizon

// timed_where.c
// Adds to out the parts of the zone in which the condition has the value wanted. FAULT_NONE, or the fault.
fault timed_parts(timed *t, const uint8_t *state, const dbm_bound *zone, const timed_where *condition, bool wanted,
                  dbm_union *out);
// Has the condition the value wanted somewhere in the zone (NULL where it is code alone)? *f: a fault while evaluating.
bool timed_may_be(timed *t, const uint8_t *state, const dbm_bound *zone, const timed_where *condition, bool wanted,
                  fault *f);
// Fills in asks.possible with the values from which a step is possible, at once or after a delay. future: all values
// that are considered.
void timed_find_possible(timed *t, const uint8_t *state, const dbm_bound *future);
bool timed_has_deadlock(timed *t, const uint8_t *state, const dbm_bound *zone);

#endif
