// forall, exists and sum, expanded over the values of their variable.
#include "lang/uppaal/lower.h"

enum { MAX_EXPANSIONS = 1 << 16 };

typedef VEC(expr *) cases;

static expr *join(upp *p, upp_expr_kind kind, expr *a, expr *b) {
  if (kind == UPP_FORALL)
    return upp_and(p, a, b);
  return kind == UPP_EXISTS ? upp_or(p, a, b) : expr_binary(p->memory, EXPR_ADD, a, b);
}

// As a balanced tree, which limits the depth of recursion over it.
static expr *join_all(upp *p, upp_expr_kind kind, expr *const *at, uint32_t count) {
  if (count == 1)
    return at[0];
  return join(p, kind, join_all(p, kind, at, count / 2), join_all(p, kind, at + count / 2, count - count / 2));
}

operand upp_quantified(upp *p, const upp_expr *e) {
  int32_t low, high;
  scope *outer = p->scope;
  cases all = {0};
  if (!upp_shape_range(p, e->type, &low, &high))
    return upp_error_operand(p, e->at);
  const shape *s = upp_shape(p, e->type);
  if (p->out && upp_has_effect(p, e->a))
    upp_error(p, e->at, NULL, "the body of a quantifier must not have side effects");
  for (int64_t i = low; i <= high && p->expansions <= MAX_EXPANSIONS; i++) {
    p->scope = upp_scope_new(p, outer);
    upp_symbol_number(p, p->scope, e->name, s, (int32_t)i, e->at);
    vec_push(p->m, &all, e->kind == UPP_SUM ? upp_value(p, e->a) : upp_condition_of(p, e->a));
    p->expansions++;
  }
  p->scope = outer;
  if (p->expansions > MAX_EXPANSIONS)
    upp_error(p, e->at, NULL, "quantifiers expand to too many cases (limit is %d)", MAX_EXPANSIONS);
  expr *value =
      all.count ? join_all(p, e->kind, all.at, all.count) : expr_const(p->memory, e->kind == UPP_FORALL, e->at);
  vec_free(p->m, &all);
  return upp_number(p, e->kind == UPP_SUM ? &upp_shape_int : &upp_shape_bool, value);
}
