// The depth-first searches for accepting cycles, compared with brute force on random products.
#include "check/engines.h"
#include "test_lasso_toy.h"

static const search_method *const methods[] = {&search_ndfs, &search_ndfs_improved, &search_scc};
enum { METHODS = 3, ROUNDS = 3000 };

typedef struct {
  search_status status;
  search_stats stats;
  outcome end;
  uint32_t cost;
  bool is_incomplete;
} finding;

static search *start(mem *m, const search_method *method, space *product, heuristic *const *h, bool is_fair,
                     uint32_t bound) {
  search_setup setup = {.m = m, .space = product, .store = &store_hash, .bound = bound};
  setup.asked = (question){.kind = QUESTION_CYCLE, .errors = ERROR_CLAIM | ERROR_RUNTIME, .is_fair = is_fair};
  setup.estimates = h;
  setup.estimate_count = 1;
  return method->start(&setup);
}

// all: to replay what was found; NULL = it is not replayed.
static finding find_cycle(mem *m, const search_method *method, space *product, const toy_product *all, bool is_fair,
                          uint32_t bound) {
  heuristic *zero = heuristic_zero.open(&(heuristic_setup){.m = m, .net = product->net});
  search *s = start(m, method, product, &zero, is_fair, bound);
  finding r = {.status = SEARCH_RUNNING};
  for (uint64_t before; r.status == SEARCH_RUNNING; assert_true(s->stats.expanded + s->stats.red - before <= 3)) {
    before = s->stats.expanded + s->stats.red;
    r.status = s->step(s, 3);
  }
  assert_int_equal(r.status == SEARCH_FOUND, s->found.is_there);
  if (s->found.is_there) {
    r.end = s->found.answer.end;
    r.cost = s->found.cost;
    assert_true(r.cost < bound);
    uint32_t cost = r.cost;
    if (all && r.end.kind == OUTCOME_CYCLE)
      assert_true(toy_is_lasso(all, &s->found.answer, &cost));
    assert_int_equal(cost, r.cost);
  }
  r.is_incomplete = s->is_incomplete;
  r.stats = s->stats;
  s->close(s);
  zero->close(zero);
  return r;
}

static bool has_inside(const toy *t) {
  for (uint32_t i = 0; i < t->states; i++)
    if (t->is_inside[i])
      return true;
  return false;
}

static uint32_t reachable(const toy_product *p) {
  static uint32_t to[TOY_STATES * TOY_CLAIM][TOY_SETS];
  uint32_t count = 0;
  toy_distances(p, p->initial, to);
  for (uint32_t i = 0; i < TOY_STATES * TOY_CLAIM; i++)
    for (uint32_t k = 0; k < TOY_SETS; k++)
      if (to[i][k] != TOY_NEVER) {
        count++;
        break;
      }
  return count;
}

typedef struct {
  uint32_t found, none, dropped, single, nested;
  uint64_t cost, least;
} totals;

// What a search says is what brute force says.
static void compare(mem *m, const search_method *method, const toy *t, space *product, const claim *c, bool is_fair,
                    totals *sum) {
  toy_product all = toy_all(t, product, c);
  uint32_t least = toy_least_lasso(&all);
  finding r = find_cycle(m, method, product, &all, is_fair, SEARCH_NO_BOUND);
  assert_int_equal(r.status, least == TOY_NEVER ? SEARCH_EXHAUSTED : SEARCH_FOUND);
  assert_false(r.is_incomplete);
  if (r.status == SEARCH_FOUND) {
    assert_int_equal(r.end.kind, OUTCOME_CYCLE);
    assert_true(r.cost >= least);
    sum->found++;
    sum->cost += r.cost;
    sum->least += least;
    finding lower = find_cycle(m, method, product, &all, is_fair, least ? r.cost : 1);
    assert_true(lower.status == SEARCH_FOUND || lower.is_incomplete || !least);
    sum->dropped += lower.is_incomplete;
  } else {
    sum->none++;
    if (!has_inside(t)) // otherwise states in the middle of atomic sequences are left out
      assert_int_equal(r.stats.stored, reachable(&all));
    assert_int_equal(r.stats.stored, r.stats.expanded);
  }
  if (method == &search_ndfs_improved && !c->has_partial && !has_inside(t))
    assert_int_equal(r.stats.red, 0);
  sum->single += method != &search_scc && r.stats.red == 0;
  sum->nested += r.stats.red > 0;
}

