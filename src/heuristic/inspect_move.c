// Which processes can move: the rules of "One step", "Rendezvous" and "Enabled" of docs/network.md.
#include "heuristic/inspect.h"

const net_location *inspect_location(const state_view *v, int32_t pid) {
  if (pid < 0 || (uint32_t)pid >= v->processes)
    return NULL;
  const view_process *p = &v->process[pid];
  return &v->net->templates.at[p->template_]->flow.locations.at[p->location];
}

static bool is_provided(const state_view *v, uint32_t pid, bool timeout) {
  const expr *provided = v->net->templates.at[v->process[pid].template_]->provided;
  inspect_context l = {.view = v, .pid = (int32_t)pid, .timeout = timeout};
  return !provided || (inspect_value(&l, provided) && l.fault == FAULT_NONE);
}

// The channel of a send or receive, checked for the faults that do not depend on its contents; NULL after a fault.
static const view_channel *sync_channel(inspect_context *l, const net_edge *e) {
  const view_channel *c = inspect_channel(l, e->sync.channel);
  if (!c)
    return NULL;
  const net_channel *type = &l->view->net->channels.at[c->type];
  if (type->capacity == 0 && e->sync.peek)
    l->fault = FAULT_POLL;
  else if (type->capacity == 0 && e->sync.kind == SYNC_SEND && e->sync.fields.count != type->fields.count)
    l->fault = FAULT_FIELDS;
  return l->fault == FAULT_NONE ? c : NULL;
}

// Does the receiver's edge match the sender's message? A fault during evaluation counts as yes.
static bool is_taken(inspect_context *sender, const net_edge *send, const view_channel *c, uint32_t pid,
                     const net_edge *e) {
  inspect_context l = {.view = sender->view, .pid = (int32_t)pid, .timeout = sender->timeout};
  if (e->sync.kind != SYNC_RECEIVE || (e->guard && !inspect_value(&l, e->guard)))
    return l.fault != FAULT_NONE;
  if (inspect_channel(&l, e->sync.channel) != c)
    return l.fault != FAULT_NONE;
  const net_channel *type = &l.view->net->channels.at[c->type];
  uint32_t fields = type->fields.count, given = send->sync.fields.count; // different: the send is a fault
  for (uint32_t i = 0; i < e->sync.patterns.count && (i < fields || fields == 1); i++) {
    const net_pattern *p = &e->sync.patterns.at[i];
    if (p->kind != PATTERN_MATCH)
      continue;
    int32_t sent =
        i < fields && i < given ? net_cut(type->fields.at[i], inspect_value(sender, send->sync.fields.at[i])) : 0;
    if (inspect_value(&l, p->value) != sent)
      return l.fault != FAULT_NONE || sender->fault != FAULT_NONE;
  }
  return true;
}

static bool receives(inspect_context *sender, const net_edge *send, const view_channel *c, uint32_t pid) {
  const net_location *at = inspect_location(sender->view, (int32_t)pid);
  if ((int32_t)pid == sender->pid || !is_provided(sender->view, pid, sender->timeout))
    return false;
  for (uint32_t i = 0; i < at->edges.count; i++)
    if (is_taken(sender, send, c, pid, sender->view->net->edges.at[at->edges.at[i]]))
      return true;
  return false;
}

bool inspect_is_received(inspect_context *sender, const net_edge *send, const view_channel *c) {
  for (uint32_t pid = 0; pid < sender->view->processes; pid++)
    if (receives(sender, send, c, pid))
      return true;
  return false;
}

static bool has_capacity(const inspect_context *l, const view_channel *c) {
  return l->view->net->channels.at[c->type].capacity > 0;
}

