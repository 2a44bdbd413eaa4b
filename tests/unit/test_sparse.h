// What the searches that keep less in mind have in common: on every small network they find what bfs finds.
#ifndef TEST_SPARSE_H
#define TEST_SPARSE_H

#include "check/engines.h"
#include "test_search_net.h"

typedef struct sparse_way { // how to search; zeros: with no estimate, no bound, and the usual keys
  const heuristic_kind *estimate;
  const char *keys;
  uint32_t bound;
} sparse_way;

typedef struct sparse_found {
  found found;
  bool is_incomplete;
} sparse_found;

static sparse_found sparse_find(net_fixture *f, const search_method *method, question goal, expr *invariant,
                                sparse_way way) {
  char why[200];
  test_finish(f->n);
  size_t before = mem_used(f->m);
  space *s = space_discrete(f->m, f->n, &invariant, invariant != NULL);
  const heuristic_kind *kind = way.estimate ? way.estimate : &heuristic_zero;
  heuristic *estimate = kind->open(&(heuristic_setup){.m = f->m, .net = f->n, .asked = goal});
  search_setup setup = {.m = f->m, .space = s, .store = &store_hash, .asked = goal, .estimates = &estimate};
  setup.estimate_count = 1;
  setup.keys = keys_usual(method->keys);
  assert_true(!way.keys || keys_read(method->keys, way.keys, &setup.keys, why, sizeof why));
  setup.bound = way.bound ? way.bound : SEARCH_NO_BOUND;
  search *q = method->start(&setup);
  sparse_found result = {.found = {.status = SEARCH_RUNNING}};
  while (result.found.status == SEARCH_RUNNING) {
    uint64_t expanded = q->stats.expanded;
    result.found.status = q->step(q, 3);
    assert_true(q->stats.expanded - expanded <= 3);
  }
  result.found.stats = q->stats;
  result.is_incomplete = q->is_incomplete;
  if (result.found.status == SEARCH_FOUND) {
    result.found.fault = q->found.answer.end.fault;
    result.found.cost = q->found.cost;
    result.found.steps = q->found.answer.steps.count;
    if (q->found.answer.end.kind == OUTCOME_REACHED) // to the reference interpreter nothing is wrong there
      q->found.answer.end = (outcome){0};
    found_replays(f, &q->found, invariant);
  }
  q->close(q);
  estimate->close(estimate);
  s->close(s);
  assert_int_equal(mem_used(f->m), before);
  return result;
}

// Two counters of four bits; going on with the first while their product becomes the trap is an error.
static inline void sparse_counters(net_fixture *f, int32_t trap) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  x->type.bits = y->type.bits = 4;
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  net_edge *e = test_count_up(f, p, 0, 0, x);
  expr *product = test_two(f, EXPR_MUL, test_read(f, x), test_read(f, y));
  test_assert(f, e, test_two(f, EXPR_NE, product, test_number(f, trap)), "trap");
  test_count_up(f, q, 0, 0, y);
}

// Estimates for the trap 77, which is 7 * 11 or 11 * 7: how far the counters are from the nearer one.
typedef struct sparse_estimate {
  heuristic base;
  mem *m;
} sparse_estimate;

static inline uint32_t sparse_distance(const state_view *v) {
  uint32_t x = (uint32_t)v->globals[0], y = (uint32_t)v->globals[1];
  uint32_t one = ((7 - x) & 15) + ((11 - y) & 15), other = ((11 - x) & 15) + ((7 - y) & 15);
  return one < other ? one : other;
}

static inline uint32_t sparse_near(heuristic *h, const state_view *v) {
  (void)h;
  return sparse_distance(v);
}

static inline uint32_t sparse_jumpy(heuristic *h, const state_view *v) {
  (void)h;
  return v->globals[0] % 3 == 1 ? sparse_distance(v) : 0;
}

static inline uint32_t sparse_far(heuristic *h, const state_view *v) {
  (void)h;
  return v->globals[1] % 2 ? 5 * sparse_distance(v) : HEURISTIC_DEAD_END;
}

static inline void sparse_close(heuristic *h) { mem_free(((sparse_estimate *)h)->m, h); }

static inline heuristic *sparse_open(const heuristic_setup *setup, const heuristic_kind *kind,
                                     uint32_t (*estimate)(heuristic *h, const state_view *state)) {
  sparse_estimate *e = mem_alloc(setup->m, sizeof *e);
  e->m = setup->m;
  e->base = (heuristic){.kind = kind, .is_admissible = kind->is_admissible, .is_safe = kind->is_safe};
  e->base.estimate = estimate;
  e->base.close = sparse_close;
  return &e->base;
}

