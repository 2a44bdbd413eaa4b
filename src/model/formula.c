#include "model/formula.h"

static expr *both(arena *memory, expr *a, expr *b) { return a && b ? expr_binary(memory, EXPR_AND, a, b) : NULL; }

// A formula without temporal operators as an expression, negated if wanted; else NULL.
static expr *condition(arena *memory, const net_formula *f, bool is_negated) {
  if (f->op == LTL_NOT)
    return condition(memory, f->left, !is_negated);
  expr *a = NULL, *b = NULL, *e = NULL;
  if (f->op == LTL_ATOM) {
    e = f->atom;
  } else if (f->op == LTL_AND || f->op == LTL_OR || f->op == LTL_IMPLIES || f->op == LTL_EQUIV) {
    a = condition(memory, f->left, f->op == LTL_IMPLIES);
    b = a ? condition(memory, f->right, false) : NULL;
  }
  if (b && f->op == LTL_EQUIV) { // of truth values, not of numbers
    a = expr_unary(memory, EXPR_NOT, a);
    b = expr_unary(memory, EXPR_NOT, b);
  }
  if (b)
    e = expr_binary(memory, f->op == LTL_AND ? EXPR_AND : f->op == LTL_EQUIV ? EXPR_EQ : EXPR_OR, a, b);
  return e && is_negated ? expr_unary(memory, EXPR_NOT, e) : e;
}

// holds = false: the condition that must hold in every state for the formula to be false.
static expr *invariant(arena *memory, const net_formula *f, bool holds) {
  if (f->op == LTL_NOT)
    return invariant(memory, f->left, !holds);
  if (f->op == (holds ? LTL_ALWAYS : LTL_EVENTUALLY)) {
    expr *e = condition(memory, f->left, !holds);
    return e ? e : invariant(memory, f->left, holds);
  }
  if (f->op == (holds ? LTL_AND : LTL_OR))
    return both(memory, invariant(memory, f->left, holds), invariant(memory, f->right, holds));
  return NULL;
}

expr *formula_invariant(arena *memory, const net_formula *f) { return invariant(memory, f, true); }

void formula_walk(const net_formula *f, void (*visit)(const expr *e, void *context), void *context) {
  if (!f)
    return;
  if (f->op == LTL_ATOM)
    expr_walk(f->atom, visit, context);
  formula_walk(f->left, visit, context);
  formula_walk(f->right, visit, context);
}
