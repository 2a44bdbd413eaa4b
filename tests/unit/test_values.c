// Sets and intervals of values: every operator, held against what it does to the values themselves.
#include "facts/values.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint64_t seed = 1;

static uint32_t any(uint32_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
}

// Small numbers, and those where something wraps around.
static int32_t any_number(void) {
  static const int32_t edges[] = {INT32_MIN, INT32_MIN + 1, -65536, -256, -1, 0, 1, 31, 32, 255, 65535, INT32_MAX};
  return any(2) ? (int32_t)any(41) - 20 : edges[any(sizeof edges / sizeof *edges)];
}

static interval any_interval(void) {
  int32_t a = any_number(), b = any(3) ? any_number() : a;
  return a < b ? (interval){a, b} : (interval){b, a};
}

static int32_t any_inside(interval r) {
  uint32_t way = any(4);
  uint64_t width = (uint64_t)((int64_t)r.high - r.low + 1);
  if (way < 2)
    return way ? r.low : r.high;
  return (int32_t)(r.low + (int64_t)(((uint64_t)any(1u << 31) << 1 | any(2)) % width));
}

static void intervals_hold_every_value(void **state) {
  (void)state;
  uint32_t narrow = 0;
  for (uint32_t round = 0; round < 200000; round++) {
    expr_op op = (expr_op)any(EXPR_OPERATOR_COUNT);
    interval a = any_interval(), b = any_interval(), r = interval_apply(op, a, b);
    narrow += !interval_is_same(r, interval_all);
    for (uint32_t tries = 0; tries < 5; tries++) {
      int32_t x = any_inside(a), y = any_inside(b);
      fault f = FAULT_NONE;
      int32_t value = expr_apply(op, x, y, &f);
      if (f == FAULT_NONE && !interval_holds(r, value))
        fail_msg("%d %s %d is %d, not in %d..%d", x, expr_symbol(op), y, value, r.low, r.high);
    }
  }
  assert_true(narrow > 100000);
}

// On a few neighbouring values the ends of arithmetic and comparisons are reached.
static void intervals_are_tight(void **state) {
  (void)state;
  static const expr_op ops[] = {EXPR_NEG, EXPR_COMPLEMENT, EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_DIV,
                                EXPR_SHL, EXPR_SHR,        EXPR_LT,  EXPR_GE,  EXPR_EQ,  EXPR_NE};
  for (uint32_t round = 0; round < 20000; round++) {
    expr_op op = ops[any(sizeof ops / sizeof *ops)];
    bool shifts = op == EXPR_SHL || op == EXPR_SHR;
    int32_t low = (int32_t)any(20) - 10, other = shifts ? (int32_t)any(5) : (int32_t)any(20) - 10;
    interval a = {low, low + (int32_t)any(6)}, b = {other, other + (int32_t)any(6)}, seen = interval_none;
    for (int32_t x = a.low; x <= a.high; x++)
      for (int32_t y = b.low; y <= b.high; y++) {
        fault f = FAULT_NONE;
        int32_t value = expr_apply(op, x, y, &f);
        if (f == FAULT_NONE)
          seen = interval_hull(seen, interval_one(value));
      }
    interval r = interval_apply(op, a, b);
    if (interval_is_empty(seen) ? !interval_is_empty(r) : !interval_is_same(r, seen))
      fail_msg("%d..%d %s %d..%d", a.low, a.high, expr_symbol(op), b.low, b.high);
  }
}

static void intervals_are_cut(void **state) {
  (void)state;
  const net_type byte = {.bits = 8}, number = {.bits = 32, .is_signed = true}, checked = net_type_range(-3, 70);
  assert_true(interval_is_same(interval_cut((interval){300, 300}, byte), interval_one(44)));
  assert_true(interval_is_same(interval_cut((interval){7, 300}, byte), (interval){0, 255}));
  assert_true(interval_is_same(interval_cut((interval){7, 30}, byte), (interval){7, 30}));
  assert_true(interval_is_same(interval_cut(interval_all, number), interval_all));
  assert_true(interval_is_same(interval_cut((interval){7, 300}, checked), (interval){7, 70}));
  assert_true(interval_is_empty(interval_cut((interval){71, 300}, checked)));
  assert_true(interval_is_empty(interval_cut(interval_none, byte)));
}

static void any_values(values *set) {
  values_clear(set);
  if (any(3) == 0)
    values_set_interval(set, any_interval());
  else
    for (uint32_t n = any(6); n > 0; n--)
      values_add(set, any_number());
}

static bool pick(const values *set, int32_t *value) {
  if (values_are_none(set))
    return false;
  *value = set->is_interval ? any_inside(set->among) : set->at[any(set->count)];
  return true;
}

static void sets_and_intervals_mix(void **state) {
  (void)state;
  for (uint32_t round = 0; round < 100000; round++) {
    expr_op op = (expr_op)any(EXPR_OPERATOR_COUNT);
    values a, b, out;
    int32_t x, y = 0;
    any_values(&a);
    any_values(&b);
    values_apply(op, &a, &b, &out);
    assert_true(!out.is_interval || (int64_t)out.among.high - out.among.low >= VALUES_MOST);
    if (!pick(&a, &x) || (!pick(&b, &y) && expr_arity(op) == 2))
      continue;
    fault f = FAULT_NONE;
    int32_t value = expr_apply(op, x, y, &f);
    assert_true(f != FAULT_NONE || values_hold(&out, value));
  }
}

static void joins_hold_both(void **state) {
  (void)state;
  for (uint32_t round = 0; round < 20000; round++) {
    values a, b, both;
    int32_t x;
    any_values(&a);
    any_values(&b);
    both = a;
    values_join(&both, &b);
    assert_false(values_join(&both, &a));
    assert_false(values_join(&both, &b));
    assert_true((!pick(&a, &x) || values_hold(&both, x)) && (!pick(&b, &x) || values_hold(&both, x)));
    if (pick(&b, &x))
      assert_true(!values_hold(&a, x) || values_meet(&a, &b));
    values_cut(&both, (net_type){.bits = 8});
    if (pick(&b, &x))
      assert_true(values_hold(&both, (uint8_t)x));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(intervals_hold_every_value),
      cmocka_unit_test(intervals_are_tight),
      cmocka_unit_test(intervals_are_cut),
      cmocka_unit_test(sets_and_intervals_mix),
      cmocka_unit_test(joins_hold_both),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
