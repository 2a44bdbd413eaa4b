#include "model/bind.h"

#include <assert.h>

static expr *refuse(arena *memory, binding *b, const expr *e, const char *why) {
  if (!b->why_not)
    b->why_not = why;
  return expr_const(memory, 0, e->at);
}

uint32_t bind_cell(arena *memory, binding *b, const expr *variable) {
  const net_var *v = variable->var;
  uint32_t cell = 0, next = 0;
  for (uint32_t i = 0; i < v->parts.count; i++) {
    uint32_t length = v->parts.at[i].length;
    int32_t index;
    if (!length)
      continue;
    if (!expr_is_const(bind_expr(memory, b, variable->indices.at[next++]), &index)) {
      refuse(memory, b, variable, "a local array is indexed by a value that changes");
      return v->first_cell;
    }
    if (index < 0 || (uint32_t)index >= length) {
      refuse(memory, b, variable, "the index of a local array is out of range");
      return v->first_cell;
    }
    cell = cell * length + (uint32_t)index;
  }
  assert(cell < v->cells);
  return v->first_cell + cell;
}

typedef struct search {
  int32_t template_;
  bool found;
} search;

static void note_variable(const expr *e, void *context) {
  search *s = context;
  s->found |= e->op == EXPR_VAR && e->var->template_ == s->template_;
}

// a && b and a || b, where a decides.
static bool is_decided(const expr *e) {
  int32_t value;
  return (e->op == EXPR_AND || e->op == EXPR_OR) && expr_is_const(e->a, &value) && !value == (e->op == EXPR_AND);
}

static expr *bind_parts(arena *memory, binding *b, const expr *e) {
  expr *out = ARENA_NEW(memory, expr);
  *out = *e;
  out->a = e->a ? bind_expr(memory, b, e->a) : NULL;
  if (is_decided(out))
    return expr_const(memory, e->op == EXPR_OR, e->at);
  out->b = e->b ? bind_expr(memory, b, e->b) : NULL;
  out->c = e->c ? bind_expr(memory, b, e->c) : NULL;
  out->indices.at = ARENA_ARRAY(memory, expr *, e->indices.count + 1);
  for (uint32_t i = 0; i < e->indices.count; i++)
    out->indices.at[i] = bind_expr(memory, b, e->indices.at[i]);
  out->patterns.at = ARENA_ARRAY(memory, net_pattern, e->patterns.count + 1);
  for (uint32_t i = 0; i < e->patterns.count; i++) {
    expr *value = e->patterns.at[i].value;
    out->patterns.at[i] = (net_pattern){e->patterns.at[i].kind, value ? bind_expr(memory, b, value) : NULL};
  }
  return out;
}

expr *bind_expr(arena *memory, binding *b, expr *e) {
  search s = {.template_ = b->template_};
  expr_walk(e, note_variable, &s);
  if (!s.found)
    return e;
  if (e->op == EXPR_VAR && e->var->template_ == b->template_)
    return expr_const(memory, b->cells[bind_cell(memory, b, e)], e->at);
  expr *out = bind_parts(memory, b, e);
  int32_t value;
  if (out->op == EXPR_COND && expr_is_const(out->a, &value))
    return value ? out->b : out->c;
  if (out->op < EXPR_OPERATOR_COUNT)
    return expr_arity(out->op) == 1 ? expr_unary(memory, out->op, out->a)
                                    : expr_binary(memory, out->op, out->a, out->b);
  return out;
}
