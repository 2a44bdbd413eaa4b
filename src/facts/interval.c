#include "facts/interval.h"

interval interval_hull(interval a, interval b) {
  if (interval_is_empty(a) || interval_is_empty(b))
    return interval_is_empty(a) ? b : a;
  return (interval){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

interval interval_common(interval a, interval b) {
  interval r = {a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
  return interval_is_empty(r) ? interval_none : r;
}

interval interval_of_type(net_type type) {
  if (type.bits >= 32 && !type.is_checked)
    return interval_all;
  return (interval){net_type_min(type), net_type_max(type)};
}

interval interval_cut(interval r, net_type type) {
  interval all = interval_of_type(type);
  if (type.is_checked || interval_is_empty(r))
    return interval_common(r, all);
  if (interval_is_one(r))
    return interval_one(net_cut(type, r.low));
  return interval_lies_within(r, all.low, all.high) ? r : all;
}

static interval fitting(int64_t low, int64_t high) {
  if (low < INT32_MIN || high > INT32_MAX)
    return interval_all;
  return (interval){(int32_t)low, (int32_t)high};
}

static interval decided(bool is_true, bool is_false) {
  return is_true ? interval_one(1) : is_false ? interval_one(0) : interval_truth;
}

// The extremes of an operator that is monotone in each argument are at the corners.
typedef int64_t (*on_corner)(int64_t a, int64_t b);

static int64_t multiplied(int64_t a, int64_t b) { return a * b; }
static int64_t divided(int64_t a, int64_t b) { return a / b; }
static int64_t shifted_left(int64_t a, int64_t b) { return a * ((int64_t)1 << b); }
static int64_t shifted_right(int64_t a, int64_t b) { return a >> b; }

static interval of_corners(on_corner f, interval a, interval b) {
  int64_t all[] = {f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)};
  int64_t low = all[0], high = all[0];
  for (uint32_t i = 1; i < 4; i++) {
    low = all[i] < low ? all[i] : low;
    high = all[i] > high ? all[i] : high;
  }
  return fitting(low, high);
}

// Division by 0 is a fault, and the sign of the quotient changes at 0.
static interval quotient(interval a, interval b) {
  interval less = interval_common(b, (interval){INT32_MIN, -1}), more = interval_common(b, (interval){1, INT32_MAX});
  interval r = interval_is_empty(less) ? interval_none : of_corners(divided, a, less);
  return interval_is_empty(more) ? r : interval_hull(r, of_corners(divided, a, more));
}

// The remainder has the sign of a, and its absolute value is less than that of b and at most that of a.
static interval remainder_of(interval a, interval b) {
  int64_t least = -(int64_t)b.low, most = b.high > least ? b.high : least;
  if (b.low == 0 && b.high == 0)
    return interval_none;
  int64_t reach = most > 0 ? most - 1 : 0;
  int64_t low = a.low >= 0       ? 0
                : a.low > -reach ? a.low
                                 : -reach,
          high = a.high <= 0      ? 0
                 : a.high < reach ? a.high
                                  : reach;
  return fitting(low, high);
}

static interval masked(interval a, interval b) {
  if (a.low < 0 && b.low < 0)
    return interval_all;
  if (a.low < 0 || b.low < 0)
    return (interval){0, a.low < 0 ? b.high : a.high};
  return (interval){0, a.high < b.high ? a.high : b.high};
}

// No bit is set above the highest bit of either side.
static interval joined(interval a, interval b) {
  if (a.low < 0 || b.low < 0)
    return interval_all;
  uint32_t bits = (uint32_t)(a.high | b.high);
  for (uint32_t by = 1; by < 32; by *= 2)
    bits |= bits >> by;
  return (interval){0, (int32_t)bits};
}

static interval shifted(expr_op op, interval a, interval by) {
  if (interval_lies_within(by, 0, 31))
    return of_corners(op == EXPR_SHL ? shifted_left : shifted_right, a, by);
  if (op == EXPR_SHL)
    return interval_all;
  return of_corners(shifted_right, a, (interval){0, 31});
}

static interval arithmetic(expr_op op, interval a, interval b) {
  switch (op) {
  case EXPR_NEG:
    return fitting(-(int64_t)a.high, -(int64_t)a.low);
  case EXPR_COMPLEMENT:
    return (interval){~a.high, ~a.low};
  case EXPR_ADD:
    return fitting((int64_t)a.low + b.low, (int64_t)a.high + b.high);
  case EXPR_SUB:
    return fitting((int64_t)a.low - b.high, (int64_t)a.high - b.low);
  case EXPR_MUL:
    return of_corners(multiplied, a, b);
  case EXPR_DIV:
    return quotient(a, b);
  case EXPR_MOD:
    return remainder_of(a, b);
  case EXPR_SHL:
  case EXPR_SHR:
    return shifted(op, a, b);
  case EXPR_BIT_AND:
    return masked(a, b);
  case EXPR_BIT_OR:
  case EXPR_BIT_XOR:
    return joined(a, b);
  default:
    return interval_all;
  }
}

static interval logic(expr_op op, interval a, interval b) {
  bool a_is_true = !interval_holds(a, 0), b_is_true = !interval_holds(b, 0);
  bool a_is_false = a.low == 0 && a.high == 0, b_is_false = b.low == 0 && b.high == 0;
  if (op == EXPR_NOT)
    return decided(a_is_false, a_is_true);
  if (op == EXPR_AND)
    return decided(a_is_true && b_is_true, a_is_false || b_is_false);
  return decided(a_is_true || b_is_true, a_is_false && b_is_false);
}

interval interval_apply(expr_op op, interval a, interval b) {
  if (interval_is_empty(a) || (expr_arity(op) == 2 && interval_is_empty(b)))
    return interval_none;
  bool is_apart = a.high < b.low || b.high < a.low, is_same = interval_is_one(a) && interval_is_same(a, b);
  switch (op) {
  case EXPR_LT:
    return decided(a.high < b.low, a.low >= b.high);
  case EXPR_LE:
    return decided(a.high <= b.low, a.low > b.high);
  case EXPR_GT:
    return decided(a.low > b.high, a.high <= b.low);
  case EXPR_GE:
    return decided(a.low >= b.high, a.high < b.low);
  case EXPR_EQ:
    return decided(is_same, is_apart);
  case EXPR_NE:
    return decided(is_apart, is_same);
  case EXPR_NOT:
  case EXPR_AND:
  case EXPR_OR:
    return logic(op, a, b);
  default:
    return arithmetic(op, a, b);
  }
}
