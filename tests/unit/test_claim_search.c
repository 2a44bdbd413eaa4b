// Every search for errors over the product of a network and a claim: what a claim that enters a bad state costs, also
// where it goes on alone.
#include "search/neighbourhood.h"
#include "test_claim_net.h"
#include "test_search_net.h"
#include "trace/replay.h"

// Counts x up to 6 by ones, or by twos where x is even and y is set; another process sets and clears y. If is_stopped,
// both end when x is 6.
static net_var *counters(net_fixture *f, bool is_stopped) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  expr *is_less = test_two(f, EXPR_LT, test_read(f, x), test_number(f, 6));
  net_edge *one = test_edge(f, p, 0, 0, "one", is_less);
  test_assign(f, one, test_read(f, x), test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 1)));
  expr *is_even = test_two(f, EXPR_EQ, test_two(f, EXPR_MOD, test_read(f, x), test_number(f, 2)), test_number(f, 0));
  net_edge *two =
      test_edge(f, p, 0, 0, "two", test_two(f, EXPR_AND, test_is(f, y, 1), test_two(f, EXPR_AND, is_less, is_even)));
  test_assign(f, two, test_read(f, x), test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 2)));
  expr *set = test_is(f, y, 0), *clear = test_is(f, y, 1);
  test_set(f, test_edge(f, q, 0, 0, "set", is_stopped ? test_two(f, EXPR_AND, set, is_less) : set), y, 1);
  test_set(f, test_edge(f, q, 0, 0, "clear", is_stopped ? test_two(f, EXPR_AND, clear, is_less) : clear), y, 0);
  return x;
}

typedef struct {
  search_status status;
  uint32_t cost;
  fault fault;
} outcome_of;

static void replays(net_fixture *f, const search_finding *error, const question *asked) {
  answer a = {0};
  answer_copy(f->m, &a, &error->answer);
  a.claim = asked->claim;
  a.condition = asked->condition;
  answer_drop_stutters(&a);
  trace_result r = trace_replay(f->m, f->n, &a, NULL);
  if (!r.ok)
    fail_msg("step %u: %s", r.step, r.why);
  assert_int_equal(answer_length(&a, f->n), error->cost);
  answer_free(f->m, &a);
}

static outcome_of search_in(net_fixture *f, space *s, const search_method *method, const heuristic_kind *kind,
                            question asked, uint32_t bound) {
  heuristic_setup about = {.m = f->m, .net = f->n, .asked = asked, .keys = keys_usual(kind->keys)};
  heuristic *h = kind->open(&about);
  search_setup setup = {.m = f->m, .space = s, .store = &store_hash, .asked = asked, .bound = bound};
  setup.estimates = &h;
  setup.estimate_count = 1;
  setup.keys = keys_usual(method->keys);
  search *q = method->start(&setup);
  outcome_of result;
  while ((result.status = q->step(q, 3)) == SEARCH_RUNNING) {
  }
  result.cost = q->found.cost;
  result.fault = q->found.answer.end.fault;
  if (result.status == SEARCH_FOUND)
    replays(f, &q->found, &asked);
  q->close(q);
  h->close(h);
  return result;
}

static bool is_for_errors(const check_engine *e) { return e->method && e->supports & CHECK_NEED(ERROR); }

static const heuristic_kind *const some_estimates[] = {&heuristic_zero, &heuristic_dl, &heuristic_hl};

// All searches find an error of exactly this cost, if they are optimal, and of no less, if not; and none below it.
static void all_find(net_fixture *f, const claim *c, uint32_t cost) {
  test_finish(f->n);
  claim_space s = claim_space_open(f->m, f->n, c);
  question asked = claim_question(c);
  for (const check_engine *e = check_engines; e->name; e++)
    for (uint32_t i = 0; is_for_errors(e) && i < 3; i++) {
      outcome_of r = search_in(f, s.product, e->method, some_estimates[i], asked, SEARCH_NO_BOUND);
      if (r.status != SEARCH_FOUND || r.fault != FAULT_CLAIM ||
          (e->method->is_optimal ? r.cost != cost : r.cost < cost))
        fail_msg("%s with %s: status %d, cost %u", e->name, some_estimates[i]->name, r.status, r.cost);
      if (!e->method->is_optimal || !cost)
        continue;
      assert_int_equal(search_in(f, s.product, e->method, some_estimates[i], asked, cost).status, SEARCH_EXHAUSTED);
      r = search_in(f, s.product, e->method, some_estimates[i], asked, cost + 1);
      assert_int_equal(r.status == SEARCH_FOUND ? r.cost : UINT32_MAX, cost);
    }
  claim_space_close(&s);
}

