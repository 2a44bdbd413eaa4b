// Automata of formulas accept exactly the words in which the formula does not hold.
#include "omega/omega.h"
#include "test_omega_lasso.h"

typedef struct job {
  mem *m;
  void (*test)(struct job *j);
  arena *memory;
  formula_maker maker;
} job;

static void start(void *argument) {
  job *j = argument;
  j->memory = arena_new(j->m);
  formula_maker_start(&j->maker, j->memory, 1);
  j->test(j);
}

static void with_memory(void (*test)(job *j)) {
  job j = {.m = mem_new(0), .test = test};
  assert_int_equal(mem_try(j.m, start, &j), MEM_OK);
  mem_delete(j.m);
}

static void compare(job *j, const net_formula *f, uint32_t words) {
  const claim *c = omega_claim(j->memory, f), *g = omega_generalised(j->memory, f);
  assert_int_equal(c->mark_count, 1);
  for (uint32_t i = 0; i < words; i++) {
    lasso w = random_lasso(&j->maker.random);
    bool is_violated = !(lasso_formula(&w, f) & 1);
    assert_int_equal(lasso_accepts(&w, c), is_violated);
    assert_int_equal(lasso_accepts(&w, g), is_violated);
  }
}

static void test_random(job *j) {
  for (uint32_t i = 0; i < 600; i++)
    compare(j, random_formula(&j->maker, 1 + i % 5, 1 + i % LASSO_ATOMS), 60);
}

static void test_random_formulas(void **state) {
  (void)state;
  with_memory(test_random);
}

static const net_formula *atom(job *j, uint32_t number) {
  net_formula *f = ARENA_NEW(j->memory, net_formula);
  f->atom = formula_atom(&j->maker, number);
  return f;
}

static const net_formula *unary(job *j, ltl_op op, const net_formula *a) { return formula_new(&j->maker, op, a, NULL); }

static void expect(job *j, const net_formula *f, uint32_t states, bool has_bad, bool is_stutter_invariant) {
  const claim *c = omega_claim(j->memory, f);
  assert_int_equal(c->states.count, states);
  assert_int_equal(c->has_bad, has_bad);
  assert_int_equal(c->is_stutter_invariant, is_stutter_invariant);
  for (uint32_t i = 0; i < states; i++)
    if (c->states.at[i].is_bad) {
      assert_int_equal(c->states.at[i].edges.count, 1);
      assert_int_equal(c->states.at[i].edges.at[0].to, i);
      assert_int_equal(c->states.at[i].edges.at[0].label.count, 0);
      assert_true(c->states.at[i].is_accepting);
    }
  compare(j, f, 200);
}

static void test_sizes(job *j) {
  const net_formula *p = atom(j, 0), *q = atom(j, 1), *r = atom(j, 2);
  const net_formula *gp = unary(j, LTL_ALWAYS, p), *fq = unary(j, LTL_EVENTUALLY, q);
  formula_maker *m = &j->maker;
  expect(j, gp, 2, true, true);
  expect(j, fq, 1, false, true);
  expect(j, formula_new(m, LTL_UNTIL, p, q), 2, true, true); // p can end before q comes: then nothing can help
  expect(j, unary(j, LTL_ALWAYS, formula_new(m, LTL_IMPLIES, p, fq)), 2, false, true);
  expect(j, unary(j, LTL_ALWAYS, fq), 2, false, true);
  expect(j, unary(j, LTL_EVENTUALLY, gp), 2, false, true);
  expect(j, unary(j, LTL_ALWAYS, formula_new(m, LTL_IMPLIES, p, unary(j, LTL_NEXT, q))), 3, true, false);
  // Next is gone after simplification.
  expect(j, unary(j, LTL_ALWAYS, unary(j, LTL_EVENTUALLY, unary(j, LTL_NEXT, p))), 2, false, true);
  // (p U (q U r)) || (q U (r U p)) || (r U (p U q)) is a guarantee with two states.
  const net_formula *a = formula_new(m, LTL_UNTIL, p, formula_new(m, LTL_UNTIL, q, r));
  const net_formula *b = formula_new(m, LTL_UNTIL, q, formula_new(m, LTL_UNTIL, r, p));
  const net_formula *c = formula_new(m, LTL_UNTIL, r, formula_new(m, LTL_UNTIL, p, q));
  const net_formula *all = formula_new(m, LTL_OR, formula_new(m, LTL_OR, a, b), c);
  expect(j, all, 2, true, true);
  expect(j, unary(j, LTL_NOT, all), 2, true, true);
}

static void test_known_sizes(void **state) {
  (void)state;
  with_memory(test_sizes);
}

