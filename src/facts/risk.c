#include "facts/risk.h"

#include "facts/distance.h"
#include "facts/domains.h"

typedef struct {
  const ranges *r;
  uint32_t fields;   // that a message must have; UINT32_MAX = any number
  bool wants_buffer; // a rendezvous channel is a fault
  bool is_risky;
} inspection;

static void inspect_type(uint32_t type, void *context) {
  inspection *i = context;
  const net_channel *c = &i->r->net->channels.at[type];
  if ((i->fields != UINT32_MAX && c->fields.count != i->fields) || (i->wants_buffer && c->capacity == 0))
    i->is_risky = true;
}

static bool is_channel_risky(const ranges *r, const expr *channel, uint32_t fields, bool wants_buffer) {
  inspection i = {.r = r, .fields = fields, .wants_buffer = wants_buffer};
  return !range_channel(r, channel, inspect_type, &i) || i.is_risky;
}

static bool is_index_risky(const ranges *r, const expr *e) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < e->var->parts.count; i++) {
    uint32_t length = e->var->parts.at[i].length;
    if (length == 0)
      continue;
    if (next == e->indices.count)
      return false; // those that are left out are 0
    range index = range_of(r, e->indices.at[next++]);
    if (index.least < 0 || index.most >= length)
      return true;
  }
  return false;
}

static bool lies_within(range r, int64_t least, int64_t most) {
  return r.least > r.most || (r.least >= least && r.most <= most);
}

static bool is_pick_risky(const ranges *r, const net_pick *p) {
  return p->count && p->offset && !lies_within(range_of(r, p->offset), 0, (int64_t)p->count - 1);
}

static bool is_bound_risky(const ranges *r, const net_bound *b) {
  return is_pick_risky(r, &b->x) || is_pick_risky(r, &b->y) ||
         !lies_within(range_of(r, b->limit), -NET_MAX_TIME, NET_MAX_TIME);
}

static bool may_not_hold(const ranges *r, net_type type, const expr *value) {
  return type.is_checked && !lies_within(range_of(r, value), type.low, type.high);
}

static bool is_call_risky(const ranges *r, const expr *e);

static void inspect_expr(const expr *e, void *context) {
  inspection *i = context;
  switch ((expr_op)e->op) {
  case EXPR_VAR:
  case EXPR_REMOTE_VAR:
    i->is_risky |= is_index_risky(i->r, e);
    break;
  case EXPR_DIV:
  case EXPR_MOD: {
    range by = range_of(i->r, e->b);
    i->is_risky |= by.least <= 0 && by.most >= 0;
    break;
  }
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_EMPTY:
  case EXPR_NOT_FULL:
  case EXPR_NOT_EMPTY:
    i->is_risky |= is_channel_risky(i->r, e->a, UINT32_MAX, false);
    break;
  case EXPR_POLL:
    i->is_risky |= is_channel_risky(i->r, e->a, e->patterns.count, true);
    break;
  case EXPR_ENABLED:
    i->is_risky = true;
    break;
  case EXPR_CALL:
    i->is_risky |= is_call_risky(i->r, e);
    break;
  case EXPR_BOUND:
    i->is_risky |= is_bound_risky(i->r, e->bound);
    break;
  default:
    break;
  }
}

bool risk_of_expr(const ranges *r, const expr *e) {
  inspection i = {.r = r};
  expr_walk(e, inspect_expr, &i);
  return i.is_risky;
}

static bool is_broadcast_risky(const network *net, const net_sync *s) {
  for (uint32_t i = 0; s->kind == SYNC_CALL && i < s->label.count; i++)
    if (risk_of_broadcast(net, s->label.first + i))
      return true;
  return false;
}

static bool is_sync_risky(const ranges *r, const net_sync *s, bool in_block) {
  if (s->kind == SYNC_NONE)
    return false;
  if (s->kind == SYNC_CALL || s->kind == SYNC_ANSWER)
    return is_pick_risky(r, &s->label) || is_broadcast_risky(r->net, s);
  bool is_send = s->kind == SYNC_SEND;
  return is_channel_risky(r, s->channel, is_send ? s->fields.count : s->patterns.count, is_send ? in_block : s->peek);
}

static bool is_start_risky(const ranges *r, const net_template *t) {
  for (uint32_t i = 0; i < t->vars.count; i++) {
    const net_var *v = r->net->vars.at[t->vars.at[i]];
    for (uint32_t k = 0; k < v->init.count; k++)
      if (range_is_early(v->init.at[k]) || risk_of_expr(r, v->init.at[k]))
        return true;
  }
  return false;
}

bool risk_is_sure(const net_edge *e) {
  int32_t value;
  if (e->sync.kind != SYNC_NONE || e->is_end || e->bounds.count)
    return false;
  return e->is_else ? !e->guard : !e->guard || (expr_is_const(e->guard, &value) && value);
}

// Every location of a flow without cycles has an order: it comes after all that its edges lead to.
static bool has_cycle(mem *m, const network *net, const net_flow *f) {
  bool *is_done = mem_alloc(m, f->locations.count + 1);
  uint32_t left = f->locations.count;
  for (uint32_t before = left + 1; left < before;) {
    before = left;
    for (uint32_t l = 0; l < f->locations.count; l++) {
      bool is_next = !is_done[l];
      for (uint32_t i = 0; is_next && i < f->locations.at[l].edges.count; i++) {
        uint32_t to = net->edges.at[f->locations.at[l].edges.at[i]]->to;
        is_next = to == NET_BLOCK_EXIT || is_done[to];
      }
      is_done[l] |= is_next;
      left -= is_next;
    }
  }
  mem_free(m, is_done);
  return left > 0;
}

