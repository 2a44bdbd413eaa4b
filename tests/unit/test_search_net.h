// Searching small networks made by hand, and checking what was found with the reference interpreter.
#ifndef TEST_SEARCH_NET_H
#define TEST_SEARCH_NET_H

#include "check/engines.h"
#include "search/search.h"
#include "test_trace_net.h"

typedef struct found {
  search_status status;
  search_stats stats;
  fault fault;
  uint32_t cost, steps;
} found;

static void found_replays(net_fixture *f, const search_finding *error, const expr *invariant) {
  reference *r = ref_new(f->m, f->n);
  fault last = ref_initial_fault(r), evaluation = FAULT_NONE;
  uint32_t cost = 0;
  for (uint32_t i = 0; i < error->answer.steps.count; i++) {
    const net_stmt *at;
    const char *why = "";
    assert_true(last == FAULT_NONE || last == FAULT_ASSERT);
    if (ref_step(r, &error->answer.steps.at[i], &last, &at, &why) != REF_OK)
      fail_msg("step %u: %s", i, why);
    cost += error->answer.steps.at[i].partner_edge == NET_ALONE ? 1 : 2;
  }
  assert_int_equal(cost, error->cost);
  if (error->answer.end.fault == FAULT_DEADLOCK)
    assert_true(ref_is_deadlock(r));
  else if (error->answer.end.fault == FAULT_INVARIANT)
    assert_int_equal(ref_eval(r, invariant, &evaluation), 0);
  else
    assert_int_equal(error->answer.end.fault, last);
  ref_delete(r);
}

// setup: all but memory, space and store.
static found find_by(net_fixture *f, const search_method *method, search_setup setup, expr *invariant) {
  test_finish(f->n);
  size_t before = mem_used(f->m);
  space *s = space_discrete(f->m, f->n, &invariant, invariant != NULL);
  setup.m = f->m;
  setup.space = s;
  setup.store = &store_hash;
  search *q = method->start(&setup);
  found result = {.status = SEARCH_RUNNING};
  while (result.status == SEARCH_RUNNING) {
    uint64_t expanded = q->stats.expanded;
    result.status = q->step(q, 3);
    assert_true(q->stats.expanded - expanded <= 3);
  }
  result.stats = q->stats;
  if (result.status == SEARCH_FOUND) {
    result.fault = q->found.answer.end.fault;
    result.cost = q->found.cost;
    result.steps = q->found.answer.steps.count;
    found_replays(f, &q->found, invariant);
  }
  q->close(q);
  s->close(s);
  assert_int_equal(mem_used(f->m), before);
  return result;
}

static inline found find(net_fixture *f, const search_method *method, question goal, expr *invariant) {
  heuristic *zero = heuristic_zero.open(&(heuristic_setup){.m = f->m, .net = f->n, .asked = goal});
  search_setup setup = {.asked = goal, .estimates = &zero, .estimate_count = 1, .bound = SEARCH_NO_BOUND};
  setup.keys = keys_usual(method->keys);
  found result = find_by(f, method, setup, invariant);
  zero->close(zero);
  return result;
}

static const question safety = {.errors = ERROR_ASSERTION | ERROR_DEADLOCK | ERROR_RUNTIME};
static const question all_states = {.kind = QUESTION_CENSUS};

static inline net_edge *test_count_up(net_fixture *f, net_template *t, uint32_t from, uint32_t to, const net_var *v) {
  net_edge *e = test_edge(f, t, from, to, "count", NULL);
  test_assign(f, e, test_read(f, v), test_two(f, EXPR_ADD, test_read(f, v), test_number(f, 1)));
  return e;
}

#endif
