// Where there is no cone, and what must be in it although nothing reads it: what may be an error, and what may stop
// time or the steps of others.
#include "abstraction/cone.h"
#include "abstraction/local.h"

static void note_global(const expr *e, void *context) {
  switch (e->op) {
  case EXPR_PROCESSES:
  case EXPR_LAST:
  case EXPR_TIMEOUT:
  case EXPR_UNLABELLED:
  case EXPR_ENABLED:
  case EXPR_PC:
  case EXPR_PRIORITY:
  case EXPR_DEADLOCK:
    *(bool *)context = true;
    break;
  default:
    break;
  }
}

static bool makes_channels(const network *n, const net_template *t) {
  for (uint32_t i = 0; i < t->vars.count; i++)
    if (n->vars.at[t->vars.at[i]]->channel != NET_NONE)
      return true;
  return false;
}

typedef struct {
  const network *net;
  bool found;
} life_search;

// A process that has died is at no location, and its variables are 0. Whether it can die depends on younger processes.
static void note_life(const expr *e, void *context) {
  life_search *s = context;
  s->found |= e->op == EXPR_REMOTE_VAR;
  for (uint32_t i = 0; e->op == EXPR_AT && i < e->locations.count; i++) {
    const net_location *l = &s->net->templates.at[e->value]->flow.locations.at[e->locations.at[i]];
    for (uint32_t k = 0; k < l->edges.count; k++)
      s->found |= s->net->edges.at[l->edges.at[k]]->is_end;
  }
}

static bool sees_deaths(const cone *c) {
  const network *n = c->net;
  life_search s = {.net = n};
  for (uint32_t i = 0; i < n->edges.count; i++)
    net_walk_edge(n->edges.at[i], note_life, &s);
  for (uint32_t t = 0; t < n->templates.count; t++) {
    expr_walk(n->templates.at[t]->provided, note_life, &s);
    s.found |= makes_channels(n, n->templates.at[t]);
  }
  expr_walk(c->asked->condition, note_life, &s);
  return s.found;
}

bool cone_is_all(const cone *c) {
  const network *n = c->net;
  bool found = n->orders_steps || n->uses_priority || n->starts_processes;
  for (uint32_t i = 0; i < n->edges.count; i++)
    net_walk_edge(n->edges.at[i], note_global, &found);
  for (uint32_t t = 0; t < n->templates.count; t++)
    expr_walk(n->templates.at[t]->provided, note_global, &found);
  expr_walk(c->asked->condition, note_global, &found);
  return found || (!n->is_timed && sees_deaths(c));
}

// The analysis of faults in timed networks trusts guards. They hold until the effect is executed, unless another
// participant of the step changes before what the guard has read.
static bool may_guard_fail(const cone *c, uint32_t answering, uint32_t other) {
  const access_sets *by = access_of_edge(c->sets, other);
  return access_meet(access_of_guard(c->sets, answering)->reads[ACCESS_VARS], by->writes[ACCESS_VARS]);
}

static bool share_label(const net_edge *answering, const net_edge *other) {
  const net_pick *a = &answering->sync.label, *b = &other->sync.label;
  bool is_other = other->sync.kind == SYNC_CALL || (other->sync.kind == SYNC_ANSWER && other != answering);
  return is_other && a->first < b->first + b->count && b->first < a->first + a->count;
}

static bool do_guards_hold(const cone *c) {
  const network *n = c->net;
  for (uint32_t i = 0; i < n->edges.count; i++) {
    const net_edge *answering = n->edges.at[i];
    for (uint32_t k = 0; answering->sync.kind == SYNC_ANSWER && answering->effect && k < n->edges.count; k++)
      if (share_label(answering, n->edges.at[k]) && may_guard_fail(c, i, k))
        return false;
  }
  return true;
}

static bool may_place_fault(risks *k, const net_location *l) {
  bool may = risk_of_expr(k, l->invariant);
  for (uint32_t i = 0; i < l->bounds.count; i++) {
    const net_bound *b = &l->bounds.at[i];
    int32_t value;
    may |= b->when || b->x.offset || b->y.offset || !expr_is_const(b->limit, &value);
  }
  return may;
}

static bool may_edge_fault(const cone *c, risks *k, int32_t *index, const net_edge *e) {
  bool is_risky = risk_of_edge(k, e, c->asked->errors & ERROR_ASSERTION) && !local_is_sound(index, e);
  for (uint32_t i = 0; e->sync.kind == SYNC_CALL && i < e->sync.label.count; i++)
    is_risky |= risk_of_broadcast(c->net, e->sync.label.first + i);
  return is_risky;
}

bool *cone_find_faults(cone *c) {
  const network *n = c->net;
  bool *may = ARENA_ARRAY(c->memory, bool, n->templates.count + 1);
  if (n->faults_block || !(c->asked->errors & (ERROR_ASSERTION | ERROR_RUNTIME)))
    return may;
  bool is_trusted = !n->is_timed || do_guards_hold(c);
  risks *k = facts_risks(c->known);
  int32_t *index = ARENA_ARRAY(c->memory, int32_t, n->vars.count + 1);
  for (uint32_t i = 0; i < n->vars.count; i++)
    index[i] = NET_NONE;
  for (uint32_t t = 0; t < n->templates.count; t++) {
    const net_flow *flow = &n->templates.at[t]->flow;
    may[t] = !is_trusted || risk_of_expr(k, n->templates.at[t]->provided);
    for (uint32_t i = 0; i < flow->locations.count; i++) {
      const net_location *l = &flow->locations.at[i];
      may[t] |= may_place_fault(k, l);
      for (uint32_t e = 0; e < l->edges.count; e++)
        may[t] |= may_edge_fault(c, k, index, n->edges.at[l->edges.at[e]]);
    }
  }
  return may;
}

bool cone_has_urgent_edge(const network *n, const net_location *l) {
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_pick *p = &n->edges.at[l->edges.at[i]]->sync.label;
    for (uint32_t k = 0; k < p->count; k++)
      if (n->labels.at[p->first + k].is_urgent)
        return true;
  }
  return false;
}

// At the start all clocks are 0.
static bool holds_at_start(const net_bound *b) {
  int32_t limit;
  return expr_is_const(b->limit, &limit) && (b->is_strict ? limit > 0 : limit >= 0);
}

bool cone_can_idle(const cone *c, uint32_t template_, bool is_timed) {
  const net_flow *flow = &c->net->templates.at[template_]->flow;
  if (!flow->locations.count)
    return true;
  const net_location *l = &flow->locations.at[flow->initial];
  if (l->invariant || (l->flags & LOC_COMMITTED))
    return false;
  if (is_timed)
    return !l->bounds.count && !(l->flags & LOC_URGENT) && !cone_has_urgent_edge(c->net, l);
  for (uint32_t i = 0; i < l->bounds.count; i++)
    if (!holds_at_start(&l->bounds.at[i]))
      return false;
  return true;
}
