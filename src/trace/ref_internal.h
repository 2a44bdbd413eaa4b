// What the files of the reference interpreter share with each other, and with those that go along a trace without
// times (timing*.c, symbolic.c). Nobody else includes this.
#ifndef TRACE_REF_INTERNAL_H
#define TRACE_REF_INTERNAL_H

#include "trace/reference.h"

// What a step leaves behind besides the new state.
typedef struct ref_log {
  VEC(char) output;          // of printf, always ends with 0
  const net_stmt *assertion; // the first one that failed, NULL = none
  ref_state witness;         // the state in which the first assertion failed, or else the fault occurred
} ref_log;

// x - y <= limit, or <: a bound whose parts have been evaluated. Clock 0 is the constant 0.
typedef struct ref_limit {
  uint32_t x, y;
  int64_t limit; // in units
  bool is_strict;
} ref_limit;
typedef VEC(ref_limit) ref_limits;

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
  bool is_nothing; // timed: the invariant does not hold at the start
};

typedef struct ref_listener { // to steps that are possible
  void (*visit)(void *context, const net_action *step);
  void *context;
} ref_listener;

// One process acting in one state. A fault sticks: after it nothing that is evaluated or executed counts.
typedef struct ref_actor {
  mem *m;
  ref_state *state;
  int32_t pid;                   // NET_NONE = nobody: only globals and remote references have a meaning
  bool timeout;                  // the value of EXPR_TIMEOUT
  const struct ref_actor *asker; // who asked for this one with enabled(), NULL = nobody
  ref_log *log;                  // NULL = only trying out
  ref_resets *resets;            // gets the clocks that are set, in order; NULL = nobody asks
  fault fault;
  const net_stmt *at; // the statement of the fault, where it is one of an effect
} ref_actor;

// A step that the semantics allows, or that runs into a fault when it is looked at.
typedef struct ref_move {
  net_action by;
  fault fault;
} ref_move;
typedef bool (*ref_found)(void *context, const ref_move *move); // false = look no further

typedef VEC(int32_t) ref_values;

// ref_state.c
void ref_state_copy(mem *m, ref_state *to, const ref_state *from);   // to is empty
void ref_state_assign(mem *m, ref_state *to, const ref_state *from); // the same, where to may hold something already
void ref_state_free(mem *m, ref_state *s);
// ref_same.c
bool ref_states_are_same(const ref_state *a, const ref_state *b); // whatever follows is the same from both
fault ref_state_initial(mem *m, ref_state *s, const network *net);
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
bool ref_matches(ref_actor *a, const net_pattern *patterns, uint32_t count, const int32_t *message);
// The first message that matches: only the oldest is tried, or with any all of them. NET_NONE = there is none.
int32_t ref_find_message(ref_actor *a, const ref_channel *c, const net_pattern *patterns, uint32_t count, bool any);

// ref_effect.c
// The channel of a send or receive, with what must hold before anything is sent or received; NULL after a fault.
ref_channel *ref_sync_channel(ref_actor *a, const net_edge *e);
bool ref_sync_possible(ref_actor *a, const net_edge *e, const ref_channel *c); // c is buffered
void ref_fields(ref_actor *a, const net_edge *e, const ref_channel *c,
                ref_values *values); // what is sent, cut to its types
// Taking an edge; whether it is possible was asked before.
void ref_take(ref_actor *a, const net_edge *e);                                 // alone
void ref_take_send(ref_actor *a, const net_edge *e);                            // the sender's half of a rendezvous
void ref_take_receive(ref_actor *a, const net_edge *e, const int32_t *message); // the receiver's half

void ref_run_effect(ref_actor *a, const net_stmt *s);
void ref_run_block(ref_actor *a, uint32_t block);
void ref_store(ref_actor *a, net_type type, int32_t *cell, int32_t value); // cut, or checked

