// The shortest lasso of random networks with random claims, compared with brute force on a product that the reference
// interpreter and the definition of claims give, without space/. The number of networks can be given as the argument.
#define TOY_MOST_STATES 32
#define TOY_MARKS 1
#define TOY_PIDS 0
#include "check/engines.h"
#include "test_lasso_toy.h"

#include <stdlib.h>

enum { NODES = 5, MOST_PATH = 64, MOST_STEPS = 16 };

static uint32_t networks = 2000;

// A process walks through a random graph and writes x; another one takes part in some of the steps, which cost two
// then. Some steps keep control.
static net_var *draw_network(net_fixture *f) {
  net_var *c = test_channel(f, NULL, "c", 0, 1), *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", NODES), *q = test_active(f, "Q", 1 + toy_random(2));
  uint32_t arcs = NODES + toy_random(NODES), last = q->flow.locations.count - 1;
  net_edge *e = test_edge(f, q, 0, last, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_ANY, NULL);
  if (last)
    test_edge(f, q, last, 0, "again", NULL);
  for (uint32_t i = 0; i < arcs; i++) {
    e = test_edge(f, p, toy_random(NODES), toy_random(NODES), "arc", toy_random(4) ? NULL : test_is(f, x, 1));
    if (toy_random(3) == 0)
      test_send(f, e, c, test_number(f, 1), NULL);
    else if (toy_random(2))
      test_set(f, e, x, (int32_t)toy_random(2));
    e->keeps_control = toy_random(5) == 0;
  }
  test_finish(f->n);
  return x;
}

typedef struct model_state { // found by the steps that lead there
  uint32_t key;
  net_action path[MOST_PATH];
  uint32_t length;
  bool is_inside, holds[TOY_ATOMS];
  net_action steps[MOST_STEPS];
  uint32_t step_count;
} model_state;

typedef struct model {
  net_fixture *f;
  const net_var *x;
  expr *atoms[TOY_ATOMS];
  model_state states[TOY_STATES];
  uint32_t count;
} model;

// All that makes up a state of these networks.
static uint32_t key_of(const model *m, const ref_state *s) {
  return s->processes.at[0].location * 100 + s->processes.at[1].location * 10 +
         (uint32_t)s->globals[m->x->slot][0] * 4 + (uint32_t)(s->control + 1);
}

static void note_step(void *context, const net_action *step) {
  model_state *s = context;
  assert_true(s->step_count < MOST_STEPS);
  s->steps[s->step_count++] = *step;
}

static reference *walk(const model *m, const model_state *s) {
  reference *r = ref_new(m->f->m, m->f->n);
  for (uint32_t i = 0; i < s->length; i++) {
    fault f;
    const net_stmt *at;
    const char *why;
    assert_int_equal(ref_step(r, &s->path[i], &f, &at, &why), REF_OK);
    assert_int_equal(f, FAULT_NONE);
  }
  return r;
}

// The number of the state that the path leads to; a new one is described.
static uint32_t enter(model *m, model_state s) {
  reference *r = walk(m, &s);
  s.key = key_of(m, ref_now(r));
  uint32_t number = 0;
  while (number < m->count && m->states[number].key != s.key)
    number++;
  if (number == m->count) {
    fault f = FAULT_NONE;
    s.step_count = 0;
    ref_possible(r, note_step, &s);
    s.is_inside = ref_now(r)->control != NET_NONE;
    for (uint32_t i = 0; i < TOY_ATOMS; i++)
      s.holds[i] = ref_eval(r, m->atoms[i], &f) != 0;
    assert_true(m->count < TOY_STATES && s.length < MOST_PATH);
    m->states[m->count++] = s;
  }
  ref_delete(r);
  return number;
}

static bool is_possible(const model_state *s, const claim_edge *e) {
  for (uint32_t i = 0; i < e->label.count; i++)
    if (s->holds[claim_atom(e->label.at[i])] == claim_is_negated(e->label.at[i]))
      return false;
  return true;
}

static void add_edge(toy_product *p, toy_edge e) {
  assert_true(p->edges < sizeof p->edge / sizeof *p->edge);
  p->edge[p->edges++] = e;
}

