// Small timed networks made by hand, and their code at work.
#ifndef TEST_EXEC_NET_H
#define TEST_EXEC_NET_H

#include "exec/exec.h"
#include "test_trace_net.h"

static const net_type test_int = {.kind = KIND_INT, .bits = 32, .is_signed = true, .set = -1};

static inline net_var *test_ranged(net_fixture *f, net_template *t, const char *name, uint32_t length, net_type type) {
  net_var *v = test_var(f, t, name, length);
  v->type = type;
  return v;
}

static inline net_var *test_scratch(net_fixture *f, const char *name, uint32_t length, net_type type) {
  net_var *v = test_ranged(f, NULL, name, length, type);
  v->is_scratch = true;
  return v;
}

// A timed network with one process at one location; its edges lead back there.
static inline net_template *test_timed(net_fixture *f) {
  f->n->is_timed = true;
  return test_active(f, "T", 1);
}

static inline net_edge *test_loop(net_fixture *f, net_template *t, expr *guard) {
  return test_edge(f, t, 0, 0, "loop", guard);
}

static inline uint32_t test_block(net_fixture *f, uint32_t locations) {
  net_flow empty = {0};
  uint32_t index = f->n->blocks.count;
  vec_push(f->m, &f->n->blocks, empty);
  for (uint32_t i = 0; i < locations; i++)
    net_add_location(f->n, &f->n->blocks.at[index]);
  return index;
}

static inline net_edge *test_block_edge(net_fixture *f, uint32_t block, uint32_t from, uint32_t to, expr *guard) {
  net_edge *e = net_add_edge(f->n, &f->n->blocks.at[block], from, to);
  e->guard = guard;
  return e;
}

// A function of one parameter (more may be added); its block has so many locations and no edges yet.
static inline uint32_t test_function(net_fixture *f, const net_var *parameter, const net_var *result,
                                     uint32_t locations) {
  net_function made = {.name = "f", .block = test_block(f, locations), .result = result};
  vec_push(f->m, &made.parameters, parameter);
  vec_push(f->m, &f->n->functions, made);
  return f->n->functions.count - 1;
}

static inline expr *test_call(net_fixture *f, uint32_t function, expr *argument) {
  expr *e = expr_new(f->a, EXPR_CALL, test_place);
  e->value = (int32_t)function;
  if (argument)
    vec_push(f->m, &e->indices, argument);
  return e;
}

// A function that returns the value of an expression at once.
static inline uint32_t test_simple_function(net_fixture *f, const net_var *parameter, const net_var *result,
                                            expr *value) {
  uint32_t function = test_function(f, parameter, result, 1);
  net_edge *e = test_block_edge(f, f->n->functions.at[function].block, 0, NET_BLOCK_EXIT, NULL);
  test_assign(f, e, test_read(f, result), value);
  return function;
}

typedef struct runner { // a program with a state to work on, seen by process 0
  net_fixture *f;
  size_t used;
  program *p;
  machine *m;
  exec_buffer state;
} runner;

static inline fault runner_try(runner *r, net_fixture *f, expr *const *conditions, uint32_t count,
                               const net_bound *const *bounds, uint32_t bound_count) {
  test_finish(f->n);
  *r = (runner){.f = f, .used = mem_used(f->m)};
  exec_setup setup = {.net = f->n, .conditions = conditions, .condition_count = count, .bounds = bounds};
  setup.bound_count = bound_count;
  r->p = exec_compile(f->m, &setup);
  r->m = exec_machine(f->m, r->p);
  fault wrong = exec_initial(r->m, &r->state);
  if (wrong == FAULT_NONE)
    exec_enter(r->m, r->state.bytes, r->m->layout, 0);
  return wrong;
}

static inline void runner_open(runner *r, net_fixture *f) {
  assert_int_equal(runner_try(r, f, NULL, 0, NULL, 0), FAULT_NONE);
}

static inline void runner_close(runner *r) {
  mem_free(r->f->m, r->state.bytes);
  exec_machine_free(r->m);
  exec_free(r->p);
  assert_int_equal(mem_used(r->f->m), r->used);
}

static inline const exec_edge *runner_edge(const runner *r, uint32_t i) {
  return &r->p->templates[0].locations[0].edges[i];
}

// What comes of it: FAULT_NONE or the fault.
static inline fault runner_effect(runner *r, uint32_t i) {
  r->m->resets.count = 0;
  r->m->fault_at = NULL;
  return exec_test(r->m, runner_edge(r, i)->effect) == EXEC_FAULT ? r->m->fault : FAULT_NONE;
}

static inline int32_t runner_cell(const runner *r, const net_var *v, uint32_t cell) {
  const var_place *p = &r->p->plan->vars[v->index];
  const uint8_t *base = p->home == HOME_SCRATCH ? r->m->scratch : v->template_ == NET_NONE ? r->m->state : r->m->frame;
  return p->home == HOME_CONSTANT ? p->values[cell]
                                  : cell_load(base + p->offset + cell * cell_bytes(p->width), p->width);
}

static inline void runner_set(runner *r, const net_var *v, uint32_t cell, int32_t value) {
  const var_place *p = &r->p->plan->vars[v->index];
  uint8_t *base = v->template_ == NET_NONE ? r->m->state : r->m->frame;
  assert_int_equal(p->home, HOME_STATE);
  cell_store(base + p->offset + cell * cell_bytes(p->width), p->width, value);
}

// Is there such an instruction in a piece of code, before its end?
static inline bool code_has(const insn *code, code_op op) {
  for (; code->op != OP_TRUE; code++)
    if (code->op == op)
      return true;
  return false;
}

#endif