static inline heuristic *sparse_open_near(const heuristic_setup *setup);
static inline heuristic *sparse_open_jumpy(const heuristic_setup *setup);
static inline heuristic *sparse_open_far(const heuristic_setup *setup);
static const heuristic_kind sparse_kind_near = {
    .name = "near", .is_admissible = true, .is_safe = true, .open = sparse_open_near};
static const heuristic_kind sparse_kind_jumpy = { // admissible, not consistent
    .name = "jumpy",
    .is_admissible = true,
    .is_safe = true,
    .open = sparse_open_jumpy};
static const heuristic_kind sparse_kind_far = {.name = "far", .open = sparse_open_far}; // no promises at all
static inline heuristic *sparse_open_near(const heuristic_setup *setup) {
  return sparse_open(setup, &sparse_kind_near, sparse_near);
}
static inline heuristic *sparse_open_jumpy(const heuristic_setup *setup) {
  return sparse_open(setup, &sparse_kind_jumpy, sparse_jumpy);
}
static inline heuristic *sparse_open_far(const heuristic_setup *setup) {
  return sparse_open(setup, &sparse_kind_far, sparse_far);
}

static inline void sparse_as_bfs(net_fixture *f, const search_method *method, question goal, expr *invariant) {
  found plain = find(f, &search_bfs, goal, invariant);
  found r = sparse_find(f, method, goal, invariant, (sparse_way){0}).found;
  assert_int_equal(r.status, plain.status);
  assert_int_equal(r.fault, plain.fault);
  assert_int_equal(r.cost, plain.cost);
}

static inline void sparse_assertion(net_fixture *f, const search_method *method) {
  sparse_counters(f, 77);
  sparse_as_bfs(f, method, safety, NULL);
  assert_int_equal(sparse_find(f, method, safety, NULL, (sparse_way){0}).found.cost, 18);
}

// An estimate helps, whether it is consistent or not; one that promises nothing still leads to an error.
static inline void sparse_estimates(net_fixture *f, const search_method *method) {
  sparse_counters(f, 77);
  found plain = sparse_find(f, method, safety, NULL, (sparse_way){0}).found;
  found near = sparse_find(f, method, safety, NULL, (sparse_way){.estimate = &sparse_kind_near}).found;
  assert_int_equal(near.cost, 18);
  assert_int_equal(near.stats.h_initial, 18);
  assert_true(near.stats.h_best <= 1);
  assert_true(near.stats.expanded <= plain.stats.expanded);
  found jumpy = sparse_find(f, method, safety, NULL, (sparse_way){.estimate = &sparse_kind_jumpy}).found;
  assert_int_equal(jumpy.cost, 18);
  found far = sparse_find(f, method, safety, NULL, (sparse_way){.estimate = &sparse_kind_far}).found;
  assert_int_equal(far.fault, FAULT_ASSERT);
  assert_true(far.cost >= 18);
}

static inline void sparse_bounds(net_fixture *f, const search_method *method) {
  static const heuristic_kind *const kinds[] = {&heuristic_zero, &sparse_kind_near, &sparse_kind_jumpy,
                                                &sparse_kind_far};
  sparse_counters(f, 77);
  for (uint32_t i = 0; i < 4; i++) {
    sparse_way way = {.estimate = kinds[i], .bound = 18};
    sparse_found r = sparse_find(f, method, safety, NULL, way);
    assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
    assert_false(r.is_incomplete);
    way.bound = 19;
    assert_int_equal(sparse_find(f, method, safety, NULL, way).found.cost, 18);
  }
}

static inline void sparse_no_error(net_fixture *f, const search_method *method) {
  sparse_counters(f, 1000);
  sparse_found r = sparse_find(f, method, safety, NULL, (sparse_way){0});
  assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
  assert_false(r.is_incomplete);
  assert_true(r.found.stats.expanded >= 256);
  r = sparse_find(f, method, safety, NULL, (sparse_way){.estimate = &sparse_kind_far});
  assert_int_equal(r.found.status, SEARCH_EXHAUSTED);
  assert_true(r.found.stats.expanded >= 256);
}

// A failed assertion that does not count is passed, and what lies behind it is reached.
static inline void sparse_behind_assertions(net_fixture *f, const search_method *method) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2);
  net_edge *e = test_count_up(f, p, 0, 0, x);
  test_assert(f, e, test_two(f, EXPR_LT, test_read(f, x), test_number(f, 5)), "x < 5");
  test_edge(f, p, 0, 1, "leave", test_is(f, x, 8));
  sparse_as_bfs(f, method, safety, NULL);
  sparse_as_bfs(f, method, (question){.errors = ERROR_DEADLOCK | ERROR_RUNTIME}, NULL);
  assert_int_equal(
      sparse_find(f, method, (question){.errors = ERROR_DEADLOCK | ERROR_RUNTIME}, NULL, (sparse_way){0}).found.cost,
      9);
}

