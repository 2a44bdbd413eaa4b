// A space of its own for searches over states that cover one another: a random graph and one number that its edges look
// at and change. A state is a node and the interval that the number is in; larger intervals cover smaller ones, and
// whatever the smaller can do the larger can.
#ifndef TEST_COVER_SPACE_H
#define TEST_COVER_SPACE_H

#include "search/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TOY_NODES = 12, TOY_EDGES = 80, TOY_TOP = 8, TOY_FREE = INT32_MAX, TOY_STATE = 3 + 8 };

typedef struct toy_range {
  int32_t from, to; // empty if to < from
} toy_range;

typedef enum { TOY_SHIFT, TOY_RESET, TOY_WIDEN, TOY_RELEASE } toy_change;

typedef struct toy_edge {
  uint32_t from, to, cost;
  toy_range guard;
  toy_change change;
  int32_t by;
  bool is_fault;
} toy_edge;

typedef struct toy_place {
  uint32_t node;
  toy_range range;
} toy_place;

typedef struct toy {
  space base;
  network net;
  cover order;
  state_view view;
  uint32_t nodes, edge_count, starts;
  toy_edge edges[TOY_EDGES];
  toy_place start[2];
  toy_range error[TOY_NODES]; // where the condition does not hold
  question goal;
} toy;

static uint32_t toy_random(uint64_t *seed, uint32_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33) % below;
}

static uint32_t toy_head(void *context, const uint8_t *state, uint32_t size) {
  (void)context;
  assert_int_equal(size, 1 + state[0] % 3 + 8);
  return 1 + state[0] % 3;
}

static uint32_t toy_pack(toy_place p, uint8_t *state) {
  memset(state, 77, TOY_STATE);
  state[0] = (uint8_t)p.node;
  memcpy(state + 1 + p.node % 3, &p.range, sizeof p.range);
  return 1 + p.node % 3 + (uint32_t)sizeof p.range;
}

static toy_place toy_unpack(const uint8_t *state) {
  toy_place p = {.node = state[0]};
  memcpy(&p.range, state + 1 + p.node % 3, sizeof p.range);
  return p;
}

static bool toy_includes(toy_range large, toy_range small) { return large.from <= small.from && large.to >= small.to; }

static bool toy_covers(void *context, const uint8_t *large, const uint8_t *small, uint32_t size) {
  assert_memory_equal(large, small, toy_head(context, large, size));
  return toy_includes(toy_unpack(large).range, toy_unpack(small).range);
}

static toy_range toy_both(toy_range a, toy_range b) {
  return (toy_range){.from = a.from > b.from ? a.from : b.from, .to = a.to < b.to ? a.to : b.to};
}

static int32_t toy_clip(int32_t n) { return n < 0 ? 0 : n > TOY_TOP ? TOY_TOP : n; }

// The range after the edge; empty if there is no way. Never smaller for a larger range.
static toy_range toy_after(const toy_edge *e, toy_range range) {
  toy_range r = toy_both(range, e->guard);
  if (r.to < r.from)
    return r;
  int32_t wide = e->change == TOY_WIDEN ? e->by : 0, shift = e->change == TOY_SHIFT ? e->by : 0;
  if (e->change == TOY_RESET)
    return (toy_range){.from = e->by, .to = e->by};
  if (e->change == TOY_RELEASE)
    return (toy_range){.from = 0, .to = TOY_FREE};
  r.from = toy_clip(r.from - wide + shift);
  r.to = r.to == TOY_FREE ? TOY_FREE : toy_clip(r.to + wide + shift);
  return r;
}

// Is there a value in the range at which no edge leads on?
static bool toy_is_stuck(const toy *t, toy_place p) {
  for (int32_t value = 0; value <= TOY_TOP + 1; value++) {
    toy_range here = {.from = value, .to = value};
    bool is_free = value < p.range.from || value > p.range.to;
    for (uint32_t i = 0; i < t->edge_count && !is_free; i++)
      is_free = t->edges[i].from == p.node && toy_includes(t->edges[i].guard, here);
    if (!is_free)
      return true;
  }
  return false;
}

static bool toy_is_wrong(const toy *t, toy_place p) {
  toy_range wrong = toy_both(p.range, t->error[p.node]);
  return question_seeks_condition(&t->goal) && wrong.from <= wrong.to;
}

static void toy_initial(space *s, space_visit visit, void *context) {
  const toy *t = (const toy *)s;
  bool goes_on = true;
  for (uint32_t i = 0; i < t->starts && goes_on; i++) {
    uint8_t state[TOY_STATE];
    successor next = {.state = state, .size = toy_pack(t->start[i], state), .by = {.partner_edge = NET_ALONE}};
    goes_on = visit(context, &next);
  }
}

