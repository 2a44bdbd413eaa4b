// Which steps are possible: the rules of "One step" and "Rendezvous" of docs/network.md.
#include "trace/ref_internal.h"

#include <assert.h>

// The edges of one process at its location, tried in order.
typedef struct scan {
  bool any;              // an edge was possible, so an else edge is not
  uint32_t taken;        // the rank of the last edge that was possible
  VEC(uint32_t) choices; // of the edges that were possible
} scan;

typedef enum { TRY, SKIP, STOP } edge_status;

static edge_status status_of(const scan *s, const net_edge *e) {
  if (s->taken > 0 && e->rank != s->taken)
    return STOP;
  for (uint32_t i = 0; i < s->choices.count; i++)
    if (s->choices.at[i] == e->choice)
      return SKIP;
  return TRY;
}

static void note_possible(mem *m, scan *s, const net_edge *e) {
  s->taken = e->rank;
  if (e->choice > 0)
    vec_push(m, &s->choices, e->choice);
}

static bool is_provided(mem *m, ref_state *s, int32_t pid, bool timeout) {
  const expr *provided = ref_template(s, pid)->provided;
  ref_actor a = ref_actor_of(m, s, pid, timeout);
  return !provided || (ref_value(&a, provided) && a.fault == FAULT_NONE);
}

// Can the edge be taken alone? A rendezvous cannot; *rendezvous: it is the send of one.
static bool possible_alone(ref_actor *a, const net_edge *e, const scan *seen, bool *rendezvous) {
  *rendezvous = false;
  if (e->is_else)
    return !seen->any;
  if (e->is_end)
    return (uint32_t)a->pid + 1 == a->state->processes.count;
  if (e->guard && !ref_value(a, e->guard))
    return a->fault != FAULT_NONE;
  if (e->sync.kind == SYNC_NONE)
    return true;
  const ref_channel *c = ref_sync_channel(a, e);
  if (!c)
    return true;
  if (ref_channel_type(a->state, c)->capacity == 0) {
    *rendezvous = e->sync.kind == SYNC_SEND;
    return false;
  }
  return ref_sync_possible(a, e, c) || a->fault != FAULT_NONE;
}

bool ref_enabled(mem *m, ref_state *s, int32_t pid, bool timeout, const ref_actor *asker) {
  const net_location *location = ref_location(s, pid);
  scan seen = {0};
  for (uint32_t i = 0; i < location->edges.count; i++) {
    ref_actor a = ref_actor_of(m, s, pid, timeout);
    a.asker = asker;
    bool rendezvous;
    if (possible_alone(&a, s->net->edges.at[location->edges.at[i]], &seen, &rendezvous) || rendezvous)
      return true;
  }
  return false;
}

// Is another process of greater priority enabled?
static bool is_outranked(mem *m, ref_state *s, int32_t pid, bool timeout) {
  if (!s->net->uses_priority)
    return false;
  for (int32_t other = 0; other < (int32_t)s->processes.count; other++)
    if (other != pid && s->processes.at[other].priority > s->processes.at[pid].priority &&
        is_provided(m, s, other, timeout) && ref_enabled(m, s, other, timeout, NULL))
      return true;
  return false;
}

// A rendezvous message, after the sender has taken its edge.
typedef struct offer {
  mem *m;
  ref_state *state; // after the sender's half
  int32_t sender, channel;
  const int32_t *message;
  uint32_t fields; // of the message
  bool timeout;
} offer;

// Can the receiver take edge e with this message? An edge whose evaluation ends in a fault counts.
static bool can_receive(const offer *o, int32_t pid, const net_edge *e, fault *f) {
  if (e->sync.kind != SYNC_RECEIVE)
    return false;
  ref_actor a = ref_actor_of(o->m, o->state, pid, o->timeout);
  const ref_channel *c;
  bool possible = (!e->guard || ref_value(&a, e->guard)) && ref_value(&a, e->sync.channel) == o->channel &&
                  (c = ref_sync_channel(&a, e)) &&
                  ref_matches(&a, e->sync.patterns.at, e->sync.patterns.count, o->message, o->fields);
  if (possible)
    ref_check_fields(&a, &e->sync, c);
  *f = a.fault;
  return possible || a.fault != FAULT_NONE;
}

// The steps in which one process receives the message. Returns their number.
static uint32_t receiver_steps(const offer *o, int32_t pid, ref_move *move, ref_found found, void *context,
                               bool *go_on) {
  const net_location *location = ref_location(o->state, pid);
  scan seen = {0};
  uint32_t ways = 0;
  if (!is_provided(o->m, o->state, pid, o->timeout))
    return 0;
  for (uint32_t i = 0; i < location->edges.count && *go_on; i++) {
    const net_edge *e = o->state->net->edges.at[location->edges.at[i]];
    edge_status v = status_of(&seen, e);
    if (v == STOP)
      break;
    if (v == SKIP || !can_receive(o, pid, e, &move->fault))
      continue;
    note_possible(o->m, &seen, e);
    ways++;
    move->by.partner = (uint16_t)pid;
    move->by.partner_edge = e->id;
    if (found)
      *go_on = found(context, move);
  }
  vec_free(o->m, &seen.choices);
  return ways;
}