NET_TEST(random_products) {
  totals sums[METHODS] = {0};
  for (toy_seed = 1; toy_seed <= ROUNDS; toy_seed++) {
    uint64_t seed = toy_seed;
    toy_seed *= 7919;
    toy t = toy_make();
    claim *c = toy_claim(f->a, 1);
    space *product = space_product(f->m, &t.base, c, false);
    for (uint32_t i = 0; i < METHODS; i++)
      compare(f->m, methods[i], &t, product, c, false, &sums[i]);
    product->close(product);
    toy_seed = seed;
  }
  for (uint32_t i = 0; i < METHODS; i++) {
    assert_true(sums[i].found > ROUNDS / 10 && sums[i].none > ROUNDS / 10 && sums[i].dropped > ROUNDS / 100);
    assert_true(sums[i].cost < sums[i].least * 21 / 20); // everything is looked at; rotation is not tried in all ways
  }
  assert_true(sums[0].nested > sums[1].nested && sums[1].nested > 0);
}

// Several acceptance sets, or none, and weak fairness.
NET_TEST(random_sets_of_marks) {
  totals sum = {0};
  for (toy_seed = 1; toy_seed <= ROUNDS; toy_seed++) {
    uint64_t seed = toy_seed;
    toy_seed *= 104729;
    toy t = toy_make();
    // With no set at all brute force would accept cycles inside atomic sequences.
    claim *c = toy_claim(f->a, has_inside(&t) ? 1 + toy_random(2) : toy_random(3));
    bool is_fair = toy_random(2);
    space *product = space_product(f->m, &t.base, c, is_fair);
    compare(f->m, &search_scc, &t, product, c, is_fair, &sum);
    product->close(product);
    toy_seed = seed;
  }
  assert_true(sum.found > ROUNDS / 10 && sum.none > ROUNDS / 10);
  assert_true(sum.cost < sum.least * 5 / 4); // the way round is not always the shortest one
}

// A model by hand: a path of states 0 -> 1 -> ..., and a ring at its end. Atom 0 holds in one state. Numbers take four
// bytes.
enum { NOWHERE = 0xffffffff };
typedef struct {
  space base;
  uint32_t path, length, special;
} ring;

static uint32_t number_of(const uint8_t *state) {
  uint32_t number;
  memcpy(&number, state, sizeof number);
  return number;
}

static void ring_initial(space *s, space_visit visit, void *context) {
  (void)s;
  const uint32_t first = 0;
  visit(context, &(successor){.state = (const uint8_t *)&first, .size = 4, .by = {.partner_edge = NET_ALONE}});
}

static expansion ring_expand(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  const ring *r = (const ring *)s;
  assert_int_equal(size, 4);
  uint32_t at = number_of(state), next = at + 1 < r->path + r->length ? at + 1 : r->path;
  net_action by = {.partner_edge = NET_ALONE};
  bool goes_on = visit(context, &(successor){.state = (uint8_t *)&next, .size = 4, .by = by, .cost = 1});
  return (expansion){.count = 1, .stopped = !goes_on};
}

static bool ring_is_inside(space *s, const uint8_t *state) { return (void)s, (void)state, false; }

static bool ring_may_be(space *s, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  (void)size, (void)condition, (void)f;
  return (number_of(state) == ((const ring *)s)->special) == value;
}

static ring make_ring(uint32_t path, uint32_t length, uint32_t special) {
  ring r = {.path = path, .length = length, .special = special};
  r.base = (space){.name = "ring", .is_exact = true, .net = &toy_net, .initial = ring_initial, .expand = ring_expand};
  r.base.is_inside = ring_is_inside;
  r.base.may_be = ring_may_be;
  return r;
}

