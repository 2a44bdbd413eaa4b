// Random timed networks.
#ifndef TEST_TIMED_MAKER_H
#define TEST_TIMED_MAKER_H

#include "test_timed_parts.h"

typedef struct {
  net_fixture *f;
  uint64_t seed;
  net_var *vars[2], *array;
  net_template *templates[3];
  uint32_t processes;
  bool has_labels, has_clocks, has_special;
} maker;

static inline uint32_t draw(maker *k, uint32_t below) {
  k->seed = k->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(k->seed >> 33) % below;
}

static inline expr *some_value(maker *k) {
  net_fixture *f = k->f;
  const net_var *v = k->vars[draw(k, 2)];
  switch (draw(k, 6)) {
  case 0:
  case 1:
    return test_number(f, (int32_t)draw(k, 3));
  case 2:
    return test_two(f, EXPR_ADD, test_read(f, v), test_number(f, 1));
  case 3:
    return test_at(f, k->array, draw(k, 3) ? test_number(f, (int32_t)draw(k, 2)) : test_read(f, v));
  default:
    return test_read(f, v);
  }
}

static inline expr *some_location(maker *k) {
  uint32_t pid = draw(k, k->processes);
  return stands(k->f, k->templates[pid], (int32_t)pid, draw(k, k->templates[pid]->flow.locations.count));
}

static inline expr *some_condition(maker *k, uint32_t depth) {
  static const expr_op relations[] = {EXPR_EQ, EXPR_NE, EXPR_LT, EXPR_GE};
  net_fixture *f = k->f;
  if (depth && draw(k, 3) == 0)
    return test_two(f, draw(k, 2) ? EXPR_AND : EXPR_OR, some_condition(k, depth - 1), some_condition(k, depth - 1));
  if (draw(k, 4) == 0)
    return draw(k, 2) ? some_location(k) : test_not(f, some_location(k));
  return test_two(f, relations[draw(k, 4)], some_value(k), some_value(k));
}

static inline net_bound some_bound(maker *k) {
  uint32_t x = 1 + draw(k, 2);
  net_bound b = draw(k, 2) ? test_bound(k->f, x, 0, (int32_t)draw(k, 4)) : test_bound(k->f, 0, x, -(int32_t)draw(k, 4));
  if (draw(k, 4) == 0)
    b.limit = some_value(k);
  if (draw(k, 4) == 0)
    b.when = some_condition(k, 0);
  b.is_strict = draw(k, 3) == 0;
  return b;
}

static inline void add_some_effect(maker *k, net_edge *e) {
  net_fixture *f = k->f;
  for (uint32_t left = draw(k, 3); left > 0; left--) {
    bool is_cell = draw(k, 3) == 0;
    expr *target = is_cell ? test_at(f, k->array, draw(k, 2) ? some_value(k) : test_number(f, (int32_t)draw(k, 2)))
                           : test_read(f, k->vars[draw(k, 2)]);
    test_assign(f, e, target, some_value(k));
  }
  if (k->has_clocks && draw(k, 2))
    test_set_clock(f, e, 1 + draw(k, 2), 0);
}

static inline void add_some_edge(maker *k, net_template *t) {
  net_fixture *f = k->f;
  uint32_t count = t->flow.locations.count;
  net_edge *e = test_edge(f, t, draw(k, count), draw(k, count), "e", draw(k, 3) == 0 ? some_condition(k, 1) : NULL);
  if (k->has_labels && draw(k, 3)) {
    test_sync(e, draw(k, 2) ? SYNC_CALL : SYNC_ANSWER, draw(k, f->n->labels.count));
    if (draw(k, 4) == 0) { // one of the first three, two of which are there to be picked
      e->sync.label = (net_pick){.first = 0, .count = 2 + draw(k, 2)};
      e->sync.label.offset = draw(k, 3) ? test_read(f, k->vars[0]) : some_value(k);
    }
  }
  if (k->has_clocks && draw(k, 3) == 0)
    vec_push(f->m, &e->bounds, some_bound(k));
  add_some_effect(k, e);
}

static inline void add_locations(maker *k, net_template *t) {
  for (uint32_t i = 0; i < t->flow.locations.count; i++) {
    net_location *l = &t->flow.locations.at[i];
    if (k->has_special && draw(k, 4) == 0)
      l->flags |= draw(k, 2) ? LOC_COMMITTED : LOC_URGENT;
    if (k->has_special && draw(k, 6) == 0 && i > 0)
      l->invariant = some_condition(k, 0);
    if (k->has_clocks && draw(k, 4) == 0 && i > 0)
      vec_push(k->f->m, &l->bounds, test_bound(k->f, 1 + draw(k, 2), 0, 1 + (int32_t)draw(k, 3)));
  }
}

static inline void make_network(maker *k) {
  net_fixture *f = k->f;
  f->n->is_timed = true;
  f->n->faults_block = draw(k, 2);
  k->processes = 2 + draw(k, 2);
  k->has_labels = draw(k, 5) > 0;
  k->has_clocks = draw(k, 3) > 0;
  k->has_special = draw(k, 2);
  k->vars[0] = test_small(f, "v", 0, 2);
  k->vars[1] = test_small(f, "w", 0, 2);
  k->array = test_small(f, "a", 2, 2);
  for (uint32_t i = 0; i < 4 && k->has_labels; i++)
    test_label(f, "l", i >= 2);
  if (k->has_labels && draw(k, 2))
    test_require(f, 3, (uint8_t)draw(k, k->processes));
  for (uint32_t i = 0; i < 2 && k->has_clocks; i++)
    test_clock(f, "x");
  for (uint32_t i = 0; i < k->processes; i++)
    k->templates[i] = test_active(f, "T", 2 + draw(k, 3));
  for (uint32_t i = 0; i < k->processes; i++) {
    add_locations(k, k->templates[i]);
    for (uint32_t left = 3 + draw(k, 5); left > 0; left--)
      add_some_edge(k, k->templates[i]);
  }
}

#endif
