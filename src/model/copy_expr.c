// Translates expressions over the original into expressions over the copy.
#include "model/copy_internal.h"

#include <assert.h>

static net_bound copy_bound(copier *k, const net_bound *b);

static void copy_arguments(copier *k, const expr *call, expr *out) {
  const net_function *f = &k->from->functions.at[call->value];
  uint32_t argument = 0;
  for (uint32_t i = 0; i < f->parameters.count; i++)
    for (uint32_t cell = 0; cell < f->parameters.at[i]->cells; cell++, argument++)
      if (!k->vars[f->parameters.at[i]->index])
        vec_push(k->m, &out->indices, copy_expr(k, call->indices.at[argument]));
}

// A poll binds nothing, so that its variables may be unknown.
static net_pattern copy_poll_pattern(copier *k, const net_pattern *p) {
  if (p->kind != PATTERN_MATCH && p->value && (copy_map_of(k, p->value->var) || copy_is_unknown(k, p->value)))
    return (net_pattern){.kind = PATTERN_ANY};
  return (net_pattern){p->kind, copy_expr(k, p->value)};
}

static void copy_parts(copier *k, const expr *e, expr *out) {
  if (e->op == EXPR_CALL) {
    copy_arguments(k, e, out);
    return;
  }
  for (uint32_t i = 0; i < e->indices.count; i++)
    vec_push(k->m, &out->indices, copy_expr(k, e->indices.at[i]));
  for (uint32_t i = 0; i < e->patterns.count; i++) {
    net_pattern p = copy_poll_pattern(k, &e->patterns.at[i]);
    vec_push(k->m, &out->patterns, p);
  }
}

expr *copy_expr(copier *k, const expr *e) {
  int32_t value;
  if (!e)
    return NULL;
  if (k->known && copy_is_member(k, e, &value))
    return expr_const(k->memory, value, e->at);
  if (copy_is_by_cases(k, e)) {
    if (!k->cases)
      return copy_exactly(k, e);
    copy_is_settled(k, e, &value);
    return expr_const(k->memory, value, e->at);
  }
  expr *out = expr_new(k->memory, (expr_op)e->op, e->at);
  out->value = e->value;
  out->a = copy_expr(k, e->a);
  out->b = copy_expr(k, e->b);
  out->c = copy_expr(k, e->c);
  if (e->var) {
    assert(!k->vars[e->var->index]);
    out->var = k->net->vars.at[k->var[e->var->index]];
  }
  if (e->bound) {
    net_bound *bound = ARENA_NEW(k->memory, net_bound);
    *bound = copy_bound(k, e->bound);
    out->bound = bound;
  }
  for (uint32_t i = 0; i < e->locations.count; i++)
    vec_push(k->m, &out->locations, e->locations.at[i]);
  copy_parts(k, e, out);
  return k->known || k->cases ? copy_fold(k, out) : out;
}

net_pick copy_clock_pick(copier *k, const net_pick *p) {
  if (!p->count)
    return (net_pick){0};
  assert(!k->clocks[p->first - 1]);
  return (net_pick){(uint32_t)k->clock[p->first - 1] + 1, p->count, copy_expr(k, p->offset)};
}

// b must be known.
static net_bound copy_bound(copier *k, const net_bound *b) {
  net_bound out = *b;
  out.when = copy_expr(k, b->when);
  out.limit = copy_expr(k, b->limit);
  out.x = copy_clock_pick(k, &b->x);
  out.y = copy_clock_pick(k, &b->y);
  return out;
}

void copy_bounds(copier *k, net_bounds *out, const net_bounds *from) {
  for (uint32_t i = 0; i < from->count; i++)
    if (!copy_is_unknown_bound(k, &from->at[i])) {
      net_bound b = copy_bound(k, &from->at[i]);
      int32_t when = 1;
      if (k->known && b.when && expr_is_const(b.when, &when))
        b.when = NULL;
      if (when)
        vec_push(k->m, out, b);
    }
}

static void note_fallible(const expr *e, void *context) {
  bool divides = e->op == EXPR_DIV || e->op == EXPR_MOD;
  bool is_total = (e->op < EXPR_OPERATOR_COUNT && (!divides || (e->b->op == EXPR_CONST && e->b->value))) ||
                  e->op == EXPR_CONST || e->op == EXPR_PID || e->op == EXPR_COND || e->op == EXPR_AT ||
                  ((e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR) && !e->indices.count);
  *(bool *)context |= !is_total;
}

bool copy_may_fail(const expr *e) {
  bool found = false;
  expr_walk(e, note_fallible, &found);
  return found;
}

static expr *truth(copier *k, const expr *e, bool value) { return expr_const(k->memory, value, e->at); }

expr *copy_join(copier *k, bool is_and, expr *a, expr *b) {
  int32_t value;
  if (expr_is_const(a, &value))
    return !value == is_and ? truth(k, a, !is_and) : b;
  if (expr_is_const(b, &value))
    return !value == is_and ? truth(k, b, !is_and) : a;
  return expr_binary(k->memory, is_and ? EXPR_AND : EXPR_OR, a, b);
}

// The operand e of a short-circuit operator, which is evaluated only for some values of `test`. If `test` is unknown, e
// may now be evaluated where it was not before, so it must not be able to fault.
static expr *copy_operand(copier *k, const expr *test, const expr *e, bool is_upper) {
  return copy_is_unknown(k, test) && copy_may_fail(e) ? truth(k, e, is_upper) : copy_condition(k, e, is_upper);
}

expr *copy_condition(copier *k, const expr *e, bool is_upper) {
  if (!e || !copy_is_unknown(k, e))
    return copy_expr(k, e);
  switch (e->op) {
  case EXPR_NOT:
    return expr_unary(k->memory, EXPR_NOT, copy_condition(k, e->a, !is_upper));
  case EXPR_AND:
  case EXPR_OR:
    return copy_join(k, e->op == EXPR_AND, copy_condition(k, e->a, is_upper), copy_operand(k, e->a, e->b, is_upper));
  case EXPR_COND:
    if (copy_is_unknown(k, e->a)) // it may hold if b or c may; it certainly holds if both do
      return copy_join(k, !is_upper, copy_operand(k, e->a, e->b, is_upper), copy_operand(k, e->a, e->c, is_upper));
    expr *out = expr_new(k->memory, EXPR_COND, e->at);
    out->a = copy_expr(k, e->a);
    out->b = copy_condition(k, e->b, is_upper);
    out->c = copy_condition(k, e->c, is_upper);
    return out;
  default:
    return k->maps ? copy_weakly(k, e, is_upper) : truth(k, e, is_upper);
  }
}