static claim *claim_of(net_fixture *f, uint32_t states) {
  claim *c = claim_new(f->a);
  vec_push(f->m, &c->atoms, NULL);
  for (uint32_t i = 0; i < states; i++)
    claim_add_state(f->a, c);
  return c;
}

static void when(net_fixture *f, claim *c, uint32_t from, uint32_t to, bool is_special) {
  claim_edge *e = claim_add_edge(f->a, c, from, to);
  vec_push(f->m, &e->label, claim_literal(0, !is_special));
}

static finding in_ring(net_fixture *f, const search_method *method, ring r, const claim *c) {
  space *product = space_product(f->m, &r.base, c, false);
  finding result = find_cycle(f->m, method, product, NULL, false, SEARCH_NO_BOUND);
  product->close(product);
  return result;
}

// A larger model: a sparse random graph. Nothing is inside an atomic sequence, and every state has a step.
enum { LARGE = 60, LARGE_CLAIM = 3, LARGE_ROUNDS = 2000 };
typedef struct {
  ring base; // its space, and the functions that do not read more than the number of a state
  uint8_t to[LARGE][2];
  bool holds[LARGE];
} large;

static expansion large_expand(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  const large *g = (const large *)s;
  assert_int_equal(size, 4);
  bool goes_on = true;
  uint32_t count = 0;
  for (; count < 2 && goes_on; count++) {
    uint32_t next = g->to[number_of(state)][count];
    net_action by = {.edge = count, .partner_edge = NET_ALONE};
    goes_on = visit(context, &(successor){.state = (uint8_t *)&next, .size = 4, .by = by, .cost = 1});
  }
  return (expansion){.count = count, .stopped = !goes_on};
}

static bool large_may_be(space *s, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  (void)size, (void)condition, (void)f;
  return ((const large *)s)->holds[number_of(state)] == value;
}

// Mostly to the next states, so that there are long ways and few cycles.
static large make_large(void) {
  large g = {.base = make_ring(0, 0, NOWHERE)};
  g.base.base.expand = large_expand;
  g.base.base.may_be = large_may_be;
  uint32_t back = 1 + toy_random(30);
  for (uint32_t i = 0; i < LARGE; i++) {
    for (uint32_t k = 0; k < 2; k++) {
      uint32_t next = i + 1 + toy_random(6);
      g.to[i][k] = (uint8_t)(toy_random(back) == 0 ? toy_random(LARGE) : next < LARGE ? next : LARGE - 1);
    }
    g.holds[i] = toy_random(5) == 0;
  }
  return g;
}

typedef struct {
  bool to[LARGE * LARGE_CLAIM][LARGE * LARGE_CLAIM]; // by at least one step
  uint32_t now;
} closure;

static bool note_edge(void *context, const successor *s) {
  closure *k = context;
  k->to[k->now][number_of(s->state) * LARGE_CLAIM + s->state[4]] = true;
  return true;
}

static bool has_accepting_cycle(space *product, const claim *c) {
  static closure k;
  enum { ALL = LARGE * LARGE_CLAIM };
  memset(&k, 0, sizeof k);
  for (uint32_t i = 0; i < ALL; i++) {
    uint8_t bytes[5] = {(uint8_t)(i / LARGE_CLAIM), 0, 0, 0, (uint8_t)(i % LARGE_CLAIM)};
    k.now = i;
    if (i % LARGE_CLAIM < c->states.count)
      product->expand(product, bytes, 5, note_edge, &k);
  }
  for (uint32_t via = 0; via < ALL; via++)
    for (uint32_t i = 0; i < ALL; i++)
      for (uint32_t j = 0; k.to[i][via] && j < ALL; j++)
        k.to[i][j] |= k.to[via][j];
  for (uint32_t i = 0; i < ALL; i++) {
    bool is_reached = i == c->initial || k.to[c->initial][i];
    if (is_reached && k.to[i][i] && c->states.at[i % LARGE_CLAIM].is_accepting)
      return true;
  }
  return false;
}

