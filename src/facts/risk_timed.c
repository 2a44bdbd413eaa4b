// Why a step of a timed network may fail although its own edge is enabled: the receivers of a broadcast, and
// invariants.
#include "facts/risk.h"

static uint64_t options_at(const network *net, const net_location *l, uint32_t label) {
  uint64_t edges = 0, silences = 1;
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = net->edges.at[l->edges.at[i]];
    const net_pick *p = &e->sync.label;
    if (e->sync.kind != SYNC_ANSWER || label < p->first || label - p->first >= p->count)
      continue;
    edges++;
    silences *= e->bounds.count ? e->bounds.count : 1;
    silences = silences > UINT32_MAX ? UINT32_MAX : silences;
  }
  return edges + silences;
}

bool risk_of_broadcast(const network *net, uint32_t label) {
  uint64_t ways = 1;
  for (uint32_t i = 0; i < net->processes.count && net->labels.at[label].is_broadcast; i++) {
    const net_flow *f = &net->templates.at[net->processes.at[i].template_]->flow;
    uint64_t most = 1;
    for (uint32_t l = 0; l < f->locations.count; l++) {
      uint64_t options = options_at(net, &f->locations.at[l], label);
      most = options > most ? options : most;
    }
    most = most > UINT32_MAX ? UINT32_MAX : most;
    ways = ways * most > UINT32_MAX ? UINT32_MAX : ways * most;
  }
  return ways == UINT32_MAX;
}

static void note_location_read(const expr *e, void *context) {
  *(bool *)context |= e->op == EXPR_AT || e->op == EXPR_PC || e->op == EXPR_CALL;
}

risk_places risk_places_of(const network *net) {
  risk_places p = {0};
  for (uint32_t t = 0; t < net->templates.count; t++)
    for (uint32_t l = 0; l < net->templates.at[t]->flow.locations.count; l++) {
      const net_location *at = &net->templates.at[t]->flow.locations.at[l];
      p.have_invariants |= at->bounds.count || at->invariant;
      p.are_committed |= (at->flags & LOC_COMMITTED) != 0;
      expr_walk(at->invariant, note_location_read, &p.read_locations);
      for (uint32_t i = 0; i < at->bounds.count; i++)
        net_walk_bound(&at->bounds.at[i], note_location_read, &p.read_locations);
    }
  return p;
}

bool risk_of_invariant(const network *net, const risk_places *p, const net_template *t, const net_edge *e) {
  const net_location *to = &t->flow.locations.at[e->to];
  if (to->bounds.count || to->invariant || p->read_locations)
    return true;
  return e->effect && (p->have_invariants || net->faults_block);
}
