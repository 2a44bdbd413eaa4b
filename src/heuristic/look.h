// Looking at a state: expressions evaluated on a state_view, and which processes can move in it. Written from
// docs/network.md; for estimates, not for verdicts: in a rendezvous the receiver is looked at before the sender's
// effect, not after it; clocks are not looked at, functions not called, and who is committed does not matter.
#ifndef HEURISTIC_LOOK_H
#define HEURISTIC_LOOK_H

#include "space/view.h"

// Not a fault: the value is of something that is not looked at. Whoever asks must reckon with either.
enum { LOOK_UNKNOWN = FAULT_COUNT };

// One process looking. A fault sticks: after it no value counts.
typedef struct look {
  const state_view *view;
  int32_t pid;              // NET_NONE = nobody: only globals and remote references have a meaning
  bool timeout;             // the value of EXPR_TIMEOUT
  const struct look *asker; // who asked with EXPR_ENABLED; NULL = nobody
  fault fault;              // or LOOK_UNKNOWN
} look;

int32_t look_value(look *l, const expr *e);
// The channel with the number that e has; NULL after a fault.
const view_channel *look_channel(look *l, const expr *e);
bool look_is_full(const state_view *v, const view_channel *c); // never, if it is a rendezvous channel
// Is there a message that the patterns match: the oldest, or with any one of them?
bool look_has_message(look *l, const view_channel *c, const net_pattern *patterns, uint32_t count, bool any);

// Where a process stands, or NULL if there is no such process.
const net_location *look_location(const state_view *v, int32_t pid);
bool look_is_provided(const state_view *v, uint32_t pid, bool timeout);
// Can another process receive what the process sends on a rendezvous channel with the edge?
bool look_is_received(look *sender, const net_edge *send, const view_channel *c);
// Of a timed network: is the call of a process's edge answered by all who must? May the process take part in a step?
bool look_is_answered(look *caller, const net_edge *call);
bool look_takes_part(const state_view *v, uint32_t pid);
// Can the process take part in a step, by itself or in a rendezvous? Whether another one holds control is not asked.
bool look_can_move(const state_view *v, uint32_t pid, bool timeout);
// The rule for EXPR_ENABLED: it has a possible edge, where every rendezvous send counts.
bool look_is_enabled(const look *asker, uint32_t pid);

#endif
