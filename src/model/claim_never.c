#include "model/bind.h"
#include "model/claim_never_internal.h"

#include <assert.h>
#include <string.h>

enum { MOST_STATES = 10000, MOST_EDGES = 200000 };

void claim_refuse(never_builder *b, const char *why) {
  if (!b->why_not)
    b->why_not = why;
}

static void refuse_operator(const expr *e, void *context) {
  never_builder *b = context;
  if (e->op == EXPR_TIMEOUT)
    claim_refuse(b, "the claim uses timeout, which is not supported in claims");
  else if (e->op == EXPR_PID)
    claim_refuse(b, "the claim uses _pid, but it is not a process");
}

expr *claim_bound(never_builder *b, const int32_t *cells, expr *e) {
  binding known = {.template_ = (int32_t)b->template_->index, .cells = cells};
  expr *out = bind_expr(b->memory, &known, e);
  if (known.why_not)
    claim_refuse(b, arena_printf(b->memory, "in the claim, %s", known.why_not));
  expr_walk(out, refuse_operator, b);
  return out;
}

static uint32_t atom_of(never_builder *b, expr *e) {
  for (uint32_t i = 0; i < b->claim->atoms.count; i++)
    if (expr_is_same(b->claim->atoms.at[i], e))
      return i;
  vec_push(b->m, &b->claim->atoms, e);
  return b->claim->atoms.count - 1;
}

bool claim_demand(never_builder *b, expr *e, bool value) {
  int32_t constant;
  if (b->why_not)
    return false;
  while (e->op == EXPR_NOT) {
    e = e->a;
    value = !value;
  }
  if (expr_is_const(e, &constant))
    return (constant != 0) == value;
  if (e->op == (value ? EXPR_AND : EXPR_OR))
    return claim_demand(b, e->a, value) && claim_demand(b, e->b, value);
  uint32_t literal = claim_literal(atom_of(b, e), !value);
  for (uint32_t i = 0; i < b->label.count; i++)
    if (claim_atom(b->label.at[i]) == claim_atom(literal))
      return b->label.at[i] == literal;
  vec_push(b->m, &b->label, literal);
  return true;
}

bool claim_demand_guard(never_builder *b, const net_edge *e, const int32_t *cells, bool value) {
  return e->guard ? claim_demand(b, claim_bound(b, cells, e->guard), value) : value && !b->why_not;
}

static const char *text_of_step(never_builder *b) {
  const char *text = b->taken.at[0]->text;
  for (uint32_t i = 1; i < b->taken.count; i++)
    text = arena_printf(b->memory, "%s; %s", text, b->taken.at[i]->text);
  return text;
}

void claim_step_to(never_builder *b, uint32_t to) {
  if (++b->edges > MOST_EDGES) {
    claim_refuse(b, "the claim is too large");
    return;
  }
  claim_edge *e = claim_add_edge(b->memory, b->claim, b->from, to);
  e->at = b->taken.at[0]->at;
  e->text = text_of_step(b);
  for (uint32_t i = 0; i < b->label.count; i++)
    vec_push(b->m, &e->label, b->label.at[i]);
}

static uint32_t add_state(never_builder *b, claim_situation s) {
  vec_push(b->m, &b->situations, s);
  return claim_add_state(b->memory, b->claim);
}

uint32_t claim_bad_state(never_builder *b, place failed) {
  for (uint32_t i = 0; i < b->claim->states.count; i++) {
    const claim_state *s = &b->claim->states.at[i];
    if (s->is_bad && s->failed.line == failed.line && s->failed.column == failed.column)
      return i;
  }
  uint32_t state = add_state(b, (claim_situation){0});
  b->claim->states.at[state].is_bad = true;
  b->claim->states.at[state].failed = failed;
  return state;
}

bool claim_is_same(const never_builder *b, const claim_situation *x, const claim_situation *y) {
  return x->cells && y->cells && x->location == y->location &&
         memcmp(x->cells, y->cells, sizeof *x->cells * b->template_->cells) == 0;
}

const net_location *claim_location(const never_builder *b, uint32_t location) {
  return &b->template_->flow.locations.at[location];
}

uint32_t claim_state_of(never_builder *b, claim_situation s) {
  for (uint32_t i = 0; i < b->situations.count; i++)
    if (claim_is_same(b, &b->situations.at[i], &s))
      return i;
  if (b->situations.count >= MOST_STATES) {
    claim_refuse(b, "the claim has too many states, counting the values of its variables");
    return 0;
  }
  const net_location *l = claim_location(b, s.location);
  uint32_t state = add_state(b, s);
  b->claim->states.at[state].is_accepting = (l->flags & LOC_ACCEPT) != 0;
  b->claim->states.at[state].name = l->labels.count ? l->labels.at[0] : NULL;
  return state;
}

static const int32_t *initial_cells(never_builder *b) {
  int32_t *cells = ARENA_ARRAY(b->memory, int32_t, b->template_->cells + 1);
  for (uint32_t i = 0; i < b->template_->vars.count; i++) {
    const net_var *v = b->net->vars.at[b->template_->vars.at[i]];
    if (v->channel >= 0)
      claim_refuse(b, "the claim has a channel of its own");
    for (uint32_t cell = 0; cell < v->cells && v->init.count && !b->why_not; cell++) {
      int32_t value = 0;
      if (!expr_is_const(claim_bound(b, cells, v->init.at[v->init.count > 1 ? cell : 0]), &value))
        claim_refuse(b, "a variable of the claim begins with a value of the model");
      cells[v->first_cell + cell] = net_cut(v->type, value);
    }
  }
  return cells;
}

static void build(never_builder *b) {
  const int32_t *cells = initial_cells(b);
  uint32_t start = b->template_->flow.initial;
  // An end label at the start is an error of the initial state.
  if (claim_location(b, start)->flags & LOC_END) {
    b->claim->initial = add_state(b, (claim_situation){0});
    claim_add_edge(b->memory, b->claim, b->claim->initial, claim_bad_state(b, (place){0}));
    return;
  }
  b->claim->initial = claim_state_of(b, (claim_situation){start, cells});
  for (uint32_t i = 0; i < b->situations.count && !b->why_not; i++) {
    b->from = i;
    if (b->situations.at[i].cells)
      claim_take_edges(b, b->situations.at[i]);
  }
}

claim *claim_of_template(arena *memory, const network *net, uint32_t template_, const char **why_not) {
  assert(net->is_finished && net->templates.at[template_]->kind == TEMPLATE_NEVER);
  never_builder b = {.memory = memory,
                     .m = arena_mem(memory),
                     .net = net,
                     .template_ = net->templates.at[template_],
                     .claim = claim_new(memory)};
  build(&b);
  if (claim_has_label(net, LOC_ACCEPT))
    b.claim->accepting_atom = claim_accept_atom(memory, b.claim);
  vec_free(b.m, &b.situations);
  vec_free(b.m, &b.label);
  vec_free(b.m, &b.taken);
  vec_free(b.m, &b.passed);
  *why_not = b.why_not;
  if (b.why_not)
    return NULL;
  claim_finish(memory, b.claim);
  return b.claim;
}