// Is the edge, which is not an else, enabled without a partner? *offers is the channel if it is a rendezvous send.
static bool is_possible(inspect_context *l, const net_edge *e, const view_channel **offers) {
  *offers = NULL;
  if (e->is_end)
    return (uint32_t)l->pid + 1 == l->view->processes;
  if (e->guard && !inspect_value(l, e->guard))
    return l->fault != FAULT_NONE;
  if (e->sync.kind == SYNC_NONE)
    return true;
  const view_channel *c = sync_channel(l, e);
  if (!c)
    return true;
  if (!has_capacity(l, c)) {
    *offers = e->sync.kind == SYNC_SEND ? c : NULL;
    return false;
  }
  if (e->sync.kind == SYNC_SEND)
    return !inspect_is_full(l->view, c);
  return inspect_has_message(l, c, e->sync.patterns.at, e->sync.patterns.count, e->sync.random) ||
         l->fault != FAULT_NONE;
}

bool inspect_is_enabled(const inspect_context *asker, uint32_t pid) {
  const net_location *at = inspect_location(asker->view, (int32_t)pid);
  for (uint32_t i = 0; i < at->edges.count; i++) {
    const net_edge *e = asker->view->net->edges.at[at->edges.at[i]];
    inspect_context l = {.view = asker->view, .pid = (int32_t)pid, .timeout = asker->timeout};
    l.asker = asker->pid == NET_NONE ? NULL : asker;
    const view_channel *offers;
    if (e->is_else || is_possible(&l, e, &offers) || offers)
      return true;
  }
  return false;
}

// Does the sender offer, on a rendezvous channel, a message that process pid receives?
static bool offers_to(const state_view *v, uint32_t sender, uint32_t pid, bool timeout) {
  const net_location *at = inspect_location(v, (int32_t)sender);
  if (sender == pid || !is_provided(v, sender, timeout))
    return false;
  for (uint32_t i = 0; i < at->edges.count; i++) {
    const net_edge *e = v->net->edges.at[at->edges.at[i]];
    inspect_context l = {.view = v, .pid = (int32_t)sender, .timeout = timeout};
    const view_channel *offers;
    if (e->sync.kind == SYNC_SEND && !is_possible(&l, e, &offers) && offers && receives(&l, e, offers, pid))
      return true;
  }
  return false;
}

static bool has_receive(const state_view *v, const net_location *at) {
  for (uint32_t i = 0; i < at->edges.count; i++)
    if (v->net->edges.at[at->edges.at[i]]->sync.kind == SYNC_RECEIVE)
      return true;
  return false;
}

static bool can_receive(const state_view *v, uint32_t pid, bool timeout) {
  if (!v->net->has_rendezvous || !has_receive(v, inspect_location(v, (int32_t)pid)))
    return false;
  for (uint32_t sender = 0; sender < v->processes; sender++)
    if (offers_to(v, sender, pid, timeout))
      return true;
  return false;
}

static bool is_outranked(const state_view *v, uint32_t pid, bool timeout) {
  inspect_context globals_only = {.view = v, .pid = NET_NONE, .timeout = timeout};
  for (uint32_t other = 0; v->net->uses_priority && other < v->processes; other++)
    if (v->process[other].priority > v->process[pid].priority && is_provided(v, other, timeout) &&
        inspect_is_enabled(&globals_only, other))
      return true;
  return false;
}

bool inspect_can_move(const state_view *v, uint32_t pid, bool timeout) {
  const net_location *at = inspect_location(v, (int32_t)pid);
  if (v->net->is_timed)
    return inspect_takes_part(v, pid);
  if (!is_provided(v, pid, timeout))
    return false;
  if (is_outranked(v, pid, timeout))
    return can_receive(v, pid, timeout);
  for (uint32_t i = 0; i < at->edges.count; i++) {
    const net_edge *e = v->net->edges.at[at->edges.at[i]];
    inspect_context l = {.view = v, .pid = (int32_t)pid, .timeout = timeout};
    const view_channel *offers;
    if (e->is_else || is_possible(&l, e, &offers) || (offers && inspect_is_received(&l, e, offers)))
      return true;
  }
  return can_receive(v, pid, timeout);
}
