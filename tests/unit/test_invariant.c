// Formulas that are invariants in disguise. The program's tests have more of them, as text.
#include "model/formula.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct {
  mem *m;
  arena *memory;
  void (*test)(void *fixture);
} fixture;

static void in_memory(void *argument) {
  fixture *f = argument;
  f->memory = arena_new(f->m);
  f->test(f);
}

static void run(void (*test)(void *fixture)) {
  fixture f = {.m = mem_new(0), .test = test};
  assert_int_equal(mem_try(f.m, in_memory, &f), MEM_OK);
  mem_delete(f.m);
}

static net_formula *node(const fixture *f, ltl_op op, const net_formula *left, const net_formula *right) {
  net_formula *n = ARENA_NEW(f->memory, net_formula);
  *n = (net_formula){.op = op, .left = left, .right = right};
  return n;
}

static net_formula *number(const fixture *f, int32_t value) {
  net_formula *n = node(f, LTL_ATOM, NULL, NULL);
  n->atom = expr_const(f->memory, value, (place){0});
  return n;
}

static int32_t value_of(const expr *e) {
  int32_t value;
  assert_non_null(e);
  assert_true(expr_is_const(e, &value));
  return value;
}

static void conditions(void *argument) {
  const fixture *f = argument;
  for (int32_t a = 0; a <= 2; a++) // 2 is true as well
    for (int32_t b = 0; b <= 2; b++) {
      const net_formula *x = number(f, a), *y = number(f, b);
      struct {
        const net_formula *condition;
        bool wanted;
      } rows[] = {
          {x, a},
          {node(f, LTL_NOT, x, NULL), !a},
          {node(f, LTL_NOT, node(f, LTL_NOT, x, NULL), NULL), a},
          {node(f, LTL_AND, x, y), a && b},
          {node(f, LTL_OR, x, y), a || b},
          {node(f, LTL_IMPLIES, x, y), !a || b},
          {node(f, LTL_NOT, node(f, LTL_IMPLIES, x, y), NULL), a && !b},
          {node(f, LTL_EQUIV, x, y), !a == !b},
          {node(f, LTL_NOT, node(f, LTL_EQUIV, x, y), NULL), !a != !b},
      };
      for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const net_formula *always = node(f, LTL_ALWAYS, rows[i].condition, NULL);
        const net_formula *eventually = node(f, LTL_EVENTUALLY, rows[i].condition, NULL);
        assert_int_equal(value_of(formula_invariant(f->memory, always)) != 0, rows[i].wanted);
        const net_formula *never = node(f, LTL_NOT, eventually, NULL);
        assert_int_equal(value_of(formula_invariant(f->memory, never)) != 0, !rows[i].wanted);
        assert_null(formula_invariant(f->memory, rows[i].condition));
        assert_null(formula_invariant(f->memory, eventually));
        assert_null(formula_invariant(f->memory, node(f, LTL_NOT, always, NULL)));
      }
    }
}

static void combinations(void *argument) {
  const fixture *f = argument;
  const net_formula *good = node(f, LTL_ALWAYS, number(f, 1), NULL), *bad = node(f, LTL_ALWAYS, number(f, 0), NULL);
  const net_formula *some = node(f, LTL_EVENTUALLY, number(f, 1), NULL);
  assert_true(value_of(formula_invariant(f->memory, node(f, LTL_AND, good, good))));
  assert_false(value_of(formula_invariant(f->memory, node(f, LTL_AND, good, bad))));
  assert_false(value_of(formula_invariant(f->memory, node(f, LTL_NOT, node(f, LTL_OR, some, some), NULL))));
  assert_true(value_of(formula_invariant(f->memory, node(f, LTL_ALWAYS, good, NULL))));
  assert_null(formula_invariant(f->memory, node(f, LTL_AND, good, some)));
  assert_null(formula_invariant(f->memory, node(f, LTL_OR, good, good)));
  assert_null(formula_invariant(f->memory, node(f, LTL_ALWAYS, some, NULL)));
  assert_null(formula_invariant(f->memory, node(f, LTL_UNTIL, number(f, 1), number(f, 1))));
  assert_null(formula_invariant(f->memory, node(f, LTL_ALWAYS, node(f, LTL_NEXT, number(f, 1), NULL), NULL)));
  assert_null(formula_invariant(f->memory, node(f, LTL_NOT, node(f, LTL_AND, some, some), NULL)));
}

static void test_conditions(void **state) {
  (void)state;
  run(conditions);
}

static void test_combinations(void **state) {
  (void)state;
  run(combinations);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_conditions),
      cmocka_unit_test(test_combinations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
