// Searches with estimates made by hand: a number for each location of the first process.
#ifndef TEST_ESTIMATE_NET_H
#define TEST_ESTIMATE_NET_H

#include "test_search_net.h"

typedef struct test_estimate {
  heuristic base;
  const uint32_t *by_location; // NULL: what is left of 100 for a counter that is the first global cell
  uint32_t asked;
  const char *prefers; // text of the edges that it prefers; NULL = none
  const network *net;
  uint32_t last; // location of the state estimated last
} test_estimate;

static uint32_t test_ask(heuristic *h, const state_view *v) {
  test_estimate *e = (test_estimate *)h;
  e->asked++;
  e->net = v->net;
  e->last = v->process[0].location;
  if (e->by_location)
    return e->by_location[e->last];
  return v->globals[0] < 100 ? (uint32_t)(100 - v->globals[0]) : 0;
}

// The step must be one from the state that was asked about last.
static inline bool test_prefers(const heuristic *h, const net_action *step) {
  const test_estimate *e = (const test_estimate *)h;
  const net_edge *edge = e->net->edges.at[step->edge];
  if (step->pid == 0)
    assert_int_equal(edge->from, e->last);
  return strcmp(edge->text, e->prefers) == 0;
}

static test_estimate test_by_location(const uint32_t *numbers, bool is_admissible) {
  test_estimate e = {.by_location = numbers};
  e.base = (heuristic){.estimate = test_ask, .is_admissible = is_admissible, .is_safe = true};
  return e;
}

typedef struct quest {
  const search_method *method;
  const char *keys; // NULL = the usual ones
  test_estimate *estimates[2];
  question goal;
  expr *invariant;
  uint32_t bound; // 0 = none
  uint64_t seed;
} quest;

static found seek(net_fixture *f, const quest *q) {
  search_setup setup = {.asked = q->goal, .seed = q->seed, .bound = q->bound ? q->bound : SEARCH_NO_BOUND};
  heuristic *estimates[2] = {(heuristic *)q->estimates[0], (heuristic *)q->estimates[1]};
  char why[100];
  setup.keys = keys_usual(q->method->keys);
  if (q->keys && !keys_read(q->method->keys, q->keys, &setup.keys, why, sizeof why))
    fail_msg("%s", why);
  setup.estimates = estimates;
  setup.estimate_count = q->estimates[1] ? 2 : 1;
  return find_by(f, q->method, setup, q->invariant);
}

#endif
