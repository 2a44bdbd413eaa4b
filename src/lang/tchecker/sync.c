// What a synchronisation vector means for the edges of a network.
//
// Which processes take part is decided by their locations alone: one with a strong constraint must stand where it has
// an edge with its event, one with a weak constraint takes part where it has one, whether that edge can be taken or
// not. So everybody is required to answer, and a weak one gets an edge that does nothing (an idle edge) at locations
// where it has none with the event. But a process that stands idle at a committed location does not take part: that
// would count. For these there is another label, without them, that asks them to stand there.
#include "lang/tchecker/tck.h"

enum { MOST_BYSTANDERS = 6 };

typedef struct side { // a part of the vector under way, with what its process has
  tck_part part;
  bool *has_edge;    // by location: with the event
  bool is_nowhere;   // there is none at any location
  bool may_stand_by; // it is weak, and some committed location has none
} side;

typedef struct builder {
  tck *t;
  const tck_vector *vector;
  VEC(side) sides;
  VEC(uint32_t) taking_part; // indices of sides, in order
  uint32_t label;
  expr *bystanders; // are where they stand by; NULL = there are none
} builder;

static const net_flow *flow_of(const builder *b, const side *s) {
  return &b->t->net->templates.at[s->part.process]->flow;
}

static bool is_of(const tck_edge *e, const side *s) {
  return e->process == s->part.process && e->event == s->part.event;
}

static side side_of(const builder *b, tck_part part) {
  side s = {.part = part, .is_nowhere = true};
  const net_flow *flow = flow_of(b, &s);
  s.has_edge = ARENA_ARRAY(b->t->memory, bool, flow->locations.count + 1);
  for (uint32_t i = 0; i < b->t->edges.count; i++)
    if (is_of(&b->t->edges.at[i], &s))
      s.has_edge[b->t->edges.at[i].from] = true;
  for (uint32_t i = 0; i < flow->locations.count; i++) {
    s.is_nowhere &= !s.has_edge[i];
    s.may_stand_by |= part.is_weak && !s.has_edge[i] && flow->locations.at[i].flags & LOC_COMMITTED;
  }
  return s;
}

static expr *both(tck *t, expr *a, expr *b) { return !a ? b : !b ? a : expr_binary(t->memory, EXPR_AND, a, b); }

