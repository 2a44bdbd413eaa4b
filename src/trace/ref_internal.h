// What the files of the reference interpreter share. Nobody else includes this.
#ifndef TRACE_REF_INTERNAL_H
#define TRACE_REF_INTERNAL_H

#include "trace/reference.h"

// What a step leaves behind besides the new state.
typedef struct ref_log {
  VEC(char) output;          // of printf, always ends with 0
  const net_stmt *assertion; // the first one that failed, NULL = none
  ref_state witness;         // the state in which the first assertion failed, or else the fault occurred
} ref_log;

// One process acting in one state. A fault sticks: after it nothing that is evaluated or executed counts.
typedef struct ref_actor {
  mem *m;
  ref_state *state;
  int32_t pid;                   // NET_NONE = nobody: only globals and remote references have a meaning
  bool timeout;                  // the value of EXPR_TIMEOUT
  const struct ref_actor *asker; // who asked for this one with enabled(), NULL = nobody
  ref_log *log;                  // NULL = only trying out
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

// ref_print.c
void ref_print(ref_actor *a, const net_stmt *s);

// ref_look.c
bool ref_provided(mem *m, ref_state *s, int32_t pid, bool timeout);
bool ref_enabled(mem *m, ref_state *s, int32_t pid, bool timeout, const ref_actor *asker);
// Calls found for every way in which pid can move now. Returns false if found stopped it.
bool ref_look(mem *m, ref_state *s, int32_t pid, bool timeout, ref_found found, void *context);
bool ref_can_move(mem *m, ref_state *s, int32_t pid, bool timeout);

#endif
