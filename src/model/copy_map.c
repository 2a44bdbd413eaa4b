// Variables that are mapped to classes. An expression that reads some of them is copied by cases: for each combination
// of their classes, a value that does not depend on which values of the classes they have. Where there is none, the
// expression is unknown; a condition is then weakened for this combination only, and an assignment to a mapped variable
// sets any of the classes that the value can be in: each in another version of the edge.
#include "model/copy_internal.h"

// With classes of several pieces the value must be the same number for all of them.
static bool is_exact_here(const copier *in, copy_cases *c, const expr *e) {
  int32_t value, first;
  if (copy_has_one_piece(c))
    return copy_first_pieces(c) && !copy_is_unknown(in, e);
  if (!copy_first_pieces(c))
    return true;
  if (!copy_is_settled(in, e, &first))
    return false;
  while (copy_next_pieces(c))
    if (!copy_is_settled(in, e, &value) || value != first)
      return false;
  return true;
}

bool copy_is_exact(const copier *k, const expr *e) {
  copy_cases c = copy_find_cases(k, e);
  copier in = *k;
  in.cases = &c;
  for (bool is_there = copy_first_classes(&c); is_there; is_there = copy_next_classes(&c))
    if (!is_exact_here(&in, &c, e))
      return false;
  return true;
}

static expr *exact_leaf(copier *in, copy_cases *c, const void *context) {
  const expr *e = context;
  int32_t value = 0;
  bool is_one = copy_has_one_piece(c);
  if (copy_first_pieces(c) && is_one)
    return copy_expr(in, e);
  if (copy_first_pieces(c))
    copy_is_settled(in, e, &value);
  return expr_const(in->memory, value, e->at);
}

expr *copy_exactly(copier *k, const expr *e) {
  copy_cases c = copy_find_cases(k, e);
  return copy_by_cases(k, &c, 0, exact_leaf, e);
}

typedef struct {
  const expr *condition;
  bool is_upper;
} weakening;

static bool is_comparison(const expr *e) { return e->op >= EXPR_LT && e->op <= EXPR_NE; }

static expr_op swapped(expr_op op) {
  return op == EXPR_LT ? EXPR_GT : op == EXPR_GT ? EXPR_LT : op == EXPR_LE ? EXPR_GE : op == EXPR_GE ? EXPR_LE : op;
}

static expr_op negated(expr_op op) {
  return op == EXPR_LT   ? EXPR_GE
         : op == EXPR_GE ? EXPR_LT
         : op == EXPR_LE ? EXPR_GT
         : op == EXPR_GT ? EXPR_LE
         : op == EXPR_EQ ? EXPR_NE
                         : EXPR_EQ;
}

// Where some of several values can be in this relation to the known one.
static expr *may_compare(copier *in, expr_op op, span values, expr *known) {
  expr *low = expr_const(in->memory, (int32_t)values.low, known->at),
       *high = expr_const(in->memory, (int32_t)values.high, known->at);
  switch (op) {
  case EXPR_LT:
  case EXPR_LE:
    return expr_binary(in->memory, op, low, known);
  case EXPR_GT:
  case EXPR_GE:
    return expr_binary(in->memory, op, high, known);
  case EXPR_EQ:
    return expr_binary(in->memory, EXPR_AND, expr_binary(in->memory, EXPR_LE, low, known),
                       expr_binary(in->memory, EXPR_LE, known, high));
  default:
    return expr_const(in->memory, 1, known->at);
  }
}

// Of two sides, one is known.
static expr *weaken_comparison(copier *in, const expr *e, bool is_upper) {
  bool is_left = copy_is_unknown(in, e->a);
  span values = span_wrap(copy_values_of(in, is_left ? e->a : e->b), INT32_MIN, 32);
  expr *known = copy_expr(in, is_left ? e->b : e->a);
  expr_op op = is_left ? (expr_op)e->op : swapped(e->op);
  if (is_upper)
    return may_compare(in, op, values, known);
  return expr_unary(in->memory, EXPR_NOT, may_compare(in, negated(op), values, known));
}

static expr *weaken_here(copier *in, const expr *e, bool is_upper) {
  if (!copy_is_unknown(in, e))
    return copy_expr(in, e);
  if (is_comparison(e) && copy_is_unknown(in, e->a) != copy_is_unknown(in, e->b))
    return weaken_comparison(in, e, is_upper);
  span s = span_apply(EXPR_NOT, copy_values_of(in, e), span_one(0)); // 1: it does not hold
  return expr_const(in->memory, is_upper ? s.low == 0 : s.high == 0, e->at);
}

static expr *weak_leaf(copier *in, copy_cases *c, const void *context) {
  const weakening *w = context;
  expr *out = expr_const(in->memory, !w->is_upper, w->condition->at);
  for (bool is_there = copy_first_pieces(c); is_there; is_there = copy_next_pieces(c))
    out = copy_join(in, !w->is_upper, out, weaken_here(in, w->condition, w->is_upper));
  return out;
}

expr *copy_weakly(copier *k, const expr *e, bool is_upper) {
  copy_cases c = copy_find_cases(k, e);
  return copy_by_cases(k, &c, 0, weak_leaf, &(weakening){e, is_upper});
}

typedef struct {
  const net_var *var;
  const expr *value;
  uint32_t choice;
} assignment;

// In one case: the classes that the value can be in, as bits. None: it is known, and determines the class.
static uint64_t classes_here(const copier *in, copy_cases *c, const assignment *a) {
  const net_map *map = in->maps[a->var->index];
  uint64_t out = 0;
  int32_t value;
  bool is_one = copy_has_one_piece(c);
  if (!copy_first_pieces(c))
    return 1; // a class without values
  if (is_one && !copy_is_unknown(in, a->value) && !copy_is_settled(in, a->value, &value))
    return 0;
  for (bool is_there = true; is_there; is_there = copy_next_pieces(c))
    out |= net_map_classes(map, a->var->type, copy_values_of(in, a->value));
  return out;
}

static uint32_t count_bits(uint64_t bits) {
  uint32_t count = 0;
  for (; bits; bits &= bits - 1)
    count++;
  return count;
}

uint32_t copy_choices(const copier *k, const net_var *var, const expr *value) {
  assignment a = {.var = var, .value = value};
  copy_cases c = copy_find_cases(k, value);
  copier in = *k;
  uint32_t most = 1;
  in.cases = &c;
  for (bool is_there = copy_first_classes(&c); is_there; is_there = copy_next_classes(&c)) {
    uint32_t count = count_bits(classes_here(&in, &c, &a));
    most = count > most ? count : most;
  }
  return most;
}

static expr *class_leaf(copier *in, copy_cases *c, const void *context) {
  const assignment *a = context;
  uint64_t bits = classes_here(in, c, a);
  if (!bits) {
    copy_first_pieces(c);
    return net_map_expr(in->memory, in->maps[a->var->index], a->var->type, copy_expr(in, a->value));
  }
  for (uint32_t i = 0; i < a->choice && (bits & (bits - 1)); i++)
    bits &= bits - 1;
  uint32_t class_ = 0;
  while (!(bits >> class_ & 1))
    class_++;
  return expr_const(in->memory, (int32_t)class_, a->value->at);
}

expr *copy_class(copier *k, const net_var *var, const expr *value, uint32_t choice) {
  copy_cases c = copy_find_cases(k, value);
  return copy_by_cases(k, &c, 0, class_leaf, &(assignment){var, value, choice});
}