// The same property as an invariant costs the same.
NET_TEST(an_invariant_as_a_claim) {
  net_var *x = counters(f, false);
  for (int32_t value = 0; value <= 6; value++) {
    static const uint32_t costs[] = {0, 1, 2, 3, 3, 4, 4};
    claim *c = claim_never(f, test_is(f, x, value));
    all_find(f, c, costs[value]);
    expr *differs = test_two(f, EXPR_NE, test_read(f, x), test_number(f, value));
    space *s = space_discrete(f->m, f->n, &differs, 1);
    question asked = {.errors = ERROR_INVARIANT | ERROR_RUNTIME, .condition = differs};
    for (const check_engine *e = check_engines; e->name; e++)
      if (is_for_errors(e) && e->method->is_optimal)
        assert_int_equal(search_in(f, s, e->method, &heuristic_zero, asked, SEARCH_NO_BOUND).cost, costs[value]);
    s->close(s);
  }
}

// x is 4, and three states later the claim is bad. From 0 to 4 takes 3 steps, or 4 by ones. The two states in between
// cost a step each, unless the model is stuck.
static claim *later(net_fixture *f, net_var *x, int32_t value) {
  expr *atom = test_is(f, x, value);
  claim *c = claim_with(f, 4, 1, &atom);
  claim_goes(f, c, 0, 0, ALWAYS);
  claim_goes(f, c, 0, 1, 0);
  claim_goes(f, c, 1, 2, ALWAYS);
  claim_goes(f, c, 2, 3, ALWAYS);
  claim_finish(f->a, c);
  return c;
}

NET_TEST(moves_between_cost_steps) {
  net_var *x = counters(f, false);
  all_find(f, later(f, x, 4), 5);
}

NET_TEST(a_claim_goes_on_alone_for_nothing) {
  net_var *x = counters(f, true);
  all_find(f, later(f, x, 6), 4);
}

// The stuck state is as near as another way by which the claim would need more steps.
NET_TEST(going_on_alone_is_the_cheaper_way) {
  net_var *x = counters(f, true);
  expr *atoms[] = {test_is(f, x, 6), test_is(f, x, 1)};
  claim *c = claim_with(f, 8, 2, atoms);
  claim_goes(f, c, 0, 0, ALWAYS);
  claim_goes(f, c, 0, 1, 0); // x == 6, then two moves
  claim_goes(f, c, 1, 2, ALWAYS);
  claim_goes(f, c, 2, 7, ALWAYS);
  claim_goes(f, c, 0, 3, 1); // x == 1, then four moves, each with a step
  for (uint32_t i = 3; i < 6; i++)
    claim_goes(f, c, i, i + 1, ALWAYS);
  claim_goes(f, c, 6, 7, ALWAYS);
  claim_finish(f->a, c);
  all_find(f, c, 4);
}

NET_TEST(a_claim_that_never_accepts) {
  net_var *x = counters(f, false);
  claim *c = claim_never(f, test_is(f, x, 7));
  test_finish(f->n);
  claim_space s = claim_space_open(f->m, f->n, c);
  for (const check_engine *e = check_engines; e->name; e++)
    if (is_for_errors(e) && e->method->is_complete)
      assert_int_equal(search_in(f, s.product, e->method, &heuristic_zero, claim_question(c), SEARCH_NO_BOUND).status,
                       SEARCH_EXHAUSTED);
  claim_space_close(&s);
}

// A trace of the model alone: the claim can read it in several ways, and ends it alone.
NET_TEST(around_a_trace) {
  net_var *x = counters(f, true);
  claim *c = later(f, x, 6);
  test_finish(f->n);
  claim_space s = claim_space_open(f->m, f->n, c);
  net_action ones[6];
  for (uint32_t i = 0; i < 6; i++)
    ones[i] = (net_action){.edge = 0, .partner_edge = NET_ALONE};
  question asked = claim_question(c);
  search_setup setup = {.m = f->m, .space = s.product, .store = &store_hash, .asked = asked, .bound = SEARCH_NO_BOUND};
  static const uint32_t costs[] = {6, 4}; // only the states of the trace, and all states
  for (uint32_t i = 0; i < 2; i++) {
    search *q = neighbourhood_start(&setup, ones, 6, i ? 1000 : 1);
    search_status status;
    while ((status = q->step(q, 3)) == SEARCH_RUNNING) {
    }
    assert_int_equal(status, SEARCH_FOUND);
    assert_int_equal(q->found.cost, costs[i]);
    replays(f, &q->found, &asked);
    q->close(q);
  }
  claim_space_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_invariant_as_a_claim),           cmocka_unit_test(moves_between_cost_steps),
      cmocka_unit_test(a_claim_goes_on_alone_for_nothing), cmocka_unit_test(going_on_alone_is_the_cheaper_way),
      cmocka_unit_test(a_claim_that_never_accepts),        cmocka_unit_test(around_a_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