NET_TEST(larger_products) {
  uint32_t found = 0, nested[METHODS] = {0}, found_nested = 0;
  for (uint64_t seed = 1; seed <= LARGE_ROUNDS; seed++) {
    toy_seed = seed * 31337;
    large g = make_large();
    claim *c = claim_of(f, LARGE_CLAIM);
    for (uint32_t i = 0; i < 2 * LARGE_CLAIM + 2; i++)
      when(f, c, i < LARGE_CLAIM ? i : toy_random(LARGE_CLAIM), toy_random(LARGE_CLAIM), toy_random(2));
    c->states.at[toy_random(LARGE_CLAIM)].is_accepting = true;
    claim_finish(f->a, c);
    space *product = space_product(f->m, &g.base.base, c, false);
    bool is_there = has_accepting_cycle(product, c);
    for (uint32_t i = 0; i < METHODS; i++) {
      finding r = find_cycle(f->m, methods[i], product, NULL, false, SEARCH_NO_BOUND);
      assert_int_equal(r.status == SEARCH_FOUND, is_there);
      found += is_there;
      nested[i] += r.stats.red > 0;
      found_nested += is_there && r.stats.red > 0;
    }
    product->close(product);
  }
  assert_true(found > LARGE_ROUNDS / 2 && found < LARGE_ROUNDS * METHODS * 9 / 10);
  assert_true(nested[0] > nested[1] && nested[1] > LARGE_ROUNDS / 20 && found_nested > LARGE_ROUNDS / 20);
  assert_int_equal(nested[2], 0);
}

// "Infinitely often": the claim is in its accepting state after the special one. Some cycles of its component are
// accepting: the class is partial.
NET_TEST(class_partial) {
  claim *c = claim_of(f, 2);
  for (uint32_t i = 0; i < 2; i++) {
    when(f, c, i, 0, false);
    when(f, c, i, 1, true);
  }
  c->states.at[1].is_accepting = true;
  claim_finish(f->a, c);
  assert_int_equal(c->states.at[0].class_, CLAIM_PARTIAL);
  for (uint32_t i = 0; i < METHODS; i++) {
    finding seldom = in_ring(f, methods[i], make_ring(3, 5, 5), c),
            once = in_ring(f, methods[i], make_ring(3, 5, 1), c);
    assert_int_equal(seldom.end.kind, OUTCOME_CYCLE);
    assert_int_equal(seldom.cost, 3 + 5);
    assert_int_equal(once.status, SEARCH_EXHAUSTED);
    assert_int_equal(once.stats.red > 0, methods[i] != &search_scc);
  }
}

// "For ever not": an accepting state that waits for ever. All cycles of its component are accepting.
static claim *never_again(net_fixture *f) {
  claim *c = claim_of(f, 2);
  claim_add_edge(f->a, c, 0, 0);
  claim_add_edge(f->a, c, 0, 1);
  when(f, c, 1, 1, false);
  c->states.at[1].is_accepting = true;
  claim_finish(f->a, c);
  return c;
}

NET_TEST(class_full) {
  claim *c = never_again(f);
  assert_int_equal(c->states.at[0].class_, CLAIM_NONE);
  assert_int_equal(c->states.at[1].class_, CLAIM_FULL);
  assert_false(c->has_partial);
  for (uint32_t i = 0; i < METHODS; i++) {
    finding none = in_ring(f, methods[i], make_ring(20, 5, 22), c);
    assert_int_equal(none.status, SEARCH_EXHAUSTED);
    assert_int_equal(none.stats.red, 0);
    // The claim turns to its accepting state at once, and the first cycle is the one that is looked for.
    finding found = in_ring(f, methods[i], make_ring(20, 5, NOWHERE), c);
    assert_int_equal(found.end.kind, OUTCOME_CYCLE);
    assert_int_equal(found.cost, 25);
    assert_int_equal(found.stats.expanded, 25);
    assert_int_equal(found.stats.red, 0);
  }
}

