// The reference interpreter: the network's semantics, written to be read and not to be fast. It shares no code with
// exec/ or space/ but the concrete column of the operator table. Every trace goes through it before it is printed.
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

typedef struct ref_state { // read it freely, change it never
  const network *net;
  int32_t **globals; // by slot, then by cell
  VEC(ref_process) processes;
  VEC(ref_channel) channels; // channel number c is channels[c - 1]
  int32_t control;           // the process inside an atomic sequence, NET_NONE = none
  int32_t last;              // the process that moved last
  // Of a timed network: the values of the clocks by their numbers (clocks[0] is 0), and how long ago the start was, in
  // parts of a unit of time.
  int64_t *clocks, time;
  int64_t unit; // parts that a unit of time has
} ref_state;

// Who takes part in a step, and by which edge: first the process that it is a step of.
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
fault ref_initial_fault(const reference *r); // an initialiser can fail

typedef enum { REF_OK, REF_IMPOSSIBLE } ref_status;
// Takes the step if the semantics allows it here: guards, else, ranks, choices, atomic control, provided, priorities,
// timeout, partner. On REF_OK *f is FAULT_NONE or the error that the step runs into (then the state is that before the
// fault, except after a failed assertion, which is passed), *at its statement. On REF_IMPOSSIBLE *why says why not.
ref_status ref_step(reference *r, const net_action *step, fault *f, const net_stmt **at, const char **why);
// All steps that are possible now, in the order in which SPIN tries them (youngest process first); those of a timed
// network in the order of its processes.
void ref_possible(reference *r, void (*visit)(void *context, const net_action *step), void *context);
// Nothing is possible, and some process is not where it may end; in a timed network: now, or after any delay.
bool ref_is_deadlock(reference *r);
// Evaluates an expression over globals and remote references.
int32_t ref_eval(reference *r, const expr *e, fault *f);
// The same as one of the processes of s sees it, its own variables included. pid may be NET_NONE.
int32_t ref_eval_as(reference *r, const ref_state *s, int32_t pid, const expr *e, fault *f);
// What the last step left: the state before it; the state in which its fault occurred (in the middle of an effect,
// perhaps); the first assertion that failed in it, NULL = none.
const ref_state *ref_before(const reference *r);
const ref_state *ref_witness(const reference *r);
const net_stmt *ref_failed_assertion(const reference *r);
// Timed networks only. How many parts a unit of time has (1 unless told): before time has passed or a step was taken.
void ref_set_unit(reference *r, int64_t unit);
// Lets time pass. Returns NULL, or why it may not pass so far: then nothing has changed.
const char *ref_delay(reference *r, int64_t parts);
bool ref_is_nothing(const reference *r); // the invariant does not hold at the start: there is no state at all
// Adds those who take part in a step from s, which is possible there. Also for networks without time.
void ref_participants_of(mem *m, const ref_state *s, const net_action *step, ref_participants *out);
// What printf statements wrote during the last step ("" if nothing).
const char *ref_output(const reference *r);

#endif
