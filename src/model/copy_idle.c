// Idle answers. A process that can answer a broadcast must. Where the copy does not know whether a process can, it adds
// an edge that answers without effect, for the case that it cannot.
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

// An automaton that is left out can always answer. This changes nothing unless the answer has an effect.
static bool needs_idle_answer(const copier *k, uint32_t template_, const net_edge *from, const net_edge *to) {
  return may_be_broadcast(k->from, from) && (k->templates[template_] ? to->effect != NULL : is_weaker(k, from));
}

static bool is_idle(const net_edge *a) { return !a->effect && !a->guard && a->from == a->to && !a->bounds.count; }

static bool has_idle_answer(const copier *k, const net_location *l, const net_pick *label) {
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = k->net->edges.at[l->edges.at[i]];
    const net_pick *own = &e->sync.label;
    if (e->sync.kind == SYNC_ANSWER && is_idle(e) && own->first == label->first && !own->offset && !label->offset)
      return true;
  }
  return false;
}

static void add_idle_answer(copier *k, uint32_t template_, const net_edge *from) {
  net_flow *flow = &k->net->templates.at[template_]->flow;
  const net_edge *e = k->net->edges.at[k->edge[from->id]];
  if (!needs_idle_answer(k, template_, from, e) || has_idle_answer(k, &flow->locations.at[e->from], &e->sync.label))
    return;
  net_edge *idle = net_add_edge(k->net, flow, e->from, e->from);
  idle->sync = e->sync;
  idle->text = "no answer";
  idle->at = e->at;
}

void copy_idle_answers(copier *k) {
  for (uint32_t t = 0; k->is_weak && t < k->from->templates.count; t++) {
    const net_flow *flow = &k->from->templates.at[t]->flow;
    for (uint32_t i = 0; i < flow->locations.count; i++)
      for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++)
        add_idle_answer(k, t, k->from->edges.at[flow->locations.at[i].edges.at[n]]);
  }
}

// An upper bound of the number of options of a process at this location in a broadcast: see docs/network.md.
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
