// Small timed networks made by hand, for the tests of src/trace.
#ifndef TEST_TIMED_NET_H
#define TEST_TIMED_NET_H

#include "test_trace_net.h"

static inline uint32_t test_clock(net_fixture *f, const char *name) {
  f->n->is_timed = true;
  vec_push(f->m, &f->n->clocks, ((net_clock){.name = name, .template_ = NET_NONE}));
  return f->n->clocks.count;
}

static inline uint32_t test_label(net_fixture *f, const char *name, bool is_broadcast) {
  f->n->is_timed = true;
  vec_push(f->m, &f->n->labels, ((net_label){.name = name, .is_broadcast = is_broadcast}));
  return f->n->labels.count - 1;
}

static inline net_template *test_automaton(net_fixture *f, const char *name, uint32_t locations) {
  static const char *const names[] = {"A", "B", "C", "D", "E"};
  f->n->is_timed = true;
  net_template *t = test_active(f, name, locations);
  for (uint32_t i = 0; i < locations && i < 5; i++)
    t->flow.locations.at[i].name = names[i];
  return t;
}

static inline net_pick test_pick(uint32_t number, uint32_t count) {
  return (net_pick){.first = number, .count = count};
}

// x - y < limit, or <=; clock 0 is none.
static inline net_bound test_bound(net_fixture *f, uint32_t x, uint32_t y, bool is_strict, int32_t limit) {
  net_bound b = {.is_strict = is_strict, .limit = test_number(f, limit), .at = test_place};
  b.x = test_pick(x, x > 0);
  b.y = test_pick(y, y > 0);
  return b;
}

static inline net_bound test_at_most(net_fixture *f, uint32_t x, int32_t limit) {
  return test_bound(f, x, 0, false, limit);
}
static inline net_bound test_less(net_fixture *f, uint32_t x, int32_t limit) {
  return test_bound(f, x, 0, true, limit);
}
static inline net_bound test_at_least(net_fixture *f, uint32_t x, int32_t limit) {
  return test_bound(f, 0, x, false, -limit);
}
static inline net_bound test_more(net_fixture *f, uint32_t x, int32_t limit) {
  return test_bound(f, 0, x, true, -limit);
}

static inline void test_asks(net_fixture *f, net_edge *e, net_bound b) { vec_push(f->m, &e->bounds, b); }
static inline void test_keeps(net_fixture *f, net_template *t, uint32_t location, net_bound b) {
  vec_push(f->m, &t->flow.locations.at[location].bounds, b);
}

static inline net_stmt *test_reset_to(net_fixture *f, net_edge *e, uint32_t clock, uint32_t from, int32_t value) {
  net_stmt *s = test_stmt(f, e, STMT_SET_CLOCK);
  s->clock = test_pick(clock, 1);
  s->from = test_pick(from, from > 0);
  s->value = test_number(f, value);
  return s;
}
static inline net_stmt *test_reset(net_fixture *f, net_edge *e, uint32_t clock) {
  return test_reset_to(f, e, clock, 0, 0);
}

static inline net_edge *test_call(net_edge *e, uint32_t label) {
  e->sync.kind = SYNC_CALL;
  e->sync.label = test_pick(label, 1);
  return e;
}
static inline net_edge *test_answer(net_edge *e, uint32_t label) {
  e->sync.kind = SYNC_ANSWER;
  e->sync.label = test_pick(label, 1);
  return e;
}

static inline expr *test_clock_is(net_fixture *f, net_bound b) {
  expr *e = expr_new(f->a, EXPR_BOUND, test_place);
  net_bound *kept = ARENA_NEW(f->a, net_bound);
  *kept = b;
  e->bound = kept;
  return e;
}

// "0.a 0.go>1.go? 2.all#3": the number after # is the way of a broadcast.
static inline void test_timed_name(text_buffer *t, const network *n, const net_action *a) {
  text_add(t, "%u.%s", a->pid, n->edges.at[a->edge]->text);
  if (a->partner_edge != NET_ALONE && a->partner == NET_BROADCAST)
    text_add(t, "#%u", a->partner_edge);
  else if (a->partner_edge != NET_ALONE)
    text_add(t, ">%u.%s", a->partner, n->edges.at[a->partner_edge]->text);
}

static inline void test_list_timed(void *context, const net_action *a) {
  net_fixture *f = context;
  if (f->text.length > 0)
    text_add(&f->text, " ");
  test_timed_name(&f->text, f->n, a);
}

static inline const char *test_steps(net_fixture *f) {
  text_clear(&f->text);
  ref_possible(f->r, test_list_timed, f);
  return text_string(&f->text);
}

static inline net_action test_alone(const net_edge *e, uint8_t pid) {
  return (net_action){.edge = e->id, .partner_edge = NET_ALONE, .pid = pid};
}
static inline net_action test_pair(const net_edge *e, uint8_t pid, const net_edge *other, uint8_t partner) {
  return (net_action){.edge = e->id, .partner_edge = other->id, .pid = pid, .partner = partner};
}
static inline net_action test_broadcast(const net_edge *e, uint8_t pid, uint32_t way) {
  return (net_action){.edge = e->id, .partner_edge = way, .pid = pid, .partner = NET_BROADCAST};
}

static inline fault test_step(net_fixture *f, net_action a) {
  fault result;
  const net_stmt *at;
  const char *why = "";
  if (ref_step(f->r, &a, &result, &at, &why) != REF_OK)
    fail_msg("%s: %s", f->n->edges.at[a.edge]->text, why);
  return result;
}
static inline const char *test_refused(net_fixture *f, net_action a) {
  fault result;
  const net_stmt *at;
  const char *why = NULL;
  assert_int_equal(ref_step(f->r, &a, &result, &at, &why), REF_IMPOSSIBLE);
  return why;
}
#define test_wait(f, parts) assert_null(ref_delay((f)->r, (parts)))

#endif
