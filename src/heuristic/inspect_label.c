// Which processes may move in a timed network, ignoring clocks.
#include "heuristic/inspect.h"

enum { ANY_LABEL = UINT32_MAX }; // unknown

// An unknown guard counts as true.
static bool is_ready(const inspect_context *by, const net_edge *e) {
  inspect_context l = *by;
  return !e->guard || inspect_value(&l, e->guard) || l.fault != FAULT_NONE;
}

static uint32_t label_of(const inspect_context *by, const net_edge *e) {
  const net_pick *p = &e->sync.label;
  inspect_context l = *by;
  int32_t offset = p->offset ? inspect_value(&l, p->offset) : 0;
  return l.fault != FAULT_NONE || offset < 0 || (uint32_t)offset >= p->count ? ANY_LABEL : p->first + (uint32_t)offset;
}

// Has the process an edge of this kind, with this label, whose guard may hold?
static bool has_ready(const state_view *v, uint32_t pid, sync_kind kind, uint32_t label) {
  const net_location *at = inspect_location(v, (int32_t)pid);
  inspect_context l = {.view = v, .pid = (int32_t)pid};
  for (uint32_t i = 0; i < at->edges.count; i++) {
    const net_edge *e = v->net->edges.at[at->edges.at[i]];
    if (e->sync.kind != kind || !is_ready(&l, e))
      continue;
    uint32_t own = label_of(&l, e);
    if (own == label || own == ANY_LABEL || label == ANY_LABEL)
      return true;
  }
  return false;
}

static bool has_other(const state_view *v, uint32_t pid, sync_kind kind, uint32_t label) {
  for (uint32_t other = 0; other < v->processes; other++)
    if (other != pid && has_ready(v, other, kind, label))
      return true;
  return false;
}

bool inspect_is_answered(inspect_context *caller, const net_edge *call) {
  uint32_t label = label_of(caller, call);
  if (label == ANY_LABEL)
    return true;
  const net_label *l = &caller->view->net->labels.at[label];
  if (!l->is_broadcast)
    return has_other(caller->view, (uint32_t)caller->pid, SYNC_ANSWER, label);
  for (uint32_t i = 0; i < l->required.count; i++)
    if (l->required.at[i] != caller->pid && !has_ready(caller->view, l->required.at[i], SYNC_ANSWER, label))
      return false;
  return true;
}

bool inspect_takes_part(const state_view *v, uint32_t pid) {
  const net_location *at = inspect_location(v, (int32_t)pid);
  inspect_context l = {.view = v, .pid = (int32_t)pid};
  for (uint32_t i = 0; i < at->edges.count; i++) {
    const net_edge *e = v->net->edges.at[at->edges.at[i]];
    if (!is_ready(&l, e))
      continue;
    bool can = e->sync.kind == SYNC_CALL     ? inspect_is_answered(&l, e)
               : e->sync.kind == SYNC_ANSWER ? has_other(v, pid, SYNC_CALL, label_of(&l, e))
                                             : true;
    if (can)
      return true;
  }
  return false;
}
