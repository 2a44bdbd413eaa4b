// Estimates on small networks made by hand, compared with what errors really cost.
#ifndef TEST_ESTIMATE_H
#define TEST_ESTIMATE_H

#include "test_trace_net.h"
#include "test_whole_space.h"

static const question safety = {.errors = ERROR_ASSERTION | ERROR_DEADLOCK | ERROR_RUNTIME};
static const question only_assertions = {.errors = ERROR_ASSERTION | ERROR_RUNTIME};
static const question only_deadlocks = {.errors = ERROR_DEADLOCK | ERROR_RUNTIME};

static inline heuristic *open_estimate(net_fixture *f, const heuristic_kind *kind, question goal,
                                       const state_view *known) {
  heuristic_setup setup = {.m = f->m, .net = f->n, .asked = goal, .known = known, .keys = keys_usual(kind->keys)};
  f->n->is_finished = true; // an estimate may copy the network
  heuristic *h = kind->open(&setup);
  f->n->is_finished = false;
  assert_ptr_equal(h->kind, kind);
  assert_true(!kind->is_admissible || h->is_admissible);
  assert_true(!kind->is_consistent || h->is_consistent);
  assert_true(!kind->is_safe || h->is_safe);
  return h;
}

// What the estimate says is true of every state. Returns how it did.
static inline whole_faults claims_hold(net_fixture *f, whole_space *w, const heuristic_kind *kind,
                                       const state_view *known) {
  assert_true(w->is_complete && w->count > 0);
  whole_view(w, 0); // what a space makes for its first view stays
  size_t before = mem_used(f->m);
  heuristic *h = open_estimate(f, kind, w->goal, known);
  whole_faults r = whole_compare(w, h);
  assert_false(h->is_admissible && r.too_much);
  assert_false(h->is_consistent && r.inconsistent);
  assert_false(h->is_safe && r.unsafe);
  h->close(h);
  if (!f->n->starts_processes)
    assert_int_equal(mem_used(f->m), before);
  return r;
}

static inline uint32_t estimate_of(net_fixture *f, whole_space *w, const heuristic_kind *kind, const state_view *known,
                                   uint32_t number) {
  heuristic *h = open_estimate(f, kind, w->goal, known);
  uint32_t result = h->estimate(h, whole_view(w, number));
  h->close(h);
  return result;
}

// Opens all states, checks the claims, and returns the estimate of the first state.
static inline uint32_t first_estimate(net_fixture *f, const heuristic_kind *kind, question goal) {
  test_finish(f->n);
  size_t before = mem_used(f->m);
  whole_space w;
  whole_open(&w, f->m, f->n, goal, 100000);
  claims_hold(f, &w, kind, NULL);
  uint32_t result = estimate_of(f, &w, kind, NULL, 0);
  whole_close(&w);
  assert_int_equal(mem_used(f->m), before);
  return result;
}

static inline uint32_t first_exact(net_fixture *f, question goal) {
  test_finish(f->n);
  whole_space w;
  whole_open(&w, f->m, f->n, goal, 100000);
  uint32_t result = w.exact.at[0];
  whole_close(&w);
  return result;
}

// The number of a state with these locations of the first processes and these values of the first globals.
static inline uint32_t state_with(const whole_space *w, uint32_t processes, const uint32_t *locations, uint32_t globals,
                                  const int32_t *cells) {
  for (uint32_t i = 0; i < w->count; i++) {
    const state_view *v = whole_view(w, i);
    bool is_it = v->processes >= processes;
    for (uint32_t p = 0; is_it && p < processes; p++)
      is_it = v->process[p].location == locations[p];
    for (uint32_t g = 0; is_it && g < globals; g++)
      is_it = v->globals[g] == cells[g];
    if (is_it)
      return i;
  }
  fail_msg("there is no such state");
  return 0;
}

static inline expr *stands(net_fixture *f, const net_template *t, int32_t pid, uint32_t location) {
  expr *e = test_of(f, EXPR_AT, test_number(f, pid));
  e->value = (int32_t)t->index;
  vec_push(f->m, &e->locations, location);
  return e;
}

static inline net_stmt *test_run(net_fixture *f, net_edge *e, const net_template *t) {
  net_stmt *s = test_stmt(f, e, STMT_RUN);
  s->template_ = (int32_t)t->index;
  s->priority = 1;
  return s;
}

// Two philosophers: forks 1 = free; think 0, wait 1, eat 2; a philosopher takes its own fork, then the other's.
enum { THINK, WAIT, EAT };
static inline void two_philosophers(net_fixture *f) {
  net_var *fork[2] = {test_var(f, NULL, "f1", 0), test_var(f, NULL, "f2", 0)};
  for (uint32_t i = 0; i < 2; i++) {
    net_template *t = test_active(f, i ? "second" : "first", 3);
    vec_push(f->m, &fork[i]->init, test_number(f, 1));
    fork[i]->type = (net_type){.kind = KIND_BOOL, .bits = 1, .set = -1};
    test_set(f, test_edge(f, t, THINK, WAIT, "left", test_read(f, fork[i])), fork[i], 0);
    test_set(f, test_edge(f, t, WAIT, EAT, "right", test_read(f, fork[1 - i])), fork[1 - i], 0);
    net_edge *e = test_edge(f, t, EAT, THINK, "release", NULL);
    test_set(f, e, fork[i], 1);
    test_set(f, e, fork[1 - i], 1);
  }
}

#endif
