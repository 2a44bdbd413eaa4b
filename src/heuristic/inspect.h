// Evaluates expressions in a state_view, and tells which processes can move in it, by the rules of docs/network.md. For
// estimates, not for verdicts: in a rendezvous the receiver is tested before the sender's effect instead of after it;
// clocks and committed locations are ignored; functions are not called.
#ifndef HEURISTIC_INSPECT_H
#define HEURISTIC_INSPECT_H

#include "space/view.h"

// Not a fault: the value depends on something that is ignored. Callers must allow for any value.
enum { INSPECT_UNKNOWN = FAULT_COUNT };

// In which state, and by which process, an expression is evaluated. After a fault all values are meaningless.
typedef struct inspect_context {
  const state_view *view;
  int32_t pid;                         // NET_NONE = no process: only globals and remote references can be evaluated
  bool timeout;                        // the value of EXPR_TIMEOUT
  const struct inspect_context *asker; // the process that evaluates EXPR_ENABLED; NULL = none
  fault fault;                         // or INSPECT_UNKNOWN
} inspect_context;

int32_t inspect_value(inspect_context *l, const expr *e);
// The channel whose number is the value of e; NULL after a fault.
const view_channel *inspect_channel(inspect_context *l, const expr *e);
bool inspect_is_full(const state_view *v, const view_channel *c); // false for a rendezvous channel
// Do the patterns match the oldest message, or, if `any`, one of the messages?
bool inspect_has_message(inspect_context *l, const view_channel *c, const net_pattern *patterns, uint32_t count,
                         bool any);

// The location of a process, or NULL if there is no such process.
const net_location *inspect_location(const state_view *v, int32_t pid);
// Can another process receive what the sender's edge sends on the rendezvous channel?
bool inspect_is_received(inspect_context *sender, const net_edge *send, const view_channel *c);
// Timed networks: is the call of this edge answered by all required processes? May the process take part in a step?
bool inspect_is_answered(inspect_context *caller, const net_edge *call);
bool inspect_takes_part(const state_view *v, uint32_t pid);
// Can the process take part in a step, alone or in a rendezvous? Ignores whether another process is in an atomic
// sequence.
bool inspect_can_move(const state_view *v, uint32_t pid, bool timeout);
// The rule of EXPR_ENABLED: the process has an enabled edge, where every rendezvous send counts as enabled.
bool inspect_is_enabled(const inspect_context *asker, uint32_t pid);

#endif
