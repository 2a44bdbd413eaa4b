// The shortest lasso, compared with brute force on random products.
#include "check/engines.h"
#include "search/lasso_around.h"
#include "test_lasso_toy.h"

typedef struct {
  search_status status;
  uint32_t cost, first_cost; // least; of the first lasso that could be reported
  bool is_settled, is_lasso, is_incomplete;
} outcome_of_lasso;

typedef struct {
  uint32_t by, bound, work;
  bool ends_at_first;
  const answer *around; // look around this lasso, expanding so many states; NULL = no
  uint64_t expansions;
  answer *found; // copied here, unless NULL
} way;

static outcome_of_lasso find_lasso(mem *m, space *product, const toy_product *all, way w) {
  heuristic_setup about = {.m = m, .net = product->net};
  heuristic *zero = heuristic_zero.open(&about);
  search_setup setup = {.m = m, .space = product, .store = &store_hash, .bound = w.bound};
  setup.asked = (question){.kind = QUESTION_CYCLE};
  setup.estimates = &zero;
  setup.estimate_count = 1;
  setup.keys.value[0] = w.by;
  setup.ends_at_first = w.ends_at_first;
  search *s = w.around ? lasso_around_start(&setup, w.around, w.expansions) : search_lasso.start(&setup);
  outcome_of_lasso r = {.first_cost = TOY_NEVER};
  do {
    r.status = s->step(s, w.work);
    if (s->found.is_there && r.first_cost == TOY_NEVER)
      r.first_cost = s->found.cost;
  } while (r.status == SEARCH_RUNNING);
  assert_int_equal(r.status == SEARCH_FOUND, s->found.is_there);
  if (s->found.is_there) {
    uint32_t cost;
    r.cost = s->found.cost;
    r.is_settled = s->found.is_settled;
    assert_int_equal(s->found.answer.end.kind, OUTCOME_CYCLE);
    r.is_lasso = toy_is_lasso(all, &s->found.answer, &cost);
    assert_int_equal(cost, r.cost);
    if (w.found)
      answer_copy(m, w.found, &s->found.answer);
  }
  r.is_incomplete = s->is_incomplete;
  s->close(s);
  zero->close(zero);
  return r;
}

enum { BY_BFS, BY_ASTAR, BY_GREEDY };

// A lasso that goes around its loop once more before it begins, and takes it twice, becomes short again; how short, is
// a matter of effort.
static void look_around(net_fixture *f, space *product, const toy_product *all, const answer *a, uint32_t least) {
  answer longer = {0};
  answer_copy(f->m, &longer, a);
  for (uint32_t i = 0; i < 2 * a->loop_length; i++)
    vec_push(f->m, &longer.steps, a->steps.at[a->steps.count - a->loop_length + i % a->loop_length]);
  longer.loop_length *= 2;
  answer_drop_stutters(&longer);
  way w = {.bound = SEARCH_NO_BOUND, .work = 1 + toy_random(20), .around = &longer};
  outcome_of_lasso r = find_lasso(f->m, product, all, w);
  assert_int_equal(r.cost, least); // only the states of the lasso are expanded
  assert_true(r.is_lasso && !r.is_settled);
  w.expansions = 1000;
  assert_int_equal(find_lasso(f->m, product, all, w).cost, least);
  w.bound = least;
  assert_int_equal(find_lasso(f->m, product, all, w).status, SEARCH_EXHAUSTED);
  answer_free(f->m, &longer);
}

static void compare(net_fixture *f, uint64_t seed, uint32_t marks, bool is_fair) {
  toy_seed = seed;
  toy t = toy_make();
  claim *c = toy_claim(f->a, marks);
  space *product = space_product(f->m, &t.base, c, is_fair);
  static toy_product all;
  all = toy_all(&t, product, c);
  uint32_t least = toy_least_lasso(&all);
  answer found = {0};
  outcome_of_lasso r =
      find_lasso(f->m, product, &all, (way){.bound = SEARCH_NO_BOUND, .work = 1 + toy_random(20), .found = &found});
  assert_false(r.is_incomplete);
  assert_int_equal(r.status, least == TOY_NEVER ? SEARCH_EXHAUSTED : SEARCH_FOUND);
  if (least != TOY_NEVER) {
    assert_int_equal(r.cost, least);
    assert_true(r.is_lasso && r.is_settled && r.first_cost >= r.cost);
    r = find_lasso(f->m, product, &all, (way){.bound = least + 1, .work = 1000});
    assert_int_equal(r.cost, least);
    r = find_lasso(f->m, product, &all, (way){.bound = SEARCH_NO_BOUND, .work = 1000, .ends_at_first = true});
    assert_true(r.is_lasso && r.cost >= least);
    assert_int_equal(find_lasso(f->m, product, &all, (way){.bound = least, .work = 1000}).status, SEARCH_EXHAUSTED);
    look_around(f, product, &all, &found, least);
    if (!is_fair) {
      r = find_lasso(f->m, product, &all, (way){.by = BY_ASTAR, .bound = SEARCH_NO_BOUND, .work = 1 + toy_random(9)});
      assert_int_equal(r.cost, least);
      assert_true(r.is_lasso && r.is_settled);
      r = find_lasso(f->m, product, &all, (way){.by = BY_ASTAR, .bound = least, .work = 1000});
      assert_int_equal(r.status, SEARCH_EXHAUSTED);
      r = find_lasso(f->m, product, &all, (way){.by = BY_GREEDY, .bound = SEARCH_NO_BOUND, .work = 1000});
      assert_true(r.is_lasso && r.cost >= least && !r.is_settled);
    }
    answer_free(f->m, &found);
  } else if (!is_fair) {
    r = find_lasso(f->m, product, &all, (way){.by = BY_ASTAR, .bound = SEARCH_NO_BOUND, .work = 1000});
    assert_int_equal(r.status, SEARCH_EXHAUSTED);
    r = find_lasso(f->m, product, &all, (way){.by = BY_GREEDY, .bound = SEARCH_NO_BOUND, .work = 1000});
    assert_int_equal(r.status, SEARCH_EXHAUSTED);
  }
  product->close(product);
}

NET_TEST(the_least_stem_and_loop) {
  for (uint64_t seed = 0; seed < 4000; seed++)
    compare(f, seed, 1, false);
}

NET_TEST(several_acceptance_sets_and_fairness) {
  for (uint64_t seed = 0; seed < 1000; seed++)
    compare(f, seed, 2, false);
  for (uint64_t seed = 0; seed < 1000; seed++)
    compare(f, seed, 1 + seed % 2, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_least_stem_and_loop),
      cmocka_unit_test(several_acceptance_sets_and_fairness),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
