#include "model/span.h"

const span span_any = {INT32_MIN, INT32_MAX, 1}, span_truth = {0, 1, 1};

enum { MOST_LISTED = 64 };                   // values that are looked at one by one
static const int64_t far = INT64_C(1) << 40; // no value is farther from 0

static int64_t gcd(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static int64_t modulo(int64_t a, int64_t b) { return (a % b + b) % b; }

span span_of(int64_t low, int64_t high, int64_t step) {
  high = step ? high - (high - low) % step : low;
  return (span){low, high, low == high ? 0 : step};
}

bool span_has(span s, int64_t value) {
  return value >= s.low && value <= s.high && (!s.step || (value - s.low) % s.step == 0);
}

static bool lists_common(span few, span other) {
  for (int64_t v = few.low; v <= few.high; v += few.step ? few.step : 1)
    if (span_has(other, v))
      return true;
  return false;
}

static bool is_short(span s) { return !s.step || (s.high - s.low) / s.step < MOST_LISTED; }

bool span_meets(span a, span b) {
  if (a.high < b.low || b.high < a.low)
    return false;
  if (is_short(a) || is_short(b))
    return is_short(a) ? lists_common(a, b) : lists_common(b, a);
  return (a.low - b.low) % gcd(a.step, b.step) == 0;
}

bool span_cut(span s, int64_t low, int64_t high, span *out) {
  low = s.low < low ? low + (s.step ? modulo(s.low - low, s.step) : 0) : s.low;
  high = s.high < high ? s.high : high;
  if (low > high || (!s.step && s.low != low))
    return false;
  *out = span_of(low, high, s.step);
  return true;
}

span span_wrap(span s, int64_t low, uint32_t bits) {
  int64_t size = INT64_C(1) << bits, step = gcd(s.step, size);
  if (s.low >= low && s.high < low + size)
    return s;
  return span_of(low + modulo(s.low - low, step), low + size - 1, step);
}

span span_join(span a, span b) {
  int64_t apart = a.low < b.low ? b.low - a.low : a.low - b.low;
  return span_of(a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high, gcd(gcd(a.step, b.step), apart));
}

static span wrap(span s) { return span_wrap(s, INT32_MIN, 32); }

// What is too far from 0 is brought near; nothing else needs to be, where the value modulo 2^32 is meant.
static span near(span s) { return s.low < -far || s.high > far ? wrap(s) : s; }

static span multiply(span a, span b) {
  if (span_is_one(b))
    return near(b.low >= 0 ? span_of(a.low * b.low, a.high * b.low, a.step * b.low)
                           : span_of(a.high * b.low, a.low * b.low, a.step * -b.low));
  if (span_is_one(a))
    return multiply(b, a);
  int64_t at[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}, low = at[0], high = at[0];
  for (uint32_t i = 1; i < 4; i++) {
    low = at[i] < low ? at[i] : low;
    high = at[i] > high ? at[i] : high;
  }
  return near(span_of(low, high, 1));
}

// a % c, as in C: the result has the sign of a.
static span remainder_of(span a, int64_t c) {
  int64_t step = gcd(a.step, c), low = a.low < 0 ? 1 - c : 0, high = a.high > 0 ? c - 1 : 0;
  if (a.low >= 0 && a.low / c == a.high / c)
    return span_of(a.low % c, a.high % c, a.step);
  return span_of(low + modulo(a.low - low, step), high, step);
}

// a & c, for c >= 0.
static span mask(span a, int64_t c) {
  int64_t step = gcd(a.step, c + 1);
  if (c & (c + 1))
    return span_of(0, c, 1);
  return a.low >= 0 && a.high <= c ? a : span_of(modulo(a.low, step), c, step);
}

static span truth(bool can_be_false, bool can_be_true) { return span_of(!can_be_false, can_be_true, 1); }

static bool can_be_true(span s) { return s.low || s.high; }

static span compare(expr_op op, span a, span b) {
  switch (op) {
  case EXPR_LT:
    return truth(a.high >= b.low, a.low < b.high);
  case EXPR_LE:
    return truth(a.high > b.low, a.low <= b.high);
  case EXPR_GT:
    return compare(EXPR_LT, b, a);
  case EXPR_GE:
    return compare(EXPR_LE, b, a);
  case EXPR_EQ:
    return truth(!span_is_one(a) || !span_is_one(b) || a.low != b.low, span_meets(a, b));
  default:
    return truth(span_meets(a, b), !span_is_one(a) || !span_is_one(b) || a.low != b.low);
  }
}

// By a known value c.
static span apply_constant(expr_op op, span a, int64_t c) {
  if (op == EXPR_DIV && c > 0)
    return span_of(a.low / c, a.high / c, 1);
  if (op == EXPR_MOD && c > 0)
    return remainder_of(a, c);
  if (op == EXPR_BIT_AND && c >= 0)
    return mask(a, c);
  if (op == EXPR_SHL && c >= 0 && c < 31)
    return multiply(a, span_one(INT64_C(1) << c));
  if (op == EXPR_SHR && c >= 0 && c < 32)
    return span_of(a.low >> c, a.high >> c, 1);
  return span_any;
}

span span_apply(expr_op op, span a, span b) {
  fault f = FAULT_NONE;
  if (op == EXPR_ADD)
    return near((span){a.low + b.low, a.high + b.high, gcd(a.step, b.step)});
  if (op == EXPR_NEG)
    return (span){-a.high, -a.low, a.step};
  if (op == EXPR_SUB)
    return span_apply(EXPR_ADD, a, span_apply(EXPR_NEG, b, b));
  a = wrap(a);
  b = wrap(b);
  if (span_is_one(a) && span_is_one(b)) {
    int32_t value = expr_apply(op, (int32_t)a.low, (int32_t)b.low, &f);
    return f == FAULT_NONE ? span_one(value) : span_any;
  }
  switch (op) {
  case EXPR_COMPLEMENT:
    return (span){-a.high - 1, -a.low - 1, a.step};
  case EXPR_MUL:
    return multiply(a, b);
  case EXPR_NOT:
    return truth(can_be_true(a), span_has(a, 0));
  case EXPR_AND:
    return truth(span_has(a, 0) || span_has(b, 0), can_be_true(a) && can_be_true(b));
  case EXPR_OR:
    return truth(span_has(a, 0) && span_has(b, 0), can_be_true(a) || can_be_true(b));
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_GT:
  case EXPR_GE:
  case EXPR_EQ:
  case EXPR_NE:
    return compare(op, a, b);
  default:
    if (op == EXPR_BIT_AND && span_is_one(a))
      return apply_constant(op, b, a.low);
    return span_is_one(b) ? apply_constant(op, a, b.low) : span_any;
  }
}