static expansion toy_expand(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  const toy *t = (const toy *)s;
  toy_place p = toy_unpack(state);
  assert_int_equal(size, 1 + p.node % 3 + 8);
  expansion result = {.is_stuck = toy_is_stuck(t, p)};
  for (uint32_t i = 0; i < t->edge_count && !result.stopped; i++) {
    const toy_edge *e = &t->edges[i];
    toy_place to = {.node = e->to, .range = toy_after(e, p.range)};
    if (e->from != p.node || to.range.to < to.range.from)
      continue;
    uint8_t bytes[TOY_STATE];
    successor next = {.state = bytes, .size = toy_pack(to, bytes), .cost = e->cost};
    next.by = (net_action){.edge = i, .partner_edge = NET_ALONE};
    if (e->is_fault) {
      next.state = NULL;
      next.fault = FAULT_DIVISION;
    }
    result.count++;
    result.stopped = !visit(context, &next);
  }
  return result;
}

static bool toy_inside(space *s, const uint8_t *state) { return (void)s, (void)state, false; }
static bool toy_passed(space *s, const uint8_t *state, uint32_t size) {
  return (void)s, (void)state, (void)size, false;
}

// Only whether it may be false is ever asked.
static bool toy_may_be(space *s, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  (void)size, (void)condition, (void)f;
  return !value && toy_is_wrong((const toy *)s, toy_unpack(state));
}

static const state_view *toy_view(space *s, const uint8_t *state, uint32_t size) {
  toy *t = (toy *)s;
  t->view = (state_view){.net = &t->net, .bytes = state, .size = size, .control = NET_NONE};
  return &t->view;
}

static toy_range toy_any_range(uint64_t *seed) {
  int32_t from = (int32_t)toy_random(seed, TOY_TOP + 1), to = from + (int32_t)toy_random(seed, TOY_TOP);
  return (toy_range){.from = from, .to = toy_random(seed, 6) ? toy_clip(to) : TOY_FREE};
}

static toy_edge toy_any_edge(uint64_t *seed, uint32_t nodes, uint32_t least_cost, uint32_t most_cost) {
  toy_edge e = {.from = toy_random(seed, nodes), .to = toy_random(seed, nodes), .guard = toy_any_range(seed)};
  e.cost = least_cost + toy_random(seed, most_cost - least_cost + 1);
  if (toy_random(seed, 2))
    e.guard = (toy_range){.from = 0, .to = TOY_FREE};
  uint32_t kind = toy_random(seed, 16);
  e.change = kind < 8 ? TOY_SHIFT : kind < 11 ? TOY_RESET : kind < 15 ? TOY_WIDEN : TOY_RELEASE;
  e.by = e.change == TOY_SHIFT ? (int32_t)toy_random(seed, 5) - 2 : (int32_t)toy_random(seed, 3);
  e.is_fault = toy_random(seed, 40) == 0;
  return e;
}

static void toy_make(toy *t, uint64_t seed, bool has_order, uint32_t least_cost, uint32_t most_cost) {
  bool is_small = toy_random(&seed, 4) > 0;
  *t = (toy){.nodes = 1 + toy_random(&seed, is_small ? TOY_NODES / 2 : TOY_NODES)};
  t->edge_count = toy_random(&seed, is_small ? TOY_EDGES / 5 : TOY_EDGES);
  t->net.has_rendezvous = most_cost > 1;
  t->order = (cover){.head = toy_head, .covers = toy_covers};
  t->base = (space){.name = "toy", .is_exact = true, .net = &t->net, .cover = has_order ? &t->order : NULL};
  t->base.initial = toy_initial;
  t->base.expand = toy_expand;
  t->base.is_inside = toy_inside;
  t->base.is_passed = toy_passed;
  t->base.may_be = toy_may_be;
  t->base.view = toy_view;
  for (uint32_t i = 0; i < t->edge_count; i++)
    t->edges[i] = toy_any_edge(&seed, t->nodes, least_cost, most_cost);
  t->starts = 1 + toy_random(&seed, 2);
  for (uint32_t i = 0; i < t->starts; i++)
    t->start[i] = (toy_place){.node = toy_random(&seed, t->nodes), .range = toy_any_range(&seed)};
  for (uint32_t i = 0; i < t->nodes; i++)
    t->error[i] = toy_random(&seed, 4) ? (toy_range){.from = 1} : toy_any_range(&seed);
  t->goal.errors = ERROR_RUNTIME;
  t->goal.errors |= toy_random(&seed, 4) > 0 ? ERROR_INVARIANT : 0;
  t->goal.errors |= toy_random(&seed, 6) == 0 ? ERROR_DEADLOCK : 0;
}

#endif
