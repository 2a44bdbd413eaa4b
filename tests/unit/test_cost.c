#include "check/engines.h"
#include "test_search_net.h"

#include <math.h>

typedef struct random_numbers {
  uint64_t state;
} random_numbers;

static uint32_t below(random_numbers *r, uint32_t count) {
  r->state = r->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(r->state >> 33) % count;
}

// Few different values, so that many are equal.
static double some_weight(random_numbers *r, const cost_algebra *a) {
  double weight = a->most > 1 ? below(r, 5) : below(r, 5) / 4.0;
  assert_true(cost_is_weight(a, weight));
  return weight;
}

static cost_value some_step(random_numbers *r, const cost_scale *s) {
  cost_value value = {0};
  for (uint32_t i = 0; i < s->count; i++)
    value.part[i] = some_weight(r, s->part[i]);
  return cost_of_weights(s, value);
}

static cost_value some_cost(random_numbers *r, const cost_scale *s) {
  cost_value value = cost_nothing(s);
  for (uint32_t steps = below(r, 4); steps > 0; steps--)
    value = cost_combine(s, value, some_step(r, s));
  return value;
}

// Whatever comes before or after both of two costs, the better one stays at least as good.
static bool is_isotone(const cost_scale *s) {
  random_numbers r = {1};
  for (uint32_t i = 0; i < 20000; i++) {
    cost_value a = some_cost(&r, s), b = some_cost(&r, s), c = some_cost(&r, s);
    if (cost_is_better(s, b, a))
      continue;
    if (cost_is_better(s, cost_combine(s, b, c), cost_combine(s, a, c)) ||
        cost_is_better(s, cost_combine(s, c, b), cost_combine(s, c, a)))
      return false;
  }
  return true;
}

static bool is_monotone(const cost_scale *s) {
  random_numbers r = {2};
  for (uint32_t i = 0; i < 20000; i++) {
    cost_value a = some_cost(&r, s);
    if (cost_is_better(s, cost_combine(s, a, some_step(&r, s)), a))
      return false;
  }
  return true;
}

static void every_algebra_is_isotone(void **state) {
  (void)state;
  for (uint32_t i = 0; cost_algebras[i]; i++) {
    cost_scale alone = {.part = {cost_algebras[i]}, .count = 1};
    assert_true(is_isotone(&alone));
    assert_true(is_monotone(&alone));
    double nothing = alone.part[0]->nothing, one = alone.part[0]->lasting.worse;
    assert_true(alone.part[0]->combine(nothing, one) == one && alone.part[0]->combine(one, nothing) == one);
  }
}

// A product is refused exactly if the test finds that it is not isotone.
static void products_that_are_not_isotone_are_refused(void **state) {
  (void)state;
  uint32_t refused = 0, taken = 0;
  for (uint32_t i = 0; cost_algebras[i]; i++)
    for (uint32_t k = 0; cost_algebras[k]; k++) {
      char name[64], why[300] = "";
      snprintf(name, sizeof name, "lex:%s,%s", cost_algebras[i]->name, cost_algebras[k]->name);
      cost_scale read, both = {.part = {cost_algebras[i], cost_algebras[k]}, .count = 2};
      bool is_good = cost_read(name, &read, why, sizeof why);
      assert_int_equal(is_good, is_isotone(&both));
      assert_true(is_monotone(&both));
      refused += !is_good;
      taken += is_good;
      if (is_good)
        assert_true(read.count == 2 && read.part[0] == both.part[0] && read.part[1] == both.part[1]);
      else
        assert_non_null(strstr(why, "is not isotone"));
    }
  assert_int_equal(taken, 5);
  assert_int_equal(refused, 20);
}

// What a refusal says is so.
static void examples_are_true(void **state) {
  (void)state;
  for (uint32_t i = 0; cost_algebras[i]; i++) {
    const cost_algebra *a = cost_algebras[i];
    cost_example lasting = a->lasting, merging = a->merging;
    assert_int_equal(a->prefers_greater, lasting.better > lasting.worse);
    double better = a->combine(lasting.better, lasting.step), worse = a->combine(lasting.worse, lasting.step);
    assert_true(better != worse && a->prefers_greater == (better > worse));
    if (!a->is_strict) {
      assert_true(merging.better != merging.worse);
      assert_int_equal(a->prefers_greater, merging.better > merging.worse);
      assert_true(a->combine(merging.better, merging.step) == a->combine(merging.worse, merging.step));
    }
  }
}