// Does the process stand where it has (or has not) an edge with the event, at a committed location if that is asked?
static expr *stands(const builder *b, const side *s, bool has_edge, bool is_committed) {
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

static void give_role(const builder *b, net_edge *e, bool is_caller) {
  if (is_caller)
    e->guard = both(b->t, b->bystanders, e->guard);
  if (b->taking_part.count == 1)
    return;
  e->sync.kind = is_caller ? SYNC_CALL : SYNC_ANSWER;
  e->sync.label = (net_pick){.first = b->label, .count = 1};
}

// Of a vector without strong constraints somebody must have an edge.
static expr *somebody_else(const builder *b) {
  expr *any = NULL;
  for (uint32_t i = 0; i < b->sides.count; i++)
    if (!b->sides.at[i].part.is_weak)
      return NULL;
  for (uint32_t i = 1; i < b->taking_part.count; i++) {
    expr *one = stands(b, &b->sides.at[b->taking_part.at[i]], true, false);
    any = any ? expr_binary(b->t->memory, EXPR_OR, any, one) : one;
  }
  return any;
}

static void add_idle_edges(const builder *b, const side *s, bool is_caller) {
  const net_flow *flow = flow_of(b, s);
  for (uint32_t i = 0; i < flow->locations.count; i++) {
    if (s->has_edge[i] || flow->locations.at[i].flags & LOC_COMMITTED)
      continue;
    tck_edge idle = {.process = s->part.process, .from = i, .to = i, .at = b->vector->at};
    idle.text = arena_printf(b->t->memory, "%s, not possible here", b->t->events.at[s->part.event]);
    net_edge *e = add_edge(b->t, &idle);
    if (is_caller)
      e->guard = somebody_else(b);
    give_role(b, e, is_caller);
  }
}

static void add_edges_of(const builder *b, const side *s, bool is_caller) {
  for (uint32_t i = 0; i < b->t->edges.count; i++)
    if (is_of(&b->t->edges.at[i], s))
      give_role(b, add_edge(b->t, &b->t->edges.at[i]), is_caller);
  if (s->part.is_weak && b->taking_part.count > 1)
    add_idle_edges(b, s, is_caller);
}

static void add_label(builder *b) {
  net_label label = {.name = b->vector->text, .is_broadcast = b->taking_part.count > 2};
  for (uint32_t i = 1; label.is_broadcast && i < b->taking_part.count; i++)
    vec_push(b->t->m, &label.required, (uint8_t)b->sides.at[b->taking_part.at[i]].part.process);
  b->label = b->t->net->labels.count;
  vec_push(b->t->m, &b->t->net->labels, label);
}

// One choice of those who stand by: bit i for the i-th that may.
static void add_variant(builder *b, uint32_t standing_by) {
  b->taking_part.count = 0;
  b->bystanders = NULL;
  for (uint32_t i = 0, bit = 0; i < b->sides.count; i++) {
    side *s = &b->sides.at[i];
    if (s->may_stand_by && standing_by >> bit++ & 1)
      b->bystanders = both(b->t, b->bystanders, stands(b, s, false, true));
    else
      vec_push(b->t->m, &b->taking_part, i);
  }
  if (b->taking_part.count > 1)
    add_label(b);
  for (uint32_t i = 0; i < b->taking_part.count; i++)
    add_edges_of(b, &b->sides.at[b->taking_part.at[i]], i == 0);
}

// The variables and clocks that effects touch.
typedef struct {
  const net_var *var; // NULL = clocks of the row
  uint32_t clock;
  bool is_written;
} touch;

typedef struct {
  mem *m;
  VEC(touch) list;
} touches;

static void note_read(const expr *e, void *context) {
  touches *list = context;
  touch one = {.var = e->var};
  if (e->op == EXPR_VAR)
    vec_push(list->m, &list->list, one);
}

static void note_pick(touches *list, const net_pick *pick, bool is_written) {
  touch one = {.clock = pick->first, .is_written = is_written};
  if (pick->count)
    vec_push(list->m, &list->list, one);
  expr_walk(pick->offset, note_read, list);
}

static void note_effects(const builder *b, const side *s, touches *list) {
  for (uint32_t i = 0; i < b->t->edges.count; i++)
    for (const net_stmt *at = is_of(&b->t->edges.at[i], s) ? b->t->edges.at[i].effect : NULL; at; at = at->next) {
      expr_walk(at->value, note_read, list);
      expr_walk(at->target, note_read, list);
      note_pick(list, &at->clock, true);
      note_pick(list, &at->from, false);
      touch written = {.var = at->target ? at->target->var : NULL, .is_written = true};
      if (at->target)
        vec_push(list->m, &list->list, written);
    }
}

static bool do_meet(const touches *a, const touches *b) {
  for (uint32_t i = 0; i < a->list.count; i++)
    for (uint32_t k = 0; k < b->list.count; k++) {
      const touch *x = &a->list.at[i], *y = &b->list.at[k];
      if ((x->is_written || y->is_written) && x->var == y->var && x->clock == y->clock)
        return true;
    }
  return false;
}

// Statements are executed in the order of the vector; in a network the caller's come first, and then those of the
// others by number. Where that is not the same, it must not matter.
static void check_order(const builder *b) {
  tck *t = b->t;
  for (uint32_t i = 1; i < b->sides.count; i++)
    for (uint32_t k = i + 1; k < b->sides.count; k++) {
      const side *one = &b->sides.at[i], *other = &b->sides.at[k];
      touches first = {.m = t->m}, second = {.m = t->m};
      if (one->part.process < other->part.process)
        continue;
      note_effects(b, one, &first);
      note_effects(b, other, &second);
      if (do_meet(&first, &second))
        tck_unsupported(t, b->vector->at,
                        "a vector whose processes are not in the order of their declaration, and whose statements "
                        "depend on that order, is not supported yet");
      vec_free(t->m, &first.list);
      vec_free(t->m, &second.list);
    }
}

static void build_vector(tck *t, const tck_vector *v) {
  builder b = {.t = t, .vector = v};
  uint32_t bystanders = 0;
  bool is_possible = true;
  for (uint32_t i = 0; i < v->parts.count; i++) {
    side s = side_of(&b, v->parts.at[i]);
    is_possible &= !s.is_nowhere || s.part.is_weak;
    bystanders += s.may_stand_by && !s.is_nowhere;
    if (!s.is_nowhere) // else it never takes part
      vec_push(t->m, &b.sides, s);
  }
  check_order(&b);
  if (bystanders > MOST_BYSTANDERS)
    tck_unsupported(t, v->at, "more than %d weak constraints of processes with committed locations are not supported",
                    MOST_BYSTANDERS);
  for (uint32_t i = 0; is_possible && !t->has_failed && i < 1u << bystanders; i++)
    add_variant(&b, i);
  vec_free(t->m, &b.sides);
  vec_free(t->m, &b.taking_part);
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