static bool is_receiver_outranked(const offer *o, int32_t pid) {
  if (!o->state->net->uses_priority)
    return false;
  for (int32_t other = 0; other < (int32_t)o->state->processes.count; other++) {
    ref_move ignored = {0};
    bool go_on = true;
    if (other != pid && other != o->sender &&
        o->state->processes.at[other].priority > o->state->processes.at[pid].priority &&
        receiver_steps(o, other, &ignored, NULL, NULL, &go_on) > 0)
      return true;
  }
  return false;
}

// The steps of all receivers, youngest first. *go_on becomes false when found stopped it. Returns their number.
static uint32_t all_receiver_steps(const offer *o, ref_move *move, ref_found found, void *context, bool *go_on) {
  uint32_t ways = 0;
  for (int32_t pid = (int32_t)o->state->processes.count - 1; pid >= 0 && *go_on; pid--)
    if (pid != o->sender && !is_receiver_outranked(o, pid))
      ways += receiver_steps(o, pid, move, found, context, go_on);
  return ways;
}

// The sender takes its edge in a copy of the state: receivers are tried in the state after that.
static bool rendezvous_steps(mem *m, const ref_state *s, int32_t pid, bool timeout, const net_edge *e, ref_found found,
                             void *context, bool *go_on) {
  ref_move move = {.by = {.edge = e->id, .partner_edge = NET_ALONE, .pid = (uint16_t)pid}};
  ref_state after;
  ref_state_copy(m, &after, s);
  ref_actor sender = ref_actor_of(m, &after, pid, timeout);
  ref_values message = {0};
  ref_channel *c = ref_sync_channel(&sender, e);
  assert(c);
  offer o = {
      .m = m, .state = &after, .sender = pid, .channel = (int32_t)(c - after.channels.at) + 1, .timeout = timeout};
  ref_check_fields(&sender, &e->sync, c);
  if (sender.fault == FAULT_NONE)
    ref_fields(&sender, e, c, &message);
  if (sender.fault == FAULT_NONE)
    ref_take_send(&sender, e);
  o.message = message.at;
  o.fields = message.count;
  uint32_t ways = 1;
  move.fault = sender.fault;
  if (sender.fault != FAULT_NONE)
    *go_on = found(context, &move);
  else
    ways = all_receiver_steps(&o, &move, found, context, go_on);
  vec_free(m, &message);
  ref_state_free(m, &after);
  return ways > 0;
}

static bool edge_steps(mem *m, ref_state *s, int32_t pid, bool timeout, ref_found found, void *context) {
  const net_location *location = ref_location(s, pid);
  scan seen = {0};
  bool go_on = true;
  for (uint32_t i = 0; i < location->edges.count && go_on; i++) {
    const net_edge *e = s->net->edges.at[location->edges.at[i]];
    edge_status v = status_of(&seen, e);
    if (v == STOP)
      break;
    if (v == SKIP)
      continue;
    bool rendezvous;
    ref_actor a = ref_actor_of(m, s, pid, timeout);
    if (possible_alone(&a, e, &seen, &rendezvous)) {
      if (a.fault == FAULT_NONE && seen.any && ref_template(s, pid)->is_deterministic)
        ref_fail(&a, FAULT_CHOICE);
      ref_move move = {.by = {.edge = e->id, .partner_edge = NET_ALONE, .pid = (uint16_t)pid}, .fault = a.fault};
      note_possible(m, &seen, e);
      seen.any = true;
      go_on = found(context, &move);
    } else if (rendezvous && rendezvous_steps(m, s, pid, timeout, e, found, context, &go_on)) {
      note_possible(m, &seen, e);
      seen.any = true;
    }
  }
  vec_free(m, &seen.choices);
  return go_on;
}

bool ref_process_steps(mem *m, ref_state *s, int32_t pid, bool timeout, ref_found found, void *context) {
  if (!is_provided(m, s, pid, timeout) || is_outranked(m, s, pid, timeout))
    return true;
  return edge_steps(m, s, pid, timeout, found, context);
}

static bool stop_at_first(void *context, const ref_move *move) {
  (void)context;
  (void)move;
  return false;
}

bool ref_can_move(mem *m, ref_state *s, int32_t pid, bool timeout) {
  return !ref_process_steps(m, s, pid, timeout, stop_at_first, NULL);
}