static void names(void **state) {
  (void)state;
  cost_scale s;
  char why[300];
  assert_false(cost_read("lex:min,sum", &s, why, sizeof why));
  assert_non_null(strstr(why, "(4,2) is better than (3,1), but with a step of (3,1) they become (3,3) and (3,2)"));
  assert_true(cost_read("lex:sum,min", &s, why, sizeof why));
  assert_true(cost_read("probability", &s, why, sizeof why));
  assert_int_equal(s.count, 1);
  const cost_algebra *probability = s.part[0];
  const char *const wrong[] = {"nosuch",          "",  "lex", "lex:", "lex:sum", "lex:sum,", "lex:sum,nosuch",
                               "lex:sum,max,min", "su"};
  for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    why[0] = 0;
    assert_false(cost_read(wrong[i], &s, why, sizeof why));
    assert_true(why[0]);
  }
  const cost_algebra *sum = cost_algebras[0];
  assert_string_equal(sum->name, "sum");
  assert_true(cost_is_weight(sum, 0) && cost_is_weight(sum, 7));
  assert_false(cost_is_weight(sum, 0.5) || cost_is_weight(sum, -1) || cost_is_weight(sum, 1e9));
  assert_false(cost_is_weight(probability, (double)NAN) || cost_is_weight(probability, 1.5));
}

// Runs dijkstra with these costs; NULL counts steps. weight: of what it found.
static found dijkstra(net_fixture *f, question goal, expr *invariant, const step_costs *costs, cost_value *weight) {
  test_finish(f->n);
  size_t before = mem_used(f->m);
  space *s = space_discrete(f->m, f->n, &invariant, invariant != NULL);
  search_setup setup = {.m = f->m, .space = s, .store = &store_hash, .asked = goal, .costs = costs};
  setup.bound = SEARCH_NO_BOUND;
  search *q = search_dijkstra.start(&setup);
  found result = {0};
  while ((result.status = q->step(q, 3)) == SEARCH_RUNNING) {
  }
  result.stats = q->stats;
  if (result.status == SEARCH_FOUND) {
    result.fault = q->found.answer.end.fault;
    result.cost = q->found.cost;
    result.steps = q->found.answer.steps.count;
    *weight = q->found.weight;
    found_replays(f, &q->found, invariant);
    cost_value again = costs ? cost_of_path(costs, q->found.answer.steps.at, q->found.answer.steps.count) : *weight;
    assert_memory_equal(&again, weight, sizeof again);
  }
  q->close(q);
  s->close(s);
  assert_int_equal(mem_used(f->m), before);
  return result;
}

// A process that goes about at random; the last location is a deadlock, the others are good ends.
enum { LOCATIONS = 7, WAYS = 14 };

static void random_graph(net_fixture *f, random_numbers *r) {
  net_template *p = test_active(f, "P", LOCATIONS);
  for (uint32_t i = 0; i + 1 < LOCATIONS; i++)
    p->flow.locations.at[i].flags = LOC_END;
  for (uint32_t i = 0; i < WAYS; i++)
    test_edge(f, p, below(r, LOCATIONS - 1), below(r, LOCATIONS), "go", NULL);
}

typedef struct all_ways { // of a graph, one after the other
  const network *net;
  const step_costs *costs;
  bool was_there[LOCATIONS], is_found;
  cost_value best;
} all_ways;

static void try_all(all_ways *w, uint32_t at, cost_value cost) {
  if (at == LOCATIONS - 1) {
    if (!w->is_found || cost_is_better(&w->costs->scale, cost, w->best))
      w->best = cost;
    w->is_found = true;
    return;
  }
  w->was_there[at] = true;
  for (uint32_t i = 0; i < w->net->edges.count; i++) {
    const net_edge *e = w->net->edges.at[i];
    if (e->from == at && !w->was_there[e->to])
      try_all(w, e->to, cost_combine(&w->costs->scale, cost, w->costs->by_edge[i]));
  }
  w->was_there[at] = false;
}

