#include "facts/independence.h"

typedef struct {
  mem *m;
  const network *n;
  bool *is_shared;     // by variable: some other process reads it
  bool **is_looked_at; // by template, by location: some expression asks whether a process stands there
  bool **is_private;
  bool is_hopeless;     // the model looks at what every step changes
  bool minds_receivers; // somebody does something else where nobody is ready to receive
} analysis;

static bool **by_location(mem *m, const network *n) {
  bool **rows = mem_alloc(m, sizeof *rows * (n->templates.count + 1));
  for (uint32_t t = 0; t < n->templates.count; t++)
    rows[t] = mem_alloc(m, n->templates.at[t]->flow.locations.count + 1);
  return rows;
}

void net_free_private_locations(mem *m, const network *n, bool **locations) {
  for (uint32_t t = 0; t < n->templates.count; t++)
    mem_free(m, locations[t]);
  mem_free(m, locations);
}

static void note(const expr *e, void *context) {
  analysis *a = context;
  switch ((expr_op)e->op) {
  case EXPR_REMOTE_VAR:
    a->is_shared[e->var->index] = true;
    break;
  case EXPR_AT:
    for (uint32_t i = 0; i < e->locations.count; i++)
      a->is_looked_at[e->value][e->locations.at[i]] = true;
    break;
  case EXPR_PC:
  case EXPR_ENABLED:
  case EXPR_NO_PROGRESS:
  case EXPR_LAST:
    a->is_hopeless = true;
    break;
  default:
    break;
  }
}

typedef struct {
  const analysis *a;
  bool is_own;
} ownership;

static void judge(const expr *e, void *context) {
  ownership *o = context;
  if (e->op == EXPR_VAR) {
    if (!e->var->is_ghost && (e->var->template_ == NET_NONE || o->a->is_shared[e->var->index]))
      o->is_own = false;
  } else if (e->op > EXPR_COND || e->op == EXPR_REMOTE_VAR || e->op == EXPR_AT) {
    if (e->op != EXPR_PID)
      o->is_own = false;
  }
}

static bool is_own(const analysis *a, const expr *e) {
  ownership o = {a, true};
  expr_walk(e, judge, &o);
  return o.is_own;
}

static bool has_own_effect(const analysis *a, const net_edge *e);

static bool is_own_block(const analysis *a, const net_flow *f) {
  for (uint32_t i = 0; i < f->locations.count; i++)
    for (uint32_t k = 0; k < f->locations.at[i].edges.count; k++)
      if (!has_own_effect(a, a->n->edges.at[f->locations.at[i].edges.at[k]]))
        return false;
  return true;
}

static bool is_own_stmt(const analysis *a, const net_stmt *s) {
  switch (s->kind) {
  case STMT_ASSIGN:
  case STMT_ASSERT:
    return is_own(a, s->target) && is_own(a, s->value);
  case STMT_PRINT:
    for (uint32_t i = 0; i < s->args.count; i++)
      if (!is_own(a, s->args.at[i]))
        return false;
    return true;
  case STMT_BLOCK:
    return is_own_block(a, &a->n->blocks.at[s->block]);
  default:
    return false;
  }
}

static bool has_own_effect(const analysis *a, const net_edge *e) {
  if (e->sync.kind != SYNC_NONE || !is_own(a, e->guard))
    return false;
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (!is_own_stmt(a, s))
      return false;
  return true;
}

static bool has_sync(const analysis *a, const net_location *l, sync_kind kind) {
  for (uint32_t i = 0; i < l->edges.count; i++)
    if (a->n->edges.at[l->edges.at[i]]->sync.kind == kind)
      return true;
  return false;
}

// Whether a rendezvous can happen depends on where the receiver stands. That matters to others, beyond the rendezvous
// itself, where a send stands beside an else or an escape, in a deterministic process, or inside an atomic sequence
// (which loses control if nobody receives).
static bool minds_receivers(const analysis *a, const net_template *t) {
  for (uint32_t i = 0; i < t->flow.locations.count; i++) {
    const net_location *l = &t->flow.locations.at[i];
    for (uint32_t k = 0; k < l->edges.count; k++) {
      const net_edge *e = a->n->edges.at[l->edges.at[k]];
      bool matters = e->is_else || e->rank > 0 || t->is_deterministic;
      if (matters && has_sync(a, l, SYNC_SEND))
        return true;
      if (e->keeps_control && has_sync(a, &t->flow.locations.at[e->to], SYNC_SEND))
        return true;
    }
  }
  return false;
}

