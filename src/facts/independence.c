#include "facts/independence.h"

typedef struct {
  mem *m;
  const network *n;
  accesses *accesses;
  risks *avoided;    // NULL = none
  bool *is_shared;   // by variable: other processes read it
  bool *is_observed; // by access_location: an expression tests whether a process is there
  bool **is_private;
  bool observes_every_step;  // the model reads what every step changes, so no location is independent
  bool depends_on_receivers; // a process behaves differently if no process is ready to receive
} analysis;

static bool **by_location(mem *m, const network *n) {
  bool **rows = mem_alloc(m, sizeof *rows * (n->templates.count + 1));
  for (uint32_t t = 0; t < n->templates.count; t++)
    rows[t] = mem_alloc(m, n->templates.at[t]->flow.locations.count + 1);
  return rows;
}

void independence_free(mem *m, const network *n, bool **locations) {
  for (uint32_t t = 0; t < n->templates.count; t++)
    mem_free(m, locations[t]);
  mem_free(m, locations);
}

// Notes what other processes than the one that moves can observe.
static void note(analysis *a, const access_sets *of) {
  const uint32_t every_step = ACCESS_PC | ACCESS_ENABLED | ACCESS_LAST;
  for (uint32_t i = 0; i < of->reads[ACCESS_REMOTE].count; i++)
    a->is_shared[of->reads[ACCESS_REMOTE].at[i]] = true;
  for (uint32_t i = 0; i < of->reads[ACCESS_LOCATIONS].count; i++)
    a->is_observed[of->reads[ACCESS_LOCATIONS].at[i]] = true;
  a->observes_every_step |= (of->flags & every_step) != 0;
}

static bool are_own(const analysis *a, access_set vars) {
  for (uint32_t i = 0; i < vars.count; i++) {
    const net_var *v = a->n->vars.at[vars.at[i]];
    if (!v->is_ghost && (v->template_ == NET_NONE || a->is_shared[v->index]))
      return false;
  }
  return true;
}

// Besides the location of the process, the edge accesses only variables of the process itself.
static bool is_own_edge(const analysis *a, const net_edge *e) {
  const access_sets *of = access_of_edge(a->accesses, e->id);
  if (e->sync.kind != SYNC_NONE || of->flags & ~(uint32_t)ACCESS_ASSERTS)
    return false;
  for (access_kind kind = ACCESS_REMOTE; kind < ACCESS_KINDS; kind++)
    if (of->reads[kind].count || of->writes[kind].count)
      return false;
  return are_own(a, of->reads[ACCESS_VARS]) && are_own(a, of->writes[ACCESS_VARS]);
}

static bool has_sync(const analysis *a, const net_location *l, sync_kind kind) {
  for (uint32_t i = 0; i < l->edges.count; i++)
    if (a->n->edges.at[l->edges.at[i]]->sync.kind == kind)
      return true;
  return false;
}

// Whether a rendezvous is enabled depends on the location of the receiver. A sender depends on this beyond the
// rendezvous itself if its send is beside an else or an escape, in a deterministic process, or inside an atomic
// sequence (which loses atomicity if no process receives).
static bool has_send_that_may_block(const analysis *a, const net_template *t) {
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

static bool may_be_error(const analysis *a, uint32_t t, const net_location *l) {
  const net_template *template_ = a->n->templates.at[t];
  return (template_->is_deterministic && l->edges.count > 1) ||
         risk_at_location(a->avoided, template_, (uint32_t)(l - template_->flow.locations.at), true);
}

static bool is_private_location(const analysis *a, uint32_t t, const net_location *l) {
  if (l->edges.count == 0 || (a->avoided && may_be_error(a, t, l)))
    return false;
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = a->n->edges.at[l->edges.at[i]];
    if (!is_own_edge(a, e) || a->is_observed[access_location(a->accesses, t, e->from)] ||
        a->is_observed[access_location(a->accesses, t, e->to)])
      return false;
    if (a->depends_on_receivers && has_sync(a, &a->n->templates.at[t]->flow.locations.at[e->to], SYNC_RECEIVE))
      return false;
  }
  return true;
}

// No other process moves after a step inside an atomic sequence, so the locations that follow must be private as well.
static bool stays_private(const analysis *a, uint32_t t, const net_location *l) {
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
      if (a->is_private[t][i] && !stays_private(a, t, &f->locations.at[i])) {
        a->is_private[t][i] = false;
        changed = true;
      }
  }
}

typedef struct {
  uint32_t location, next;
} visit;

// Depth-first search along marked locations: the target of each back edge is unmarked.
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

bool **independence_locations(mem *m, const network *n, accesses *known, risks *avoided, expr *const *watched,
                              uint32_t count) {
  analysis a = {.m = m, .n = n, .accesses = known, .avoided = avoided};
  a.is_shared = mem_alloc(m, n->vars.count + 1);
  a.is_observed = mem_alloc(m, n->locations + 1);
  a.is_private = by_location(m, n);
  a.observes_every_step = n->uses_priority || n->uses_provided;
  for (uint32_t i = 0; i < n->edges.count; i++)
    note(&a, access_of_edge(a.accesses, i));
  for (uint32_t i = 0; i < count; i++)
    note(&a, access_of_expr(a.accesses, watched[i]));
  for (uint32_t t = 0; t < n->templates.count && n->has_rendezvous; t++)
    a.depends_on_receivers |= has_send_that_may_block(&a, n->templates.at[t]);
  for (uint32_t t = 0; t < n->templates.count && !a.observes_every_step; t++) {
    const net_flow *f = &n->templates.at[t]->flow;
    for (uint32_t i = 0; i < f->locations.count; i++)
      a.is_private[t][i] = is_private_location(&a, t, &f->locations.at[i]);
    narrow(&a, t);
    break_cycles(&a, t);
    narrow(&a, t); // a location that is only reached inside atomic sequences breaks no cycle: what leads there does
  }
  mem_free(m, a.is_shared);
  mem_free(m, a.is_observed);
  return a.is_private;
}
