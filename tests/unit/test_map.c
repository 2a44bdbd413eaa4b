// Spans and maps of values to classes, held against all values one by one.
#include "test_maps.h"
#include "test_trace_net.h"

static span some_span(uint64_t *seed) {
  int64_t low = (int64_t)maps_draw(seed, 60) - 30;
  if (maps_draw(seed, 8) == 0)
    low += INT32_MAX - 40;
  if (maps_draw(seed, 8) == 0)
    low = INT32_MIN + (int64_t)maps_draw(seed, 30);
  return span_of(low, low + maps_draw(seed, 30), 1 + maps_draw(seed, 5));
}

static int64_t next_of(span s, int64_t value) { return value + (s.step ? s.step : 1); }

// Does the span have the value, or one that is equal modulo 2^32?
static bool covers(span s, int32_t value) { return span_has(span_wrap(s, INT32_MIN, 32), value) || span_has(s, value); }

static void check_operator(expr_op op, span a, span b) {
  span out = span_apply(op, a, b);
  assert_true(out.low <= out.high && !out.step == (out.low == out.high));
  for (int64_t x = a.low; x <= a.high; x = next_of(a, x))
    for (int64_t y = b.low; y <= b.high; y = next_of(b, y)) {
      fault f = FAULT_NONE;
      int32_t value = expr_apply(op, (int32_t)x, (int32_t)y, &f);
      if (f == FAULT_NONE && !covers(out, value))
        fail_msg("%s of %lld and %lld is %d, not in %lld..%lld by %lld", expr_symbol(op), (long long)x, (long long)y,
                 (int)value, (long long)out.low, (long long)out.high, (long long)out.step);
    }
}

static void operators_contain_all_results(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (uint32_t i = 0; i < 40000; i++) {
    span a = some_span(&seed), b = maps_draw(&seed, 2) ? some_span(&seed) : span_one(maps_draw(&seed, 40));
    if (maps_draw(&seed, 4) == 0)
      b.low = b.high = -b.high;
    check_operator((expr_op)maps_draw(&seed, EXPR_OPERATOR_COUNT), a, span_of(b.low, b.high, b.step));
  }
}

static void some_results_are_known_well(void **state) {
  (void)state;
  span byte = {0, 255, 1}, odd = {1, 255, 2};
  span sum = span_apply(EXPR_ADD, odd, span_one(1));
  assert_true(sum.low == 2 && sum.high == 256 && sum.step == 2);
  assert_true(span_is_one(span_apply(EXPR_MOD, odd, span_one(2))));
  assert_true(span_is_one(span_apply(EXPR_BIT_AND, odd, span_one(1))));
  assert_true(span_is_one(span_apply(EXPR_EQ, odd, span_one(4))));
  assert_true(span_is_one(span_apply(EXPR_LT, byte, span_one(256))));
  assert_false(span_is_one(span_apply(EXPR_LT, byte, span_one(255))));
  assert_true(span_is_one(span_apply(EXPR_AND, byte, span_one(0))));
}

static bool is_same_span(span a, span b) { return a.low == b.low && a.high == b.high && a.step == b.step; }

static void spans_are_cut_and_joined(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (uint32_t i = 0; i < 20000; i++) {
    span a = some_span(&seed), b = some_span(&seed), both = span_join(a, b), part = {0};
    int64_t low = a.low - 3 + maps_draw(&seed, 12), high = low + maps_draw(&seed, 20);
    bool is_any = span_cut(a, low, high, &part), is_met = false, is_found = false;
    for (int64_t x = a.low; x <= a.high; x = next_of(a, x)) {
      bool is_in = x >= low && x <= high;
      is_found |= is_in;
      is_met |= span_has(b, x);
      assert_true(span_has(both, x) && (!is_in || span_has(part, x)));
    }
    assert_true(is_any == is_found && is_met == span_meets(a, b));
    assert_true(is_same_span(both, span_join(b, a)));
  }
}

static const net_type types[] = {
    {.bits = 1, .set = -1},  {.bits = 3, .set = -1},
    {.bits = 8, .set = -1},  {.bits = 4, .is_signed = true, .set = -1},
    {.bits = 32, .set = -1}, {.bits = 32, .is_signed = true, .set = -1},
};

static net_type some_type(uint64_t *seed) {
  enum { COUNT = sizeof types / sizeof *types };
  uint32_t i = maps_draw(seed, COUNT + 2);
  int32_t low = (int32_t)maps_draw(seed, 8) - 4;
  return i < COUNT ? types[i] : net_type_range(low, low + (int32_t)maps_draw(seed, 8));
}

// What an assignment of the value makes of the class.
static uint32_t class_after(const net_map *map, net_type type, int32_t value) {
  return net_type_holds(type, value) ? net_map_class(map, net_cut(type, value)) : map->classes;
}

static void check_map(net_fixture *f, const net_map *map, net_type type, uint64_t *seed) {
  span s = some_span(seed);
  uint64_t classes = net_map_classes(map, type, s), expected = 0;
  for (int64_t v = s.low; v <= s.high; v = next_of(s, v)) {
    uint32_t class_ = class_after(map, type, (int32_t)v);
    int32_t value;
    expr *e = net_map_expr(f->a, map, type, test_number(f, (int32_t)v));
    expected |= UINT64_C(1) << class_;
    assert_true(expr_is_const(e, &value));
    assert_int_equal(value, class_);
    assert_true(classes >> class_ & 1);
  }
  if (type.bits == 8 && s.low > -256 && s.high < 512) // nothing is lost where a byte wraps around
    assert_int_equal(classes, expected);
}

NET_TEST(assignments_set_classes) {
  uint64_t seed = 9;
  for (uint32_t i = 0; i < 5000; i++) {
    net_var v = {.type = some_type(&seed), .channel = NET_NONE};
    const net_map *map = some_map(f->a, &v, &seed);
    assert_int_equal(net_map_class(map, 0), 0);
    span all = net_map_domain(v.type);
    for (uint32_t k = 0; k < 20; k++) {
      int64_t value = k < 10 ? all.low + k : all.high - (k - 10);
      uint32_t found = 0;
      for (uint32_t p = 0; value >= all.low && value <= all.high && p < map->pieces.count; p++)
        if (span_has(map->pieces.at[p].values, value)) {
          found++;
          assert_int_equal(map->pieces.at[p].class_, net_map_class(map, (int32_t)value));
        }
      assert_int_equal(found, value >= all.low && value <= all.high);
    }
    check_map(f, map, v.type, &seed);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_contain_all_results),
      cmocka_unit_test(some_results_are_known_well),
      cmocka_unit_test(spans_are_cut_and_joined),
      cmocka_unit_test(assignments_set_classes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
