// Functions and blocks of timed networks: arguments, results, loops, faults; and random calls within calls.
#include "test_exec_net.h"

// The guard of a loop that asks whether an expression has a value.
static void ask(net_fixture *f, net_template *t, expr *e, int32_t value) {
  test_loop(f, t, test_two(f, EXPR_EQ, e, test_number(f, value)));
}

static void expect_guard(runner *r, uint32_t i, exec_result expected) {
  assert_int_equal(exec_test(r->m, runner_edge(r, i)->guard), expected);
}

NET_TEST(calls_within_calls) {
  net_template *t = test_timed(f);
  net_var *x = test_var(f, NULL, "x", 0);
  net_var *a = test_scratch(f, "a", 0, test_int), *result = test_scratch(f, "f", 0, test_int);
  net_var *b = test_scratch(f, "b", 0, test_int), *other = test_scratch(f, "g", 0, test_int);
  uint32_t one = test_simple_function(f, a, result, test_two(f, EXPR_ADD, test_read(f, a), test_number(f, 10)));
  // g(b) = f(b) * f(f(b)), which itself is called within f
  expr *twice = test_call(f, one, test_call(f, one, test_read(f, b)));
  uint32_t two = test_simple_function(f, b, other, test_two(f, EXPR_MUL, test_call(f, one, test_read(f, b)), twice));
  ask(f, t, test_call(f, one, test_call(f, one, test_read(f, x))), 25);
  expr *sum = test_two(f, EXPR_ADD, test_call(f, one, test_call(f, one, test_read(f, x))),
                       test_call(f, two, test_number(f, 1)));
  ask(f, t, sum, 25 + 11 * 21);
  ask(f, t, test_call(f, one, test_call(f, two, test_read(f, x))), 15 * 25 + 10);
  expr *nested =
      test_two(f, EXPR_SUB, test_read(f, x),
               test_two(f, EXPR_MUL, test_call(f, two, test_read(f, x)), test_call(f, one, test_number(f, 0))));
  ask(f, t, nested, 5 - 15 * 25 * 10);
  test_assign(f, test_loop(f, t, NULL), test_read(f, x), sum);
  runner r;
  runner_open(&r, f);
  assert_int_equal(r.m->layout->size, 3); // layout, x, location
  runner_set(&r, x, 0, 5);
  for (uint32_t i = 0; i < 4; i++)
    expect_guard(&r, i, EXEC_TRUE);
  assert_int_equal(runner_effect(&r, 4), FAULT_NONE);
  assert_int_equal(runner_cell(&r, x, 0), (25 + 11 * 21) & 255);
  expect_guard(&r, 0, EXEC_FALSE);
  runner_close(&r);
}

NET_TEST(only_what_is_needed_is_called) {
  net_template *t = test_timed(f);
  net_var *x = test_var(f, NULL, "x", 0), *a = test_scratch(f, "a", 0, net_type_range(1, 9));
  net_var *result = test_scratch(f, "f", 0, net_type_range(0, 12));
  uint32_t half = test_simple_function(
      f, a, result,
      test_two(f, EXPR_DIV, test_number(f, 12), test_two(f, EXPR_SUB, test_read(f, a), test_number(f, 2))));
  expr *call = test_call(f, half, test_read(f, x));
  test_loop(f, t, test_two(f, EXPR_AND, test_is(f, x, 5), call));
  test_loop(f, t, test_two(f, EXPR_OR, test_is(f, x, 2), call));
  expr *choice = test_of(f, EXPR_COND, test_is(f, x, 2));
  choice->b = test_number(f, 1);
  choice->c = call;
  test_loop(f, t, choice);
  test_loop(f, t, call);
  test_set(f, test_loop(f, t, NULL), x, 1);
  runner r;
  runner_open(&r, f);
  const struct {
    int32_t x;
    exec_result expected[4];
    fault fault;
  } cases[] = {
      {2, {EXEC_FALSE, EXEC_TRUE, EXEC_TRUE, EXEC_FAULT}, FAULT_DIVISION},
      {5, {EXEC_TRUE, EXEC_TRUE, EXEC_TRUE, EXEC_TRUE}, FAULT_NONE},
      {1, {EXEC_FALSE, EXEC_FAULT, EXEC_FAULT, EXEC_FAULT}, FAULT_RANGE},  // the result is -12
      {10, {EXEC_FALSE, EXEC_FAULT, EXEC_FAULT, EXEC_FAULT}, FAULT_RANGE}, // the argument does not fit
  };
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t k = 0; k < 4; k++) {
      runner_set(&r, x, 0, cases[i].x);
      expect_guard(&r, k, cases[i].expected[k]);
      if (cases[i].expected[k] == EXEC_FAULT)
        assert_int_equal(r.m->fault, cases[i].fault);
    }
  runner_close(&r);
}