// ref_clock.c
uint32_t ref_pick(ref_actor *a, const net_pick *p); // its number; 0 if it is one of none, or after a fault
// What the bound asks of clocks; false if it asks nothing, or after a fault.
bool ref_limit_of(ref_actor *a, const net_bound *b, ref_limit *out);
void ref_add_limits(ref_actor *a, const net_bounds *bounds, ref_limits *out);
bool ref_holds(const ref_state *s, const ref_limit *l);
bool ref_all_hold(const ref_state *s, const ref_limits *limits);
ref_limit ref_not(ref_limit l);
void ref_set_clock(ref_actor *a, const net_stmt *s);
// What must be so before the clocks are set for the limits to hold afterwards.
void ref_limits_before(const ref_resets *resets, ref_limits *limits);
// The invariant of a state: whether it holds as far as variables go; what it asks of clocks is added to out.
bool ref_invariant(mem *m, ref_state *s, ref_limits *out, fault *f);
bool ref_is_there(mem *m, ref_state *s, fault *f); // the invariant holds

// ref_timed.c: steps of timed networks, as far as data say: what they ask of clocks comes as limits.
typedef struct ref_joint {
  net_action by;
  int32_t label; // NET_NONE = none
  ref_participants parts;
  ref_limits limits; // of the edges, without the invariant afterwards
  fault fault;       // looking at it runs into this
} ref_joint;
typedef bool (*ref_joint_found)(void *context, ref_joint *joint); // may not keep it; false = look no further

typedef enum {
  REF_EVER,     // all steps
  REF_AT_ONCE,  // those whose limits hold now
  REF_REQUIRED, // all, but of a broadcast only those are asked who must answer: enough to know when it is possible
} ref_which;

typedef struct ref_look_out {
  mem *m;
  ref_state *s;
  ref_which which;
  ref_joint_found found;
  void *context;
} ref_look_out;

bool ref_joints(const ref_look_out *o); // false if found stopped it
void ref_joint_free(mem *m, ref_joint *j);
// The step as a joint; NULL, or why it is none.
const char *ref_joint_of(mem *m, ref_state *s, const net_action *step, ref_joint *out);
bool ref_has_greater_priority(const ref_state *s, const ref_joint *a, const ref_joint *b);
bool ref_is_urgent(const ref_state *s, const ref_joint *j);
// Runs the effects of all in s and moves them. Neither limits nor invariants are asked.
fault ref_run_joint(mem *m, ref_state *s, const ref_joint *j, ref_log *log, ref_resets *resets, const net_stmt **at);
// The same, if the step is possible in s at this moment by all but priorities; else returns false, and s is anything.
bool ref_take_joint(mem *m, ref_state *s, const ref_joint *j, ref_log *log, fault *f, const net_stmt **at);
bool ref_is_outranked(mem *m, ref_state *s, const ref_joint *j); // by a step that is possible now
// Does the edge take part as far as data say? *label is NET_NONE where it has none. A fault goes to *f.
bool ref_edge_asks(mem *m, ref_state *s, int32_t pid, const net_edge *e, ref_limits *limits, int32_t *label, fault *f);
bool ref_tell(const ref_look_out *o, ref_joint *j); // calls found, if the rule of committed locations and o allow it

// ref_broadcast.c: the ways in which a broadcast answers. j holds the caller and its limits.
bool ref_broadcast_ways(const ref_look_out *o, ref_joint *j);
const char *ref_broadcast_way(mem *m, ref_state *s, uint32_t way, ref_joint *j); // adds those of this way

// ref_delay.c
bool ref_stands_still(const ref_state *s); // at an urgent or committed location
const char *ref_why_no_delay(mem *m, ref_state *s, int64_t parts);
void ref_advance(ref_state *s, int64_t parts);
bool ref_is_timed_deadlock(mem *m, const ref_state *s);

// reference_timed.c
ref_status ref_step_timed(reference *r, const net_action *step, fault *f, const net_stmt **at, const char **why);
void ref_possible_timed(reference *r, ref_listener to);

// ref_print.c
void ref_print(ref_actor *a, const net_stmt *s);

// ref_look.c
bool ref_provided(mem *m, ref_state *s, int32_t pid, bool timeout);
bool ref_enabled(mem *m, ref_state *s, int32_t pid, bool timeout, const ref_actor *asker);
// Calls found for every way in which pid can move now. Returns false if found stopped it.
bool ref_look(mem *m, ref_state *s, int32_t pid, bool timeout, ref_found found, void *context);
bool ref_can_move(mem *m, ref_state *s, int32_t pid, bool timeout);

#endif
