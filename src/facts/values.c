#include "facts/values.h"

static uint32_t position(const values *set, int32_t value) {
  uint32_t low = 0, high = set->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (set->at[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void values_clear(values *set) {
  set->is_interval = false;
  set->count = 0;
}

void values_set_one(values *set, int32_t value) {
  set->is_interval = false;
  set->count = 1;
  set->at[0] = value;
}

void values_set_interval(values *set, interval r) {
  values_clear(set);
  set->is_interval = (int64_t)r.high - r.low >= VALUES_MOST;
  set->among = r;
  for (int64_t v = r.low; v <= r.high && !set->is_interval; v++)
    set->at[set->count++] = (int32_t)v;
}

interval values_hull(const values *set) {
  if (set->is_interval)
    return set->among;
  return set->count ? (interval){set->at[0], set->at[set->count - 1]} : interval_none;
}

bool values_are_none(const values *set) { return !set->is_interval && set->count == 0; }

bool values_hold(const values *set, int32_t value) {
  if (set->is_interval)
    return interval_holds(set->among, value);
  uint32_t where = position(set, value);
  return where < set->count && set->at[where] == value;
}

static bool become_interval(values *set, interval r) {
  bool grew = !set->is_interval || !interval_is_same(set->among, r);
  set->is_interval = true;
  set->count = 0;
  set->among = r;
  return grew;
}

bool values_add(values *set, int32_t value) {
  uint32_t where = position(set, value);
  if (set->is_interval || set->count == VALUES_MOST)
    return !values_hold(set, value) && become_interval(set, interval_hull(values_hull(set), interval_one(value)));
  if (where < set->count && set->at[where] == value)
    return false;
  for (uint32_t i = set->count++; i > where; i--)
    set->at[i] = set->at[i - 1];
  set->at[where] = value;
  return true;
}

bool values_join(values *set, const values *more) {
  if (values_are_none(more))
    return false;
  if (set->is_interval || more->is_interval)
    return become_interval(set, interval_hull(values_hull(set), values_hull(more)));
  bool grew = false;
  for (uint32_t i = 0; i < more->count; i++)
    grew |= values_add(set, more->at[i]);
  return grew;
}

bool values_are_only(const values *set, int32_t one) {
  return !set->is_interval && set->count == 1 && set->at[0] == one;
}

bool values_meet(const values *a, const values *b) {
  if (a->is_interval && b->is_interval)
    return !interval_is_empty(interval_common(a->among, b->among));
  const values *set = a->is_interval ? b : a, *other = a->is_interval ? a : b;
  for (uint32_t i = 0; i < set->count; i++)
    if (values_hold(other, set->at[i]))
      return true;
  return false;
}

void values_cut(values *set, net_type type) {
  if (set->is_interval) {
    values_set_interval(set, interval_cut(set->among, type));
    return;
  }
  values result = {0};
  for (uint32_t i = 0; i < set->count; i++)
    if (net_type_holds(type, set->at[i]))
      values_add(&result, net_cut(type, set->at[i]));
  *set = result;
}

static void apply_to_each(expr_op op, const values *a, const values *b, values *out) {
  bool is_relation = op >= EXPR_LT && op <= EXPR_NE; // has only two results: stop when both were found
  for (uint32_t i = 0; i < a->count && !(is_relation && out->count == 2); i++)
    for (uint32_t k = 0; k < b->count; k++) {
      fault f = FAULT_NONE;
      int32_t value = expr_apply(op, a->at[i], b->at[k], &f);
      if (f == FAULT_NONE)
        values_add(out, value);
    }
}

void values_apply(expr_op op, const values *a, const values *b, values *out) {
  static const values nothing_else = {.count = 1};
  const values *right = expr_arity(op) == 2 ? b : &nothing_else;
  values_clear(out);
  if (!a->is_interval && !right->is_interval)
    apply_to_each(op, a, right, out);
  else if ((op == EXPR_EQ || op == EXPR_NE) && !values_meet(a, right)) // the hulls may overlap where the sets do not
    values_set_interval(out,
                        values_are_none(a) || values_are_none(right) ? interval_none : interval_one(op == EXPR_NE));
  else
    values_set_interval(out, interval_apply(op, values_hull(a), values_hull(right)));
}
