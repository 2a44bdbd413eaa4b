#include "lang/promela/events.h"

typedef struct {
  pml *p;
  const net_template *trace;
  bool is_negated;   // notrace
  uint32_t end;      // its final location; an invalid number if it has none
  net_var *position; // the current location of the trace
  net_var *field;    // takes up a field that the receive itself drops
} instrumenter;

static expr *read_var(const instrumenter *w, const net_var *v, place at) {
  expr *e = expr_new(w->p->memory, EXPR_VAR, at);
  e->var = v;
  return e;
}

static expr *same(const instrumenter *w, expr *a, expr *b) { return expr_binary(w->p->memory, EXPR_EQ, a, b); }
static expr *number(const instrumenter *w, uint32_t value, place at) {
  return expr_const(w->p->memory, (int32_t)value, at);
}

// The value truncated to the type of a field.
static expr *cut(const instrumenter *w, net_type type, expr *e) {
  arena *memory = w->p->memory;
  if (type.bits >= 32)
    return e;
  if (!type.is_signed)
    return expr_binary(memory, EXPR_BIT_AND, e, number(w, (1u << type.bits) - 1, e->at));
  expr *shift = number(w, 32u - type.bits, e->at);
  return expr_binary(memory, EXPR_SHR, expr_binary(memory, EXPR_SHL, e, shift), shift);
}

static const net_channel *declared_type(const instrumenter *w, const expr *channel) {
  return channel->op == EXPR_VAR && channel->var->channel >= 0 ? &w->p->net->channels.at[channel->var->channel] : NULL;
}

// The value of the k-th field of the message.
static expr *field_value(instrumenter *w, const net_edge *e, uint32_t k, const net_channel *type) {
  if (e->sync.kind == SYNC_SEND)
    return k < type->fields.count ? cut(w, type->fields.at[k], e->sync.fields.at[k]) : e->sync.fields.at[k];
  const net_pattern *x = &e->sync.patterns.at[k];
  return x->kind == PATTERN_ANY ? read_var(w, w->field, e->at) : x->value;
}

static uint32_t field_count(const net_edge *e) {
  return e->sync.kind == SYNC_SEND ? e->sync.fields.count : e->sync.patterns.count;
}

// Does the event of edge e match the edge t of the trace? t has patterns for sends, too.
static expr *matches(instrumenter *w, const net_edge *e, const net_edge *t) {
  arena *memory = w->p->memory;
  const net_channel *type = declared_type(w, t->sync.channel);
  expr *all = expr_binary(memory, EXPR_AND, same(w, read_var(w, w->position, e->at), number(w, t->from, e->at)),
                          same(w, e->sync.channel, t->sync.channel));
  for (uint32_t k = 0; type && k < t->sync.patterns.count && k < field_count(e); k++)
    if (t->sync.patterns.at[k].kind == PATTERN_MATCH)
      all = expr_binary(memory, EXPR_AND, all, same(w, field_value(w, e, k, type), t->sync.patterns.at[k].value));
  return all;
}

static net_stmt *set(const instrumenter *w, const net_var *v, uint32_t value, net_stmt *next, place at) {
  net_stmt *s = ARENA_NEW(w->p->memory, net_stmt);
  *s = (net_stmt){
      .kind = STMT_ASSIGN, .target = read_var(w, v, at), .value = number(w, value, at), .at = at, .next = next};
  return s;
}

static net_stmt *error(const instrumenter *w, const char *text, net_stmt *next, place at) {
  net_stmt *s = ARENA_NEW(w->p->memory, net_stmt);
  *s = (net_stmt){.kind = STMT_ASSERT, .value = number(w, 0, at), .text = text, .at = at, .next = next};
  return s;
}

static void add_case(const instrumenter *w, net_flow *f, expr *guard, net_stmt *effect, place at) {
  net_edge *e = net_add_edge(w->p->net, f, 0, NET_BLOCK_EXIT);
  e->guard = guard;
  e->effect = w->field ? set(w, w->field, 0, effect, at) : effect;
  e->at = at;
}

static const net_edge *edge_of(const instrumenter *w, const net_location *l, uint32_t i) {
  return w->p->net->edges.at[l->edges.at[i]];
}

