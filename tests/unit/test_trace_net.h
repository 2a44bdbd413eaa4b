// Small networks made by hand, for the tests of src/trace.
#ifndef TEST_TRACE_NET_H
#define TEST_TRACE_NET_H

#include "base/text.h"
#include "trace/reference.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct net_fixture {
  mem *m;
  arena *a;
  network *n;
  reference *r;
  text_buffer text;
} net_fixture;

typedef struct net_test_call {
  net_fixture *f;
  void (*body)(net_fixture *f);
} net_test_call;

static void net_test_work(void *argument) {
  net_test_call *c = argument;
  net_fixture *f = c->f;
  f->a = arena_new(f->m);
  f->n = net_new(f->a, "m.pml", "promela");
  f->text.memory = f->m;
  c->body(f);
  ref_delete(f->r);
}

// Tests look at a network while they are still building it: here being finished does not close it.
static inline void test_finish(network *n) {
  net_finish(n);
  n->is_finished = false;
}

static inline void net_test_run(void (*body)(net_fixture *f)) {
  net_fixture f = {.m = mem_new(0)};
  net_test_call c = {&f, body};
  assert_int_equal(mem_try(f.m, net_test_work, &c), MEM_OK);
  mem_delete(f.m);
}

#define NET_TEST(name)                                                                                                 \
  static void name##_body(net_fixture *f);                                                                             \
  static void name(void **state) {                                                                                     \
    (void)state;                                                                                                       \
    net_test_run(name##_body);                                                                                         \
  }                                                                                                                    \
  static void name##_body(net_fixture *f)

static const net_type test_byte = {.kind = KIND_INT, .bits = 8, .set = -1};
static const net_type test_short = {.kind = KIND_INT, .bits = 16, .is_signed = true, .set = -1};
static const net_type test_chan = {.kind = KIND_CHANNEL, .bits = 8, .set = -1};
static const place test_place = {.file = "m.pml", .line = 1, .column = 1};

// Variables. length 0 = no array.
static inline net_var *test_var(net_fixture *f, net_template *t, const char *name, uint32_t length) {
  net_var *v = net_add_var(f->n, t ? (int32_t)t->index : NET_NONE);
  v->name = name;
  v->type = test_byte;
  v->cells = length ? length : 1;
  net_part part = {.name = name, .length = length};
  vec_push(f->m, &v->parts, part);
  return v;
}

// A variable that holds a new channel of so many byte fields.
static inline net_var *test_channel(net_fixture *f, net_template *t, const char *name, uint32_t capacity,
                                    uint32_t fields) {
  net_var *v = test_var(f, t, name, 0);
  net_channel c = {.name = name, .capacity = capacity};
  for (uint32_t i = 0; i < fields; i++)
    vec_push(f->m, &c.fields, test_byte);
  v->type = test_chan;
  v->channel = (int32_t)f->n->channels.count;
  vec_push(f->m, &f->n->channels, c);
  return v;
}

// Expressions.
static inline expr *test_number(net_fixture *f, int32_t value) { return expr_const(f->a, value, test_place); }
static inline expr *test_at(net_fixture *f, const net_var *v, expr *index) {
  expr *e = expr_new(f->a, EXPR_VAR, test_place);
  e->var = v;
  if (index)
    vec_push(f->m, &e->indices, index);
  return e;
}
static inline expr *test_read(net_fixture *f, const net_var *v) { return test_at(f, v, NULL); }
static inline expr *test_two(net_fixture *f, expr_op op, expr *a, expr *b) { return expr_binary(f->a, op, a, b); }
static inline expr *test_is(net_fixture *f, const net_var *v, int32_t value) {
  return test_two(f, EXPR_EQ, test_read(f, v), test_number(f, value));
}
static inline expr *test_of(net_fixture *f, expr_op op, expr *a) {
  expr *e = expr_new(f->a, op, test_place);
  e->a = a;
  return e;
}

// Templates, processes, edges. Edges are known by their text.
static inline net_template *test_template(net_fixture *f, const char *name, uint32_t locations) {
  net_template *t = net_add_template(f->n, TEMPLATE_PROCESS, name);
  for (uint32_t i = 0; i < locations; i++)
    net_add_location(f->n, &t->flow);
  return t;
}
static inline void test_process(net_fixture *f, const net_template *t, int32_t priority) {
  vec_push(f->m, &f->n->processes, ((net_process){(int32_t)t->index, priority}));
}
static inline net_template *test_active(net_fixture *f, const char *name, uint32_t locations) {
  net_template *t = test_template(f, name, locations);
  test_process(f, t, 1);
  return t;
}
static inline net_edge *test_edge(net_fixture *f, net_template *t, uint32_t from, uint32_t to, const char *text,
                                  expr *guard) {
  net_edge *e = net_add_edge(f->n, &t->flow, from, to);
  e->text = text;
  e->guard = guard;
  e->origin = (int32_t)e->id + 10;
  e->at = (place){.file = "m.pml", .line = e->id + 1, .column = 1};
  return e;
}

// Statements, appended to the edge's effect.
static inline net_stmt *test_stmt(net_fixture *f, net_edge *e, stmt_kind kind) {
  net_stmt *s = ARENA_NEW(f->a, net_stmt), **end = &e->effect;
  s->kind = kind;
  s->at = e->at;
  while (*end)
    end = &(*end)->next;
  return *end = s;
}
static inline net_stmt *test_assign(net_fixture *f, net_edge *e, expr *target, expr *value) {
  net_stmt *s = test_stmt(f, e, STMT_ASSIGN);
  s->target = target;
  s->value = value;
  return s;
}
static inline net_stmt *test_set(net_fixture *f, net_edge *e, const net_var *v, int32_t value) {
  return test_assign(f, e, test_read(f, v), test_number(f, value));
}
static inline net_stmt *test_assert(net_fixture *f, net_edge *e, expr *value, const char *text) {
  net_stmt *s = test_stmt(f, e, STMT_ASSERT);
  s->value = value;
  s->text = text;
  return s;
}
static inline net_edge *test_end_edge(net_fixture *f, net_template *t, uint32_t from, const char *text) {
  net_edge *e = test_edge(f, t, from, from, text, NULL);
  e->is_end = true;
  test_stmt(f, e, STMT_END);
  t->flow.locations.at[from].flags |= LOC_END;
  return e;
}
static inline void test_send(net_fixture *f, net_edge *e, const net_var *channel, expr *first, expr *second) {
  e->sync.kind = SYNC_SEND;
  e->sync.channel = test_read(f, channel);
  vec_push(f->m, &e->sync.fields, first);
  if (second)
    vec_push(f->m, &e->sync.fields, second);
}
static inline void test_receive(net_fixture *f, net_edge *e, const net_var *channel) {
  e->sync.kind = SYNC_RECEIVE;
  e->sync.channel = test_read(f, channel);
}
static inline void test_pattern(net_fixture *f, net_edge *e, pattern_kind kind, expr *value) {
  vec_push(f->m, &e->sync.patterns, ((net_pattern){kind, value}));
}

// Running.
static inline void test_start(net_fixture *f) {
  test_finish(f->n);
  ref_delete(f->r);
  f->r = ref_new(f->m, f->n);
  assert_int_equal(ref_initial_fault(f->r), FAULT_NONE);
}

typedef struct test_search {
  net_fixture *f;
  const char *wanted;
  net_action step;
  bool found;
  text_buffer name;
} test_search;

static inline void test_name(text_buffer *t, const network *n, const net_action *a) {
  text_add(t, "%u.%s", a->pid, n->edges.at[a->edge]->text);
  if (a->partner_edge != NET_ALONE)
    text_add(t, ">%u.%s", a->partner, n->edges.at[a->partner_edge]->text);
}

static inline void test_list_one(void *context, const net_action *a) {
  test_search *s = context;
  if (s->f->text.length > 0)
    text_add(&s->f->text, " ");
  test_name(&s->f->text, s->f->n, a);
}

// All possible steps, in order, as "1.a 0.b>1.c".
static inline const char *test_possible(net_fixture *f) {
  test_search s = {.f = f};
  text_clear(&f->text);
  ref_possible(f->r, test_list_one, &s);
  return text_string(&f->text);
}

static inline void test_find_one(void *context, const net_action *a) {
  test_search *s = context;
  text_clear(&s->name);
  test_name(&s->name, s->f->n, a);
  if (!s->found && strcmp(s->name.at, s->wanted) == 0) {
    s->found = true;
    s->step = *a;
  }
}

static inline net_action test_action(net_fixture *f, const char *name) {
  test_search s = {.f = f, .wanted = name, .name = {.memory = f->m}};
  ref_possible(f->r, test_find_one, &s);
  text_free(&s.name);
  if (!s.found)
    fail_msg("%s is not possible", name);
  return s.step;
}

// Takes the step of this name; returns its fault.
static inline fault test_take(net_fixture *f, const char *name) {
  net_action a = test_action(f, name);
  fault result;
  const net_stmt *at;
  const char *why = "";
  if (ref_step(f->r, &a, &result, &at, &why) != REF_OK)
    fail_msg("%s: %s", name, why);
  return result;
}
#define test_ok(f, name) assert_int_equal(test_take((f), (name)), FAULT_NONE)

static inline int32_t test_global(net_fixture *f, const net_var *v, uint32_t cell) {
  return ref_now(f->r)->globals[v->slot][cell];
}
static inline int32_t test_local(net_fixture *f, uint32_t pid, const net_var *v) {
  return ref_now(f->r)->processes.at[pid].values[v->slot][0];
}
static inline int32_t test_eval(net_fixture *f, const expr *e, fault expected) {
  fault result;
  int32_t value = ref_eval(f->r, e, &result);
  assert_int_equal(result, expected);
  return value;
}

#endif
