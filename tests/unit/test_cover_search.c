// All searches over random spaces whose states cover one another, beside the plainest look at everything: the same
// verdict, a shortest trace where one is promised, and every trace is one.
#include "check/engines.h"
#include "search/neighbourhood.h"
#include "test_cover_space.h"

// Searches for cycles need a product with a claim.
static bool finds_errors(const check_engine *e) { return e->supports & CHECK_NEED(ERROR); }

// Does it forget states, so that it may see one more often than once?
static bool forgets(const search_method *method) {
  return method == &search_idastar || method == &search_frontier || method == &search_bfhs;
}

enum { ENDS = TOY_TOP + 2, MOST = TOY_NODES * ENDS * ENDS, NEVER = UINT32_MAX };

typedef struct exhaustive { // every state, by place, and what the cheapest error costs
  uint32_t count, maximal;
  uint32_t costs[MOST]; // NEVER: it is not reached
  uint32_t error;       // NEVER: there is none
} exhaustive;

static uint32_t number_of(toy_place p) {
  uint32_t to = p.range.to == TOY_FREE ? TOY_TOP + 1 : (uint32_t)p.range.to;
  return (p.node * ENDS + (uint32_t)p.range.from) * ENDS + to;
}

static toy_place place_of(uint32_t number) {
  int32_t to = (int32_t)(number % ENDS), from = (int32_t)(number / ENDS % ENDS);
  return (toy_place){.node = number / ENDS / ENDS, .range = {.from = from, .to = to > TOY_TOP ? TOY_FREE : to}};
}

static bool reach(exhaustive *x, toy_place p, uint32_t cost) {
  uint32_t *known = &x->costs[number_of(p)];
  if (*known <= cost)
    return false;
  x->count += *known == NEVER;
  *known = cost;
  return true;
}

static void note_error(exhaustive *x, uint32_t cost) { x->error = cost < x->error ? cost : x->error; }

static bool look_at(const toy *t, exhaustive *x, uint32_t number) {
  toy_place p = place_of(number);
  uint32_t cost = x->costs[number];
  bool has_changed = false;
  for (uint32_t i = 0; i < t->edge_count; i++) {
    const toy_edge *e = &t->edges[i];
    toy_place to = {.node = e->to, .range = toy_after(e, p.range)};
    if (e->from != p.node || to.range.to < to.range.from)
      continue;
    if (e->is_fault)
      note_error(x, cost + e->cost);
    else
      has_changed |= reach(x, to, cost + e->cost);
  }
  if (toy_is_wrong(t, p) || (question_seeks_deadlock(&t->goal) && toy_is_stuck(t, p)))
    note_error(x, cost);
  return has_changed;
}

static bool is_maximal(const exhaustive *x, uint32_t number) {
  uint32_t of_node = ENDS * ENDS, first = number / of_node * of_node;
  for (uint32_t i = first; i < first + of_node; i++)
    if (i != number && x->costs[i] != NEVER && toy_includes(place_of(i).range, place_of(number).range))
      return false;
  return true;
}

static void look_at_everything(const toy *t, exhaustive *x) {
  *x = (exhaustive){.error = NEVER};
  memset(x->costs, 0xff, sizeof x->costs);
  for (uint32_t i = 0; i < t->starts; i++)
    reach(x, t->start[i], 0);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = 0; i < MOST; i++)
      has_changed |= x->costs[i] != NEVER && look_at(t, x, i);
  }
  for (uint32_t i = 0; i < MOST; i++)
    x->maximal += x->costs[i] != NEVER && is_maximal(x, i);
}

typedef struct guess { // an estimate, by node
  heuristic base;
  uint32_t values[TOY_NODES];
  uint32_t asked;
} guess;

static uint32_t estimate(heuristic *h, const state_view *state) {
  guess *g = (guess *)h;
  g->asked++;
  return g->values[state->bytes[0]];
}

// What it costs at least, whatever the number: distances in the graph. Made less at random, they are still admissible,
// but no longer consistent. Or anything at all.
static guess make_guess(const toy *t, uint64_t *seed) {
  guess g = {.base = {.estimate = estimate, .is_admissible = true, .is_safe = true}};
  for (uint32_t i = 0; i < t->nodes; i++)
    g.values[i] =
        question_seeks_deadlock(&t->goal) || toy_is_wrong(t, (toy_place){.node = i, .range = {.to = TOY_FREE}})
            ? 0
            : HEURISTIC_DEAD_END;
  for (uint32_t round = 0; round < t->nodes; round++)
    for (uint32_t i = 0; i < t->edge_count; i++) {
      const toy_edge *e = &t->edges[i];
      uint32_t rest = e->is_fault ? 0 : g.values[e->to];
      if (rest != HEURISTIC_DEAD_END && rest + e->cost < g.values[e->from])
        g.values[e->from] = rest + e->cost;
    }
  uint32_t how = toy_random(seed, 3);
  g.base.is_admissible = g.base.is_safe = how < 2;
  for (uint32_t i = 0; i < t->nodes && how; i++)
    if (how == 2)
      g.values[i] = toy_random(seed, 5) ? toy_random(seed, 9) : HEURISTIC_DEAD_END;
    else if (g.values[i] != HEURISTIC_DEAD_END)
      g.values[i] = toy_random(seed, g.values[i] + 1);
  return g;
}

