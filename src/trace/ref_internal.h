// What the files of the reference interpreter share with each other, and with those that follow a trace without times
// (timing*.c, symbolic.c, recover.c). Not for users of trace/reference.h.
#ifndef TRACE_REF_INTERNAL_H
#define TRACE_REF_INTERNAL_H

#include "trace/reference.h"

// What a step produces besides the new state.
typedef struct ref_log {
  VEC(char) output;          // of printf, always ends with 0
  const net_stmt *assertion; // the first one that failed, NULL = none
  ref_state witness;         // the state in which the first assertion failed, or else the fault occurred; may be empty
} ref_log;

// A net_bound, evaluated: x - y <= constant, or <. Clock 0 is the constant 0.
typedef struct ref_bound {
  uint32_t x, y;
  int64_t constant; // in units
  bool is_strict;
} ref_bound;
typedef VEC(ref_bound) ref_bounds;

typedef struct ref_reset { // clock = from + value
  uint32_t clock, from;
  int32_t value; // in units
} ref_reset;
typedef VEC(ref_reset) ref_resets;

struct reference {
  mem *m;
  ref_state now, before;
  ref_log log;
  fault initial;
  bool has_no_initial_state; // timed: the invariant does not hold at the start
};

typedef struct ref_listener { // of ref_possible()
  void (*visit)(void *context, const net_action *step);
  void *context;
} ref_listener;

// One process acting in one state. After a fault, evaluating and executing have no effect; the first fault is kept.
typedef struct ref_actor {
  mem *m;
  ref_state *state;
  int32_t pid;                   // NET_NONE = no process: only globals and remote references may be evaluated
  bool timeout;                  // the value of EXPR_TIMEOUT
  const struct ref_actor *asker; // the one whose EXPR_ENABLED is being evaluated; NULL = none
  ref_log *log;                  // NULL = not recorded
  uint32_t *steps;               // edges that all blocks together may take; NULL = each block has a limit of its own
  ref_resets *resets;            // the clocks that are set are added to it, in order; NULL = not recorded
  fault fault;
  const net_stmt *at; // the statement of the fault, where it is one of an effect
} ref_actor;

// A step that the semantics allows, or whose evaluation ends in a fault.
typedef struct ref_move {
  net_action by;
  fault fault;
} ref_move;
typedef bool (*ref_found)(void *context, const ref_move *move); // false = stop

typedef VEC(int32_t) ref_values;

// ref_state.c
void ref_state_copy(mem *m, ref_state *to, const ref_state *from);   // to is empty
void ref_state_assign(mem *m, ref_state *to, const ref_state *from); // the same, where to may hold something already
void ref_state_free(mem *m, ref_state *s);
// ref_same.c
bool ref_states_are_same(const ref_state *a, const ref_state *b);       // both have the same executions
bool ref_states_differ_in_time(const ref_state *a, const ref_state *b); // at most: all but the clocks is the same
fault ref_state_initial(mem *m, ref_state *s, const network *net);
// The state of a network that is being built: no processes, and only the variables with is_constant are initialised.
fault ref_state_constants(mem *m, ref_state *s, const network *net);
// A new process with these arguments; faults go to the actor, whose own pid does not change. Returns its number.
int32_t ref_start_process(ref_actor *a, int32_t template_, int32_t priority, const ref_values *arguments);
void ref_end_process(ref_actor *a); // the youngest
const net_template *ref_template(const ref_state *s, int32_t pid);
const net_location *ref_location(const ref_state *s, int32_t pid);

// ref_eval.c
ref_actor ref_actor_of(mem *m, ref_state *s, int32_t pid, bool timeout);
void ref_fail(ref_actor *a, fault f);
int32_t ref_value(ref_actor *a, const expr *e);
int32_t *ref_cell(ref_actor *a, const expr *e); // of an EXPR_VAR; NULL after a fault
// The channel with the number that e has, and its type; NULL after a fault.
ref_channel *ref_channel_of(ref_actor *a, const expr *e);
const net_channel *ref_channel_type(const ref_state *s, const ref_channel *c);
uint32_t ref_channel_length(const ref_state *s, const ref_channel *c); // in messages
bool ref_matches(ref_actor *a, const net_pattern *patterns, uint32_t count, const int32_t *message, uint32_t fields);
// The first message that matches, among all of them or, without any, only the oldest. NET_NONE = there is none.
int32_t ref_find_message(ref_actor *a, const ref_channel *c, const net_pattern *patterns, uint32_t count, bool any);

// ref_effect.c
// The channel of a send or receive; NULL after a fault, as where the number of fields is wrong.
ref_channel *ref_sync_channel(ref_actor *a, const net_edge *e);
bool ref_sync_possible(ref_actor *a, const net_edge *e, const ref_channel *c); // c is buffered
void ref_check_fields(ref_actor *a, const net_sync *s, const ref_channel *c);  // a fault if their number is wrong
void ref_fields(ref_actor *a, const net_edge *e, const ref_channel *c,
                ref_values *values); // what is sent, cut to its types
// Taking an edge, which must be possible.
void ref_take(ref_actor *a, const net_edge *e);                                 // alone
void ref_take_send(ref_actor *a, const net_edge *e);                            // the sender's half of a rendezvous
void ref_take_receive(ref_actor *a, const net_edge *e, const int32_t *message); // the receiver's half