static bool is_private_location(const analysis *a, uint32_t t, const net_location *l) {
  if (l->edges.count == 0)
    return false;
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = a->n->edges.at[l->edges.at[i]];
    if (!has_own_effect(a, e) || a->is_looked_at[t][e->from] || a->is_looked_at[t][e->to])
      return false;
    if (a->minds_receivers && has_sync(a, &a->n->templates.at[t]->flow.locations.at[e->to], SYNC_RECEIVE))
      return false;
  }
  return true;
}

// A step that keeps control holds up everybody else, so all that it leads to must be private as well.
static bool keeps_to_itself(const analysis *a, uint32_t t, const net_location *l) {
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = a->n->edges.at[l->edges.at[i]];
    if (e->keeps_control && !a->is_private[t][e->to])
      return false;
  }
  return true;
}

static void narrow(const analysis *a, uint32_t t) {
  const net_flow *f = &a->n->templates.at[t]->flow;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < f->locations.count; i++)
      if (a->is_private[t][i] && !keeps_to_itself(a, t, &f->locations.at[i])) {
        a->is_private[t][i] = false;
        changed = true;
      }
  }
}

typedef struct {
  uint32_t location, next;
} visit;

// Unmarks where a walk along marked locations comes back to its own path.
static void break_cycles(const analysis *a, uint32_t t) {
  enum { NEW, ON_PATH, DONE };
  const net_flow *f = &a->n->templates.at[t]->flow;
  uint8_t *state = mem_alloc(a->m, f->locations.count + 1);
  VEC(visit) path = {0};
  for (uint32_t start = 0; start < f->locations.count; start++) {
    if (!a->is_private[t][start] || state[start] != NEW)
      continue;
    vec_push(a->m, &path, ((visit){start, 0}));
    state[start] = ON_PATH;
    while (path.count > 0) {
      visit *top = &path.at[path.count - 1];
      const net_location *l = &f->locations.at[top->location];
      if (top->next == l->edges.count) {
        state[top->location] = DONE;
        path.count--;
        continue;
      }
      uint32_t to = a->n->edges.at[l->edges.at[top->next++]]->to;
      if (!a->is_private[t][to])
        continue;
      if (state[to] == ON_PATH) {
        a->is_private[t][to] = false;
      } else if (state[to] == NEW) {
        state[to] = ON_PATH;
        vec_push(a->m, &path, ((visit){to, 0}));
      }
    }
  }
  vec_free(a->m, &path);
  mem_free(a->m, state);
}

bool **net_private_locations(mem *m, const network *n, expr *const *watched, uint32_t count) {
  analysis a = {.m = m, .n = n};
  a.is_shared = mem_alloc(m, n->vars.count + 1);
  a.is_looked_at = by_location(m, n);
  a.is_private = by_location(m, n);
  a.is_hopeless = n->uses_priority || n->uses_provided;
  for (uint32_t i = 0; i < n->edges.count; i++)
    net_walk_edge(n->edges.at[i], note, &a);
  for (uint32_t i = 0; i < count; i++)
    expr_walk(watched[i], note, &a);
  for (uint32_t t = 0; t < n->templates.count && n->has_rendezvous; t++)
    a.minds_receivers |= minds_receivers(&a, n->templates.at[t]);
  for (uint32_t t = 0; t < n->templates.count && !a.is_hopeless; t++) {
    const net_flow *f = &n->templates.at[t]->flow;
    for (uint32_t i = 0; i < f->locations.count; i++)
      a.is_private[t][i] = is_private_location(&a, t, &f->locations.at[i]);
    narrow(&a, t);
    break_cycles(&a, t);
  }
  mem_free(m, a.is_shared);
  net_free_private_locations(m, n, a.is_looked_at);
  return a.is_private;
}