// Both states are seen before the step from the second that goes wrong is within any limit.
static inline void sparse_last_step(net_fixture *f, const search_method *method) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  test_set(f, test_edge(f, p, 0, 0, "step", NULL), x, 1);
  test_assert(f, test_edge(f, p, 0, 0, "wrong", test_is(f, x, 1)), test_number(f, 0), "false");
  found r = sparse_find(f, method, safety, NULL, (sparse_way){0}).found;
  assert_int_equal(r.fault, FAULT_ASSERT);
  assert_int_equal(r.cost, 2);
}

static inline void sparse_invariant(net_fixture *f, const search_method *method) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2);
  test_count_up(f, p, 0, 1, x)->keeps_control = true;
  test_count_up(f, p, 1, 0, x);
  question goal = {.errors = ERROR_INVARIANT | ERROR_RUNTIME};
  expr *odd = test_two(f, EXPR_BIT_AND, test_read(f, x), test_number(f, 1));
  sparse_as_bfs(f, method, goal, test_of(f, EXPR_NOT, odd));
  expr *small = test_two(f, EXPR_LT, test_read(f, x), test_number(f, 9));
  sparse_as_bfs(f, method, goal, small);
  assert_int_equal(sparse_find(f, method, goal, small, (sparse_way){0}).found.cost, 10);
}

static inline void sparse_start(net_fixture *f, const search_method *method) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2);
  test_edge(f, p, 0, 1, "never", test_is(f, x, 1));
  found r = sparse_find(f, method, safety, NULL, (sparse_way){0}).found;
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 0);
  r = sparse_find(f, method, (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME}, test_is(f, x, 1), (sparse_way){0})
          .found;
  assert_int_equal(r.fault, FAULT_INVARIANT);
  assert_int_equal(r.steps, 0);
  net_var *y = test_var(f, NULL, "y", 0);
  vec_push(f->m, &y->init, test_two(f, EXPR_DIV, test_number(f, 1), test_read(f, x)));
  r = sparse_find(f, method, (question){.errors = ERROR_RUNTIME}, NULL, (sparse_way){0}).found;
  assert_int_equal(r.fault, FAULT_DIVISION);
  assert_int_equal(r.steps, 0);
}

// A process that takes part in any rendezvous on the channel.
static inline net_edge *sparse_listener(net_fixture *f, const net_var *c) {
  net_template *q = test_active(f, "Q", 1);
  q->flow.locations.at[0].flags = LOC_END;
  net_edge *e = test_edge(f, q, 0, 0, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_ANY, NULL);
  return e;
}

static inline void sparse_meet(net_fixture *f, net_template *p, const net_var *c, uint32_t from, uint32_t to) {
  net_edge *e = test_edge(f, p, from, to, "send", NULL);
  test_send(f, e, c, test_number(f, 1), NULL);
}

// Two rendezvous cost four, three plain steps three; on the way the same state is reached at 2 and at 1.
static inline void sparse_rendezvous(net_fixture *f, const search_method *method) {
  net_var *c = test_channel(f, NULL, "c", 0, 1), *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 9);
  sparse_listener(f, c);
  sparse_meet(f, p, c, 0, 1);
  test_edge(f, p, 0, 1, "plain", NULL);
  sparse_meet(f, p, c, 1, 4);
  sparse_meet(f, p, c, 4, 5);
  test_count_up(f, p, 1, 2, x);
  test_edge(f, p, 2, 3, "b", NULL);
  test_edge(f, p, 3, 5, "c", NULL);
  sparse_meet(f, p, c, 5, 6);
  sparse_meet(f, p, c, 6, 7);
  test_edge(f, p, 7, 8, "d", NULL);
  sparse_as_bfs(f, method, safety, NULL);
  found r = sparse_find(f, method, safety, NULL, (sparse_way){0}).found;
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 9);
}

// Location 3 is reached at cost 3 from the state that is expanded first, then at cost 2 from another one.
static inline void sparse_other_parent(net_fixture *f, const search_method *method) {
  net_var *c = test_channel(f, NULL, "c", 0, 1);
  net_template *p = test_active(f, "P", 6);
  sparse_listener(f, c);
  test_edge(f, p, 0, 1, "a", NULL);
  test_edge(f, p, 0, 2, "b", NULL);
  sparse_meet(f, p, c, 1, 3);
  test_edge(f, p, 2, 3, "c", NULL);
  test_edge(f, p, 3, 4, "d", NULL);
  test_edge(f, p, 4, 5, "e", NULL);
  for (uint32_t bound = 0; bound <= 9; bound += 9) {
    found r = sparse_find(f, method, safety, NULL, (sparse_way){.bound = bound}).found;
    assert_int_equal(r.fault, FAULT_DEADLOCK);
    assert_int_equal(r.cost, 4);
  }
}