// sum(n, row) = the first n of the row: a loop, an array as a parameter, an index that may be out of range.
static uint32_t sum_function(net_fixture *f, const net_var *n, const net_var *row, const net_var *result) {
  net_var *i = test_scratch(f, "i", 0, net_type_range(0, 100));
  uint32_t function = test_function(f, n, result, 2), block = f->n->functions.at[function].block;
  vec_push(f->m, &f->n->functions.at[function].parameters, row);
  net_edge *e = test_block_edge(f, block, 0, 1, NULL);
  test_set(f, e, i, 0);
  test_set(f, e, result, 0);
  e = test_block_edge(f, block, 1, 1, test_two(f, EXPR_LT, test_read(f, i), test_read(f, n)));
  test_assign(f, e, test_read(f, result),
              test_two(f, EXPR_ADD, test_read(f, result), test_at(f, row, test_read(f, i))));
  test_assign(f, e, test_read(f, i), test_two(f, EXPR_ADD, test_read(f, i), test_number(f, 1)));
  test_block_edge(f, block, 1, NET_BLOCK_EXIT, NULL)->is_else = true;
  return function;
}

NET_TEST(arrays_and_loops) {
  net_template *t = test_timed(f);
  net_var *x = test_ranged(f, NULL, "x", 0, test_int), *table = test_ranged(f, NULL, "table", 4, test_short);
  net_var *n = test_scratch(f, "n", 0, test_int), *row = test_scratch(f, "row", 4, test_short);
  net_var *result = test_scratch(f, "sum", 0, test_int);
  uint32_t sum = sum_function(f, n, row, result);
  expr *call = test_call(f, sum, test_read(f, x)), *with_calls = test_call(f, sum, test_number(f, 4));
  for (int32_t i = 0; i < 4; i++) {
    expr *inner = test_call(f, sum, test_number(f, i));
    for (int32_t k = 0; k < 4; k++) {
      vec_push(f->m, &inner->indices, test_at(f, table, test_number(f, k)));
    }
    vec_push(f->m, &call->indices, test_at(f, table, test_number(f, i)));
    vec_push(f->m, &with_calls->indices, inner);
  }
  test_assign(f, test_loop(f, t, NULL), test_read(f, x), call);
  test_assign(f, test_loop(f, t, NULL), test_read(f, x), with_calls);
  test_assign(f, test_loop(f, t, NULL), test_at(f, table, test_read(f, x)), call);
  runner r;
  runner_open(&r, f);
  for (uint32_t i = 0; i < 4; i++)
    runner_set(&r, table, i, 1000 << i);
  for (int32_t count = -1; count <= 5; count++) {
    runner_set(&r, x, 0, count);
    assert_int_equal(runner_effect(&r, 0), count > 4 ? FAULT_INDEX : FAULT_NONE);
    if (count <= 4)
      assert_int_equal(runner_cell(&r, x, 0), count < 0 ? 0 : 1000 * ((1 << count) - 1));
  }
  assert_ptr_equal(r.m->fault_at, f->n->edges.at[1]->effect); // in the function
  assert_int_equal(runner_effect(&r, 1), FAULT_NONE);
  assert_int_equal(runner_cell(&r, x, 0), 0 + 1000 + 3000 + 7000);
  runner_set(&r, x, 0, 3);
  assert_int_equal(runner_effect(&r, 2), FAULT_NONE);
  assert_int_equal(runner_cell(&r, table, 3), 7000);
  runner_close(&r);
}

