// Parts of timed networks, for those of test_estimate.h.
#ifndef TEST_TIMED_PARTS_H
#define TEST_TIMED_PARTS_H

#include "test_estimate.h"

// A label; those of a row are made one after another.
static inline uint32_t test_label(net_fixture *f, const char *name, bool is_broadcast) {
  vec_push(f->m, &f->n->labels, ((net_label){.name = name, .is_broadcast = is_broadcast}));
  f->n->is_timed = true;
  return f->n->labels.count - 1;
}

static inline net_edge *test_sync(net_edge *e, sync_kind kind, uint32_t label) {
  e->sync.kind = kind;
  e->sync.label = (net_pick){.first = label, .count = 1};
  return e;
}

static inline void test_require(net_fixture *f, uint32_t label, uint8_t pid) {
  vec_push(f->m, &f->n->labels.at[label].required, pid);
}

static inline uint32_t test_clock(net_fixture *f, const char *name) {
  vec_push(f->m, &f->n->clocks, ((net_clock){.name = name, .template_ = NET_NONE}));
  return f->n->clocks.count;
}

// x - y <= limit; clock 0 is the constant 0.
static inline net_bound test_bound(net_fixture *f, uint32_t x, uint32_t y, int32_t limit) {
  net_bound b = {.limit = test_number(f, limit)};
  b.x = (net_pick){.first = x, .count = x > 0};
  b.y = (net_pick){.first = y, .count = y > 0};
  return b;
}

static inline void test_set_clock(net_fixture *f, net_edge *e, uint32_t clock, int32_t value) {
  net_stmt *s = test_stmt(f, e, STMT_SET_CLOCK);
  s->clock = (net_pick){.first = clock, .count = 1};
  s->value = test_number(f, value);
}

static inline net_var *test_small(net_fixture *f, const char *name, uint32_t length, int32_t high) {
  net_var *v = test_var(f, NULL, name, length);
  v->type = net_type_range(0, high);
  return v;
}

static inline net_stmt *test_increase(net_fixture *f, net_edge *e, const net_var *v) {
  return test_assign(f, e, test_read(f, v), test_two(f, EXPR_ADD, test_read(f, v), test_number(f, 1)));
}

static inline net_edge *test_block_edge(net_fixture *f, uint32_t block, uint32_t from, uint32_t to, expr *guard) {
  net_edge *e = net_add_edge(f->n, &f->n->blocks.at[block], from, to);
  e->guard = guard;
  return e;
}

// A block of so many locations that begins at the first.
static inline uint32_t test_block(net_fixture *f, uint32_t locations) {
  vec_push(f->m, &f->n->blocks, ((net_flow){0}));
  for (uint32_t i = 0; i < locations; i++)
    net_add_location(f->n, &f->n->blocks.at[f->n->blocks.count - 1]);
  return f->n->blocks.count - 1;
}

// A function without parameters that returns the value. Returns a call of it.
static inline expr *test_function(net_fixture *f, const char *name, net_type type, expr *value) {
  net_var *result = test_var(f, NULL, name, 0);
  net_function made = {.name = name, .block = test_block(f, 1), .result = result};
  result->type = type;
  result->is_scratch = true;
  test_assign(f, test_block_edge(f, made.block, 0, NET_BLOCK_EXIT, NULL), test_read(f, result), value);
  vec_push(f->m, &f->n->functions, made);
  expr *call = expr_new(f->a, EXPR_CALL, test_place);
  call->value = (int32_t)f->n->functions.count - 1;
  return call;
}

static inline expr *test_not(net_fixture *f, expr *e) { return expr_unary(f->a, EXPR_NOT, e); }

// The goal that the condition holds somewhere.
static inline question test_reach(net_fixture *f, expr *condition) {
  return (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME, .condition = test_not(f, condition)};
}

#endif