// The error of cost 3 is in sight before the deadlock of cost 2.
static inline void sparse_cheapest(net_fixture *f, const search_method *method) {
  net_var *c = test_channel(f, NULL, "c", 0, 1), *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 4);
  test_assert(f, sparse_listener(f, c), test_read(f, x), "x");
  test_edge(f, p, 0, 1, "a", NULL);
  sparse_meet(f, p, c, 1, 2);
  test_edge(f, p, 1, 3, "b", NULL);
  found r = sparse_find(f, method, safety, NULL, (sparse_way){0}).found;
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 2);
  r = sparse_find(f, method, (question){.errors = ERROR_ASSERTION | ERROR_RUNTIME}, NULL, (sparse_way){0}).found;
  assert_int_equal(r.fault, FAULT_ASSERT);
  assert_int_equal(r.cost, 3);
}

typedef struct sparse_state {
  uint8_t bytes[64];
  uint32_t size;
} sparse_state;

static inline bool sparse_copy(void *context, const successor *s) {
  sparse_state *out = context;
  assert_true(s->size <= sizeof out->bytes);
  memcpy(out->bytes, s->state, s->size);
  out->size = s->size;
  return false;
}

// A state to be reached: after 9 steps of the counter that moves first.
static inline void sparse_target(net_fixture *f, const search_method *method) {
  sparse_counters(f, 77);
  test_finish(f->n);
  sparse_state at, next;
  space *s = space_discrete(f->m, f->n, NULL, 0);
  s->initial(s, sparse_copy, &at);
  for (uint32_t i = 0; i < 9; i++) {
    s->expand(s, at.bytes, at.size, sparse_copy, &next);
    at = next;
  }
  s->close(s);
  question goal = {.kind = QUESTION_STATE, .target = at.bytes, .target_size = at.size};
  found r = sparse_find(f, method, goal, NULL, (sparse_way){0}).found;
  assert_int_equal(r.status, SEARCH_FOUND);
  assert_int_equal(r.fault, FAULT_NONE);
  assert_int_equal(r.cost, 9);
}

typedef struct sparse_job {
  net_fixture *f;
  const search_method *method;
} sparse_job;

static inline void sparse_work(void *argument) {
  const sparse_job *job = argument;
  found r = sparse_find(job->f, job->method, safety, NULL, (sparse_way){.estimate = &sparse_kind_jumpy}).found;
  assert_int_equal(r.cost, 18);
}

// Whichever allocation fails, the search is left in order: nothing is used or freed that should not be.
static inline void sparse_memory(net_fixture *f, const search_method *method) {
  sparse_counters(f, 77);
  sparse_job job = {f, method};
  uint64_t call = 1;
  for (;; call++) {
    mem_fail_at(f->m, call);
    if (mem_try(f->m, sparse_work, &job) == MEM_OK)
      break;
  }
  mem_fail_at(f->m, 0);
  assert_true(call > 20);
}

#define SPARSE_TEST(method, name)                                                                                      \
  NET_TEST(name) { sparse_##name(f, &(method)); }
#define SPARSE_TESTS(method)                                                                                           \
  SPARSE_TEST(method, assertion)                                                                                       \
  SPARSE_TEST(method, estimates)                                                                                       \
  SPARSE_TEST(method, bounds)                                                                                          \
  SPARSE_TEST(method, no_error)                                                                                        \
  SPARSE_TEST(method, behind_assertions)                                                                               \
  SPARSE_TEST(method, last_step)                                                                                       \
  SPARSE_TEST(method, invariant)                                                                                       \
  SPARSE_TEST(method, start)                                                                                           \
  SPARSE_TEST(method, rendezvous)                                                                                      \
  SPARSE_TEST(method, other_parent)                                                                                    \
  SPARSE_TEST(method, cheapest)                                                                                        \
  SPARSE_TEST(method, target)                                                                                          \
  SPARSE_TEST(method, memory)
#define SPARSE_LIST                                                                                                    \
  cmocka_unit_test(assertion), cmocka_unit_test(estimates), cmocka_unit_test(bounds), cmocka_unit_test(no_error),      \
      cmocka_unit_test(behind_assertions), cmocka_unit_test(last_step), cmocka_unit_test(invariant),                   \
      cmocka_unit_test(start), cmocka_unit_test(rendezvous), cmocka_unit_test(other_parent),                           \
      cmocka_unit_test(cheapest), cmocka_unit_test(target), cmocka_unit_test(memory)

#endif
