// Logical expressions with what is known taken out of them.
#include "lang/uppaal/lower.h"

static void note_time(const expr *e, void *context) { *(bool *)context |= e->op == EXPR_BOUND; }

bool upp_has_time(const expr *e) {
  bool found = false;
  expr_walk(e, note_time, &found);
  return found;
}

bool upp_is_boolean(const expr *e) {
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
    return upp_is_boolean(e->b) && upp_is_boolean(e->c);
  default:
    return false;
  }
}

expr *upp_boolean(upp *p, expr *e) {
  return upp_is_boolean(e) ? e : expr_binary(p->memory, EXPR_NE, e, expr_const(p->memory, 0, e->at));
}

expr *upp_not(upp *p, expr *a) { return a->op == EXPR_NOT ? upp_boolean(p, a->a) : expr_unary(p->memory, EXPR_NOT, a); }

expr *upp_and(upp *p, expr *a, expr *b) {
  int32_t known;
  if (expr_is_const(a, &known))
    return known ? upp_boolean(p, b) : expr_const(p->memory, 0, a->at);
  if (expr_is_const(b, &known) && known)
    return upp_boolean(p, a);
  return expr_binary(p->memory, EXPR_AND, a, b);
}

expr *upp_or(upp *p, expr *a, expr *b) {
  int32_t known;
  if (expr_is_const(a, &known))
    return known ? expr_const(p->memory, 1, a->at) : upp_boolean(p, b);
  if (expr_is_const(b, &known) && !known)
    return upp_boolean(p, a);
  return expr_binary(p->memory, EXPR_OR, a, b);
}

expr *upp_choose(upp *p, expr *a, expr *b, expr *c) {
  int32_t known;
  if (expr_is_const(a, &known))
    return known ? b : c;
  if (upp_has_time(a) || upp_has_time(b) || upp_has_time(c)) // bounds stay under &&, || and !
    return upp_and(p, upp_or(p, upp_not(p, a), upp_boolean(p, b)), upp_or(p, a, upp_boolean(p, c)));
  expr *e = expr_new(p->memory, EXPR_COND, a->at);
  e->a = a;
  e->b = b;
  e->c = c;
  return e;
}
