// forall, exists and sum: spread out over the values of their variable.
#include "lang/uppaal/lower.h"

enum { MAX_EXPANSIONS = 1 << 18 };

static expr *join(upp *p, upp_expr_kind kind, expr *all, expr *next) {
  if (kind == UPP_FORALL)
    return upp_and(p, all, next);
  return kind == UPP_EXISTS ? upp_or(p, all, next) : expr_binary(p->memory, EXPR_ADD, all, next);
}

operand upp_quantified(upp *p, const upp_expr *e) {
  int32_t low, high;
  scope *outer = p->scope;
  expr *all = expr_const(p->memory, e->kind == UPP_FORALL, e->at);
  const shape *s = upp_shape(p, e->type);
  if (p->out && upp_has_effect(p, e->a))
    upp_error(p, e->at, NULL, "what is quantified over must have no side effects");
  if (!upp_shape_range(p, e->type, &low, &high))
    return upp_nothing(p, e->at);
  for (int64_t i = low; i <= high; i++) {
    if (p->expansions++ == MAX_EXPANSIONS)
      upp_error(p, e->at, NULL, "quantifiers stand for too many cases (limit is %d)", MAX_EXPANSIONS);
    if (p->expansions > MAX_EXPANSIONS)
      break;
    p->scope = upp_scope_new(p, outer);
    upp_symbol_number(p, p->scope, e->name, s, (int32_t)i, e->at);
    all = join(p, e->kind, all, e->kind == UPP_SUM ? upp_value(p, e->a) : upp_condition_of(p, e->a));
  }
  p->scope = outer;
  return upp_number(p, e->kind == UPP_SUM ? &upp_shape_int : &upp_shape_bool, all);
}