static bool is_edge_risky(const ranges *r, const net_edge *e, bool assertions, bool in_block);

// A block can stand still, run for ever, or run into a fault of one of its edges.
static bool is_block_risky(const ranges *r, const net_flow *f, bool assertions) {
  if (r->domains ? !domains_block_ends(r->domains, f) : has_cycle(r->m, r->net, f))
    return true;
  for (uint32_t l = 0; l < f->locations.count; l++) {
    bool goes_on = false;
    for (uint32_t i = 0; i < f->locations.at[l].edges.count; i++) {
      const net_edge *e = r->net->edges.at[f->locations.at[l].edges.at[i]];
      if (is_edge_risky(r, e, assertions, true))
        return true;
      goes_on |= risk_is_sure(e);
    }
    if (!goes_on)
      return true;
  }
  return false;
}

// Found out once for each function: its block may call others in turn.
static bool is_call_risky(const ranges *r, const expr *e) {
  enum { NOT_KNOWN, FINE, RISKY };
  const net_function *f = &r->net->functions.at[e->value];
  uint8_t *known = &r->call_risk[e->value];
  uint32_t next = 0;
  for (uint32_t i = 0; i < f->parameters.count; i++)
    for (uint32_t c = 0; c < f->parameters.at[i]->cells && next < e->indices.count; c++)
      if (may_not_hold(r, f->parameters.at[i]->type, e->indices.at[next++]))
        return true;
  if (*known == NOT_KNOWN) {
    *known = RISKY;
    *known = is_block_risky(r, &r->net->blocks.at[f->block], true) ? RISKY : FINE;
  }
  return *known == RISKY;
}

static bool is_stmt_risky(const ranges *r, const net_stmt *s, bool assertions) {
  switch (s->kind) {
  case STMT_ASSIGN:
    return may_not_hold(r, s->target->var->type, s->value);
  case STMT_ASSERT:
    return assertions;
  case STMT_SET_CLOCK:
    return is_pick_risky(r, &s->clock) || is_pick_risky(r, &s->from) ||
           (s->value && !lies_within(range_of(r, s->value), 0, NET_MAX_TIME));
  case STMT_RUN:
    return is_start_risky(r, r->net->templates.at[s->template_]);
  case STMT_BLOCK:
    return is_block_risky(r, &r->net->blocks.at[s->block], assertions);
  default:
    return false;
  }
}

static bool is_edge_risky(const ranges *r, const net_edge *e, bool assertions, bool in_block) {
  inspection i = {.r = r};
  net_walk_edge(e, inspect_expr, &i);
  if (i.is_risky || is_sync_risky(r, &e->sync, in_block))
    return true;
  for (uint32_t n = 0; n < e->bounds.count; n++)
    if (is_bound_risky(r, &e->bounds.at[n]))
      return true;
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (is_stmt_risky(r, s, assertions))
      return true;
  return false;
}

// May the invariant of a location go wrong? That happens in a step: one that leads there, or another's.
static bool is_invariant_risky(const ranges *r, const net_location *l) {
  inspection i = {.r = r};
  expr_walk(l->invariant, inspect_expr, &i);
  for (uint32_t n = 0; n < l->bounds.count; n++) {
    net_walk_bound(&l->bounds.at[n], inspect_expr, &i);
    i.is_risky |= is_bound_risky(r, &l->bounds.at[n]);
  }
  return i.is_risky;
}

bool risk_of_edge(const ranges *r, const net_edge *e, bool assertions) {
  return is_edge_risky(r, e, assertions, false);
}

bool risk_at_location(const ranges *r, const net_template *t, uint32_t location, bool assertions) {
  const net_location *l = &t->flow.locations.at[location];
  if (r->net->is_timed && r->net->faults_block)
    return false;
  if ((t->is_deterministic && l->edges.count > 1) || is_invariant_risky(r, l))
    return true;
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = r->net->edges.at[l->edges.at[i]];
    if (risk_of_edge(r, e, assertions) || is_invariant_risky(r, &t->flow.locations.at[e->to]))
      return true;
  }
  return false;
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

// A block that could run a statement twice has a cycle, which is a risk already.
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

// Besides, the state after the step must be one that exists, and nobody else may stand at a committed location.
static bool is_sure_timed(const network *net, const risk_places *p, const net_template *t, const net_edge *e) {
  bool is_committed = t->flow.locations.at[e->from].flags & LOC_COMMITTED;
  return risk_is_sure(e) && !risk_of_vanishing(net, p, t, e) && (is_committed || !p->are_committed);
}

bool risk_of_standing(const network *net, const net_template *t, uint32_t location) {
  int32_t value;
  if (net->uses_priority || (t->provided && !(expr_is_const(t->provided, &value) && value)))
    return true;
  const net_location *l = &t->flow.locations.at[location];
  risk_places places = net->is_timed ? risk_places_of(net) : (risk_places){0};
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = net->edges.at[l->edges.at[i]];
    if (net->is_timed ? is_sure_timed(net, &places, t, e) : risk_is_sure(e))
      return false;
  }
  return true;
}
