// Which steps are always enabled, and how many processes and channels one of them can create.
#include "facts/distance.h"
#include "facts/risk.h"

bool risk_is_sure(const net_edge *e) {
  int32_t value;
  if (e->sync.kind != SYNC_NONE || e->is_end || e->bounds.count)
    return false;
  return e->is_else ? !e->guard : !e->guard || (expr_is_const(e->guard, &value) && value);
}

typedef struct {
  const network *net;
  risk_growth sum;
} growth_count;

static void count_growth(const net_stmt *s, void *context) {
  growth_count *g = context;
  if (s->kind != STMT_RUN)
    return;
  const net_template *t = g->net->templates.at[s->template_];
  g->sum.processes++;
  for (uint32_t i = 0; i < t->vars.count; i++)
    if (g->net->vars.at[t->vars.at[i]]->channel >= 0)
      g->sum.channels += g->net->vars.at[t->vars.at[i]]->cells;
}

// A block whose cycle may start a process more than once is already a risk: see is_block_risky().
risk_growth risk_growth_of(const network *net) {
  risk_growth most = {0};
  for (uint32_t i = 0; i < net->edges.count; i++) {
    growth_count g = {.net = net};
    distance_walk(net, net->edges.at[i]->effect, count_growth, &g);
    if (g.sum.processes > most.processes)
      most.processes = g.sum.processes;
    if (g.sum.channels > most.channels)
      most.channels = g.sum.channels;
  }
  return most;
}

// In a timed network the state after the step must also satisfy the invariants, and no other process may be at a
// committed location.
static bool is_sure_timed(const network *net, const risk_places *p, const net_template *t, const net_edge *e) {
  bool is_committed = t->flow.locations.at[e->from].flags & LOC_COMMITTED;
  return risk_is_sure(e) && !risk_of_invariant(net, p, t, e) && (is_committed || !p->are_committed);
}

bool risk_of_blocking(const network *net, const risk_places *p, const net_template *t, uint32_t location) {
  int32_t value;
  if (net->uses_priority || (t->provided && !(expr_is_const(t->provided, &value) && value)))
    return true;
  const net_location *l = &t->flow.locations.at[location];
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = net->edges.at[l->edges.at[i]];
    if (net->is_timed ? is_sure_timed(net, p, t, e) : risk_is_sure(e))
      return false;
  }
  return true;
}
