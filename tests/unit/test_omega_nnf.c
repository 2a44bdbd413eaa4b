// Rewriting keeps the meaning of formulas, and the rules do what they are for.
#include "test_omega_lasso.h"

typedef struct job {
  mem *m;
  void (*test)(struct job *j);
  nnf_table *t;
  random_source random;
  nnf p, q, r; // literals
} job;

static void start(void *argument) {
  job *j = argument;
  j->t = nnf_new(j->m);
  j->random.state = 7;
  j->p = nnf_literal(j->t, 0);
  j->q = nnf_literal(j->t, 2);
  j->r = nnf_literal(j->t, 4);
  j->test(j);
}

static void with_table(void (*test)(job *j)) {
  job j = {.m = mem_new(0), .test = test};
  assert_int_equal(mem_try(j.m, start, &j), MEM_OK);
  mem_delete(j.m);
}

static nnf F(job *j, nnf a) { return nnf_until(j->t, NNF_TRUE, a); }
static nnf G(job *j, nnf a) { return nnf_release(j->t, NNF_FALSE, a); }
static nnf X(job *j, nnf a) { return nnf_next(j->t, a); }
static nnf not(job * j, nnf a) { return nnf_negation(j->t, a); }

static nnf random_nnf(job *j, uint32_t depth) {
  if (!depth)
    return nnf_literal(j->t, random_below(&j->random, 2 * LASSO_ATOMS));
  nnf a = random_nnf(j, depth - 1), b = random_nnf(j, depth - 1);
  switch (random_below(&j->random, 7)) {
  case 0:
    return nnf_next(j->t, a);
  case 1:
    return nnf_until(j->t, a, b);
  case 2:
    return nnf_release(j->t, a, b);
  case 3:
    return nnf_and(j->t, a, b);
  case 4:
    return nnf_or(j->t, a, b);
  case 5:
    return F(j, a);
  default:
    return G(j, a);
  }
}

static void expect_equivalent(job *j, nnf f, nnf g) {
  for (uint32_t i = 0; i < 150; i++) {
    lasso w = random_lasso(&j->random);
    assert_int_equal(lasso_nnf(&w, j->t, f), lasso_nnf(&w, j->t, g));
  }
}

static void test_equivalence(job *j) {
  for (uint32_t i = 0; i < 3000; i++) {
    nnf f = random_nnf(j, 1 + i % 5);
    expect_equivalent(j, f, nnf_simplify(j->t, f));
  }
}

static void test_splitting(job *j) {
  j->t->style = NNF_SPLITS;
  test_equivalence(j);
}

static void test_joining(job *j) {
  j->t->style = NNF_JOINS;
  test_equivalence(j);
}

static void test_random(void **state) {
  (void)state;
  with_table(test_equivalence);
  with_table(test_splitting);
  with_table(test_joining);
}

static void test_negation(job *j) {
  for (uint32_t i = 0; i < 300; i++) {
    nnf f = random_nnf(j, 1 + i % 4), g = nnf_negation(j->t, f);
    lasso w = random_lasso(&j->random);
    assert_int_equal(lasso_nnf(&w, j->t, f) ^ lasso_nnf(&w, j->t, g), (1u << w.length) - 1);
  }
}

static void test_negations(void **state) {
  (void)state;
  with_table(test_negation);
}

static void test_implication(job *j) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < 60000; i++) {
    nnf f = random_nnf(j, i % 4), g = random_nnf(j, i / 4 % 4);
    if (!nnf_implies(j->t, f, g))
      continue;
    found++;
    for (uint32_t k = 0; k < 40; k++) {
      lasso w = random_lasso(&j->random);
      assert_int_equal(lasso_nnf(&w, j->t, f) & ~lasso_nnf(&w, j->t, g), 0);
    }
  }
  assert_true(found > 1000);
}

static void test_implications(void **state) {
  (void)state;
  with_table(test_implication);
}

// A pure eventuality does not depend on where one begins, as long as it is before; a pure universality likewise.
static void test_class(job *j) {
  for (uint32_t i = 0; i < 20000; i++) {
    nnf f = random_nnf(j, 1 + i % 4);
    const nnf_node *n = nnf_at(j->t, f);
    lasso w = random_lasso(&j->random);
    uint32_t all = (1u << w.length) - 1, set = lasso_nnf(&w, j->t, f);
    assert_true(!n->is_eventual || lasso_until(&w, all, set) == set);
    assert_true(!nnf_at(j->t, f)->is_universal || lasso_release(&w, 0, set) == set);
  }
}

static void test_classes(void **state) {
  (void)state;
  with_table(test_class);
}

static void expect(job *j, nnf f, nnf simple) {
  assert_int_equal(nnf_simplify(j->t, f), simple);
  assert_int_equal(nnf_simplify(j->t, not(j, f)), not(j, simple)); // the dual rule
  expect_equivalent(j, f, simple);
}

