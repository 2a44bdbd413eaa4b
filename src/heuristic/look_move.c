// Which processes can move: the rules of "One step", "Rendezvous" and "Enabled" of docs/network.md.
#include "heuristic/look.h"

const net_location *look_location(const state_view *v, int32_t pid) {
  if (pid < 0 || (uint32_t)pid >= v->processes)
    return NULL;
  const view_process *p = &v->process[pid];
  return &v->net->templates.at[p->template_]->flow.locations.at[p->location];
}

bool look_is_provided(const state_view *v, uint32_t pid, bool timeout) {
  const expr *provided = v->net->templates.at[v->process[pid].template_]->provided;
  look l = {.view = v, .pid = (int32_t)pid, .timeout = timeout};
  return !provided || (look_value(&l, provided) && l.fault == FAULT_NONE);
}

static uint32_t field_count(const net_edge *e) {
  return e->sync.kind == SYNC_SEND ? e->sync.fields.count : e->sync.patterns.count;
}

// The channel of a send or receive, with what must hold before anything is sent or received; NULL after a fault.
static const view_channel *sync_channel(look *l, const net_edge *e) {
  const view_channel *c = look_channel(l, e->sync.channel);
  if (!c)
    return NULL;
  const net_channel *type = &l->view->net->channels.at[c->type];
  if (field_count(e) != type->fields.count)
    l->fault = FAULT_FIELDS;
  else if (type->capacity == 0 && e->sync.peek)
    l->fault = FAULT_POLL;
  return l->fault == FAULT_NONE ? c : NULL;
}

// Does the receiver's edge take what the sender's sends? A fault while finding out counts as yes.
static bool is_taken(look *sender, const net_edge *send, const view_channel *c, uint32_t pid, const net_edge *e) {
  look l = {.view = sender->view, .pid = (int32_t)pid, .timeout = sender->timeout};
  if (e->sync.kind != SYNC_RECEIVE || (e->guard && !look_value(&l, e->guard)))
    return l.fault != FAULT_NONE;
  if (look_channel(&l, e->sync.channel) != c)
    return l.fault != FAULT_NONE;
  const net_channel *type = &l.view->net->channels.at[c->type];
  for (uint32_t i = 0; i < e->sync.patterns.count && i < type->fields.count && i < send->sync.fields.count; i++) {
    const net_pattern *p = &e->sync.patterns.at[i];
    if (p->kind == PATTERN_MATCH &&
        look_value(&l, p->value) != net_cut(type->fields.at[i], look_value(sender, send->sync.fields.at[i])))
      return l.fault != FAULT_NONE || sender->fault != FAULT_NONE;
  }
  return true;
}

static bool receives(look *sender, const net_edge *send, const view_channel *c, uint32_t pid) {
  const net_location *at = look_location(sender->view, (int32_t)pid);
  if ((int32_t)pid == sender->pid || !look_is_provided(sender->view, pid, sender->timeout))
    return false;
  for (uint32_t i = 0; i < at->edges.count; i++)
    if (is_taken(sender, send, c, pid, sender->view->net->edges.at[at->edges.at[i]]))
      return true;
  return false;
}

bool look_is_received(look *sender, const net_edge *send, const view_channel *c) {
  for (uint32_t pid = 0; pid < sender->view->processes; pid++)
    if (receives(sender, send, c, pid))
      return true;
  return false;
}

static bool has_capacity(const look *l, const view_channel *c) {
  return l->view->net->channels.at[c->type].capacity > 0;
}

// Is an edge that is no else possible by itself? *offers says that it is the sending half of a rendezvous on c.
static bool is_possible(look *l, const net_edge *e, const view_channel **offers) {
  *offers = NULL;
  if (e->is_end)
    return (uint32_t)l->pid + 1 == l->view->processes;
  if (e->guard && !look_value(l, e->guard))
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
    return !look_is_full(l->view, c);
  return look_has_message(l, c, e->sync.patterns.at, e->sync.patterns.count, e->sync.random) || l->fault != FAULT_NONE;
}

bool look_is_enabled(const look *asker, uint32_t pid) {
  const net_location *at = look_location(asker->view, (int32_t)pid);
  for (uint32_t i = 0; i < at->edges.count; i++) {
    const net_edge *e = asker->view->net->edges.at[at->edges.at[i]];
    look l = {.view = asker->view, .pid = (int32_t)pid, .timeout = asker->timeout};
    l.asker = asker->pid == NET_NONE ? NULL : asker;
    const view_channel *offers;
    if (e->is_else || is_possible(&l, e, &offers) || offers)
      return true;
  }
  return false;
}

// Does the process offer, on a rendezvous channel, something that pid takes?
static bool offers_to(const state_view *v, uint32_t sender, uint32_t pid, bool timeout) {
  const net_location *at = look_location(v, (int32_t)sender);
  if (sender == pid || !look_is_provided(v, sender, timeout))
    return false;
  for (uint32_t i = 0; i < at->edges.count; i++) {
    const net_edge *e = v->net->edges.at[at->edges.at[i]];
    look l = {.view = v, .pid = (int32_t)sender, .timeout = timeout};
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
  if (!v->net->has_rendezvous || !has_receive(v, look_location(v, (int32_t)pid)))
    return false;
  for (uint32_t sender = 0; sender < v->processes; sender++)
    if (offers_to(v, sender, pid, timeout))
      return true;
  return false;
}

static bool gives_way(const state_view *v, uint32_t pid, bool timeout) {
  look nobody = {.view = v, .pid = NET_NONE, .timeout = timeout};
  for (uint32_t other = 0; v->net->uses_priority && other < v->processes; other++)
    if (v->process[other].priority > v->process[pid].priority && look_is_provided(v, other, timeout) &&
        look_is_enabled(&nobody, other))
      return true;
  return false;
}

bool look_can_move(const state_view *v, uint32_t pid, bool timeout) {
  const net_location *at = look_location(v, (int32_t)pid);
  if (v->net->is_timed)
    return look_takes_part(v, pid);
  if (!look_is_provided(v, pid, timeout))
    return false;
  if (gives_way(v, pid, timeout))
    return can_receive(v, pid, timeout);
  for (uint32_t i = 0; i < at->edges.count; i++) {
    const net_edge *e = v->net->edges.at[at->edges.at[i]];
    look l = {.view = v, .pid = (int32_t)pid, .timeout = timeout};
    const view_channel *offers;
    if (e->is_else || is_possible(&l, e, &offers) || (offers && look_is_received(&l, e, offers)))
      return true;
  }
  return can_receive(v, pid, timeout);
}
