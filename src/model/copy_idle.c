// Who can answer a broadcast must. Where it is no longer known who can, answers that do nothing are added, for those
// who could not.
#include "model/copy_internal.h"

static bool may_be_broadcast(const network *n, const net_edge *e) {
  for (uint32_t i = 0; e->sync.kind == SYNC_ANSWER && i < copy_pick_count(&e->sync.label); i++)
    if (n->labels.at[e->sync.label.first + i].is_broadcast)
      return true;
  return false;
}

static bool is_weaker(const copier *k, const net_edge *e) {
  bool is_unknown = copy_is_unknown(k, e->guard) || k->labels[e->sync.label.first];
  for (uint32_t i = 0; i < e->bounds.count; i++)
    is_unknown |= copy_is_unknown_bound(k, &e->bounds.at[i]);
  return is_unknown;
}

// An automaton that is left out may answer wherever it stands, which is of no matter unless the answer does something.
static bool needs_silence(const copier *k, uint32_t template_, const net_edge *from, const net_edge *to) {
  return may_be_broadcast(k->from, from) && (k->templates[template_] ? to->effect != NULL : is_weaker(k, from));
}

static bool is_silent(const net_edge *a) { return !a->effect && !a->guard && a->from == a->to && !a->bounds.count; }

static bool has_silent(const copier *k, const net_location *l, const net_pick *label) {
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = k->net->edges.at[l->edges.at[i]];
    const net_pick *own = &e->sync.label;
    if (e->sync.kind == SYNC_ANSWER && is_silent(e) && own->first == label->first && !own->offset && !label->offset)
      return true;
  }
  return false;
}

static void add_silence(copier *k, uint32_t template_, const net_edge *from) {
  net_flow *flow = &k->net->templates.at[template_]->flow;
  const net_edge *e = k->net->edges.at[k->edge[from->id]];
  if (!needs_silence(k, template_, from, e) || has_silent(k, &flow->locations.at[e->from], &e->sync.label))
    return;
  net_edge *silent = net_add_edge(k->net, flow, e->from, e->from);
  silent->sync = e->sync;
  silent->text = "no answer";
  silent->at = e->at;
}

void copy_silence(copier *k) {
  for (uint32_t t = 0; k->is_weak && t < k->from->templates.count; t++) {
    const net_flow *flow = &k->from->templates.at[t]->flow;
    for (uint32_t i = 0; !k->replaced[t] && i < flow->locations.count; i++)
      for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++)
        add_silence(k, t, k->from->edges.at[flow->locations.at[i].edges.at[n]]);
  }
}

// In how many ways at most a process can be part of a broadcast where it stands: see docs/network.md.
static uint64_t options_at(const network *n, const net_location *l) {
  uint64_t answers = 0, refusals = 1;
  bool is_bounded = true;
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = n->edges.at[l->edges.at[i]];
    if (!may_be_broadcast(n, e))
      continue;
    answers++;
    is_bounded &= e->bounds.count > 0;
    refusals = e->bounds.count && refusals < UINT32_MAX ? refusals * e->bounds.count : refusals;
  }
  return is_bounded ? answers + refusals : answers;
}

bool copy_has_too_many_ways(const network *n) {
  uint64_t ways = 1;
  for (uint32_t i = 0; i < n->processes.count && ways < UINT32_MAX - 1; i++) {
    const net_flow *flow = &n->templates.at[n->processes.at[i].template_]->flow;
    uint64_t most = 1;
    for (uint32_t l = 0; l < flow->locations.count; l++) {
      uint64_t options = options_at(n, &flow->locations.at[l]);
      most = options > most ? options : most;
    }
    ways = most < UINT32_MAX ? ways * most : UINT32_MAX;
  }
  return ways >= UINT32_MAX - 1;
}
