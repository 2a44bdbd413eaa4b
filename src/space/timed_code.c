// What all spaces of a timed network share: the conditions as trees, the program, and the constants of clocks.
#include "space/timed.h"

#include <assert.h>

typedef struct reader { // of conditions
  timed_code *c;
  VEC(expr *) code;
  VEC(const net_bound *) bounds;
} reader;

static void note_clocks(const expr *e, void *context) {
  bool *found = context;
  *found |= e->op == EXPR_BOUND || e->op == EXPR_DEADLOCK;
}

static timed_where *node(reader *r, where_kind kind, const timed_where *a, const timed_where *b) {
  timed_where *w = ARENA_NEW(r->c->memory, timed_where);
  *w = (timed_where){.kind = kind, .a = a, .b = b};
  return w;
}

static const timed_where *read(reader *r, expr *e) {
  bool has_clocks = false;
  expr_walk(e, note_clocks, &has_clocks);
  timed_where *leaf = node(r, WHERE_CODE, NULL, NULL);
  if (!has_clocks) {
    leaf->leaf = r->code.count;
    vec_push(r->c->m, &r->code, e);
    return leaf;
  }
  switch ((expr_op)e->op) {
  case EXPR_BOUND:
    leaf->kind = WHERE_BOUND;
    leaf->leaf = r->bounds.count;
    vec_push(r->c->m, &r->bounds, e->bound);
    return leaf;
  case EXPR_DEADLOCK:
    leaf->kind = WHERE_DEADLOCK;
    r->c->asks_deadlock = true;
    return leaf;
  case EXPR_NOT:
    return node(r, WHERE_NOT, read(r, e->a), NULL);
  case EXPR_AND:
    return node(r, WHERE_AND, read(r, e->a), read(r, e->b));
  case EXPR_OR:
    return node(r, WHERE_OR, read(r, e->a), read(r, e->b));
  case EXPR_COND: {
    const timed_where *a = read(r, e->a);
    const timed_where *yes = node(r, WHERE_AND, a, read(r, e->b));
    return node(r, WHERE_OR, yes, node(r, WHERE_AND, node(r, WHERE_NOT, a, NULL), read(r, e->c)));
  }
  case EXPR_EQ:
  case EXPR_NE: { // of two truth values
    const timed_where *a = read(r, e->a), *b = read(r, e->b);
    const timed_where *both = node(r, WHERE_AND, a, b);
    const timed_where *none = node(r, WHERE_NOT, node(r, WHERE_OR, a, b), NULL);
    const timed_where *same = node(r, WHERE_OR, both, none);
    return e->op == EXPR_EQ ? same : node(r, WHERE_NOT, same, NULL);
  }
  default:
    assert(false && "front ends let clocks and deadlocks occur in formulas only");
    return leaf;
  }
}

// A term is compiled as a bound: on its clock, or with its value as the constant.
static void read_terms(reader *r) {
  timed_code *c = r->c;
  c->first_term = r->bounds.count;
  for (uint32_t i = 0; i < c->asked.term_count; i++) {
    const net_term *term = &c->asked.terms[i];
    net_bound *b = ARENA_NEW(c->memory, net_bound);
    b->x = term->clock;
    b->limit = term->value ? term->value : expr_const(c->memory, 0, (place){0});
    vec_push(c->m, &r->bounds, b);
    for (uint32_t k = 0; k < term->clock.count; k++)
      vec_push(c->m, &c->clocks, term->clock.first + k);
  }
}

static program *compile(timed_code *c) {
  reader r = {.c = c};
  c->conditions = ARENA_ARRAY(c->memory, const timed_where *, c->asked.condition_count + 1);
  for (uint32_t i = 0; i < c->asked.condition_count; i++)
    c->conditions[i] = read(&r, c->asked.conditions[i]);
  read_terms(&r);
  exec_setup setup = {.net = c->asked.net, .conditions = r.code.at, .condition_count = r.code.count};
  setup.bounds = r.bounds.at;
  setup.bound_count = r.bounds.count;
  program *p = exec_compile(c->m, &setup);
  vec_free(c->m, &r.code);
  vec_free(c->m, &r.bounds);
  return p;
}

// The ranges are found without guards: verdicts depend on the result.
static void find_constants(timed_code *c) {
  const space_setup *q = &c->asked;
  ranges_setup without_guards = {.m = c->m, .net = q->net, .knows_conditions = true};
  without_guards.conditions = q->conditions;
  without_guards.condition_count = q->condition_count;
  ranges *known = ranges_open(&without_guards);
  c->bounds = clock_bounds_new(c->m, known, q->conditions, q->condition_count);
  timed_find_diagonals(c, known);
  ranges_close(known);
}

timed_code *timed_code_new(mem *m, const space_setup *q, program **made) {
  timed_code *c = mem_alloc(m, sizeof *c);
  const network *net = q->net;
  c->m = m;
  c->memory = arena_new(m);
  c->asked = *q;
  *made = compile(c);
  for (uint32_t i = 0; i < net->labels.count; i++)
    c->has_urgent_labels |= net->labels.at[i].is_urgent;
  find_constants(c);
  return c;
}

void timed_code_free(timed_code *c) {
  clock_bounds_free(c->bounds);
  vec_free(c->m, &c->diagonals);
  vec_free(c->m, &c->clocks);
  arena_delete(c->memory);
  mem_free(c->m, c);
}
