// Faults in expressions, statements, blocks and functions.
#include "facts/risk_internal.h"

typedef enum { NOT_KNOWN, FINE, RISKY } verdict; // of a function

typedef struct {
  risks *k;
  uint32_t fields;   // number of fields of a message; UINT32_MAX = any
  bool wants_buffer; // a rendezvous channel is a fault
  bool is_risky;
} inspection;

static void inspect_type(uint32_t type, void *context) {
  inspection *i = context;
  const net_channel *c = &i->k->net->channels.at[type];
  if ((i->fields != UINT32_MAX && c->fields.count != i->fields) || (i->wants_buffer && c->capacity == 0))
    i->is_risky = true;
}

static bool is_channel_risky(risks *k, const expr *channel, uint32_t fields, bool wants_buffer) {
  inspection i = {.k = k, .fields = fields, .wants_buffer = wants_buffer};
  return !ranges_channel(k->ranges, channel, inspect_type, &i) || i.is_risky;
}

static bool is_index_risky(risks *k, const expr *e) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < e->var->parts.count; i++) {
    uint32_t length = e->var->parts.at[i].length;
    if (length == 0)
      continue;
    if (next == e->indices.count)
      return false; // an index that is left out is 0
    interval index = ranges_at_hull(k->now, e->indices.at[next++]);
    if (index.low < 0 || index.high >= (int64_t)length)
      return true;
  }
  return false;
}

static bool is_pick_risky(risks *k, const net_pick *p) {
  return p->count && p->offset && !interval_lies_within(ranges_at_hull(k->now, p->offset), 0, (int64_t)p->count - 1);
}

static bool is_bound_risky(risks *k, const net_bound *b) {
  return is_pick_risky(k, &b->x) || is_pick_risky(k, &b->y) ||
         !interval_lies_within(ranges_at_hull(k->now, b->limit), -NET_MAX_TIME, NET_MAX_TIME);
}

static bool may_not_hold(risks *k, net_type type, const expr *value) {
  return type.is_checked && !interval_lies_within(ranges_at_hull(k->now, value), type.low, type.high);
}

static bool is_call_risky(risks *k, const expr *e);

static void inspect_expr(const expr *e, void *context) {
  inspection *i = context;
  switch ((expr_op)e->op) {
  case EXPR_VAR:
  case EXPR_REMOTE_VAR:
    i->is_risky |= is_index_risky(i->k, e);
    break;
  case EXPR_DIV:
  case EXPR_MOD: {
    interval by = ranges_at_hull(i->k->now, e->b);
    i->is_risky |= by.low <= 0 && by.high >= 0;
    break;
  }
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_EMPTY:
  case EXPR_NOT_FULL:
  case EXPR_NOT_EMPTY:
    i->is_risky |= is_channel_risky(i->k, e->a, UINT32_MAX, false);
    break;
  case EXPR_POLL:
    i->is_risky |= is_channel_risky(i->k, e->a, e->patterns.count, true);
    break;
  case EXPR_ENABLED:
    i->is_risky = true;
    break;
  case EXPR_CALL:
    i->is_risky |= is_call_risky(i->k, e);
    break;
  case EXPR_BOUND:
    i->is_risky |= is_bound_risky(i->k, e->bound);
    break;
  default:
    break;
  }
}

risks *risk_open(mem *m, const ranges *r, accesses *a) {
  risks *k = mem_alloc(m, sizeof *k);
  *k = (risks){.m = m, .net = r->net, .ranges = r, .accesses = a};
  k->calls = mem_alloc(m, r->net->functions.count + 1);
  k->asked = mem_alloc(m, sizeof *k->asked * (r->net->functions.count + 1));
  k->here = ranges_at_open(r);
  k->now = k->anywhere = ranges_at_open(r);
  return k;
}

void risk_close(risks *k) {
  mem_free(k->m, k->calls);
  mem_free(k->m, k->asked);
  ranges_at_close(k->here);
  ranges_at_close(k->anywhere);
  mem_free(k->m, k);
}

bool risk_in_expr(risks *k, const expr *e) {
  inspection i = {.k = k};
  expr_walk(e, inspect_expr, &i);
  return i.is_risky;
}

bool risk_of_expr(risks *k, const expr *e) {
  k->query++;
  k->now = k->anywhere;
  return risk_in_expr(k, e);
}

static bool is_broadcast_risky(const network *net, const net_sync *s) {
  for (uint32_t i = 0; s->kind == SYNC_CALL && i < s->label.count; i++)
    if (risk_of_broadcast(net, s->label.first + i))
      return true;
  return false;
}

bool risk_in_bounds(risks *k, const net_bounds *bounds) {
  inspection i = {.k = k};
  for (uint32_t n = 0; n < bounds->count; n++) {
    net_walk_bound(&bounds->at[n], inspect_expr, &i);
    i.is_risky |= is_bound_risky(k, &bounds->at[n]);
  }
  return i.is_risky;
}