// Does the trace lead to the error, from one of the places to start from?
static bool leads_to(const toy *t, toy_place p, const search_finding *error) {
  bool has_faulted = false;
  uint32_t cost = 0;
  for (uint32_t i = 0; i < error->answer.steps.count; i++) {
    const toy_edge *e = &t->edges[error->answer.steps.at[i].edge];
    p = (toy_place){.node = e->from == p.node ? e->to : NEVER, .range = toy_after(e, p.range)};
    if (p.node == NEVER || p.range.to < p.range.from || has_faulted)
      return false;
    has_faulted = e->is_fault;
    cost += e->cost;
  }
  if (cost != error->cost)
    return false;
  if (has_faulted || error->answer.end.fault == FAULT_DIVISION)
    return has_faulted && error->answer.end.fault == FAULT_DIVISION;
  return error->answer.end.fault == FAULT_DEADLOCK ? toy_is_stuck(t, p) : toy_is_wrong(t, p);
}

static void check_trace(const toy *t, const search_finding *error) {
  bool is_good = false;
  for (uint32_t i = 0; i < t->starts; i++)
    is_good |= leads_to(t, t->start[i], error);
  assert_true(is_good);
}

typedef struct totals {
  uint64_t found, held, exhausted, expanded, stored, duplicates, reopened;
} totals;

static search_status run_to_end(search *q) {
  search_status status;
  do
    status = q->step(q, 3);
  while (status == SEARCH_RUNNING);
  return status;
}

// The same, where the search is to have its errors in hand: the first one that it has, and any better one.
static search_status run_and_look(const toy *t, search *q, uint64_t *held) {
  search_status status;
  uint32_t least = NEVER;
  do {
    status = q->step(q, 3);
    if (status == SEARCH_RUNNING && q->found.is_there) {
      ++*held;
      assert_true(q->found.cost <= least);
      check_trace(t, &q->found);
      least = q->found.cost;
    }
  } while (status == SEARCH_RUNNING);
  return status;
}

static void check_outcome(const toy *t, const search *q, search_status status, const exhaustive *x, const guess *g,
                          uint32_t bound) {
  const search_method *method = q->method;
  if (status == SEARCH_FOUND) {
    check_trace(t, &q->found);
    assert_true(q->found.cost >= x->error && q->found.cost < bound);
    if (method->is_optimal && (!method->uses_estimate || method->only_prunes || g->base.is_admissible)) {
      assert_true(q->found.is_settled);
      assert_int_equal(q->found.cost, x->error);
    }
  } else if (method->is_complete && !q->is_incomplete) {
    assert_true(x->error >= bound || x->error == NEVER);
  }
  assert_true(forgets(method) || q->stats.stored <= x->count);
}

static void search_toy(mem *m, toy *t, const exhaustive *x, const search_method *method, uint64_t seed, totals *sum) {
  guess g = make_guess(t, &seed);
  heuristic *h = &g.base;
  uint32_t bound = toy_random(&seed, 2) ? SEARCH_NO_BOUND : 1 + toy_random(&seed, 12);
  search_setup setup = {.m = m, .space = &t->base, .store = &store_hash, .asked = t->goal, .estimates = &h};
  setup.estimate_count = 1;
  setup.keys = keys_usual(method->keys);
  setup.bound = toy_random(&seed, 4) ? bound : SEARCH_NO_BOUND;
  setup.seed = seed;
  search *q = method->start(&setup);
  search_status status = SEARCH_RUNNING;
  if (setup.bound != bound && q->lower_bound) {
    status = q->step(q, 1 + toy_random(&seed, 5));
    if (status == SEARCH_RUNNING)
      q->lower_bound(q, bound);
    setup.bound = status == SEARCH_RUNNING ? bound : setup.bound;
  }
  status = status == SEARCH_RUNNING ? run_and_look(t, q, &sum->held) : status;
  check_outcome(t, q, status, x, &g, setup.bound);
  sum->found += status == SEARCH_FOUND;
  sum->exhausted += status == SEARCH_EXHAUSTED;
  sum->stored += q->stats.stored;
  sum->expanded += q->stats.expanded;
  sum->duplicates += q->stats.duplicates;
  sum->reopened += q->stats.reopened;
  q->close(q);
  assert_int_equal(mem_used(m), 0);
}