// Wherever a value is asked for, it may be that of a function.
NET_TEST(calls_everywhere) {
  net_template *t = test_timed(f);
  net_var *x = test_var(f, NULL, "x", 0), *own = test_ranged(f, t, "own", 0, net_type_range(0, 50));
  net_var *a = test_scratch(f, "a", 0, test_int), *result = test_scratch(f, "f", 0, test_int);
  uint32_t next = test_simple_function(f, a, result, test_two(f, EXPR_ADD, test_read(f, a), test_number(f, 1)));
  expr *call = test_call(f, next, test_read(f, x));
  vec_push(f->m, &own->init, test_call(f, next, test_number(f, 40)));
  vec_push(f->m, &f->n->clocks, ((net_clock){.name = "c", .template_ = NET_NONE}));
  vec_push(f->m, &f->n->clocks, ((net_clock){.name = "d", .template_ = NET_NONE}));
  net_edge *e = test_loop(f, t, NULL);
  e->sync.kind = SYNC_CALL;
  e->sync.label = (net_pick){.first = 5, .count = 3, .offset = call};
  net_bound b = {.when = call, .x = {.first = 1, .count = 2, .offset = call}, .limit = call};
  vec_push(f->m, &e->bounds, b);
  net_stmt *s = test_stmt(f, e, STMT_SET_CLOCK);
  s->clock = b.x;
  s->from = b.x;
  s->value = call;
  test_assign(f, e, test_read(f, x), call);
  t->flow.locations.at[0].invariant = call;
  expr *conditions[] = {test_two(f, EXPR_EQ, call, test_number(f, 1))};
  runner r;
  assert_int_equal(runner_try(&r, f, conditions, 1, NULL, 0), FAULT_NONE);
  const exec_edge *edge = runner_edge(&r, 0);
  int32_t value;
  assert_int_equal(runner_cell(&r, own, 0), 41);
  assert_true(exec_number_value(r.m, &edge->label, &value) && value == 6);
  assert_true(exec_number_value(r.m, &edge->bounds[0].x, &value) && value == 2);
  assert_true(exec_number_value(r.m, &edge->bounds[0].constant, &value) && value == 1);
  assert_int_equal(exec_test(r.m, edge->bounds[0].when), EXEC_TRUE);
  assert_int_equal(exec_test(r.m, r.p->templates[0].locations[0].invariant), EXEC_TRUE);
  assert_int_equal(exec_test(r.m, r.p->conditions[0]), EXEC_TRUE);
  assert_int_equal(runner_effect(&r, 0), FAULT_NONE);
  assert_int_equal(r.m->resets.at[0].clock, 2);
  assert_int_equal(r.m->resets.at[0].from, 2);
  assert_int_equal(r.m->resets.at[0].value, 1);
  assert_int_equal(runner_cell(&r, x, 0), 1);
  assert_int_equal(exec_test(r.m, r.p->conditions[0]), EXEC_FALSE);
  assert_false(exec_number_value(r.m, &edge->bounds[0].x, &value));
  assert_int_equal(r.m->fault, FAULT_INDEX);
  runner_close(&r);
}

