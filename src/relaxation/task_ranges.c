// Operators over ranges of values.
#include "relaxation/task_internal.h"

static const task_range anything = {INT32_MIN, INT32_MAX}, truth_value = {0, 1};

task_range task_range_of(net_type type) {
  return type.bits >= 32 ? anything : (task_range){net_type_min(type), net_type_max(type)};
}

task_range task_range_cut(task_range r, net_type type) {
  task_range all = task_range_of(type);
  if (task_range_is_one(r))
    return (task_range){net_cut(type, r.low), net_cut(type, r.low)};
  return r.low >= all.low && r.high <= all.high ? r : all;
}

task_range task_store(task_path *x, task_range r, net_type type) {
  if (!type.is_checked)
    return task_range_cut(r, type);
  if (r.high < type.low || r.low > type.high) {
    x->must_fault = true;
    return r;
  }
  x->may_fault |= r.low < type.low || r.high > type.high;
  return (task_range){r.low < type.low ? type.low : r.low, r.high > type.high ? type.high : r.high};
}

static task_range between(int64_t low, int64_t high) {
  if (low < INT32_MIN || high > INT32_MAX)
    return anything;
  return (task_range){(int32_t)low, (int32_t)high};
}

static task_range decided(bool is_true, bool is_false) {
  return is_true ? (task_range){1, 1} : is_false ? (task_range){0, 0} : truth_value;
}

static task_range product(task_range a, task_range b) {
  int64_t all[] = {(int64_t)a.low * b.low, (int64_t)a.low * b.high, (int64_t)a.high * b.low, (int64_t)a.high * b.high};
  int64_t low = all[0], high = all[0];
  for (uint32_t i = 1; i < 4; i++) {
    low = all[i] < low ? all[i] : low;
    high = all[i] > high ? all[i] : high;
  }
  return between(low, high);
}

static task_range remainder_of(task_range a, task_range b) {
  int64_t most = (int64_t)b.high - 1;
  if (b.low <= 0)
    return anything;
  if (a.low >= 0)
    return between(0, a.high < most ? a.high : most);
  return between(-most, most);
}

static task_range arithmetic(expr_op op, task_range a, task_range b) {
  switch (op) {
  case EXPR_NEG:
    return between(-(int64_t)a.high, -(int64_t)a.low);
  case EXPR_ADD:
    return between((int64_t)a.low + b.low, (int64_t)a.high + b.high);
  case EXPR_SUB:
    return between((int64_t)a.low - b.high, (int64_t)a.high - b.low);
  case EXPR_MUL:
    return product(a, b);
  case EXPR_MOD:
    return remainder_of(a, b);
  case EXPR_DIV:
    return b.low > 0 && task_range_is_one(b) ? between(a.low / b.low, a.high / b.low) : anything;
  case EXPR_BIT_AND:
    return b.low >= 0 ? between(0, b.high) : a.low >= 0 ? between(0, a.high) : anything;
  default:
    return anything;
  }
}

task_range task_range_apply(expr_op op, task_range a, task_range b) {
  switch (op) {
  case EXPR_NOT:
    return decided(false, a.low > 0 || a.high < 0);
  case EXPR_LT:
    return decided(a.high < b.low, a.low >= b.high);
  case EXPR_LE:
    return decided(a.high <= b.low, a.low > b.high);
  case EXPR_GT:
    return decided(a.low > b.high, a.high <= b.low);
  case EXPR_GE:
    return decided(a.low >= b.high, a.high < b.low);
  case EXPR_EQ:
    return decided(false, a.high < b.low || a.low > b.high);
  case EXPR_NE:
    return decided(a.high < b.low || a.low > b.high, false);
  default:
    return arithmetic(op, a, b);
  }
}