bool risk_in_sync(risks *k, const net_sync *s, bool in_block) {
  if (s->kind == SYNC_NONE)
    return false;
  if (s->kind == SYNC_CALL || s->kind == SYNC_ANSWER)
    return is_pick_risky(k, &s->label) || is_broadcast_risky(k->net, s);
  bool is_send = s->kind == SYNC_SEND;
  return is_channel_risky(k, s->channel, is_send ? s->fields.count : s->patterns.count, is_send ? in_block : s->peek);
}

static void note_early(const expr *e, void *context) {
  if ((e->op == EXPR_VAR && !e->var->is_parameter) || e->op == EXPR_REMOTE_VAR || e->op >= EXPR_LEN)
    *(bool *)context = true;
}

// Does it read variables or channels? They may not be initialised or created when it is evaluated.
static bool is_early(const expr *initialiser) {
  bool result = false;
  expr_walk(initialiser, note_early, &result);
  return result;
}

static bool is_start_risky(risks *k, const net_template *t) {
  const ranges_at *now = k->now;
  bool is_risky = false;
  k->now = k->anywhere;
  for (uint32_t i = 0; i < t->vars.count && !is_risky; i++) {
    const net_var *v = k->net->vars.at[t->vars.at[i]];
    for (uint32_t n = 0; n < v->init.count && !is_risky; n++)
      is_risky = is_early(v->init.at[n]) || risk_in_expr(k, v->init.at[n]);
  }
  k->now = now;
  return is_risky;
}

// A flow without cycles has a topological order: repeatedly marks locations whose successors are all marked.
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

static bool is_block_edge_risky(risks *k, const net_edge *e, bool assertions);

static bool starts_processes(risks *k, const net_flow *f) {
  for (uint32_t l = 0; l < f->locations.count; l++)
    for (uint32_t i = 0; i < f->locations.at[l].edges.count; i++)
      if (access_of_edge(k->accesses, f->locations.at[l].edges.at[i])->flags & ACCESS_STARTS)
        return true;
  return false;
}

static bool is_flow_risky(risks *k, uint32_t block, bool assertions) {
  const net_flow *f = &k->net->blocks.at[block];
  if (!ranges_block_ends(k->ranges, block) || (starts_processes(k, f) && has_cycle(k->m, k->net, f)))
    return true;
  for (uint32_t l = 0; l < f->locations.count; l++) {
    bool goes_on = false;
    for (uint32_t i = 0; i < f->locations.at[l].edges.count; i++) {
      const net_edge *e = k->net->edges.at[f->locations.at[l].edges.at[i]];
      if (is_block_edge_risky(k, e, assertions))
        return true;
      goes_on |= risk_is_sure(e);
    }
    if (!goes_on)
      return true;
  }
  return false;
}

// A block may block, run for ever, or cause a fault in one of its edges. It may be run from anywhere.
static bool is_block_risky(risks *k, uint32_t block, bool assertions) {
  const ranges_at *now = k->now;
  k->now = k->anywhere;
  bool is_risky = is_flow_risky(k, block, assertions);
  k->now = now;
  return is_risky;
}

// Computed once for each function. A function that calls itself is risky.
static bool is_call_risky(risks *k, const expr *e) {
  const net_function *f = &k->net->functions.at[e->value];
  uint8_t *known = &k->calls[e->value];
  uint32_t next = 0;
  for (uint32_t i = 0; i < f->parameters.count; i++)
    for (uint32_t c = 0; c < f->parameters.at[i]->cells && next < e->indices.count; c++)
      if (may_not_hold(k, f->parameters.at[i]->type, e->indices.at[next++]))
        return true;
  if (*known == NOT_KNOWN) {
    if (k->asked[e->value] == k->query)
      return true;
    k->asked[e->value] = k->query;
    *known = is_block_risky(k, f->block, true) ? RISKY : FINE;
  }
  return *known == RISKY;
}

bool risk_in_stmt(risks *k, const net_stmt *s, bool assertions) {
  switch (s->kind) {
  case STMT_ASSIGN:
    return may_not_hold(k, s->target->var->type, s->value);
  case STMT_ASSERT:
    return assertions;
  case STMT_SET_CLOCK:
    return is_pick_risky(k, &s->clock) || is_pick_risky(k, &s->from) ||
           (s->value && !interval_lies_within(ranges_at_hull(k->now, s->value), 0, NET_MAX_TIME));
  case STMT_RUN:
    return is_start_risky(k, k->net->templates.at[s->template_]);
  case STMT_BLOCK:
    return is_block_risky(k, s->block, assertions);
  default:
    return false;
  }
}

static bool is_block_edge_risky(risks *k, const net_edge *e, bool assertions) {
  inspection i = {.k = k};
  mem_poll(k->m);
  net_walk_edge(e, inspect_expr, &i);
  if (i.is_risky || risk_in_sync(k, &e->sync, true))
    return true;
  for (uint32_t n = 0; n < e->bounds.count; n++)
    if (is_bound_risky(k, &e->bounds.at[n]))
      return true;
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (risk_in_stmt(k, s, assertions))
      return true;
  return false;
}