NET_TEST(faults_of_calls) {
  net_template *t = test_timed(f);
  net_var *a = test_scratch(f, "a", 0, test_int), *result = test_scratch(f, "f", 0, test_int);
  net_var *x = test_var(f, NULL, "x", 0);
  uint32_t stuck = test_function(f, a, result, 1), endless = test_function(f, a, result, 1);
  test_block_edge(f, f->n->functions.at[stuck].block, 0, NET_BLOCK_EXIT, test_is(f, a, 1));
  test_block_edge(f, f->n->functions.at[endless].block, 0, 0, NULL);
  uint32_t itself = test_simple_function(f, a, result, test_call(f, 2, test_read(f, a)));
  assert_int_equal(itself, 2);
  uint32_t block = test_block(f, 1); // its steps count, though a block inside of it begins anew
  test_assign(f, test_block_edge(f, block, 0, 0, NULL), test_read(f, x), test_call(f, stuck, test_number(f, 1)));
  for (uint32_t i = 0; i < 3; i++)
    test_assign(f, test_loop(f, t, NULL), test_read(f, x), test_call(f, i, test_number(f, 0)));
  test_stmt(f, test_loop(f, t, NULL), STMT_BLOCK)->block = block;
  test_assign(f, test_loop(f, t, NULL), test_read(f, x), test_call(f, stuck, test_number(f, 1)));
  net_flow empty = {.initial = NET_BLOCK_EXIT};
  test_stmt(f, test_loop(f, t, NULL), STMT_BLOCK)->block = f->n->blocks.count;
  vec_push(f->m, &f->n->blocks, empty);
  runner r;
  runner_open(&r, f);
  const fault expected[] = {FAULT_BLOCKED, FAULT_ENDLESS, FAULT_ENDLESS, FAULT_ENDLESS, FAULT_NONE, FAULT_NONE};
  for (uint32_t i = 0; i < 6; i++) {
    assert_int_equal(runner_effect(&r, i), expected[i]);
    assert_int_equal(r.m->calls, 0);
  }
  assert_int_equal(runner_effect(&r, 0), FAULT_BLOCKED);
  assert_ptr_equal(r.m->fault_at, f->n->edges.at[runner_edge(&r, 0)->id]->effect); // the function has no statement
  runner_close(&r);
}

// Random expressions with calls of three functions, each of which may call those before it, against a plain evaluation.

enum { FUNCTIONS = 3, PARAMETERS = 2, VARIABLES = 3, ROUNDS = 1500 };

typedef struct maker {
  net_fixture *f;
  uint64_t seed;
  net_var *variables[VARIABLES], *parameters[FUNCTIONS][PARAMETERS];
  expr *values[FUNCTIONS];
} maker;

static uint32_t any(maker *k, uint32_t below) {
  k->seed = k->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(k->seed >> 33) % below;
}

// level: functions below it may be called, and the parameters of that one read (there are none above the last).
static expr *make_expr(maker *k, uint32_t level, uint32_t depth) {
  uint32_t what = any(k, depth ? 8 : 3);
  if (what == 0)
    return test_number(k->f, (int32_t)any(k, 9) - 4);
  if (what < 3)
    return test_read(k->f, level < FUNCTIONS && what == 1 ? k->parameters[level][any(k, PARAMETERS)]
                                                          : k->variables[any(k, VARIABLES)]);
  if (what < 6 && level > 0) {
    expr *e = test_call(k->f, any(k, level), NULL);
    for (uint32_t i = 0; i < PARAMETERS; i++)
      vec_push(k->f->m, &e->indices, make_expr(k, level, depth - 1));
    return e;
  }
  expr_op op = (expr_op)any(k, EXPR_OPERATOR_COUNT);
  expr *a = make_expr(k, level, depth - 1);
  return expr_arity(op) == 1 ? expr_unary(k->f->a, op, a) : expr_binary(k->f->a, op, a, make_expr(k, level, depth - 1));
}

typedef struct call_frame {
  const maker *k;
  const int32_t *variables;
  uint32_t level;
  int32_t arguments[PARAMETERS];
} call_frame;

static int32_t value_of(const call_frame *at, const expr *e, fault *wrong);

static int32_t value_of_call(const call_frame *at, const expr *e, fault *wrong) {
  call_frame inner = {.k = at->k, .variables = at->variables, .level = (uint32_t)e->value};
  for (uint32_t i = 0; i < PARAMETERS; i++) {
    inner.arguments[i] = value_of(at, e->indices.at[i], wrong);
    if (*wrong != FAULT_NONE)
      return 0;
  }
  for (uint32_t i = 0; i < PARAMETERS; i++)
    if (!net_type_holds(at->k->parameters[inner.level][i]->type, inner.arguments[i]))
      *wrong = FAULT_RANGE;
  return *wrong == FAULT_NONE ? value_of(&inner, at->k->values[inner.level], wrong) : 0;
}