static const char *const scales[] = {
    "sum",         "max",         "min",         "probability",         "fuzzy",
    "lex:sum,max", "lex:sum,min", "lex:sum,sum", "lex:sum,probability", "lex:sum,fuzzy"};

// Weighs the ways at random, and compares with all ways there are.
static bool compare_with_all(net_fixture *f, random_numbers *r, const char *scale) {
  cost_value weights[WAYS], weight = {0};
  char why[300];
  step_costs costs = {.by_edge = weights};
  assert_true(cost_read(scale, &costs.scale, why, sizeof why));
  for (uint32_t k = 0; k < WAYS; k++)
    weights[k] = some_step(r, &costs.scale);
  all_ways w = {.net = f->n, .costs = &costs};
  try_all(&w, 0, cost_nothing(&costs.scale));
  found q = dijkstra(f, safety, NULL, &costs, &weight);
  assert_int_equal(q.status == SEARCH_FOUND, w.is_found);
  if (w.is_found)
    assert_false(cost_is_better(&costs.scale, w.best, weight) || cost_is_better(&costs.scale, weight, w.best));
  return w.is_found;
}

NET_TEST(finds_the_best_of_all_ways) {
  random_numbers r = {3};
  random_graph(f, &r);
  uint32_t errors = 0;
  for (uint32_t round = 0; round < 60; round++) {
    for (uint32_t i = 0; i < WAYS; i++)
      f->n->edges.at[i]->to = below(&r, LOCATIONS); // another graph
    for (uint32_t i = 0; i < sizeof scales / sizeof *scales; i++)
      errors += compare_with_all(f, &r, scales[i]);
  }
  assert_in_range(errors, 300, 590); // mostly there is a way, sometimes none
}

// Between the same two states there is a cheap and a dear step, and a rendezvous, which costs both its halves.
NET_TEST(parallel_steps_and_rendezvous) {
  net_var *c = test_channel(f, NULL, "c", 0, 1);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 1);
  q->flow.locations.at[0].flags = LOC_END;
  net_edge *receive = test_edge(f, q, 0, 0, "receive", NULL);
  test_receive(f, receive, c);
  test_pattern(f, receive, PATTERN_ANY, NULL);
  test_edge(f, p, 0, 1, "dear", NULL);
  test_edge(f, p, 0, 1, "cheap", NULL);
  net_edge *send = test_edge(f, p, 1, 2, "send", NULL);
  test_send(f, send, c, test_number(f, 1), NULL);
  cost_value weights[] = {{.part = {5}}, {.part = {9}}, {.part = {2}}, {.part = {7}}},
             weight; // receive, dear, cheap, send
  step_costs costs = {.scale = {.part = {cost_algebras[0]}, .count = 1}, .by_edge = weights};
  found r = dijkstra(f, safety, NULL, &costs, &weight);
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 3);
  assert_true(weight.part[0] == 14);
  costs.scale.part[0] = cost_algebras[1];
  dijkstra(f, safety, NULL, &costs, &weight);
  assert_true(weight.part[0] == 7);
}

// Two counters of three bits; each product that can occur, and some that cannot, is an error in its turn.
NET_TEST(counting_steps_it_is_as_good_as_bfs) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  x->type.bits = y->type.bits = 3;
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  net_edge *e = test_count_up(f, p, 0, 0, x);
  expr *product = test_two(f, EXPR_MUL, test_read(f, x), test_read(f, y)), *trap = test_number(f, 0);
  test_assert(f, e, test_two(f, EXPR_NE, product, trap), "trap");
  test_count_up(f, q, 0, 0, y);
  cost_value weight;
  for (int32_t i = 0; i < 60; i++) {
    trap->value = i;
    found wide = find(f, &search_bfs, safety, NULL), r = dijkstra(f, safety, NULL, NULL, &weight);
    assert_int_equal(r.status, wide.status);
    assert_int_equal(r.cost, wide.cost);
    if (r.status == SEARCH_FOUND)
      assert_true(weight.part[0] == r.cost);
  }
  assert_int_equal(dijkstra(f, all_states, NULL, NULL, &weight).stats.census, 64);
  expr *far = test_two(f, EXPR_NE, product, test_number(f, 35));
  found wide = find(f, &search_bfs, (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME}, far);
  found r = dijkstra(f, (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME}, far, NULL, &weight);
  assert_int_equal(r.fault, FAULT_INVARIANT);
  assert_int_equal(r.cost, 12);
  assert_int_equal(r.cost, wide.cost);
}