// The block that is executed with each event. Its cases are: not in the scope of the trace, one case for each edge of
// the trace, no edge matches.
static net_flow event_block(instrumenter *w, const net_edge *e) {
  net_flow f = {0};
  expr *in_scope = number(w, 0, e->at);
  net_add_location(w->p->net, &f);
  const net_flow *trace = &w->trace->flow;
  for (uint32_t l = 0; l < trace->locations.count; l++)
    for (uint32_t i = 0; i < trace->locations.at[l].edges.count; i++) {
      const net_edge *t = edge_of(w, &trace->locations.at[l], i);
      if (t->sync.kind == e->sync.kind)
        in_scope = expr_binary(w->p->memory, EXPR_OR, in_scope, same(w, e->sync.channel, t->sync.channel));
    }
  add_case(w, &f, expr_unary(w->p->memory, EXPR_NOT, in_scope), NULL, e->at);
  for (uint32_t l = 0; l < trace->locations.count; l++)
    for (uint32_t i = 0; i < trace->locations.at[l].edges.count; i++) {
      const net_edge *t = edge_of(w, &trace->locations.at[l], i);
      if (t->sync.kind != e->sync.kind)
        continue;
      net_stmt *move = set(w, w->position, t->to, NULL, e->at);
      if (w->is_negated && t->to == w->end)
        move = error(w, "the events do not match the notrace", move, e->at);
      add_case(w, &f, matches(w, e, t), move, e->at);
    }
  net_stmt *none =
      w->is_negated ? set(w, w->position, w->end, NULL, e->at) : error(w, "the events match the trace", NULL, e->at);
  add_case(w, &f, NULL, none, e->at);
  return f;
}

static void instrument(instrumenter *w, net_edge *e) {
  pml *p = w->p;
  if (e->sync.kind == SYNC_NONE || e->sync.peek)
    return;
  net_flow f = event_block(w, e);
  net_stmt *run = ARENA_NEW(p->memory, net_stmt);
  *run = (net_stmt){.kind = STMT_BLOCK, .block = p->net->blocks.count, .at = e->at, .next = e->effect};
  vec_push(p->m, &p->net->blocks, f);
  for (uint32_t i = 0; w->field && i < e->sync.patterns.count; i++)
    if (e->sync.patterns.at[i].kind == PATTERN_ANY)
      e->sync.patterns.at[i] = (net_pattern){PATTERN_BIND, read_var(w, w->field, e->at)};
  e->effect = run;
}

static net_var *add_variable(pml *p, const char *name, uint32_t initial) {
  net_var *v = net_add_var(p->net, NET_NONE);
  net_part part = {.name = name};
  v->name = name;
  v->type = (net_type){.kind = KIND_INT, .bits = 16, .set = -1};
  vec_push(p->m, &v->parts, part);
  vec_push(p->m, &v->init, expr_const(p->memory, (int32_t)initial, (place){0}));
  return v;
}

static bool drops_fields(const network *n) {
  for (uint32_t i = 0; i < n->edges.count; i++)
    for (uint32_t k = 0; k < n->edges.at[i]->sync.patterns.count; k++)
      if (n->edges.at[i]->sync.kind == SYNC_RECEIVE && n->edges.at[i]->sync.patterns.at[k].kind == PATTERN_ANY)
        return true;
  return false;
}

static expr *may_end(const instrumenter *w) {
  place at = w->trace->at;
  expr *any = number(w, 0, at);
  for (uint32_t l = 0; l < w->trace->flow.locations.count; l++)
    if (w->trace->flow.locations.at[l].flags & LOC_END)
      any = expr_binary(w->p->memory, EXPR_OR, any, same(w, read_var(w, w->position, at), number(w, l, at)));
  return any;
}

static bool belongs_to_process(const network *n, const net_edge *e) {
  for (uint32_t t = 0; t < n->templates.count; t++) {
    const net_flow *f = &n->templates.at[t]->flow;
    if (n->templates.at[t]->kind == TEMPLATE_PROCESS || e->from >= f->locations.count)
      continue;
    for (uint32_t i = 0; i < f->locations.at[e->from].edges.count; i++)
      if (f->locations.at[e->from].edges.at[i] == e->id)
        return false;
  }
  return true;
}

void pml_instrument_events(pml *p) {
  instrumenter w = {.p = p};
  for (uint32_t t = 0; t < p->net->templates.count; t++) {
    template_kind kind = p->net->templates.at[t]->kind;
    if (kind != TEMPLATE_TRACE && kind != TEMPLATE_NOTRACE)
      continue;
    if (w.trace)
      pml_error(p, p->net->templates.at[t]->at, NULL, "the model has more than one event trace");
    w.trace = p->net->templates.at[t];
    w.is_negated = kind == TEMPLATE_NOTRACE;
  }
  if (!w.trace)
    return;
  w.end = w.trace->flow.locations.count;
  for (uint32_t l = 0; l < w.trace->flow.locations.count; l++)
    for (uint32_t i = 0; i < w.trace->flow.locations.at[l].edges.count; i++)
      if (edge_of(&w, &w.trace->flow.locations.at[l], i)->is_end)
        w.end = l;
  w.position = add_variable(p, "_event", w.trace->flow.initial);
  w.field = drops_fields(p->net) ? add_variable(p, "(field)", 0) : NULL;
  uint32_t own = p->net->edges.count; // not the edges of the blocks that are added below
  for (uint32_t i = 0; i < own; i++)
    if (belongs_to_process(p->net, p->net->edges.at[i]))
      instrument(&w, p->net->edges.at[i]);
  p->net->end_condition = may_end(&w);
}