enum { ROUNDS = 1000 };

static void all_searches_work(void *argument) {
  static exhaustive x;
  totals sums[32] = {0};
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    toy t;
    toy_make(&t, seed * 7919, seed % 8, 1, 1 + seed % 2);
    look_at_everything(&t, &x);
    for (uint32_t i = 1; check_engines[i].name; i++)
      if (finds_errors(&check_engines[i]))
        search_toy(argument, &t, &x, check_engines[i].method, seed, &sums[i]);
  }
  for (uint32_t i = 1; check_engines[i].name; i++)
    assert_true(!finds_errors(&check_engines[i]) ||
                (sums[i].found > ROUNDS / 10 && sums[i].exhausted > ROUNDS / 10 && sums[i].duplicates > 0));
}

// Steps that cost nothing, or a lot.
static void any_cost_work(void *argument) {
  static exhaustive x;
  totals sum = {0};
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    toy t;
    toy_make(&t, seed * 104729, true, 0, 9);
    look_at_everything(&t, &x);
    search_toy(argument, &t, &x, &search_dijkstra, seed, &sum);
  }
  assert_true(sum.found > ROUNDS / 10 && sum.reopened > 0);
}

static search *start_with(mem *m, toy *t, const search_method *method, heuristic *const *h, question goal) {
  search_setup setup = {.m = m, .space = &t->base, .store = &store_hash, .asked = goal, .estimates = h};
  setup.estimate_count = 1;
  setup.keys = keys_usual(method->keys);
  setup.bound = SEARCH_NO_BOUND;
  return method->start(&setup);
}

// Where everything is looked at and no cost matters, what is left are the states that no other covers: whatever the
// order in which they come.
static void census_work(void *argument) {
  static exhaustive x;
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    toy t;
    toy_make(&t, seed * 31337, seed % 4, 1, 1 + seed % 2);
    look_at_everything(&t, &x);
    uint64_t random = seed;
    guess g = make_guess(&t, &random);
    heuristic *h = &g.base;
    for (const check_engine *e = check_engines + 1; e->name; e++) {
      const search_method *method = e->method;
      if (!finds_errors(e) || !method->is_complete || forgets(method))
        continue;
      search *q = start_with(argument, &t, method, &h, (question){.kind = QUESTION_CENSUS});
      assert_int_equal(run_to_end(q), SEARCH_EXHAUSTED);
      assert_int_equal(q->stats.census, t.base.cover ? x.maximal : x.count);
      assert_int_equal(q->stats.stored, q->stats.census);
      q->close(q);
    }
  }
}

// Estimates see no more than the node, and are asked of each once, however many states it has.
static void asked_once_work(void *argument) {
  uint32_t several = 0;
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    toy t;
    toy_make(&t, seed * 4099, true, 1, 2);
    if (!t.base.cover)
      continue;
    uint64_t random = seed;
    guess g = make_guess(&t, &random);
    heuristic *h = &g.base;
    const search_method *methods[] = {&search_greedy, &search_astar};
    for (uint32_t i = 0; i < 2; i++) {
      g.asked = 0;
      search *q = start_with(argument, &t, methods[i], &h, (question){.kind = QUESTION_CENSUS});
      assert_int_equal(run_to_end(q), SEARCH_EXHAUSTED);
      assert_true(g.asked > 0 && g.asked <= t.nodes);
      several += g.asked < q->stats.stored;
      q->close(q);
    }
  }
  assert_true(several > ROUNDS / 10);
}

// A target is met even where other states cover it.
static void target_work(void *argument) {
  static exhaustive x;
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    toy t;
    toy_make(&t, seed * 65537, true, 1, 2);
    look_at_everything(&t, &x);
    uint64_t random = seed;
    uint32_t chosen = toy_random(&random, MOST);
    while (x.costs[chosen] == NEVER)
      chosen = (chosen + 1) % MOST;
    uint8_t target[TOY_STATE];
    question goal = {.kind = QUESTION_STATE, .target = target, .target_size = toy_pack(place_of(chosen), target)};
    guess g = {.base = {.estimate = estimate, .is_admissible = true, .is_safe = true}};
    heuristic *h = &g.base;
    for (const check_engine *e = check_engines + 1; e->name; e++) {
      const search_method *method = e->method;
      if (!finds_errors(e))
        continue;
      search *q = start_with(argument, &t, method, &h, goal);
      search_status status = run_to_end(q);
      assert_true(status == SEARCH_FOUND || !method->is_complete);
      if (status == SEARCH_FOUND && method->is_optimal)
        assert_int_equal(q->found.cost, x.costs[chosen]);
      q->close(q);
    }
  }
}