static void test_constant(job *j) {
  const net_formula *p = atom(j, 0);
  const net_formula *valid = formula_new(&j->maker, LTL_OR, p, unary(j, LTL_NOT, p));
  const claim *none = omega_claim(j->memory, valid), *all = omega_claim(j->memory, unary(j, LTL_NOT, valid));
  assert_int_equal(none->states.count, 1);
  assert_int_equal(none->states.at[0].edges.count, 0);
  assert_false(none->has_cycles);
  assert_int_equal(all->states.count, 1);
  assert_true(all->states.at[0].is_bad);
}

static void test_constants(void **state) {
  (void)state;
  with_memory(test_constant);
}

// Conditions that say the same, or the opposite, are one atom.
static void test_atom(job *j) {
  net_formula *f[4];
  for (int i = 0; i < 4; i++) {
    static const expr_op ops[] = {EXPR_EQ, EXPR_NE, EXPR_LT, EXPR_GE};
    expr *number = expr_const(j->memory, 3, (place){0});
    f[i] = ARENA_NEW(j->memory, net_formula);
    f[i]->atom = expr_binary(j->memory, ops[i], formula_atom(&j->maker, 0), number);
  }
  // [] (x == 3 || x != 3) and [] (x < 3 || x >= 3) hold.
  for (int i = 0; i < 4; i += 2) {
    const claim *c = omega_claim(j->memory, unary(j, LTL_ALWAYS, formula_new(&j->maker, LTL_OR, f[i], f[i + 1])));
    assert_int_equal(c->states.at[c->initial].edges.count, 0);
  }
}

static void test_atoms(void **state) {
  (void)state;
  with_memory(test_atom);
}

// Conditions are taken apart, unless evaluating a part of them may be an error.
static void test_part(job *j) {
  expr *p = formula_atom(&j->maker, 0), *q = formula_atom(&j->maker, 1);
  expr *risky = expr_binary(j->memory, EXPR_DIV, q, p);
  for (int is_risky = 0; is_risky < 2; is_risky++) {
    net_formula *f = ARENA_NEW(j->memory, net_formula);
    f->atom = expr_binary(j->memory, EXPR_AND, p, is_risky ? risky : q);
    const claim *c = omega_claim(j->memory, f);
    assert_int_equal(c->atoms.count, is_risky ? 1 : 2);
  }
}

static void test_parts(void **state) {
  (void)state;
  with_memory(test_part);
}

// !([]<> p && ...) with more untils than acceptance sets: each component needs only one.
static void test_many(job *j) {
  const net_formula *all = NULL;
  for (uint32_t i = 0; i < 70; i++) {
    expr *number = expr_const(j->memory, (int32_t)i, (place){0});
    net_formula *f = ARENA_NEW(j->memory, net_formula);
    f->atom = expr_binary(j->memory, EXPR_EQ, formula_atom(&j->maker, 0), number);
    const net_formula *often = unary(j, LTL_ALWAYS, unary(j, LTL_EVENTUALLY, f));
    all = all ? formula_new(&j->maker, LTL_AND, all, often) : often;
  }
  const claim *c = omega_claim(j->memory, all);
  assert_non_null(c);
  assert_int_equal(c->states.count, 71);
}

static void test_many_untils(void **state) {
  (void)state;
  with_memory(test_many);
}

// Wherever memory ends or the work is told to stop, nothing is lost.
typedef struct failing {
  mem *m;
  arena *memory;
  const net_formula *f;
  const claim *c;
} failing;

static void translate(void *argument) {
  failing *t = argument;
  t->c = omega_claim(t->memory, t->f);
}

static bool is_due(void *context) {
  uint32_t *calls = context;
  return --*calls == 0;
}

static void new_arena(void *argument) {
  failing *t = argument;
  t->memory = arena_new(t->m);
}

static void test_failure(job *j) {
  const net_formula *f = random_formula(&j->maker, 4, 3);
  for (uint64_t call = 1; call < 200; call += 7) {
    failing t = {.f = f};
    uint32_t calls = (uint32_t)call;
    mem *inner = mem_new_within(j->m);
    t.m = inner;
    assert_int_equal(mem_try(inner, new_arena, &t), MEM_OK);
    if (call % 2)
      mem_fail_at(j->m, call);
    else
      mem_set_stop(inner, is_due, &calls);
    mem_status status = mem_try(inner, translate, &t);
    mem_fail_at(j->m, 0);
    assert_true(status == MEM_OK || !t.c);
    mem_delete(inner);
  }
}

static void test_failures(void **state) {
  (void)state;
  with_memory(test_failure);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_formulas), cmocka_unit_test(test_known_sizes), cmocka_unit_test(test_constants),
      cmocka_unit_test(test_atoms),           cmocka_unit_test(test_parts),       cmocka_unit_test(test_many_untils),
      cmocka_unit_test(test_failures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