static void test_rule(job *j) {
  nnf_table *t = j->t;
  nnf p = j->p, q = j->q, r = j->r, gfp = G(j, F(j, p)), gfq = G(j, F(j, q));
  expect(j, F(j, F(j, p)), F(j, p));
  expect(j, F(j, nnf_until(t, p, q)), F(j, q));
  expect(j, nnf_until(t, p, F(j, q)), F(j, q));
  expect(j, nnf_or(t, F(j, p), F(j, q)), F(j, nnf_or(t, p, q)));
  expect(j, F(j, nnf_or(t, p, F(j, q))), F(j, nnf_or(t, p, q)));
  expect(j, nnf_or(t, gfp, gfq), G(j, F(j, nnf_or(t, p, q))));
  expect(j, nnf_or(t, nnf_until(t, p, q), nnf_until(t, p, r)), nnf_until(t, p, nnf_or(t, q, r)));
  expect(j, nnf_and(t, nnf_until(t, p, r), nnf_until(t, q, r)), nnf_until(t, nnf_and(t, p, q), r));
  expect(j, nnf_until(t, p, nnf_until(t, p, q)), nnf_until(t, p, q));
  expect(j, nnf_until(t, p, nnf_until(t, nnf_and(t, p, q), r)), nnf_until(t, p, r));
  expect(j, nnf_until(t, nnf_until(t, p, q), q), nnf_until(t, p, q));
  expect(j, nnf_until(t, nnf_or(t, p, q), q), nnf_until(t, p, q));
  expect(j, nnf_until(t, not(j, q), q), F(j, q));
  expect(j, nnf_until(t, X(j, p), X(j, q)), X(j, nnf_until(t, p, q)));
  expect(j, F(j, X(j, p)), X(j, F(j, p)));
  expect(j, X(j, gfp), gfp);
  expect(j, G(j, F(j, X(j, p))), gfp);
  expect(j, F(j, nnf_and(t, p, gfq)), nnf_and(t, F(j, p), gfq));
  expect(j, nnf_until(t, p, nnf_or(t, q, gfp)), nnf_or(t, nnf_until(t, p, q), gfp));
  expect(j, G(j, nnf_or(t, p, gfq)), nnf_or(t, G(j, p), gfq));
  expect(j, G(j, F(j, nnf_and(t, p, F(j, q)))), nnf_simplify(t, nnf_and(t, gfp, gfq)));
  expect(j, G(j, F(j, nnf_or(t, p, X(j, q)))), G(j, F(j, nnf_or(t, p, q))));
  expect(j, nnf_and(t, F(j, p), nnf_release(t, p, q)), nnf_until(t, q, nnf_and(t, p, q)));
  expect(j, nnf_until(t, p, nnf_or(t, q, G(j, p))), nnf_release(t, q, nnf_or(t, p, q)));
  expect(j, nnf_and(t, p, nnf_or(t, not(j, p), q)), nnf_and(t, p, q));
  expect(j, nnf_and(t, p, nnf_or(t, p, q)), p);
  expect(j, nnf_and(t, G(j, p), F(j, not(j, p))), NNF_FALSE);
  expect(j, nnf_or(t, nnf_until(t, p, q), F(j, q)), F(j, q));
  expect(j, nnf_and(t, X(j, p), X(j, q)), X(j, nnf_and(t, p, q)));
}

// Each style has rules that another one uses the other way round.
static void test_split(job *j) {
  nnf_table *t = j->t;
  nnf p = j->p, q = j->q, gp = G(j, p);
  t->style = NNF_SPLITS;
  expect(j, F(j, nnf_or(t, q, gp)), nnf_or(t, F(j, q), F(j, gp)));
}

static void test_join(job *j) {
  nnf_table *t = j->t;
  nnf gfp = G(j, F(j, j->p)), gq = G(j, j->q);
  t->style = NNF_JOINS;
  expect(j, nnf_or(t, gfp, F(j, gq)), F(j, nnf_or(t, gfp, gq)));
}

// [] p implies [] q, so the negation of the one implies that of the other.
static bool implies_by_name(void *context, nnf f, nnf g) {
  job *j = context;
  nnf gp = G(j, j->p), gq = G(j, j->q);
  return (f == gp && g == gq) || (f == not(j, gq) && g == not(j, gp));
}

// An implication that the structure does not show.
static void test_help(job *j) {
  j->t->implies = implies_by_name;
  j->t->context = j;
  assert_int_equal(nnf_simplify(j->t, nnf_or(j->t, G(j, j->p), G(j, j->q))), G(j, j->q));
  nnf f = nnf_and(j->t, F(j, not(j, j->p)), F(j, not(j, j->q)));
  assert_int_equal(nnf_simplify(j->t, f), F(j, not(j, j->q)));
}

static void test_rules(void **state) {
  (void)state;
  with_table(test_rule);
  with_table(test_split);
  with_table(test_join);
  with_table(test_help);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),  cmocka_unit_test(test_negations), cmocka_unit_test(test_implications),
      cmocka_unit_test(test_classes), cmocka_unit_test(test_rules),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