// Around a trace there is at least the trace itself.
static void neighbourhood_work(void *argument) {
  uint32_t looked = 0;
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    toy t;
    toy_make(&t, seed * 271, true, 1, 2);
    t.starts = 1;
    guess g = {.base = {.estimate = estimate, .is_admissible = true, .is_safe = true}};
    heuristic *h = &g.base;
    search_setup setup = {.m = argument, .space = &t.base, .store = &store_hash, .asked = t.goal, .estimates = &h};
    setup.estimate_count = 1;
    setup.bound = SEARCH_NO_BOUND;
    search *q = search_dfs.start(&setup);
    if (run_to_end(q) == SEARCH_FOUND) {
      search *around = neighbourhood_start(&setup, q->found.answer.steps.at, q->found.answer.steps.count, 20);
      assert_int_equal(run_to_end(around), SEARCH_FOUND);
      check_trace(&t, &around->found);
      assert_true(around->found.cost <= q->found.cost);
      around->close(around);
      looked++;
    }
    q->close(q);
  }
  assert_true(looked > ROUNDS / 10);
}

// Covering leaves states out: with it, fewer are expanded on the whole.
static void saving_work(void *argument) {
  static const search_method *const methods[] = {&search_bfs, &search_dijkstra, &search_astar,
                                                 &search_dfs, &search_greedy,   &search_dfbnb};
  enum { METHODS = sizeof methods / sizeof *methods };
  static exhaustive x;
  totals with[METHODS] = {0}, without[METHODS] = {0};
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    toy t;
    toy_make(&t, seed, true, 1, 1);
    look_at_everything(&t, &x);
    for (uint32_t i = 0; i < METHODS; i++) {
      t.base.cover = &t.order;
      search_toy(argument, &t, &x, methods[i], seed, &with[i]);
      t.base.cover = NULL;
      search_toy(argument, &t, &x, methods[i], seed, &without[i]);
    }
  }
  for (uint32_t i = 0; i < METHODS; i++)
    assert_true(with[i].expanded < without[i].expanded && with[i].stored < without[i].stored);
}

// By hand: the second step leads to a state that covers the one that the first has led to, before that is expanded.
static void giving_way_work(void *argument) {
  static const search_method *const methods[] = {&search_bfs,    &search_dijkstra, &search_astar, &search_wastar,
                                                 &search_greedy, &search_kbest,    &search_beam};
  toy_range all = {.from = 0, .to = TOY_FREE};
  for (uint32_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    toy t;
    toy_make(&t, 1, true, 1, 1);
    t.nodes = 2;
    t.edge_count = 3;
    t.starts = 1;
    t.start[0] = (toy_place){.node = 0, .range = all};
    t.edges[0] = (toy_edge){.from = 0, .to = 1, .cost = 1, .guard = {.from = 2, .to = 3}};
    t.edges[1] = (toy_edge){.from = 0, .to = 1, .cost = 1, .guard = {.from = 1, .to = 5}};
    t.edges[2] = (toy_edge){.from = 1, .to = 1, .cost = 1, .guard = {.from = 2, .to = 3}};
    guess g = {.base = {.estimate = estimate, .is_admissible = true, .is_safe = true}};
    heuristic *h = &g.base;
    search *q = start_with(argument, &t, methods[i], &h, (question){.errors = ERROR_RUNTIME});
    assert_int_equal(run_to_end(q), SEARCH_EXHAUSTED);
    assert_int_equal(q->stats.expanded, 2);
    assert_int_equal(q->stats.stored, 2);
    q->close(q);
  }
}

static void run(void (*work)(void *argument)) {
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, work, m), MEM_OK);
  assert_int_equal(mem_used(m), 0);
  mem_delete(m);
}

static void all_searches(void **state) { (void)state, run(all_searches_work); }
static void any_cost(void **state) { (void)state, run(any_cost_work); }
static void census(void **state) { (void)state, run(census_work); }
static void asked_once(void **state) { (void)state, run(asked_once_work); }
static void target(void **state) { (void)state, run(target_work); }
static void around_a_trace(void **state) { (void)state, run(neighbourhood_work); }
static void giving_way(void **state) { (void)state, run(giving_way_work); }
static void saving(void **state) { (void)state, run(saving_work); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_searches), cmocka_unit_test(any_cost),   cmocka_unit_test(census),
      cmocka_unit_test(asked_once),   cmocka_unit_test(target),     cmocka_unit_test(around_a_trace),
      cmocka_unit_test(saving),       cmocka_unit_test(giving_way),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
