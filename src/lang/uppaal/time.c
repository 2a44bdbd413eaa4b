// Sums of clocks and numbers, and comparisons of such sums, which are bounds.
#include "lang/uppaal/lower.h"

bool upp_is_time(const operand *o) { return o->plus.count || o->minus.count; }

// The one of two picks that is not empty; an error if both are not empty.
static net_pick one_of(upp *p, net_pick a, net_pick b, place at) {
  if (a.count && b.count)
    upp_error(p, at, "compare a clock or the difference of two clocks", "a sum with too many clocks");
  return a.count ? a : b;
}

static expr *addend(upp *p, const operand *o, place at) { return upp_is_time(o) ? o->value : upp_data(p, o, at); }

// a + b or a - b, simplified if one of them is 0
static expr *sum_of(upp *p, expr_op op, expr *a, expr *b) {
  int32_t known;
  if (expr_is_const(b, &known) && known == 0)
    return a;
  if (op == EXPR_ADD && expr_is_const(a, &known) && known == 0)
    return b;
  return expr_binary(p->memory, op, a, b);
}

operand upp_time_sum(upp *p, const upp_expr *e, const operand *a, const operand *b) {
  bool is_sum = e->kind == UPP_ADD;
  operand sum = {.shape = &upp_shape_clock};
  net_pick plus = is_sum ? b->plus : b->minus, minus = is_sum ? b->minus : b->plus;
  if ((!is_sum && e->kind != UPP_SUB) || (a->plus.count && plus.count) || (a->minus.count && minus.count))
    return upp_opaque_from(p, &upp_shape_computed, a, b, e->at);
  sum.plus = a->plus.count ? a->plus : plus;
  sum.minus = a->minus.count ? a->minus : minus;
  sum.value = sum_of(p, is_sum ? EXPR_ADD : EXPR_SUB, addend(p, a, e->at), addend(p, b, e->at));
  return sum;
}

// Clocks are not negative, so some bounds on one clock are constant.
static expr *bound(upp *p, net_pick x, net_pick y, bool is_strict, expr *limit, place at) {
  int32_t known;
  bool is_known = !x.offset && !y.offset && expr_is_const(limit, &known);
  if (is_known && !x.count && (is_strict ? known > 0 : known >= 0))
    return expr_const(p->memory, 1, at);
  if (is_known && !y.count && (is_strict ? known <= 0 : known < 0))
    return expr_const(p->memory, 0, at);
  net_bound *b = ARENA_NEW(p->memory, net_bound);
  *b = (net_bound){.x = x, .y = y, .is_strict = is_strict, .limit = limit, .at = at};
  expr *e = expr_new(p->memory, EXPR_BOUND, at);
  e->bound = b;
  return e;
}

static bool is_same_clock(net_pick a, net_pick b) {
  return a.count == 1 && b.count == 1 && !a.offset && !b.offset && a.first == b.first;
}

// plus - minus compared with the limit
static expr *compare(upp *p, upp_expr_kind how, net_pick plus, net_pick minus, expr *limit, place at) {
  switch (how) {
  case UPP_LT:
  case UPP_LE:
    return bound(p, plus, minus, how == UPP_LT, limit, at);
  case UPP_GT:
  case UPP_GE:
    return bound(p, minus, plus, how == UPP_GT, expr_unary(p->memory, EXPR_NEG, limit), at);
  case UPP_EQ:
    return upp_and(p, compare(p, UPP_LE, plus, minus, limit, at), compare(p, UPP_GE, plus, minus, limit, at));
  default:
    return upp_or(p, compare(p, UPP_LT, plus, minus, limit, at), compare(p, UPP_GT, plus, minus, limit, at));
  }
}

static expr *compare_zero(upp *p, upp_expr_kind how, expr *limit, place at) {
  static const expr_op operators[] = {[UPP_LT] = EXPR_LT, [UPP_LE] = EXPR_LE, [UPP_GT] = EXPR_GT,
                                      [UPP_GE] = EXPR_GE, [UPP_EQ] = EXPR_EQ, [UPP_NE] = EXPR_NE};
  return expr_binary(p->memory, operators[how], expr_const(p->memory, 0, at), limit);
}

expr *upp_time_compare(upp *p, const upp_expr *e, const operand *a, const operand *b) {
  net_pick plus = one_of(p, a->plus, b->minus, e->at), minus = one_of(p, a->minus, b->plus, e->at);
  expr *limit = sum_of(p, EXPR_SUB, addend(p, b, e->at), addend(p, a, e->at));
  if (is_same_clock(plus, minus))
    return compare_zero(p, e->kind, limit, e->at);
  return compare(p, e->kind, plus, minus, limit, e->at);
}
