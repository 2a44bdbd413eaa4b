// Searches on random graphs, whose distances are known: what is optimal is optimal with every admissible estimate, what
// is complete finds an error whenever there is one, also below a bound.
#include "check/engines.h"
#include "test_estimate_net.h"

enum { NODES = 14, ROUNDS = 150, FAR = 1000000 };

typedef struct arc {
  uint32_t from, to, cost;
  bool is_wrong;
} arc;

typedef struct graph {
  arc arcs[NODES * 3];
  uint32_t count;
  uint32_t left[NODES]; // least cost from each node to an error
  uint32_t random;
} graph;

static uint32_t draw(graph *g, uint32_t limit) {
  g->random = g->random * 1664525 + 1013904223;
  return (g->random >> 8) % limit;
}

static void draw_arcs(graph *g) {
  uint32_t arcs = NODES + draw(g, NODES * 2);
  for (uint32_t i = 0; i < arcs; i++) {
    uint32_t from = draw(g, NODES), near = from + draw(g, 4);
    arc a = {.from = from, .cost = 1 + draw(g, 2)};
    a.to = near < NODES && draw(g, 3) ? near : draw(g, NODES);
    a.is_wrong = from > NODES / 2 && draw(g, 12) == 0;
    g->arcs[g->count++] = a;
  }
}

static void measure(graph *g, bool deadlocks) {
  for (uint32_t i = 0; i < NODES; i++) {
    g->left[i] = deadlocks ? 0 : FAR;
    for (uint32_t k = 0; k < g->count; k++)
      if (g->arcs[k].from == i)
        g->left[i] = FAR;
  }
  for (uint32_t round = 0; round < NODES; round++)
    for (uint32_t k = 0; k < g->count; k++) {
      const arc *a = &g->arcs[k];
      uint32_t left = a->cost + (a->is_wrong ? 0 : g->left[a->to]);
      if (left < g->left[a->from])
        g->left[a->from] = left;
    }
}

// One process walks through the graph; another one is only there to make some steps cost two. Of the others some do not
// give control away.
static void build(net_fixture *f, graph *g) {
  net_var *c = test_channel(f, NULL, "c", 0, 1);
  net_template *p = test_active(f, "P", NODES), *q = test_active(f, "Q", 1);
  q->flow.locations.at[0].flags = LOC_END;
  net_edge *e = test_edge(f, q, 0, 0, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_ANY, NULL);
  for (uint32_t i = 0; i < g->count; i++) {
    const arc *a = &g->arcs[i];
    e = test_edge(f, p, a->from, a->to, "arc", NULL);
    if (a->cost == 2)
      test_send(f, e, c, test_number(f, 1), NULL);
    else
      e->keeps_control = draw(g, 3) == 0;
    if (a->is_wrong)
      test_assert(f, e, test_number(f, 0), "false");
  }
}

typedef enum { EXACT, HALF, UNEVEN, WILD, KINDS } estimate_kind;

static test_estimate estimate_of(graph *g, estimate_kind kind, uint32_t *numbers) {
  for (uint32_t i = 0; i < NODES; i++) {
    uint32_t left = g->left[i];
    if (left >= FAR)
      numbers[i] = kind == EXACT || kind == HALF || draw(g, 2) ? HEURISTIC_DEAD_END : draw(g, 20);
    else
      numbers[i] = kind == EXACT ? left : kind == HALF ? left / 2 : kind == UNEVEN ? draw(g, left + 1) : draw(g, 300);
  }
  return test_by_location(numbers, kind != WILD);
}

static void is_as_promised(const search_method *method, const quest *q, found r, uint32_t shortest,
                           bool is_admissible) {
  bool exists = shortest < FAR && (!q->bound || shortest < q->bound);
  assert_int_equal(r.status, exists ? SEARCH_FOUND : SEARCH_EXHAUSTED);
  if (!exists)
    return;
  assert_true(r.cost >= shortest);
  assert_true(!q->bound || r.cost < q->bound);
  if (method->is_optimal && is_admissible)
    assert_int_equal(r.cost, shortest);
  if (method == &search_wastar && is_admissible)
    assert_true(r.cost <= 3 * shortest);
}

static const struct {
  const search_method *method;
  const char *keys;
} policies[] = {
    {&search_bfs, NULL},
    {&search_astar, "ties=h"},
    {&search_astar, "ties=g"},
    {&search_astar, "ties=fifo"},
    {&search_wastar, NULL},
    {&search_wastar, "w=1.3"},
    {&search_greedy, "explore=type"},
    {&search_greedy, "explore=novelty,ties=fifo"},
    {&search_greedy, "explore=none,ties=g"},
    {&search_kbest, "k=3"},
};

static void search_all(net_fixture *f, graph *g, question goal) {
  uint32_t numbers[2][NODES];
  for (estimate_kind kind = EXACT; kind < KINDS; kind++) {
    test_estimate one = estimate_of(g, kind, numbers[0]), other = estimate_of(g, UNEVEN, numbers[1]);
    for (uint32_t i = 0; i < sizeof policies / sizeof *policies; i++) {
      quest q = {.method = policies[i].method, .keys = policies[i].keys, .goal = goal, .seed = g->random};
      q.estimates[0] = &one;
      q.estimates[1] = draw(g, 2) ? &other : NULL;
      uint32_t shortest = g->left[0];
      is_as_promised(q.method, &q, seek(f, &q), shortest, kind != WILD);
      for (q.bound = shortest ? shortest : 1; shortest < FAR && q.bound <= shortest + 2; q.bound++)
        is_as_promised(q.method, &q, seek(f, &q), shortest, kind != WILD);
    }
  }
}

typedef struct walk {
  net_fixture *f;
  graph graph;
  bool deadlocks;
} walk;

static void walk_work(void *argument) {
  walk *w = argument;
  w->f->a = arena_new(w->f->m);
  w->f->n = net_new(w->f->a, "m.pml", "promela");
  build(w->f, &w->graph);
  search_all(w->f, &w->graph,
             (question){.errors = ERROR_ASSERTION | (w->deadlocks ? ERROR_DEADLOCK : 0) | ERROR_RUNTIME});
}

static void walk_many(bool deadlocks) {
  uint32_t with_error = 0;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    net_fixture f = {.m = mem_new(0)};
    walk w = {.f = &f, .graph.random = round * 77, .deadlocks = deadlocks};
    draw_arcs(&w.graph);
    measure(&w.graph, deadlocks);
    with_error += w.graph.left[0] < FAR;
    assert_int_equal(mem_try(f.m, walk_work, &w), MEM_OK);
    mem_delete(f.m);
  }
  assert_true(with_error > ROUNDS / 5 && with_error < ROUNDS); // both cases occur
}

static void assertions(void **state) {
  (void)state;
  walk_many(false);
}

static void deadlocks_too(void **state) {
  (void)state;
  walk_many(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(assertions), cmocka_unit_test(deadlocks_too)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
