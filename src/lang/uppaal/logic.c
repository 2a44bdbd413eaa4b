// Logical operators, simplified where an operand is constant.
#include "lang/uppaal/lower.h"

static void note_time(const expr *e, void *context) {
  *(bool *)context |= e->op == EXPR_BOUND || e->op == EXPR_DEADLOCK;
}

static void note_fallible(const expr *e, void *context) {
  *(bool *)context |= e->indices.count || e->op == EXPR_DIV || e->op == EXPR_MOD || e->op == EXPR_CALL;
}

bool upp_may_fail(const expr *e) {
  bool found = false;
  expr_walk(e, note_fallible, &found);
  return found;
}

bool upp_has_time(const expr *e) {
  bool found = false;
  expr_walk(e, note_time, &found);
  return found;
}

static bool is_boolean(const network *n, const expr *e) {
  switch (e->op) {
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_GT:
  case EXPR_GE:
  case EXPR_EQ:
  case EXPR_NE:
  case EXPR_NOT:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_AT:
  case EXPR_BOUND:
  case EXPR_DEADLOCK:
    return true;
  case EXPR_CONST:
    return e->value == 0 || e->value == 1;
  case EXPR_VAR:
  case EXPR_REMOTE_VAR:
    return e->var->type.kind == KIND_BOOL;
  case EXPR_COND:
    return is_boolean(n, e->b) && is_boolean(n, e->c);
  case EXPR_CALL:
    return n->functions.at[e->value].result->type.kind == KIND_BOOL;
  default:
    return false;
  }
}

expr *upp_boolean(upp *p, expr *e) {
  return is_boolean(p->net, e) ? e : expr_binary(p->memory, EXPR_NE, e, expr_const(p->memory, 0, e->at));
}

expr *upp_not(upp *p, expr *a) { return a->op == EXPR_NOT ? upp_boolean(p, a->a) : expr_unary(p->memory, EXPR_NOT, a); }

expr *upp_and(upp *p, expr *a, expr *b) {
  int32_t known;
  if (expr_is_const(a, &known))
    return known ? upp_boolean(p, b) : expr_const(p->memory, 0, a->at);
  if (expr_is_const(b, &known) && known)
    return upp_boolean(p, a);
  if (expr_is_const(b, &known) && !upp_may_fail(a))
    return expr_const(p->memory, 0, a->at);
  return expr_binary(p->memory, EXPR_AND, a, b);
}

expr *upp_or(upp *p, expr *a, expr *b) {
  int32_t known;
  if (expr_is_const(a, &known))
    return known ? expr_const(p->memory, 1, a->at) : upp_boolean(p, b);
  if (expr_is_const(b, &known) && !known)
    return upp_boolean(p, a);
  if (expr_is_const(b, &known) && !upp_may_fail(a))
    return expr_const(p->memory, 1, a->at);
  return expr_binary(p->memory, EXPR_OR, a, b);
}

expr *upp_choose(upp *p, expr *a, expr *b, expr *c) {
  int32_t known;
  if (expr_is_const(a, &known))
    return known ? b : c;
  if (upp_has_time(a) || upp_has_time(b) || upp_has_time(c)) // bounds may be under &&, || and ! only
    return upp_and(p, upp_or(p, upp_not(p, a), upp_boolean(p, b)), upp_or(p, a, upp_boolean(p, c)));
  expr *e = expr_new(p->memory, EXPR_COND, a->at);
  e->a = a;
  e->b = b;
  e->c = c;
  return e;
}
