#include "omega/atoms.h"

static bool is_same(const expr *a, const expr *b) {
  if (!a || !b)
    return a == b;
  if (a->op != b->op || a->value != b->value || a->var != b->var || a->bound != b->bound ||
      a->locations.count != b->locations.count || a->indices.count != b->indices.count || a->patterns.count ||
      b->patterns.count)
    return false;
  for (uint32_t i = 0; i < a->locations.count; i++)
    if (a->locations.at[i] != b->locations.at[i])
      return false;
  for (uint32_t i = 0; i < a->indices.count; i++)
    if (!is_same(a->indices.at[i], b->indices.at[i]))
      return false;
  return is_same(a->a, b->a) && is_same(a->b, b->b) && is_same(a->c, b->c);
}

static const uint8_t opposites[][2] = {{EXPR_EQ, EXPR_NE},
                                       {EXPR_LT, EXPR_GE},
                                       {EXPR_GT, EXPR_LE},
                                       {EXPR_FULL, EXPR_NOT_FULL},
                                       {EXPR_EMPTY, EXPR_NOT_EMPTY}};

static bool is_opposite(const expr *a, const expr *b) {
  for (uint32_t i = 0; i < sizeof opposites / sizeof *opposites; i++)
    for (uint32_t k = 0; k < 2; k++)
      if (a->op == opposites[i][k] && b->op == opposites[i][!k]) {
        expr same = *a;
        same.op = b->op;
        return is_same(&same, b);
      }
  return false;
}

static nnf literal(atoms *a, nnf_table *t, expr *e, bool is_negated) {
  for (uint32_t i = 0; i < a->list.count; i++) {
    if (is_same(a->list.at[i], e))
      return nnf_literal(t, i * 2 + is_negated);
    if (is_opposite(a->list.at[i], e))
      return nnf_literal(t, i * 2 + !is_negated);
  }
  vec_push(a->m, &a->list, e);
  return nnf_literal(t, (a->list.count - 1) * 2 + is_negated);
}

// Does it name a channel that is made when its scope is entered?
static bool is_channel(const expr *e) { return e->op == EXPR_VAR && e->var->channel >= 0; }

static bool is_plain(const expr *e) {
  if (e->op < EXPR_OPERATOR_COUNT)
    return e->op != EXPR_DIV && e->op != EXPR_MOD;
  switch (e->op) {
  case EXPR_VAR:
  case EXPR_REMOTE_VAR:
    for (uint32_t i = 0; i < e->indices.count; i++)
      if (e->indices.at[i]->op != EXPR_CONST)
        return false;
    return true;
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_EMPTY:
  case EXPR_NOT_FULL:
  case EXPR_NOT_EMPTY:
    return is_channel(e->a);
  case EXPR_BOUND:
    return !e->bound->when && !e->bound->x.offset && !e->bound->y.offset && e->bound->limit->op == EXPR_CONST;
  case EXPR_CONST:
  case EXPR_AT:
  case EXPR_COND:
  case EXPR_PID:
  case EXPR_PROCESSES:
  case EXPR_FIRST:
  case EXPR_LAST:
  case EXPR_TIMEOUT:
  case EXPR_UNLABELLED:
  case EXPR_DEADLOCK:
    return true;
  default:
    return false;
  }
}

static void note_risk(const expr *e, void *context) {
  if (!is_plain(e))
    *(bool *)context = true;
}

// `a && b` evaluates b only where a holds, but literals are evaluated in any order: so b must not lead to an error.
static bool can_fail(const expr *e) {
  bool is_risky = false;
  expr_walk(e, note_risk, &is_risky);
  return is_risky;
}

static nnf condition(atoms *a, nnf_table *t, expr *e, bool is_negated) {
  int32_t value;
  if (expr_is_const(e, &value))
    return (value != 0) != is_negated;
  if (e->op == EXPR_NOT)
    return condition(a, t, e->a, !is_negated);
  if ((e->op == EXPR_AND || e->op == EXPR_OR) && !can_fail(e)) {
    nnf left = condition(a, t, e->a, is_negated), right = condition(a, t, e->b, is_negated);
    return (e->op == EXPR_AND) != is_negated ? nnf_and(t, left, right) : nnf_or(t, left, right);
  }
  return literal(a, t, e, is_negated);
}

// a <-> b is (a && b) || (!a && !b); its negation is (a && !b) || (!a && b).
static nnf equivalence(atoms *a, nnf_table *t, const net_formula *f, bool is_negated) {
  nnf left = atoms_formula(a, t, f->left, false), right = atoms_formula(a, t, f->right, is_negated);
  nnf neither = nnf_and(t, nnf_negation(t, left), nnf_negation(t, right));
  return nnf_or(t, nnf_and(t, left, right), neither);
}

nnf atoms_formula(atoms *a, nnf_table *t, const net_formula *f, bool is_negated) {
  if (f->op == LTL_ATOM)
    return condition(a, t, f->atom, is_negated);
  if (f->op == LTL_EQUIV)
    return equivalence(a, t, f, is_negated);
  nnf left = atoms_formula(a, t, f->left, is_negated != (f->op == LTL_NOT || f->op == LTL_IMPLIES));
  nnf right = f->right ? atoms_formula(a, t, f->right, is_negated) : NNF_FALSE;
  switch (f->op) {
  case LTL_NOT:
    return left;
  case LTL_AND:
    return is_negated ? nnf_or(t, left, right) : nnf_and(t, left, right);
  case LTL_OR:
  case LTL_IMPLIES:
    return is_negated ? nnf_and(t, left, right) : nnf_or(t, left, right);
  case LTL_NEXT:
    return nnf_next(t, left);
  case LTL_ALWAYS:
    return is_negated ? nnf_until(t, NNF_TRUE, left) : nnf_release(t, NNF_FALSE, left);
  case LTL_EVENTUALLY:
    return is_negated ? nnf_release(t, NNF_FALSE, left) : nnf_until(t, NNF_TRUE, left);
  case LTL_UNTIL:
    return is_negated ? nnf_release(t, left, right) : nnf_until(t, left, right);
  case LTL_RELEASE:
    return is_negated ? nnf_until(t, left, right) : nnf_release(t, left, right);
  default: // a W b is b V (a || b)
    return is_negated ? nnf_until(t, right, nnf_and(t, left, right)) : nnf_release(t, right, nnf_or(t, left, right));
  }
}
