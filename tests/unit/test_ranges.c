#include "facts/ranges.h"
#include "test_load.h"
#include "test_trace_net.h"

static const net_var *var_named(const network *n, const char *name) {
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (strcmp(n->vars.at[i]->name, name) == 0)
      return n->vars.at[i];
  fail_msg("no variable %s", name);
  return NULL;
}

static const char *show(const values *set, char *buffer, size_t size) {
  size_t used = 0;
  buffer[0] = 0;
  if (set->is_interval)
    snprintf(buffer, size, "%d..%d", set->among.low, set->among.high);
  for (uint32_t i = 0; i < set->count && used < size; i++)
    used += (size_t)snprintf(buffer + used, size - used, "%s%d", i ? " " : "", set->at[i]);
  return buffer;
}

static void expect(const ranges *r, const char *name, const char *expected) {
  char buffer[512];
  const char *found = show(&r->vars[var_named(r->net, name)->index], buffer, sizeof buffer);
  if (strcmp(found, expected) != 0)
    fail_msg("%s: %s, not %s", name, found, expected);
}

static ranges *open_ranges(const loaded *l) {
  assert_non_null(l->net);
  return ranges_open(&(ranges_setup){.m = l->m, .net = l->net, .uses_guards = true});
}

#define RANGES_TEST(name, text)                                                                                        \
  static void name##_look(loaded *l);                                                                                  \
  static void name(void **state) {                                                                                     \
    (void)state;                                                                                                       \
    with_model(text, name##_look);                                                                                     \
  }                                                                                                                    \
  static void name##_look(loaded *l)

RANGES_TEST(guards_narrow,
            "byte x, y, z, i, a[2];\n"
            "active proctype A() {\n"
            "  do :: d_step { x < 3 -> x = x + 1 } :: y < 3 -> y = 200 :: a[0] < 2 -> a[1] = a[1] + 1\n"
            "  :: d_step { z < 2 -> z = 5; z = z + 1 } :: d_step { a[i] < 1 -> i = 1; a[i] = a[i] + 2 }\n"
            "  od }\n") {
  ranges *r = open_ranges(l);
  expect(r, "x", "0 1 2 3");
  expect(r, "y", "0 200");
  expect(r, "z", "0 5 6");  // what was written before is read, not what the guard saw
  expect(r, "a", "0..255"); // the guard speaks of other cells
  ranges_close(r);
}

RANGES_TEST(guards_are_remembered, "byte g, h, s;\n"
                                   "active proctype A() { byte n = 4, m; do :: n > 0 -> n--; m = n od }\n"
                                   "active proctype B() { do :: g > 0 -> g-- :: g < 2 -> g++ od }\n"
                                   "active proctype C() { do :: atomic { h < 3 -> h++ } :: s < 2 -> s++ od }\n"
                                   "active proctype D() { s = 0 }\n") {
  ranges *r = open_ranges(l);
  expect(r, "n", "0 1 2 3 4");
  expect(r, "m", "0 1 2 3");
  expect(r, "g", "0 1 2"); // nobody else writes it
  expect(r, "h", "0 1 2 3");
  expect(r, "s", "0..255"); // another process may have moved in between
  ranges_close(r);
}

// P is started once, so it is the only one that writes a. There may be two of Q, and any number of R.
RANGES_TEST(only_one_process_writes, "byte a, b, c;\n"
                                     "proctype P() { do :: a < 2 -> a++ od }\n"
                                     "proctype Q() { do :: b < 2 -> b++ od }\n"
                                     "proctype R() { do :: c < 2 -> c++ od }\n"
                                     "init { run P(); run Q(); run Q(); do :: run R() od }\n") {
  ranges *r = open_ranges(l);
  expect(r, "a", "0 1 2");
  expect(r, "b", "0..255");
  expect(r, "c", "0..255");
  ranges_close(r);
}

RANGES_TEST(messages_are_tuples, "mtype = { one, two }; byte x, y, z;\n"
                                 "chan c = [2] of { mtype, byte };\n"
                                 "active proctype S() { c!one,1; c!two,7 }\n"
                                 "active proctype R() { do :: c?one,x :: c?two,y :: c?_,z od }\n") {
  ranges *r = open_ranges(l);
  expect(r, "x", "0 1");
  expect(r, "y", "0 7");
  expect(r, "z", "0 1 7");
  assert_int_equal(r->messages[0].count, 2);
  assert_int_equal(ranges_find_message(&r->messages[0], (int32_t[]){r->messages[0].tuples[0], 99}), 2);
  assert_int_equal(ranges_find_message(&r->messages[0], r->messages[0].tuples + 2), 1);
  ranges_close(r);
}

RANGES_TEST(many_values_are_an_interval,
            "byte x; bool b; short s;\n"
            "chan c = [1] of { byte, bool };\n"
            "active proctype A() { do :: x++ :: b = x :: c!x,b :: s = x % 3 :: s = x & 7 od }\n") {
  ranges *r = open_ranges(l);
  expect(r, "x", "0..255");
  expect(r, "b", "0 1");
  expect(r, "s", "0 1 2 3 4 5 6 7"); // what the operators know of bytes
  assert_true(r->messages[0].are_unknown);
  assert_true(r->messages[0].field[0].is_interval);
  assert_int_equal(r->messages[0].field[1].count, 2);
  ranges_close(r);
}

RANGES_TEST(arguments_reach_parameters, "proctype P(byte k) { byte twice = 2 * k; twice = 9 }\n"
                                        "proctype Never() { skip }\n"
                                        "init { run P(3); run P(5); if :: false -> run Never() :: else fi }\n") {
  ranges *r = open_ranges(l);
  expect(r, "k", "3 5");
  expect(r, "twice", "6 9 10");
  assert_true(r->is_started[net_template_named(l->net, "P")->index]);
  assert_false(r->is_started[net_template_named(l->net, "Never")->index]);
  ranges_close(r);
}

RANGES_TEST(blocks_end, "byte i, j, k, l, m, n; bit b;\n"
                        "active proctype A() {\n"
                        "  d_step { i = 0; do :: i < 5 -> i++ :: else -> break od };\n"
                        "  d_step { j = 0; do :: j < 5 -> j++; k = 3; do :: k > 0 -> k-- :: else -> break od\n"
                        "                     :: else -> break od };\n"
                        "  d_step { l = 0; do :: l < 5 -> l++; l = 0 :: else -> break od };\n"
                        "  d_step { skip; do :: b -> b = b + 1 :: !b -> b = b + 1 :: n == 1 -> break od };\n"
                        "  d_step { skip; do :: n < 1 -> n-- :: else -> break od };\n"
                        "  d_step { m = 0; do :: m < 5 -> m++ :: n == 7 -> skip :: else -> break od };\n"
                        "}\n") {
  const bool expected[] = {true, true, false, false, false, false};
  ranges *r = open_ranges(l);
  assert_int_equal(l->net->blocks.count, 6);
  for (uint32_t i = 0; i < 6; i++)
    assert_int_equal(ranges_block_ends(r, i), expected[i]);
  ranges_close(r);
}

// On random expressions: whatever the variables are, the value is in the set.

enum { VARS = 3 };

typedef struct {
  net_fixture *f;
  net_var *vars[VARS];
  uint64_t seed;
} maker;

static uint32_t random_below(maker *k, uint32_t n) {
  k->seed = k->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(k->seed >> 33) % n;
}

static expr *random_expr(maker *k, uint32_t depth) {
  uint32_t what = random_below(k, depth ? 10 : 3);
  if (what < 2)
    return test_read(k->f, k->vars[random_below(k, VARS)]);
  if (what == 2)
    return test_number(k->f, (int32_t)random_below(k, 9) - 4);
  expr *a = random_expr(k, depth - 1), *b = random_expr(k, depth - 1);
  if (what == 3) {
    expr *e = test_of(k->f, EXPR_COND, a);
    e->b = b;
    e->c = random_expr(k, depth - 1);
    return e;
  }
  expr_op op = (expr_op)random_below(k, EXPR_OPERATOR_COUNT);
  return expr_arity(op) == 1 ? expr_unary(k->f->a, op, a) : expr_binary(k->f->a, op, a, b);
}

static int32_t value_of(const expr *e, const int32_t *vars, fault *f) {
  if (e->op == EXPR_CONST)
    return e->value;
  if (e->op == EXPR_VAR)
    return vars[e->var->index];
  int32_t a = value_of(e->a, vars, f);
  if (*f != FAULT_NONE)
    return 0;
  if (e->op == EXPR_COND)
    return value_of(a ? e->b : e->c, vars, f);
  if ((e->op == EXPR_AND && !a) || (e->op == EXPR_OR && a))
    return e->op == EXPR_OR;
  int32_t b = expr_arity(e->op) == 2 ? value_of(e->b, vars, f) : 0;
  return *f == FAULT_NONE ? expr_apply(e->op, a, b, f) : 0;
}

static int32_t any_of(maker *k, interval r) {
  uint32_t way = random_below(k, 4); // the ends are where it goes wrong
  if (way < 2)
    return way ? r.low : r.high;
  return (int32_t)(r.low + (int64_t)random_below(k, (uint32_t)((int64_t)r.high - r.low + 1)));
}

NET_TEST(sets_hold_every_value) {
  maker k = {.f = f, .seed = 7};
  values sets[VARS];
  values_known known = {.vars = sets};
  for (uint32_t i = 0; i < VARS; i++)
    k.vars[i] = test_var(f, NULL, "v", 0);
  uint32_t told = 0, bounded = 0;
  for (uint32_t round = 0; round < 3000; round++) {
    expr *e = random_expr(&k, 4);
    for (uint32_t i = 0; i < VARS; i++) {
      uint32_t width = random_below(&k, 8) == 0 ? 1u << (7 + random_below(&k, 24)) : 0;
      int32_t low = (int32_t)random_below(&k, width + 1) - (int32_t)(width / 2);
      values_set_interval(&sets[i], width ? (interval){low, low + (int32_t)width - 1} : interval_none);
      for (uint32_t n = 1 + random_below(&k, 4); n > 0 && !width; n--)
        values_add(&sets[i], (int32_t)random_below(&k, 40) - 20);
    }
    values set;
    values_of(&known, e, &set);
    told += !set.is_interval;
    bounded += set.is_interval && (set.among.low > INT32_MIN || set.among.high < INT32_MAX);
    for (uint32_t tries = 0; tries < 20; tries++) {
      int32_t vars[VARS];
      fault wrong = FAULT_NONE;
      for (uint32_t i = 0; i < VARS; i++)
        vars[i] = sets[i].is_interval ? any_of(&k, sets[i].among) : sets[i].at[random_below(&k, sets[i].count)];
      int32_t value = value_of(e, vars, &wrong);
      if (wrong == FAULT_NONE)
        assert_true(values_hold(&set, value));
    }
  }
  assert_true(told > 1000 && bounded > 100);
}

NET_TEST(sets_grow_until_they_are_intervals) {
  (void)f;
  values set = {0}, other = {0};
  for (int32_t i = VALUES_MOST; i-- > 0;)
    assert_true(values_add(&set, i));
  assert_false(values_add(&set, 5));
  assert_int_equal(set.at[0], 0);
  assert_int_equal(set.at[VALUES_MOST - 1], VALUES_MOST - 1);
  assert_false(values_hold(&set, VALUES_MOST));
  assert_true(values_join(&other, &set));
  assert_false(values_join(&other, &set));
  assert_true(values_add(&set, 1000));
  assert_true(set.is_interval && values_hold(&set, 999) && !values_hold(&set, -3) && !values_hold(&set, 1001));
  assert_true(values_join(&other, &set));
  assert_false(values_join(&other, &set));
  values_cut(&set, (net_type){.bits = 2, .is_signed = true});
  assert_int_equal(set.count, 4);
  assert_int_equal(set.at[0], -2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(guards_narrow),
      cmocka_unit_test(guards_are_remembered),
      cmocka_unit_test(only_one_process_writes),
      cmocka_unit_test(messages_are_tuples),
      cmocka_unit_test(many_values_are_an_interval),
      cmocka_unit_test(arguments_reach_parameters),
      cmocka_unit_test(blocks_end),
      cmocka_unit_test(sets_hold_every_value),
      cmocka_unit_test(sets_grow_until_they_are_intervals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