static cost_value product_of(const cost_scale *s, double weight, uint32_t times) {
  cost_value value = cost_nothing(s), step = cost_of_weights(s, (cost_value){.part = {weight}});
  for (uint32_t i = 0; i < times; i++)
    value = cost_combine(s, value, step);
  return value;
}

// Far below the least double, products still differ.
static void products_do_not_become_zero(void **state) {
  (void)state;
  cost_scale s;
  char why[300];
  double log;
  assert_true(cost_read("probability", &s, why, sizeof why));
  cost_value long_way = product_of(&s, 0.1, 400), short_way = product_of(&s, 0.1, 330);
  assert_true(cost_is_better(&s, short_way, long_way) && !cost_is_better(&s, long_way, short_way));
  assert_true(cost_is_beyond(&s, long_way, short_way) && cost_is_no_better(&s, long_way, short_way));
  assert_true(cost_shown(&s, &short_way, 0, &log) == 0);
  assert_true(fabs(log + 330) < 1e-9);
  cost_value none = product_of(&s, 0, 1), half = product_of(&s, 0.5, 3);
  assert_true(cost_is_better(&s, long_way, none) && cost_is_beyond(&s, none, long_way));
  assert_true(cost_shown(&s, &half, 0, &log) == 0.125 && half.rounded == 0);
  assert_true(cost_shown(&s, &none, 0, &log) == 0 && isinf(log));
}

// 0.1 * 0.1 is not quite 0.01, and rounding hides by how much. The same factors in another order are the same product.
static void rounding_is_admitted(void **state) {
  (void)state;
  cost_scale s;
  char why[300];
  assert_true(cost_read("probability", &s, why, sizeof why));
  cost_value square = product_of(&s, 0.1, 2), hundredth = product_of(&s, 0.01, 1);
  assert_false(cost_is_beyond(&s, square, hundredth) && cost_is_beyond(&s, hundredth, square));
  assert_false(cost_is_no_better(&s, hundredth, square));
  static const double factors[] = {0.1, 0.3, 0.7, 0.9, 0.11};
  cost_value up = cost_nothing(&s), down = up;
  for (uint32_t i = 0; i < 5; i++) {
    up = cost_combine(&s, up, product_of(&s, factors[i], 1));
    down = cost_combine(&s, down, product_of(&s, factors[4 - i], 1));
  }
  assert_true(up.rounded > 0 && up.factors == down.factors);
  assert_true(cost_is_no_better(&s, up, down) && cost_is_no_better(&s, down, up));
}

NET_TEST(errors_at_the_start) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  test_count_up(f, p, 0, 0, x);
  cost_value weights[1] = {{.part = {1}}}, weight;
  step_costs costs = {.scale = {.part = {cost_algebras[2]}, .count = 1}, .by_edge = weights};
  found r = dijkstra(f, (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME}, test_is(f, x, 1), &costs, &weight);
  assert_int_equal(r.fault, FAULT_INVARIANT);
  assert_int_equal(r.steps, 0);
  assert_true(isinf(weight.part[0])); // the least of no weights
  net_var *z = test_var(f, NULL, "z", 0);
  vec_push(f->m, &z->init, test_two(f, EXPR_DIV, test_number(f, 1), test_read(f, x)));
  r = dijkstra(f, safety, NULL, NULL, &weight);
  assert_int_equal(r.fault, FAULT_DIVISION);
  assert_int_equal(r.stats.stored, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_algebra_is_isotone),
      cmocka_unit_test(products_that_are_not_isotone_are_refused),
      cmocka_unit_test(examples_are_true),
      cmocka_unit_test(names),
      cmocka_unit_test(products_do_not_become_zero),
      cmocka_unit_test(rounding_is_admitted),
      cmocka_unit_test(finds_the_best_of_all_ways),
      cmocka_unit_test(parallel_steps_and_rendezvous),
      cmocka_unit_test(counting_steps_it_is_as_good_as_bfs),
      cmocka_unit_test(errors_at_the_start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