static int32_t value_of_variable(const call_frame *at, const expr *e) {
  for (uint32_t i = 0; i < VARIABLES; i++)
    if (at->k->variables[i] == e->var)
      return at->variables[i];
  return at->arguments[e->var == at->k->parameters[at->level][1]];
}

static int32_t value_of(const call_frame *at, const expr *e, fault *wrong) {
  if (e->op == EXPR_CONST)
    return e->value;
  if (e->op == EXPR_VAR)
    return value_of_variable(at, e);
  if (e->op == EXPR_CALL)
    return value_of_call(at, e, wrong);
  int32_t a = value_of(at, e->a, wrong);
  if (*wrong != FAULT_NONE || (e->op == EXPR_AND && !a) || (e->op == EXPR_OR && a))
    return e->op == EXPR_OR;
  int32_t b = expr_arity(e->op) == 2 ? value_of(at, e->b, wrong) : 0;
  return *wrong == FAULT_NONE ? expr_apply(e->op, a, b, wrong) : 0;
}

static uint64_t seed_now;
static uint32_t values_found, faults_found;

static void make_functions(maker *k) {
  for (uint32_t i = 0; i < VARIABLES; i++)
    k->variables[i] = test_ranged(k->f, NULL, "v", 0, test_int);
  for (uint32_t i = 0; i < FUNCTIONS; i++) {
    for (uint32_t n = 0; n < PARAMETERS; n++)
      k->parameters[i][n] = test_scratch(k->f, "p", 0, any(k, 2) ? test_int : net_type_range(-20, 300));
    net_var *result = test_scratch(k->f, "r", 0, test_int);
    k->values[i] = make_expr(k, i, 3);
    test_simple_function(k->f, k->parameters[i][0], result, k->values[i]);
    vec_push(k->f->m, &k->f->n->functions.at[i].parameters, k->parameters[i][1]);
  }
}

NET_TEST(one_expression) {
  maker k = {.f = f, .seed = seed_now};
  net_template *t = test_timed(f);
  make_functions(&k);
  net_edge *e = test_loop(f, t, NULL);
  expr *asked = make_expr(&k, FUNCTIONS, 4);
  net_var *target = test_ranged(f, t, "target", 0, test_int);
  test_assign(f, e, test_read(f, target), asked);
  for (uint32_t i = 0; i < VARIABLES; i++) // or else they never change
    test_set(f, test_loop(f, t, NULL), k.variables[i], 1);
  runner r;
  runner_open(&r, f);
  for (uint32_t n = 0; n < 5; n++) {
    int32_t variables[VARIABLES];
    for (uint32_t i = 0; i < VARIABLES; i++)
      runner_set(&r, k.variables[i], 0, variables[i] = (int32_t)any(&k, 30) - 10);
    call_frame outside = {.k = &k, .variables = variables, .level = FUNCTIONS};
    fault wrong = FAULT_NONE;
    int32_t value = value_of(&outside, asked, &wrong);
    assert_int_equal(runner_effect(&r, 0), wrong);
    if (wrong == FAULT_NONE)
      assert_int_equal(runner_cell(&r, target, 0), value);
    *(wrong == FAULT_NONE ? &values_found : &faults_found) += 1;
  }
  runner_close(&r);
}

static void random_calls(void **state) {
  for (seed_now = 1; seed_now <= ROUNDS; seed_now++)
    one_expression(state);
  assert_true(values_found > ROUNDS && faults_found > ROUNDS / 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(calls_within_calls), cmocka_unit_test(only_what_is_needed_is_called),
      cmocka_unit_test(arrays_and_loops),   cmocka_unit_test(calls_everywhere),
      cmocka_unit_test(faults_of_calls),    cmocka_unit_test(random_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
