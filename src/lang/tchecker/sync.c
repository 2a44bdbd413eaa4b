// Translates synchronisation vectors into labels and edges of the network.
//
// As in TChecker, the locations alone decide which processes take part. A process with a strong constraint must be at a
// location with an edge with its event. A process with a weak constraint takes part if it is at such a location,
// whether that edge is possible or not. So the label requires an answer of every process, and a weak process gets an
// idle edge, a self-loop without effect, at each location that has no edge with the event. An idle edge at a committed
// location would be wrong: the process would count as taking part, and would satisfy the rule for committed locations.
// Instead there is one more variant of the vector, with a label of its own, in which the process is absent and a guard
// requires that it is at such a location.
#include "lang/tchecker/tck.h"

enum { MAX_ABSENT = 6 };

typedef struct participant { // one part of the vector
  tck_part part;
  bool *has_edge;     // by location: it has an edge with the event
  bool has_no_edge;   // no location has one
  bool may_be_absent; // it is weak, and some committed location has no edge with the event
} participant;

typedef struct builder {
  tck *t;
  const tck_vector *vector;
  VEC(participant) participants;
  VEC(uint32_t) present; // the participants of the current variant, in order
  uint32_t label;
  expr *absent; // all absent participants are at committed locations without an edge; NULL = none is absent
} builder;

static const net_flow *flow_of(const builder *b, const participant *s) {
  return &b->t->net->templates.at[s->part.process]->flow;
}

static bool is_of(const tck_edge *e, const participant *s) {
  return e->process == s->part.process && e->event == s->part.event;
}

static participant participant_of(const builder *b, tck_part part) {
  participant s = {.part = part, .has_no_edge = true};
  const net_flow *flow = flow_of(b, &s);
  s.has_edge = ARENA_ARRAY(b->t->memory, bool, flow->locations.count + 1);
  for (uint32_t i = 0; i < b->t->edges.count; i++)
    if (is_of(&b->t->edges.at[i], &s))
      s.has_edge[b->t->edges.at[i].from] = true;
  for (uint32_t i = 0; i < flow->locations.count; i++) {
    s.has_no_edge &= !s.has_edge[i];
    s.may_be_absent |= part.is_weak && !s.has_edge[i] && flow->locations.at[i].flags & LOC_COMMITTED;
  }
  return s;
}

static expr *both(tck *t, expr *a, expr *b) { return !a ? b : !b ? a : expr_binary(t->memory, EXPR_AND, a, b); }

// The process is at a location that has an edge with the event (or has none) and, if is_committed, is committed.
static expr *at_location(const builder *b, const participant *s, bool has_edge, bool is_committed) {
  const net_flow *flow = flow_of(b, s);
  expr *e = tck_at(b->t, s->part.process, b->vector->at);
  for (uint32_t i = 0; i < flow->locations.count; i++)
    if (s->has_edge[i] == has_edge && (!is_committed || flow->locations.at[i].flags & LOC_COMMITTED))
      vec_push(b->t->m, &e->locations, i);
  return e;
}

static net_edge *add_edge(tck *t, const tck_edge *from) {
  net_edge *e = net_add_edge(t->net, &t->net->templates.at[from->process]->flow, from->from, from->to);
  e->guard = from->guard;
  e->bounds = from->bounds;
  e->effect = from->effect;
  e->text = from->text;
  e->at = from->at;
  return e;
}

static void set_sync(const builder *b, net_edge *e, bool is_caller) {
  if (is_caller)
    e->guard = both(b->t, b->absent, e->guard);
  if (b->present.count == 1)
    return;
  e->sync.kind = is_caller ? SYNC_CALL : SYNC_ANSWER;
  e->sync.label = (net_pick){.first = b->label, .count = 1};
}

// If all constraints are weak, at least one process must have an edge. The guard of an idle caller: another process has
// one. NULL = true.
static expr *other_has_edge(const builder *b) {
  expr *any = NULL;
  for (uint32_t i = 0; i < b->participants.count; i++)
    if (!b->participants.at[i].part.is_weak)
      return NULL;
  for (uint32_t i = 1; i < b->present.count; i++) {
    expr *one = at_location(b, &b->participants.at[b->present.at[i]], true, false);
    any = any ? expr_binary(b->t->memory, EXPR_OR, any, one) : one;
  }
  return any;
}

static void add_idle_edges(const builder *b, const participant *s, bool is_caller) {
  const net_flow *flow = flow_of(b, s);
  for (uint32_t i = 0; i < flow->locations.count; i++) {
    if (s->has_edge[i] || flow->locations.at[i].flags & LOC_COMMITTED)
      continue;
    tck_edge idle = {.process = s->part.process, .from = i, .to = i, .at = b->vector->at};
    idle.text = arena_printf(b->t->memory, "%s, not possible here", b->t->events.at[s->part.event]);
    net_edge *e = add_edge(b->t, &idle);
    if (is_caller)
      e->guard = other_has_edge(b);
    set_sync(b, e, is_caller);
  }
}

static void add_edges_of(const builder *b, const participant *s, bool is_caller) {
  for (uint32_t i = 0; i < b->t->edges.count; i++)
    if (is_of(&b->t->edges.at[i], s))
      set_sync(b, add_edge(b->t, &b->t->edges.at[i]), is_caller);
  if (s->part.is_weak && b->present.count > 1)
    add_idle_edges(b, s, is_caller);
}

