// The steps that read a part. Before each of them private steps may have to be inserted, so it must be possible to
// wait.
#include "abstraction/safe.h"

typedef struct {
  const safe_network *n;
  const safe_part *part;
  bool found;      // it reads the part
  bool is_unclear; // it may read the part of another process
} reading;

// The only process of the template of the part.
static bool is_process(const reading *r, const expr *e) {
  int32_t pid;
  return e && ((e->op == EXPR_FIRST && e->value == r->part->template_) ||
               (expr_is_const(e, &pid) && pid == r->n->pid[r->part->template_]));
}

static void note_member(const expr *e, void *context) {
  reading *r = context;
  bool is_var = (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR) && r->part->member[e->var->index] != NET_NONE;
  bool is_at = e->op == EXPR_AT && e->value == r->part->template_;
  r->found |= is_var || is_at;
  if (is_at || (is_var && e->op == EXPR_REMOTE_VAR))
    r->is_unclear |= !is_process(r, e->a);
}

static bool edge_reads(reading *r, const net_edge *e) {
  r->found = false;
  net_walk_edge(e, note_member, r);
  return r->found;
}

static void note_fallible(const expr *e, void *context) {
  *(bool *)context |= e->indices.count || e->op == EXPR_DIV || e->op == EXPR_MOD || e->op == EXPR_CALL;
}

static bool has_committed(const network *n) {
  for (uint32_t t = 0; t < n->templates.count; t++)
    for (uint32_t i = 0; i < n->templates.at[t]->flow.locations.count; i++)
      if (n->templates.at[t]->flow.locations.at[i].flags & LOC_COMMITTED)
        return true;
  return false;
}

// Private steps come before the state that is asked for. A fault of the condition would be one of some states only.
static bool can_question_wait(reading *r, safe_part *p) {
  bool may_fault = false;
  r->found = false;
  expr_walk(p->asked->condition, note_member, r);
  expr_walk(p->asked->condition, note_fallible, &may_fault);
  p->is_asked_for = r->found;
  return !p->is_asked_for || (!may_fault && !has_committed(r->n->net));
}

// What is evaluated in a state, or while several steps are possible, cannot wait.
static bool is_read_elsewhere(reading *r) {
  const network *n = r->n->net;
  r->found = false;
  for (uint32_t i = 0; i < n->vars.count; i++)
    for (uint32_t k = 0; k < n->vars.at[i]->init.count; k++)
      expr_walk(n->vars.at[i]->init.at[k], note_member, r);
  for (uint32_t t = 0; t < n->templates.count; t++) {
    expr_walk(n->templates.at[t]->provided, note_member, r);
    const net_flow *flow = &n->templates.at[t]->flow;
    for (uint32_t i = 0; i < flow->locations.count; i++) {
      expr_walk(flow->locations.at[i].invariant, note_member, r);
      for (uint32_t k = 0; k < flow->locations.at[i].bounds.count; k++)
        net_walk_bound(&flow->locations.at[i].bounds.at[k], note_member, r);
    }
  }
  return r->found;
}

// The locations of the process of the part are read by all its edges.
static bool find_edges(reading *r, safe_part *p) {
  const safe_network *n = r->n;
  p->reads = ARENA_ARRAY(p->memory, bool, n->net->edges.count + 1);
  for (uint32_t i = 0; i < n->net->edges.count; i++) {
    const net_edge *e = n->net->edges.at[i];
    uint32_t template_ = n->owner[i];
    bool is_block = template_ == UINT32_MAX;
    if (p->is_private[i] || (!is_block && !n->reached[template_][e->from]))
      continue;
    p->reads[i] = edge_reads(r, e) || (!is_block && p->template_ == (int32_t)template_);
    if (p->reads[i] && (is_block || !safe_is_unordered(n, template_, e->from) || n->inside[template_][e->from]))
      return false;
    if (p->reads[i] && p->template_ == (int32_t)template_ && e->keeps_control)
      return false;
  }
  return !r->is_unclear;
}

