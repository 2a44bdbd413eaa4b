// The reference interpreter: the network's semantics, written to be read and not to be fast. It shares no code with
// exec/ or space/ but the concrete column of the operator table. Every trace is replayed with it before it is printed.
#ifndef TRACE_REFERENCE_H
#define TRACE_REFERENCE_H

#include "model/answer.h"

typedef struct ref_channel {
  int32_t type;       // index into network.channels
  VEC(int32_t) cells; // messages one after the other, fields in order, oldest first
} ref_channel;

typedef struct ref_process {
  int32_t template_;
  uint32_t location;
  int32_t priority;
  int32_t **values;       // by slot of the template, then by cell
  uint32_t first_channel; // the channels made for it are ref_state.channels[first_channel ..]
} ref_process;

typedef struct ref_state { // read-only outside the interpreter
  const network *net;
  int32_t **globals; // by slot, then by cell
  VEC(ref_process) processes;
  VEC(ref_channel) channels; // channel number c is channels[c - 1]
  int32_t control;           // the process inside an atomic sequence, NET_NONE = none
  int32_t last;              // the process that moved last
  // Of a timed network: the values of the clocks by their numbers (clocks[0] is 0), and the time since the start, in
  // parts of a unit of time.
  int64_t *clocks, time;
  int64_t unit; // parts per unit of time
} ref_state;

// A process that takes part in a step, and its edge. In a list the process that the step belongs to comes first.
typedef struct ref_participant {
  int32_t pid;
  const net_edge *edge;
} ref_participant;
typedef VEC(ref_participant) ref_participants;

typedef struct reference reference;

// At the initial state. Borrows net; everything is allocated from m.
reference *ref_new(mem *m, const network *net);
void ref_delete(reference *r);
const ref_state *ref_now(const reference *r);
fault ref_initial_fault(const reference *r); // of the initialisation; FAULT_NONE = none

typedef enum { REF_OK, REF_IMPOSSIBLE } ref_status;
// Takes the step if the semantics allows it here: guards, else, ranks, choices, atomic control, provided, priorities,
// timeout, partner. On REF_OK *f is FAULT_NONE or the fault that the step ends in, and *at its statement; then the
// state is the one before the step, except after a failed assertion, after which the step continues. On REF_IMPOSSIBLE
// *why is the reason.
ref_status ref_step(reference *r, const net_action *step, fault *f, const net_stmt **at, const char **why);
// All steps that are possible now, in the order in which SPIN tries them (youngest process first); those of a timed
// network in the order of its processes.
void ref_possible(reference *r, void (*visit)(void *context, const net_action *step), void *context);
// No step is possible, and some process is not at a valid end location; in a timed network: no step now or after any
// delay.
bool ref_is_deadlock(reference *r);
// Evaluates an expression over globals and remote references.
int32_t ref_eval(reference *r, const expr *e, fault *f);
// The same in state s as process pid, whose own variables may be used. pid may be NET_NONE.
int32_t ref_eval_as(reference *r, const ref_state *s, int32_t pid, const expr *e, fault *f);
// Of the last step: the state before it; the state in which its fault occurred (perhaps in the middle of an effect);
// the first assertion that failed in it, NULL = none.
const ref_state *ref_before(const reference *r);
const ref_state *ref_witness(const reference *r);
const net_stmt *ref_failed_assertion(const reference *r);
// Timed networks only. Sets the parts per unit of time (1 at first), before time has passed or a step was taken.
void ref_set_unit(reference *r, int64_t unit);
// Lets time pass. Returns NULL, or why the delay is not allowed: then nothing has changed.
const char *ref_delay(reference *r, int64_t parts);
bool ref_has_no_initial_state(const reference *r); // the invariant does not hold at the start
// Adds the processes that take part in a step, which is possible in s, to out. For all networks.
void ref_participants_of(mem *m, const ref_state *s, const net_action *step, ref_participants *out);
// The output of printf statements during the last step ("" = none).
const char *ref_output(const reference *r);

#endif