// All moves of the product from a state of the model by one of its steps: inside an atomic sequence the claim waits.
static void add_edges(toy_product *p, const model *m, const claim *c, uint32_t from, uint32_t to, net_action by) {
  const model_state *s = &m->states[from];
  for (uint32_t q = 0; q < c->states.count; q++) {
    toy_edge e = {.from = from * TOY_CLAIM + q, .cost = net_step_cost(m->f->n, &by), .by = by};
    if (s->is_inside) {
      e.to = to * TOY_CLAIM + q;
      add_edge(p, e);
    }
    const claim_state *at = &c->states.at[q];
    e.seen = at->is_accepting || (c->accepting_atom >= 0 && s->holds[c->accepting_atom]);
    for (uint32_t i = 0; !s->is_inside && i < at->edges.count; i++)
      if (is_possible(s, &at->edges.at[i])) {
        e.to = to * TOY_CLAIM + at->edges.at[i].to;
        add_edge(p, e);
      }
  }
}

static toy_product by_definition(model *m, const claim *c) {
  toy_product p = {.initial = c->initial, .needs = 1};
  enter(m, (model_state){0});
  for (uint32_t i = 0; i < m->count; i++) {
    for (uint32_t k = 0; k < m->states[i].step_count; k++) {
      model_state next = m->states[i];
      next.path[next.length++] = next.steps[k];
      add_edges(&p, m, c, i, enter(m, next), m->states[i].steps[k]);
    }
    if (!m->states[i].step_count)
      add_edges(&p, m, c, i, i, net_stutter());
  }
  return p;
}

static uint32_t find(net_fixture *f, space *product, uint32_t by, const toy_product *p) {
  heuristic_setup about = {.m = f->m, .net = f->n};
  heuristic *zero = heuristic_zero.open(&about);
  search_setup setup = {.m = f->m, .space = product, .store = &store_hash, .bound = SEARCH_NO_BOUND};
  setup.asked = (question){.kind = QUESTION_CYCLE, .claim = product_claim(product)};
  setup.estimates = &zero;
  setup.estimate_count = 1;
  setup.keys.value[0] = by;
  search *s = search_lasso.start(&setup);
  search_status status;
  while ((status = s->step(s, 10)) == SEARCH_RUNNING) {
  }
  uint32_t cost = TOY_NEVER, counted = 0;
  if (status == SEARCH_FOUND) {
    cost = s->found.cost;
    assert_true(s->found.is_settled && toy_is_lasso(p, &s->found.answer, &counted));
    assert_int_equal(cost, counted);
  }
  s->close(s);
  zero->close(zero);
  return cost;
}

static uint32_t seed, lassos;

static void compare(net_fixture *f) {
  static model m;
  static toy_product p;
  toy_seed = seed;
  m = (model){.f = f, .x = draw_network(f)};
  m.atoms[0] = test_is(f, m.x, 0);
  m.atoms[1] = toy_random(2) ? test_is(f, m.x, 1) : test_number(f, 1);
  claim *c = toy_claim(f->a, 1);
  for (uint32_t i = 0; i < TOY_ATOMS; i++)
    c->atoms.at[i] = m.atoms[i];
  p = by_definition(&m, c);
  uint32_t least = toy_least_lasso(&p);
  space *inner = space_discrete(f->m, f->n, c->atoms.at, c->atoms.count);
  space *product = space_product(f->m, inner, c, false);
  for (uint32_t by = 0; by < 2; by++)
    if (find(f, product, by, &p) != least)
      fail_msg("network %u, by %u: %u, but by definition %u", seed, by, find(f, product, by, &p), least);
  lassos += least != TOY_NEVER;
  product->close(product);
  inner->close(inner);
}

static void shortest_lassos_of_networks(void **state) {
  (void)state;
  for (seed = 0; seed < networks; seed++)
    net_test_run(compare);
  assert_true(lassos > networks / 10 && lassos < networks);
}

int main(int count, char **arguments) {
  if (count > 1)
    networks = (uint32_t)strtoul(arguments[1], NULL, 10);
  const struct CMUnitTest tests[] = {cmocka_unit_test(shortest_lassos_of_networks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