void ref_run_effect(ref_actor *a, const net_stmt *s);
void ref_run_block(ref_actor *a, uint32_t block);
void ref_store(ref_actor *a, net_type type, int32_t *cell, int32_t value); // cut, or checked

// ref_clock.c
uint32_t ref_pick(ref_actor *a, const net_pick *p); // its number; 0 for a pick of none, or after a fault
// Evaluates a bound; false if its `when` is false, or after a fault.
bool ref_bound_of(ref_actor *a, const net_bound *b, ref_bound *out);
void ref_add_bounds(ref_actor *a, const net_bounds *bounds, ref_bounds *out);
bool ref_holds(const ref_state *s, const ref_bound *b);
bool ref_all_hold(const ref_state *s, const ref_bounds *bounds);
ref_bound ref_not(ref_bound b);
void ref_set_clock(ref_actor *a, const net_stmt *s);
// Turns bounds after the clocks are set into bounds before (weakest precondition).
void ref_bounds_before(const ref_resets *resets, ref_bounds *bounds);
// The invariant of a state: whether its part over variables holds; its bounds on clocks are added to out.
bool ref_invariant(mem *m, ref_state *s, ref_bounds *out, fault *f);
bool ref_invariant_holds(mem *m, ref_state *s, fault *f); // the bounds included

// ref_timed.c: steps of timed networks, of one process or of several that synchronise. Guards have been evaluated;
// bounds on clocks are given.
typedef struct ref_joint {
  net_action by;
  int32_t label; // NET_NONE = none
  ref_participants parts;
  ref_bounds bounds; // of the edges, without the invariant afterwards
  fault fault;       // of a guard, bound or label; FAULT_NONE = none
} ref_joint;
typedef bool (*ref_joint_found)(void *context, ref_joint *joint); // borrowed during the call; false = stop

typedef enum {
  REF_EVER,     // all steps
  REF_AT_ONCE,  // those whose bounds hold now
  REF_REQUIRED, // all, but of a broadcast only with required processes: they decide when it is possible
} ref_which;

typedef struct ref_query {
  mem *m;
  ref_state *s;
  ref_which which;
  ref_joint_found found;
  void *context;
} ref_query;

bool ref_joints(const ref_query *q); // calls found for each; false if it stopped
void ref_joint_free(mem *m, ref_joint *j);
// Makes the joint of a step. NULL, or why the step is not possible; the caller frees it in both cases.
const char *ref_joint_of(mem *m, ref_state *s, const net_action *step, ref_joint *out);
bool ref_has_greater_priority(const ref_state *s, const ref_joint *a, const ref_joint *b);
bool ref_is_urgent(const ref_state *s, const ref_joint *j);
// Runs the effects of all processes of the step in s and moves them. Bounds and invariants are not tested.
fault ref_run_joint(mem *m, ref_state *s, const ref_joint *j, ref_log *log, ref_resets *resets, const net_stmt **at);
// The same, if the step is possible in s now, priorities aside; else returns false, and the contents of s are
// undefined.
bool ref_take_joint(mem *m, ref_state *s, const ref_joint *j, ref_log *log, fault *f, const net_stmt **at);
bool ref_is_outranked(mem *m, ref_state *s, const ref_joint *j); // is a step of greater priority possible now?
// Does the guard of the edge hold? Then adds its bounds, and sets *label, or NET_NONE if it has none. A fault goes to
// *f, unless faults block.
bool ref_guard_holds(mem *m, ref_state *s, int32_t pid, const net_edge *e, ref_bounds *bounds, int32_t *label,
                     fault *f);
bool ref_report(const ref_query *q, ref_joint *j); // calls found, if committed locations and q->which allow it

// ref_broadcast.c: the ways of a broadcast. j holds the caller and its bounds.
bool ref_broadcast_ways(const ref_query *q, ref_joint *j);
const char *ref_broadcast_way(mem *m, ref_state *s, uint32_t way, ref_joint *j); // adds the answers of this way

// ref_delay.c
bool ref_has_urgent_location(const ref_state *s); // some process is at an urgent or committed location
// May time pass, as long as the invariant allows it? An edge with an urgent label has no bounds on clocks, so this does
// not depend on the time.
bool ref_may_wait(mem *m, ref_state *s);
// Twice the delays after which a bound of the invariant, of an edge or one of the given ones becomes true or false; and
// 0. Sorted, each once.
typedef VEC(int64_t) ref_moments;
void ref_find_moments(mem *m, ref_state *s, const ref_bounds *others, ref_moments *out);
void ref_double_unit(ref_state *s); // so that there is a middle between two moments
// NULL if the delay is allowed, else why not.
const char *ref_why_no_delay(mem *m, ref_state *s, int64_t parts);
void ref_advance(ref_state *s, int64_t parts);
bool ref_is_timed_deadlock(mem *m, const ref_state *s);

// reference_timed.c
ref_status ref_step_timed(reference *r, const net_action *step, fault *f, const net_stmt **at, const char **why);
void ref_possible_timed(reference *r, ref_listener to);

// ref_print.c
void ref_print(ref_actor *a, const net_stmt *s);

// ref_steps.c
bool ref_enabled(mem *m, ref_state *s, int32_t pid, bool timeout, const ref_actor *asker);
// Calls found for every step of process pid that is possible now. Returns false if found stopped it.
bool ref_process_steps(mem *m, ref_state *s, int32_t pid, bool timeout, ref_found found, void *context);
bool ref_can_move(mem *m, ref_state *s, int32_t pid, bool timeout);

#endif
