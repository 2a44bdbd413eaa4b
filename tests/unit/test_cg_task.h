// Tasks made by hand: variables first, then derived facts, then steps; rules at any time.
#ifndef TEST_CG_TASK_H
#define TEST_CG_TASK_H

#include "causal/cg_goal.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct task_fixture {
  mem *m;
  task t;
} task_fixture;

typedef struct task_test_call {
  task_fixture *f;
  void (*body)(task_fixture *f);
} task_test_call;

static void task_test_work(void *argument) {
  task_test_call *c = argument;
  task *t = &c->f->t;
  t->goal = t->doubt = TASK_NONE;
  c->body(c->f);
  mem_free(c->f->m, t->var_of);
  vec_free(c->f->m, &t->vars);
  vec_free(c->f->m, &t->rules);
  vec_free(c->f->m, &t->bodies);
  vec_free(c->f->m, &t->steps);
  assert_int_equal(mem_used(c->f->m), 0);
}

static void task_test_run(void (*body)(task_fixture *f)) {
  task_fixture f = {.m = mem_new(0)};
  task_test_call c = {&f, body};
  assert_int_equal(mem_try(f.m, task_test_work, &c), MEM_OK);
  mem_delete(f.m);
}

#define TASK_TEST(name)                                                                                                \
  static void name##_body(task_fixture *f);                                                                            \
  static void name(void **state) {                                                                                     \
    (void)state;                                                                                                       \
    task_test_run(name##_body);                                                                                        \
  }                                                                                                                    \
  static void name##_body(task_fixture *f)

// The first fact of a new variable.
static inline uint32_t test_variable(task_fixture *f, task_var_kind kind, uint32_t count) {
  task *t = &f->t;
  task_var var = {.kind = kind, .first = t->facts, .count = count};
  t->var_of = mem_realloc(f->m, t->var_of, (t->facts + count) * sizeof *t->var_of);
  for (uint32_t i = 0; i < count; i++)
    t->var_of[t->facts + i] = t->vars.count;
  vec_push(f->m, &t->vars, var);
  t->first_step = t->first_derived = t->facts += count;
  return var.first;
}

static inline uint32_t test_derived(task_fixture *f) {
  f->t.first_step++;
  return f->t.facts++;
}

// A body given one by one, up to TASK_NONE.
typedef struct test_body {
  uint32_t fact[8], count;
} test_body;

static inline test_body test_read_body(va_list facts) {
  test_body b = {.count = 0};
  for (uint32_t fact; (fact = va_arg(facts, uint32_t)) != TASK_NONE;) {
    assert_true(b.count < sizeof b.fact / sizeof *b.fact);
    b.fact[b.count++] = fact;
  }
  return b;
}

static inline void test_add_rule(task_fixture *f, uint32_t head, uint32_t cost, const uint32_t *body, uint32_t count) {
  task_rule r = {.head = head, .cost = cost, .body = f->t.bodies.count, .count = count};
  for (uint32_t i = 0; i < count; i++)
    vec_push(f->m, &f->t.bodies, body[i]);
  vec_push(f->m, &f->t.rules, r);
}

static inline void test_rule(task_fixture *f, uint32_t head, ...) {
  va_list facts;
  va_start(facts, head);
  test_body b = test_read_body(facts);
  va_end(facts);
  uint32_t cost = 0; // of the step whose effect it is
  for (uint32_t i = 0; i < b.count; i++)
    if (b.fact[i] >= f->t.first_step)
      cost = f->t.steps.at[b.fact[i] - f->t.first_step].cost;
  test_add_rule(f, head, cost, b.fact, b.count);
}

// The fact of a new step. Its number is also that of its edge.
static inline uint32_t test_add_step(task_fixture *f, uint32_t cost, const uint32_t *body, uint32_t count) {
  task_step s = {.fact = f->t.facts++, .rule = f->t.rules.count, .cost = cost};
  s.action = (net_action){.edge = f->t.steps.count, .partner_edge = NET_ALONE};
  vec_push(f->m, &f->t.steps, s);
  test_add_rule(f, s.fact, 0, body, count);
  return s.fact;
}

static inline uint32_t test_step(task_fixture *f, uint32_t cost, ...) {
  va_list facts;
  va_start(facts, cost);
  test_body b = test_read_body(facts);
  va_end(facts);
  return test_add_step(f, cost, b.fact, b.count);
}

// A step that only moves a variable, on one other condition (or TASK_NONE).
static inline uint32_t test_move(task_fixture *f, uint32_t from, uint32_t to, uint32_t condition) {
  uint32_t step = test_step(f, 1, from, condition, TASK_NONE);
  test_rule(f, to, step, TASK_NONE);
  return step;
}

static inline bool test_prefers(const task_fixture *f, cg_goal *e, uint32_t step) {
  net_action action = {.edge = step - f->t.first_step, .partner_edge = NET_ALONE};
  return cg_goal_prefers(e, &action);
}

// The example of the paper (section 3): p1 and p2 go round, p3 goes 0 -a-> 1 -b-> 2 -c-> 3; a needs p1 at 2, b needs p2
// at 2, c needs both at 0.
typedef struct example {
  uint32_t p1, p2, p3, round[8], a, b, c;
} example;

static inline example test_example(task_fixture *f) {
  example x = {.p1 = test_variable(f, TASK_LOCATION, 4)};
  x.p2 = test_variable(f, TASK_LOCATION, 4);
  x.p3 = test_variable(f, TASK_LOCATION, 4);
  for (uint32_t i = 0; i < 8; i++) {
    uint32_t p = i < 4 ? x.p1 : x.p2;
    x.round[i] = test_move(f, p + i % 4, p + (i + 1) % 4, TASK_NONE);
  }
  x.a = test_move(f, x.p3 + 0, x.p3 + 1, x.p1 + 2);
  x.b = test_move(f, x.p3 + 1, x.p3 + 2, x.p2 + 2);
  x.c = test_step(f, 1, x.p3 + 2, x.p1 + 0, x.p2 + 0, TASK_NONE);
  test_rule(f, x.p3 + 3, x.c, TASK_NONE);
  f->t.goal = x.p3 + 3;
  return x;
}

#define TEST_ESTIMATE(e, ...)                                                                                          \
  cg_goal_estimate(e, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

#endif