// The accepting state is left at once: no cycle is accepting, whatever happens.
NET_TEST(class_none) {
  claim *c = claim_of(f, 4);
  claim_add_edge(f->a, c, 0, 0);
  claim_add_edge(f->a, c, 0, 1);
  claim_add_edge(f->a, c, 1, 2);
  claim_add_edge(f->a, c, 2, 2);
  when(f, c, 2, 3, true); // so that the others are not left out
  claim_add_edge(f->a, c, 3, 3);
  c->states.at[1].is_accepting = c->states.at[3].is_accepting = true;
  claim_finish(f->a, c);
  for (uint32_t i = 0; i < 3; i++)
    assert_int_equal(c->states.at[i].class_, CLAIM_NONE);
  for (uint32_t i = 0; i < METHODS; i++) {
    finding none = in_ring(f, methods[i], make_ring(2, 5, NOWHERE), c);
    assert_int_equal(none.status, SEARCH_EXHAUSTED);
    assert_int_equal(none.stats.red > 0, methods[i] == &search_ndfs);
    assert_int_equal(in_ring(f, methods[i], make_ring(2, 5, 4), c).end.kind, OUTCOME_CYCLE);
  }
}

// A bad state of the claim is an error, as in other searches: the cost counts the steps of the model.
NET_TEST(bad_states) {
  claim *c = claim_of(f, 3);
  claim_add_edge(f->a, c, 0, 0);
  when(f, c, 0, 1, true);
  claim_add_edge(f->a, c, 0, 2);
  claim_add_edge(f->a, c, 2, 2);
  c->states.at[1].is_bad = true;
  claim_finish(f->a, c);
  for (uint32_t i = 0; i < METHODS; i++) {
    finding found = in_ring(f, methods[i], make_ring(2, 5, 4), c);
    assert_int_equal(found.end.kind, OUTCOME_ERROR);
    assert_int_equal(found.end.fault, FAULT_CLAIM);
    assert_int_equal(found.cost, 4);
    assert_int_equal(in_ring(f, methods[i], make_ring(2, 5, 0), c).cost, 0);
    assert_int_equal(in_ring(f, methods[i], make_ring(2, 5, NOWHERE), c).status, SEARCH_EXHAUSTED);
  }
}

// No recursion, and few bytes for each state on the stack.
NET_TEST(deep_stacks) {
  enum { DEEP = 1000000 };
  claim *c = never_again(f);
  for (uint32_t i = 0; i < METHODS; i++) {
    finding found = in_ring(f, methods[i], make_ring(DEEP, 5, NOWHERE), c);
    assert_int_equal(found.cost, DEEP + 5);
    assert_int_equal(found.stats.max_depth, DEEP + 4);
    found = in_ring(f, methods[i], make_ring(5, DEEP, DEEP), c);
    assert_int_equal(found.status, SEARCH_EXHAUSTED);
  }
}

typedef struct {
  mem *m;
  const search_method *method;
  toy *model;
  const claim *claim;
  search_status status;
} attempt;

static void try_search(void *argument) {
  attempt *a = argument;
  space *product = space_product(a->m, &a->model->base, a->claim, false);
  a->status = find_cycle(a->m, a->method, product, NULL, false, SEARCH_NO_BOUND).status;
}

// Wherever memory runs out, the search is left in good order.
NET_TEST(memory_runs_out) {
  uint32_t found = 0;
  for (toy_seed = 5; found < 5; toy_seed++) {
    toy t = toy_make();
    claim *c = toy_claim(f->a, 1);
    for (uint32_t i = 0; i < METHODS; i++) {
      attempt a = {.method = methods[i], .model = &t, .claim = c};
      mem_status status = MEM_EXHAUSTED;
      for (uint32_t call = 1; status != MEM_OK; call++) {
        a.m = mem_new(0);
        mem_fail_at(a.m, call);
        status = mem_try(a.m, try_search, &a);
        mem_delete(a.m);
      }
      found += a.status == SEARCH_FOUND;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_products), cmocka_unit_test(random_sets_of_marks), cmocka_unit_test(class_partial),
      cmocka_unit_test(class_full),      cmocka_unit_test(class_none),           cmocka_unit_test(bad_states),
      cmocka_unit_test(larger_products), cmocka_unit_test(deep_stacks),          cmocka_unit_test(memory_runs_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
