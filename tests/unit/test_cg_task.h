// Tasks made by hand: variables first, then derived facts, then steps; rules at any time.
#ifndef TEST_CG_TASK_H
#define TEST_CG_TASK_H

#include "heuristic/cg_goal.h"
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
static uint32_t test_variable(task_fixture *f, task_var_kind kind, uint32_t count) {
  task *t = &f->t;
  task_var var = {.kind = kind, .first = t->facts, .count = count};
  t->var_of = mem_realloc(f->m, t->var_of, (t->facts + count) * sizeof *t->var_of);
  for (uint32_t i = 0; i < count; i++)
    t->var_of[t->facts + i] = t->vars.count;
  vec_push(f->m, &t->vars, var);
  t->first_step = t->first_derived = t->facts += count;
  return var.first;
}

static uint32_t test_derived(task_fixture *f) {
  f->t.first_step++;
  return f->t.facts++;
}

static task_rule *test_rule_va(task_fixture *f, uint32_t head, va_list body) {
  task *t = &f->t;
  task_rule r = {.head = head, .body = t->bodies.count};
  for (uint32_t fact; (fact = va_arg(body, uint32_t)) != TASK_NONE; r.count++)
    vec_push(f->m, &t->bodies, fact);
  vec_push(f->m, &t->rules, r);
  return &t->rules.at[t->rules.count - 1];
}

// The body ends with TASK_NONE.
static void test_rule(task_fixture *f, uint32_t head, ...) {
  va_list body;
  va_start(body, head);
  test_rule_va(f, head, body);
  va_end(body);
}

// The fact of a new step. Its number is also that of its edge.
static uint32_t test_step(task_fixture *f, uint32_t cost, ...) {
  task *t = &f->t;
  task_step s = {.fact = t->facts++, .rule = t->rules.count};
  s.action = (net_action){.edge = t->steps.count, .partner_edge = NET_ALONE};
  va_list body;
  va_start(body, cost);
  test_rule_va(f, s.fact, body)->cost = cost;
  va_end(body);
  vec_push(f->m, &t->steps, s);
  return s.fact;
}

// A step that only moves a variable, on one other condition (or TASK_NONE).
static uint32_t test_move(task_fixture *f, uint32_t from, uint32_t to, uint32_t condition) {
  uint32_t step = test_step(f, 1, from, condition, TASK_NONE);
  test_rule(f, to, step, TASK_NONE);
  return step;
}

static bool test_prefers(const task_fixture *f, cg_goal *e, uint32_t step) {
  net_action action = {.edge = step - f->t.first_step, .partner_edge = NET_ALONE};
  return cg_goal_prefers(e, &action);
}

#define TEST_ESTIMATE(e, ...)                                                                                          \
  cg_goal_estimate(e, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

#endif