static void add_label(builder *b) {
  net_label label = {.name = b->vector->text, .is_broadcast = b->present.count > 2};
  for (uint32_t i = 1; label.is_broadcast && i < b->present.count; i++)
    vec_push(b->t->m, &label.required, (uint16_t)b->participants.at[b->present.at[i]].part.process);
  b->label = b->t->net->labels.count;
  vec_push(b->t->m, &b->t->net->labels, label);
}

// One choice of absent participants: bit i is the i-th participant that may be absent.
static void add_variant(builder *b, uint32_t absent) {
  b->present.count = 0;
  b->absent = NULL;
  for (uint32_t i = 0, bit = 0; i < b->participants.count; i++) {
    participant *s = &b->participants.at[i];
    if (s->may_be_absent && absent >> bit++ & 1)
      b->absent = both(b->t, b->absent, at_location(b, s, false, true));
    else
      vec_push(b->t->m, &b->present, i);
  }
  if (b->present.count > 1)
    add_label(b);
  for (uint32_t i = 0; i < b->present.count; i++)
    add_edges_of(b, &b->participants.at[b->present.at[i]], i == 0);
}

// A read or write of an effect.
typedef struct {
  const net_var *var; // NULL = of a clock...
  uint32_t clock;     // ...or an array of clocks, by the number of its first
  bool is_written;
} access;

typedef struct {
  mem *m;
  VEC(access) list;
} accesses;

static void note_read(const expr *e, void *context) {
  accesses *list = context;
  access one = {.var = e->var};
  if (e->op == EXPR_VAR)
    vec_push(list->m, &list->list, one);
}

static void note_pick(accesses *list, const net_pick *pick, bool is_written) {
  access one = {.clock = pick->first, .is_written = is_written};
  if (pick->count)
    vec_push(list->m, &list->list, one);
  expr_walk(pick->offset, note_read, list);
}

static void note_effects(const builder *b, const participant *s, accesses *list) {
  for (uint32_t i = 0; i < b->t->edges.count; i++)
    for (const net_stmt *at = is_of(&b->t->edges.at[i], s) ? b->t->edges.at[i].effect : NULL; at; at = at->next) {
      expr_walk(at->value, note_read, list);
      expr_walk(at->target, note_read, list);
      note_pick(list, &at->clock, true);
      note_pick(list, &at->from, false);
      access written = {.var = at->target ? at->target->var : NULL, .is_written = true};
      if (at->target)
        vec_push(list->m, &list->list, written);
    }
}

static bool do_conflict(const accesses *a, const accesses *b) {
  for (uint32_t i = 0; i < a->list.count; i++)
    for (uint32_t k = 0; k < b->list.count; k++) {
      const access *x = &a->list.at[i], *y = &b->list.at[k];
      if ((x->is_written || y->is_written) && x->var == y->var && x->clock == y->clock)
        return true;
    }
  return false;
}

// TChecker executes statements in the order of the vector, a network those of the caller first and then those of the
// other processes by number. Where the orders differ, the statements must be independent.
static void check_order(const builder *b) {
  tck *t = b->t;
  for (uint32_t i = 1; i < b->participants.count; i++)
    for (uint32_t k = i + 1; k < b->participants.count; k++) {
      const participant *one = &b->participants.at[i], *other = &b->participants.at[k];
      accesses first = {.m = t->m}, second = {.m = t->m};
      if (one->part.process < other->part.process)
        continue;
      note_effects(b, one, &first);
      note_effects(b, other, &second);
      if (do_conflict(&first, &second))
        tck_unsupported(t, b->vector->at,
                        "a vector whose processes are not in the order of their declaration, and whose statements "
                        "depend on that order, is not supported yet");
      vec_free(t->m, &first.list);
      vec_free(t->m, &second.list);
    }
}

static void build_vector(tck *t, const tck_vector *v) {
  builder b = {.t = t, .vector = v};
  uint32_t absent = 0;
  bool is_possible = true;
  for (uint32_t i = 0; i < v->parts.count; i++) {
    participant s = participant_of(&b, v->parts.at[i]);
    is_possible &= !s.has_no_edge || s.part.is_weak;
    absent += s.may_be_absent && !s.has_no_edge;
    if (!s.has_no_edge) // else it never takes part
      vec_push(t->m, &b.participants, s);
  }
  check_order(&b);
  if (absent > MAX_ABSENT)
    tck_unsupported(t, v->at, "more than %d weak constraints of processes with committed locations are not supported",
                    MAX_ABSENT);
  for (uint32_t i = 0; is_possible && !t->has_failed && i < 1u << absent; i++)
    add_variant(&b, i);
  vec_free(t->m, &b.participants);
  vec_free(t->m, &b.present);
  t->has_failed = false;
}

static bool is_synchronised(const tck *t, const bool *table, const tck_edge *e) {
  return table[e->process * t->events.count + e->event];
}

void tck_build_edges(tck *t) {
  bool *synchronised = mem_alloc(t->m, t->net->processes.count * t->events.count + 1);
  for (uint32_t i = 0; i < t->vectors.count; i++)
    for (uint32_t k = 0; k < t->vectors.at[i].parts.count; k++) {
      const tck_part *part = &t->vectors.at[i].parts.at[k];
      synchronised[part->process * t->events.count + part->event] = true;
    }
  for (uint32_t i = 0; i < t->edges.count; i++)
    if (!is_synchronised(t, synchronised, &t->edges.at[i]))
      add_edge(t, &t->edges.at[i]);
  for (uint32_t i = 0; i < t->vectors.count; i++)
    build_vector(t, &t->vectors.at[i]);
  mem_free(t->m, synchronised);
}
