#include "space/discrete.h"

// Is some other process at a location with an edge that may receive on this channel? Without one, the state need not be
// copied.
static bool has_possible_receiver(scan *s, uint32_t pid, int32_t channel) {
  for (uint32_t q = 0; q < s->layout->processes; q++) {
    const exec_location *l = exec_location_of(s->layout, s->state, q);
    if (!l->can_meet || q == pid)
      continue;
    for (uint32_t i = 0; i < l->count; i++)
      if (l->edges[i].meet && (l->edges[i].channel == 0 || l->edges[i].channel == channel))
        return true;
  }
  return false;
}

typedef struct handshake { // a rendezvous whose sender has taken its edge
  scan *s;
  uint32_t sender;
  const exec_edge *sent; // the sender's edge
  int32_t channel;
  layout *layout;        // of the state s->sent
  bool assertion_failed; // in the sender's effect
  const net_stmt *assertion;
} handshake;

static exec_result test(const handshake *t, const exec_edge *e, uint32_t receiver) {
  machine *m = t->s->d->machine;
  if (!e->meet || (e->channel != 0 && e->channel != t->channel))
    return EXEC_FALSE;
  exec_enter(m, t->s->sent->bytes, t->layout, receiver);
  m->channel = t->channel;
  m->message = t->s->message;
  return exec_run(m, e->meet);
}

static void accept(const handshake *t, const exec_edge *e, uint32_t receiver) {
  scan *s = t->s;
  discrete *d = s->d;
  machine *m = d->machine;
  net_action by = {
      .edge = t->sent->id, .partner_edge = e->id, .pid = (uint16_t)t->sender, .partner = (uint16_t)receiver};
  step_prepare(d, &d->partner, s->sent->bytes, t->layout, receiver);
  m->assertion_failed = t->assertion_failed;
  m->assertion = t->assertion;
  if (exec_run(m, e->accept) == EXEC_FAULT) {
    step_fail(s, &by);
    return;
  }
  step_move(m, e->to);
  step_finish(s, &d->partner, receiver, e, &by);
}

static void receive(const handshake *t, uint32_t receiver) {
  scan *s = t->s;
  const exec_location *l = exec_location_of(t->layout, s->sent->bytes, receiver);
  uint32_t taken = 0, choice = 0;
  for (uint32_t i = 0; i < l->count && !s->stopped; i++) {
    const exec_edge *e = &l->edges[i];
    if (taken > 0 && e->rank != taken)
      return;
    if (e->choice > 0 && e->choice == choice)
      continue;
    exec_result result = test(t, e, receiver);
    if (result == EXEC_FALSE)
      continue;
    taken = e->rank;
    if (e->choice > 0)
      choice = e->choice;
    if (!s->visit) {
      s->count++;
      s->stopped = true;
    } else if (result == EXEC_FAULT) {
      net_action by = {
          .edge = t->sent->id, .partner_edge = e->id, .pid = (uint16_t)t->sender, .partner = (uint16_t)receiver};
      step_fault(s, &by, s->d->machine->fault);
    } else {
      accept(t, e, receiver);
    }
  }
}

static bool can_receive(const handshake *t, uint32_t pid) {
  const exec_location *l = exec_location_of(t->layout, t->s->sent->bytes, pid);
  if (pid == t->sender || !l->can_meet || !discrete_is_provided(t->s->d, t->s->sent->bytes, t->layout, pid))
    return false;
  for (uint32_t i = 0; i < l->count; i++)
    if (test(t, &l->edges[i], pid) != EXEC_FALSE)
      return true;
  return false;
}

static int32_t priority_of(const handshake *t, uint32_t pid) {
  return frame_priority(t->layout->shape[pid], t->s->sent->bytes + t->layout->frame[pid]);
}

// The greatest priority of the processes that can receive: those of lower priority may not.
static int32_t least_priority(const handshake *t) {
  int32_t least = INT32_MIN;
  for (uint32_t q = 0; q < t->layout->processes; q++)
    if (priority_of(t, q) > least && can_receive(t, q))
      least = priority_of(t, q);
  return least;
}

void rendezvous_offer(scan *s, uint32_t pid, const exec_edge *e) {
  discrete *d = s->d;
  machine *m = d->machine;
  handshake t = {.s = s, .sender = pid, .sent = e, .channel = m->channel};
  if (e->is_bare && !has_possible_receiver(s, pid, t.channel))
    return;
  step_prepare(d, s->sent, s->state, s->layout, pid);
  m->message = s->message;
  if (exec_run(m, e->hand) == EXEC_FAULT) {
    net_action by = {.edge = e->id, .partner_edge = NET_ALONE, .pid = (uint16_t)pid};
    step_fail(s, &by);
    return;
  }
  step_move(m, e->to);
  t.layout = m->layout;
  t.assertion_failed = m->assertion_failed;
  t.assertion = m->assertion;
  bool has_priorities = d->program->net->uses_priority;
  int32_t least = has_priorities ? least_priority(&t) : INT32_MIN;
  for (uint32_t q = t.layout->processes; q-- > 0 && !s->stopped;) {
    const exec_location *l = exec_location_of(t.layout, s->sent->bytes, q);
    bool may_receive = q != pid && l->can_meet && !(has_priorities && priority_of(&t, q) < least);
    if (may_receive && (!d->restricts_moves || discrete_is_provided(d, s->sent->bytes, t.layout, q)))
      receive(&t, q);
  }
}
