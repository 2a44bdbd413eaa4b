// Searching networks made by hand with an estimate made for the test, and with keys.
#ifndef TEST_GUIDED_NET_H
#define TEST_GUIDED_NET_H

#include "check/engines.h"
#include "test_search_net.h"

typedef uint32_t (*guide)(const state_view *v);

typedef struct guided_estimate {
  heuristic base;
  guide guide;
} guided_estimate;

static uint32_t guided_value(heuristic *h, const state_view *v) { return ((guided_estimate *)h)->guide(v); }

typedef struct guided_setup {
  const search_method *method;
  const char *keys; // "" = the usual ones
  guide guide;
  question goal;
  expr *invariant;
  uint32_t bound; // 0 = none
  uint64_t seed;
  bool is_unsafe; // the estimate
} guided_setup;

typedef struct guided {
  found found;
  bool is_incomplete;
} guided;

static guided find_guided(net_fixture *f, guided_setup g) {
  test_finish(f->n);
  size_t before = mem_used(f->m);
  guided result = {0};
  char why[100];
  guided_estimate estimate = {.base = {.kind = &heuristic_zero, .is_safe = !g.is_unsafe, .estimate = guided_value}};
  estimate.guide = g.guide;
  heuristic *first = &estimate.base;
  space *s = space_discrete(f->m, f->n, &g.invariant, g.invariant != NULL);
  search_setup setup = {.m = f->m, .space = s, .store = &store_hash, .asked = g.goal, .estimates = &first};
  setup.estimate_count = 1;
  setup.bound = g.bound ? g.bound : SEARCH_NO_BOUND;
  setup.seed = g.seed;
  setup.keys = keys_usual(g.method->keys);
  if (!keys_read(g.method->keys, g.keys, &setup.keys, why, sizeof why))
    fail_msg("%s", why);
  search *q = g.method->start(&setup);
  while ((result.found.status = q->step(q, 5)) == SEARCH_RUNNING) {
  }
  result.found.stats = q->stats;
  result.is_incomplete = q->is_incomplete;
  if (result.found.status == SEARCH_FOUND) {
    result.found.fault = q->found.answer.end.fault;
    result.found.cost = q->found.cost;
    result.found.steps = q->found.answer.steps.count;
    found_replays(f, &q->found, g.invariant);
  }
  q->close(q);
  s->close(s);
  assert_int_equal(mem_used(f->m), before);
  return result;
}

static inline uint32_t guide_nowhere(const state_view *v) {
  (void)v;
  return 0;
}
// Of the first process: its location, by a table that the test network is made for.
static inline uint32_t guide_location(const state_view *v, const uint32_t *table) {
  return table[v->process[0].location];
}

// A process whose moves are the pairs of locations, "012" meaning 0 -> 1, 1 -> 2; words are separated by spaces. All
// locations but the last are good ends, so that the last is a deadlock if nothing leads out of it.
static inline net_template *test_graph(net_fixture *f, uint32_t locations, const char *ways) {
  net_template *p = test_active(f, "P", locations);
  for (uint32_t i = 0; i + 1 < locations; i++)
    p->flow.locations.at[i].flags = LOC_END;
  for (const char *at = ways; at[0] && at[1]; at++)
    if (at[0] != ' ' && at[1] != ' ')
      test_edge(f, p, (uint32_t)(at[0] - '0'), (uint32_t)(at[1] - '0'), "go", NULL);
  return p;
}

// Two counters that go round; their product being the trap is an error of the first.
static inline void test_counters(net_fixture *f, uint32_t bits, int32_t trap) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  x->type.bits = y->type.bits = (uint8_t)bits;
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  net_edge *e = test_count_up(f, p, 0, 0, x);
  expr *product = test_two(f, EXPR_MUL, test_read(f, x), test_read(f, y));
  test_assert(f, e, test_two(f, EXPR_NE, product, test_number(f, trap)), "trap");
  test_count_up(f, q, 0, 0, y);
}

#endif