static bool is_committed(const safe_network *n, const net_edge *e) {
  const net_template *t = n->net->templates.at[n->owner[e->id]];
  return t->flow.locations.at[e->from].flags & LOC_COMMITTED;
}

typedef struct {
  bool *calls, *answers; // by label: some caller, some answerer reads the part
} label_readers;

static bool has_urgent(const network *n, const net_pick *p) {
  for (uint32_t i = 0; i < p->count; i++)
    if (n->labels.at[p->first + i].is_urgent)
      return true;
  return false;
}

static void note_labels(bool *of, const net_pick *p) {
  for (uint32_t i = 0; i < p->count; i++)
    of[p->first + i] = true;
}

// Time stops if a step by an urgent label is possible; and where a process is committed, only its steps are.
static bool can_edges_wait(const safe_network *n, const safe_part *p, label_readers *labels) {
  for (uint32_t i = 0; i < n->net->edges.count; i++) {
    const net_edge *e = n->net->edges.at[i];
    if (!p->reads[i])
      continue;
    if (is_committed(n, e) || has_urgent(n->net, &e->sync.label))
      return false;
    note_labels(e->sync.kind == SYNC_CALL ? labels->calls : labels->answers, &e->sync.label);
  }
  for (uint32_t i = 0; i < n->net->edges.count; i++) {
    const net_edge *e = n->net->edges.at[i];
    for (uint32_t k = 0; k < e->sync.label.count; k++)
      if ((labels->calls[e->sync.label.first + k] || labels->answers[e->sync.label.first + k]) && is_committed(n, e))
        return false;
  }
  return true;
}

// A label for which several participants may read the part; with it, all labels of the array it is chosen from.
static void find_agreements(const safe_network *n, safe_part *p, const label_readers *labels) {
  p->agrees = ARENA_ARRAY(p->memory, bool, n->net->labels.count + 1);
  for (uint32_t i = 0; i < n->net->labels.count; i++)
    p->agrees[i] = labels->answers[i] && (labels->calls[i] || n->net->labels.at[i].is_broadcast);
  bool has_grown = true;
  while (has_grown) {
    has_grown = false;
    for (uint32_t i = 0; i < n->net->edges.count; i++) {
      const net_pick *pick = &n->net->edges.at[i]->sync.label;
      uint32_t count = 0;
      for (uint32_t k = 0; k < pick->count; k++)
        count += p->agrees[pick->first + k];
      has_grown |= count && count < pick->count;
      if (count)
        note_labels(p->agrees, pick);
    }
  }
}

// A rendezvous is a step of two edges, and may be inside an atomic sequence of the sender.
static bool can_meetings_wait(const safe_network *n, const safe_part *p) {
  bool sends = false, receives = false, is_inside = false;
  for (uint32_t i = 0; i < n->net->edges.count && n->net->has_rendezvous; i++) {
    const net_edge *e = n->net->edges.at[i];
    bool is_meeting = e->sync.kind == SYNC_SEND || e->sync.kind == SYNC_RECEIVE;
    sends |= p->reads[i] && e->sync.kind == SYNC_SEND;
    receives |= p->reads[i] && e->sync.kind == SYNC_RECEIVE;
    is_inside |= is_meeting && (n->owner[i] == UINT32_MAX || n->inside[n->owner[i]][e->from]);
  }
  return !(sends && receives) && !((sends || receives) && is_inside);
}

bool safe_find_readers(const safe_network *n, safe_part *p) {
  reading r = {.n = n, .part = p};
  label_readers labels = {.calls = ARENA_ARRAY(p->memory, bool, n->net->labels.count + 1),
                          .answers = ARENA_ARRAY(p->memory, bool, n->net->labels.count + 1)};
  if (is_read_elsewhere(&r) || !can_question_wait(&r, p) || !find_edges(&r, p) || !can_edges_wait(n, p, &labels) ||
      !can_meetings_wait(n, p))
    return false;
  find_agreements(n, p, &labels);
  return true;
}
