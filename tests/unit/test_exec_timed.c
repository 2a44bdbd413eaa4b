// Code of timed networks: guards, bounds, labels, clocks, checked types, scratch variables.
#include "space/discrete.h"
#include "test_exec_net.h"

// What happens to a value that is assigned to a variable of the type.
typedef struct {
  int32_t low, high;
  cell_width width;
} range_case;

static const range_case range_cases[] = {
    {0, 1, CELL_U8},          {-3, 200, CELL_I16},
    {0, 255, CELL_U8},        {0, 256, CELL_U16},
    {-128, 127, CELL_I8},     {-129, 0, CELL_I16},
    {0, 65535, CELL_U16},     {0, 70000, CELL_I32},
    {-32768, 5, CELL_I16},    {-40000, 0, CELL_I32},
    {5, 9, CELL_U8},          {-9, -5, CELL_I8},
    {0, INT32_MAX, CELL_I32}, {INT32_MIN, INT32_MAX, CELL_I32},
};
static range_case range_now;

NET_TEST(one_range) {
  net_template *t = test_timed(f);
  net_type type = net_type_range(range_now.low, range_now.high);
  net_var *source = test_ranged(f, NULL, "source", 0, test_int), *x = test_ranged(f, t, "x", 0, type);
  net_var *row = test_ranged(f, NULL, "row", 3, type), *scratch = test_scratch(f, "s", 0, type);
  test_assign(f, test_loop(f, t, NULL), test_read(f, x), test_read(f, source));
  test_assign(f, test_loop(f, t, NULL), test_at(f, row, test_number(f, 2)), test_read(f, source));
  test_assign(f, test_loop(f, t, NULL), test_read(f, scratch), test_read(f, source));
  test_assign(f, test_loop(f, t, NULL),
              test_at(f, row, test_two(f, EXPR_BIT_AND, test_read(f, source), test_number(f, 1))),
              test_read(f, source));
  net_edge *writer = test_loop(f, t, NULL); // or else source never changes
  test_assign(f, writer, test_read(f, source), test_number(f, 1));
  runner r;
  runner_open(&r, f);
  assert_int_equal(r.p->plan->vars[x->index].width, range_now.width);
  int64_t tries[] = {range_now.low,
                     (int64_t)range_now.low - 1,
                     range_now.high,
                     (int64_t)range_now.high + 1,
                     0,
                     -1,
                     1000,
                     -1000,
                     INT32_MIN,
                     INT32_MAX};
  for (uint32_t i = 0; i < sizeof tries / sizeof *tries; i++) {
    if (tries[i] < INT32_MIN || tries[i] > INT32_MAX)
      continue;
    int32_t value = (int32_t)tries[i];
    bool holds = range_now.low <= value && value <= range_now.high;
    runner_set(&r, source, 0, value);
    for (uint32_t e = 0; e < 4; e++)
      assert_int_equal(runner_effect(&r, e), holds ? FAULT_NONE : FAULT_RANGE);
    if (!holds)
      continue;
    assert_int_equal(runner_cell(&r, x, 0), value);
    assert_int_equal(runner_cell(&r, row, 2), value);
    assert_int_equal(runner_cell(&r, row, value & 1), value);
    assert_int_equal(runner_cell(&r, scratch, 0), value);
  }
  runner_close(&r);
}

static void ranges_are_checked(void **state) {
  for (uint32_t i = 0; i < sizeof range_cases / sizeof *range_cases; i++) {
    range_now = range_cases[i];
    one_range(state);
  }
}

NET_TEST(constants_are_checked_beforehand) {
  net_template *t = test_timed(f);
  net_var *x = test_ranged(f, NULL, "x", 0, net_type_range(-3, 200)), *i = test_var(f, NULL, "i", 0);
  net_var *row = test_ranged(f, NULL, "row", 2, net_type_range(0, 9));
  net_var *wide = test_ranged(f, NULL, "wide", 0, net_type_range(-10, 300));
  test_set(f, test_loop(f, t, NULL), x, 200);
  test_set(f, test_loop(f, t, NULL), x, 201);
  test_assign(f, test_loop(f, t, NULL), test_at(f, row, test_number(f, 1)), test_number(f, -1));
  test_assign(f, test_loop(f, t, NULL), test_read(f, wide), test_read(f, x));
  test_assign(f, test_loop(f, t, NULL), test_read(f, x), test_read(f, wide));
  test_assign(f, test_loop(f, t, NULL), test_read(f, x), test_two(f, EXPR_LT, test_read(f, i), test_number(f, 4)));
  test_assign(f, test_loop(f, t, NULL), test_read(f, x), test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 1)));
  test_set(f, test_loop(f, t, NULL), i, 300); // not checked: it is cut
  runner r;
  runner_open(&r, f);
  assert_int_equal(runner_effect(&r, 0), FAULT_NONE);
  assert_int_equal(runner_edge(&r, 0)->effect[0].op, OP_STORE_CONST_G_I16);
  assert_int_equal(runner_cell(&r, x, 0), 200);
  assert_int_equal(runner_effect(&r, 1), FAULT_RANGE);
  assert_int_equal(runner_effect(&r, 2), FAULT_RANGE);
  assert_int_equal(runner_effect(&r, 3), FAULT_NONE);
  assert_false(code_has(runner_edge(&r, 3)->effect, OP_RANGE)); // it fits
  assert_true(code_has(runner_edge(&r, 4)->effect, OP_RANGE));
  assert_int_equal(runner_effect(&r, 5), FAULT_NONE);
  assert_false(code_has(runner_edge(&r, 5)->effect, OP_RANGE));
  assert_int_equal(runner_cell(&r, x, 0), 1);
  for (int32_t value = 1; value < 200; value++)
    assert_int_equal(runner_effect(&r, 6), FAULT_NONE);
  assert_int_equal(runner_effect(&r, 6), FAULT_RANGE);
  assert_int_equal(runner_cell(&r, x, 0), 200);
  assert_int_equal(runner_effect(&r, 7), FAULT_NONE);
  assert_int_equal(runner_cell(&r, i, 0), 300 & 255);
  runner_close(&r);
}

// A variable without an initial value is 0, whether its type holds that or not; where it is passed on it is checked.
NET_TEST(zero_outside_of_a_range) {
  net_template *t = test_timed(f);
  net_var *x = test_ranged(f, NULL, "x", 0, net_type_range(5, 10)),
          *y = test_ranged(f, NULL, "y", 0, net_type_range(5, 20));
  net_var *below = test_ranged(f, NULL, "below", 0, net_type_range(-9, -5));
  test_assign(f, test_loop(f, t, NULL), test_read(f, y), test_read(f, x));
  test_assign(f, test_loop(f, t, NULL), test_read(f, y),
              test_two(f, EXPR_MUL, test_read(f, below), test_number(f, -1)));
  test_set(f, test_loop(f, t, NULL), x, 6);
  test_set(f, test_loop(f, t, NULL), below, -6);
  runner r;
  runner_open(&r, f);
  assert_int_equal(runner_cell(&r, x, 0), 0);
  assert_int_equal(runner_effect(&r, 0), FAULT_RANGE);
  assert_int_equal(runner_effect(&r, 1), FAULT_RANGE);
  assert_int_equal(runner_effect(&r, 2), FAULT_NONE);
  assert_int_equal(runner_effect(&r, 0), FAULT_NONE);
  assert_int_equal(runner_effect(&r, 3), FAULT_NONE);
  assert_int_equal(runner_effect(&r, 1), FAULT_NONE);
  assert_int_equal(runner_cell(&r, y, 0), 6);
  runner_close(&r);
}

// The value is evaluated first, then the index is looked at, then the value is checked.
NET_TEST(order_of_faults) {
  net_template *t = test_timed(f);
  net_var *row = test_ranged(f, NULL, "row", 3, net_type_range(0, 9)), *i = test_ranged(f, NULL, "i", 0, test_int);
  expr *ratio = test_two(f, EXPR_DIV, test_number(f, 100), test_read(f, i));
  test_assign(f, test_loop(f, t, NULL), test_at(f, row, test_read(f, i)), ratio);
  test_assign(f, test_loop(f, t, NULL), test_at(f, row, test_number(f, 3)), test_number(f, 99));
  test_set(f, test_loop(f, t, NULL), i, 1);
  runner r;
  runner_open(&r, f);
  assert_int_equal(runner_effect(&r, 0), FAULT_DIVISION);
  runner_set(&r, i, 0, 3);
  assert_int_equal(runner_effect(&r, 0), FAULT_INDEX);
  runner_set(&r, i, 0, 2);
  assert_int_equal(runner_effect(&r, 0), FAULT_RANGE);
  assert_ptr_equal(r.m->fault_at, f->n->edges.at[0]->effect);
  assert_int_equal(runner_effect(&r, 1), FAULT_INDEX);
  runner_close(&r);
}

static int32_t init_value;
static bool init_is_written, init_is_known;
static fault init_fault;

NET_TEST(one_initial_value) {
  net_template *t = test_timed(f);
  net_var *two = test_var(f, NULL, "two", 0);
  vec_push(f->m, &two->init, test_number(f, 2));
  net_var *x = test_ranged(f, init_is_written ? t : NULL, "x", 0, net_type_range(1, 9));
  expr *value = test_number(f, init_value);
  vec_push(f->m, &x->init, init_is_known ? value : test_two(f, EXPR_MUL, test_read(f, two), value));
  if (init_is_written)
    test_set(f, test_loop(f, t, NULL), x, 3);
  if (!init_is_known)
    test_set(f, test_loop(f, t, NULL), two, 7);
  runner r;
  assert_int_equal(runner_try(&r, f, NULL, 0, NULL, 0), init_fault);
  if (init_fault == FAULT_NONE)
    assert_int_equal(runner_cell(&r, x, 0), init_is_known ? init_value : 2 * init_value);
  runner_close(&r);
}

static void initial_values_are_checked(void **state) {
  for (uint32_t i = 0; i < 4; i++)
    for (init_value = -1; init_value <= 10; init_value++) {
      init_is_written = i & 1;
      init_is_known = i & 2;
      int32_t value = init_is_known ? init_value : 2 * init_value;
      init_fault = value >= 1 && value <= 9 ? FAULT_NONE : FAULT_RANGE;
      one_initial_value(state);
    }
}

NET_TEST(parameters_of_processes_are_checked) {
  net_template *t = test_timed(f);
  net_var *x = test_ranged(f, t, "x", 0, net_type_range(0, 3));
  x->is_parameter = true;
  t->parameters = 1;
  runner r;
  runner_open(&r, f);
  exec_start start = {.arguments = 1};
  assert_int_equal(exec_start_process(r.m, &start, (int32_t[]){4}), FAULT_RANGE);
  assert_int_equal(exec_start_process(r.m, &start, (int32_t[]){3}), FAULT_NONE);
  runner_close(&r);
}

NET_TEST(scratch_takes_no_place) {
  net_template *t = test_timed(f);
  net_var *x = test_var(f, NULL, "x", 0), *row = test_scratch(f, "row", 5, net_type_range(0, 300));
  net_var *one = test_scratch(f, "one", 0, test_byte), *y = test_var(f, NULL, "y", 0);
  net_edge *e = test_loop(f, t, NULL);
  test_assign(f, e, test_at(f, row, test_read(f, x)), test_number(f, 300));
  test_assign(f, e, test_read(f, one), test_at(f, row, test_read(f, x)));
  test_assign(f, e, test_read(f, one), test_two(f, EXPR_ADD, test_read(f, one), test_number(f, 3)));
  test_assign(f, e, test_read(f, y), test_read(f, one));
  test_set(f, test_loop(f, t, NULL), x, 1);
  test_loop(f, t, test_is(f, one, 47)); // seen as well where nothing is written
  test_loop(f, t, test_two(f, EXPR_EQ, test_at(f, row, test_read(f, x)), test_number(f, 300)));
  runner r;
  runner_open(&r, f);
  assert_int_equal(r.m->layout->size, 4); // layout, x, y, location
  assert_int_equal(r.p->plan->scratch, 11);
  runner_set(&r, x, 0, 4);
  assert_int_equal(runner_effect(&r, 0), FAULT_NONE);
  assert_int_equal(runner_cell(&r, y, 0), (300 & 255) + 3);
  assert_int_equal(exec_test(r.m, runner_edge(&r, 2)->guard), EXEC_TRUE);
  assert_int_equal(exec_test(r.m, runner_edge(&r, 3)->guard), EXEC_TRUE);
  assert_false(runner_edge(&r, 2)->filter.is_there); // not a byte of the state
  runner_set(&r, x, 0, 5);
  assert_int_equal(runner_effect(&r, 0), FAULT_INDEX);
  assert_int_equal(exec_test(r.m, runner_edge(&r, 3)->guard), EXEC_FAULT);
  view_maker *v = view_open(f->m, r.m->layouts);
  const state_view *view = view_make(v, r.m->state, r.m->layout->size);
  assert_int_equal(view->globals[0], 5);
  for (uint32_t i = 1; i <= 6; i++)
    assert_int_equal(view->globals[i], 0);
  assert_int_equal(view->globals[7], 47);
  view_close(v);
  runner_close(&r);
}

static net_pick test_pick(uint32_t first, uint32_t count, expr *offset) {
  return (net_pick){.first = first, .count = count, .offset = offset};
}

static void expect_number(runner *r, const exec_number *n, bool is_known, fault wrong, int32_t expected) {
  int32_t value = -77;
  assert_int_equal(n->code == NULL, is_known);
  assert_int_equal(exec_number_value(r->m, n, &value), wrong == FAULT_NONE);
  assert_int_equal(wrong == FAULT_NONE ? value : (int32_t)r->m->fault, wrong == FAULT_NONE ? expected : (int32_t)wrong);
}

NET_TEST(labels) {
  net_template *t = test_timed(f);
  net_var *i = test_ranged(f, NULL, "i", 0, test_int);
  net_var *four = test_var(f, NULL, "four", 0);
  vec_push(f->m, &four->init, test_number(f, 4));
  for (uint32_t k = 0; k < 9; k++)
    vec_push(f->m, &f->n->labels, ((net_label){.name = "go"}));
  const net_pick picks[] = {test_pick(3, 1, NULL),
                            test_pick(2, 5, test_number(f, 4)),
                            test_pick(2, 5, test_read(f, four)),
                            test_pick(2, 5, test_number(f, 5)),
                            test_pick(2, 5, test_number(f, -1)),
                            test_pick(2, 5, test_read(f, i))};
  for (uint32_t k = 0; k < 6; k++) {
    net_edge *e = test_loop(f, t, k == 5 ? test_is(f, i, 7) : NULL);
    e->sync.kind = k % 2 ? SYNC_CALL : SYNC_ANSWER;
    e->sync.label = picks[k];
  }
  test_set(f, test_loop(f, t, test_number(f, 0)), i, 1);
  runner r;
  runner_open(&r, f);
  for (uint32_t k = 0; k < 6; k++)
    assert_int_equal(runner_edge(&r, k)->sync, k % 2 ? SYNC_CALL : SYNC_ANSWER);
  expect_number(&r, &runner_edge(&r, 0)->label, true, FAULT_NONE, 3);
  expect_number(&r, &runner_edge(&r, 1)->label, true, FAULT_NONE, 6);
  expect_number(&r, &runner_edge(&r, 2)->label, true, FAULT_NONE, 6);
  expect_number(&r, &runner_edge(&r, 3)->label, false, FAULT_INDEX, 0);
  expect_number(&r, &runner_edge(&r, 4)->label, false, FAULT_INDEX, 0);
  for (int32_t at = -1; at <= 5; at++) {
    runner_set(&r, i, 0, at);
    expect_number(&r, &runner_edge(&r, 5)->label, false, at < 0 || at > 4 ? FAULT_INDEX : FAULT_NONE, 2 + at);
  }
  const exec_location *l = &r.p->templates[0].locations[0];
  assert_false(l->always_moves || l->can_meet); // no edge is possible on its own
  assert_null(runner_edge(&r, 0)->guard);
  assert_null(runner_edge(&r, 0)->effect);
  assert_int_equal(exec_test(r.m, runner_edge(&r, 5)->guard), EXEC_FALSE);
  assert_int_equal(exec_test(r.m, runner_edge(&r, 6)->guard), EXEC_FALSE);
  runner_close(&r);
}

NET_TEST(bounds) {
  net_template *t = test_timed(f);
  net_var *i = test_ranged(f, NULL, "i", 0, test_int);
  for (uint32_t k = 0; k < 5; k++)
    vec_push(f->m, &f->n->clocks, ((net_clock){.name = "x", .template_ = NET_NONE}));
  net_edge *e = test_loop(f, t, NULL);
  test_set(f, e, i, 1);
  net_bound plain = {.x = test_pick(2, 1, NULL), .limit = test_number(f, 7), .is_strict = true};
  net_bound moving = {.when = test_two(f, EXPR_GT, test_read(f, i), test_number(f, 0)),
                      .x = test_pick(1, 3, test_read(f, i)),
                      .y = test_pick(4, 2, test_number(f, 1)),
                      .limit = test_two(f, EXPR_MUL, test_read(f, i), test_number(f, NET_MAX_TIME / 2))};
  net_bound never = {
      .when = test_number(f, 0), .y = test_pick(4, 2, test_number(f, 2)), .limit = test_number(f, NET_MAX_TIME + 1)};
  net_bound always = {.when = test_number(f, 2), .limit = test_number(f, -NET_MAX_TIME)};
  vec_push(f->m, &e->bounds, plain);
  vec_push(f->m, &e->bounds, moving);
  vec_push(f->m, &t->flow.locations.at[0].bounds, never);
  t->flow.locations.at[0].invariant = test_is(f, i, 0);
  const net_bound *outer[] = {&always, &moving};
  runner r;
  assert_int_equal(runner_try(&r, f, NULL, 0, outer, 2), FAULT_NONE);
  const exec_location *l = &r.p->templates[0].locations[0];
  const exec_bound *b = l->edges[0].bounds;
  assert_int_equal(l->edges[0].bound_count, 2);
  assert_false(l->always_moves);
  assert_null(b[0].when);
  assert_true(b[0].is_strict);
  expect_number(&r, &b[0].x, true, FAULT_NONE, 2);
  expect_number(&r, &b[0].y, true, FAULT_NONE, 0);
  expect_number(&r, &b[0].constant, true, FAULT_NONE, 7);
  for (uint32_t k = 0; k < 2; k++) {
    const exec_bound *m = k ? &b[1] : &r.p->bounds[1];
    for (int32_t at = -3; at <= 3; at++) {
      runner_set(&r, i, 0, at);
      assert_int_equal(exec_test(r.m, m->when), at > 0 ? EXEC_TRUE : EXEC_FALSE);
      expect_number(&r, &m->x, false, at < 0 || at > 2 ? FAULT_INDEX : FAULT_NONE, 1 + at);
      expect_number(&r, &m->y, true, FAULT_NONE, 5);
      expect_number(&r, &m->constant, false, at < -2 || at > 2 ? FAULT_RANGE : FAULT_NONE, at * (NET_MAX_TIME / 2));
      assert_int_equal(exec_test(r.m, l->invariant), at == 0 ? EXEC_TRUE : EXEC_FALSE);
    }
  }
  assert_int_equal(l->bound_count, 1);
  assert_int_equal(exec_test(r.m, l->bounds[0].when), EXEC_FALSE);
  expect_number(&r, &l->bounds[0].x, true, FAULT_NONE, 0);
  expect_number(&r, &l->bounds[0].y, false, FAULT_INDEX, 0);
  expect_number(&r, &l->bounds[0].constant, false, FAULT_RANGE, 0);
  assert_null(r.p->bounds[0].when);
  expect_number(&r, &r.p->bounds[0].constant, true, FAULT_NONE, -NET_MAX_TIME);
  runner_close(&r);
}

static void set_clock(net_fixture *f, net_edge *e, net_pick clock, net_pick from, expr *value) {
  net_stmt *s = test_stmt(f, e, STMT_SET_CLOCK);
  s->clock = clock;
  s->from = from;
  s->value = value;
}

NET_TEST(clocks_are_set) {
  net_template *t = test_timed(f);
  net_var *i = test_ranged(f, NULL, "i", 0, test_int);
  uint32_t block = test_block(f, 1);
  set_clock(f, test_block_edge(f, block, 0, NET_BLOCK_EXIT, NULL), test_pick(9, 1, NULL), test_pick(0, 0, NULL),
            test_number(f, 8));
  net_edge *e = test_loop(f, t, NULL);
  set_clock(f, e, test_pick(3, 1, NULL), test_pick(0, 0, NULL), test_number(f, 0));
  set_clock(f, e, test_pick(3, 4, test_read(f, i)), test_pick(5, 1, NULL), test_read(f, i));
  test_stmt(f, e, STMT_BLOCK)->block = block;
  test_assign(f, e, test_read(f, i), test_two(f, EXPR_SUB, test_read(f, i), test_number(f, 1)));
  set_clock(f, e, test_pick(1, 1, NULL), test_pick(3, 4, test_read(f, i)), test_number(f, NET_MAX_TIME));
  set_clock(f, test_loop(f, t, NULL), test_pick(1, 1, NULL), test_pick(0, 0, NULL), test_read(f, i));
  runner r;
  runner_open(&r, f);
  runner_set(&r, i, 0, 2);
  assert_int_equal(runner_effect(&r, 0), FAULT_NONE);
  const exec_reset expected[] = {{3, 0, 0}, {5, 5, 2}, {9, 0, 8}, {1, 4, NET_MAX_TIME}};
  assert_int_equal(r.m->resets.count, 4);
  for (uint32_t k = 0; k < 4; k++) {
    assert_int_equal(r.m->resets.at[k].clock, expected[k].clock);
    assert_int_equal(r.m->resets.at[k].from, expected[k].from);
    assert_int_equal(r.m->resets.at[k].value, expected[k].value);
  }
  runner_set(&r, i, 0, 4);
  assert_int_equal(runner_effect(&r, 0), FAULT_INDEX);
  runner_set(&r, i, 0, NET_MAX_TIME);
  assert_int_equal(runner_effect(&r, 1), FAULT_NONE);
  runner_set(&r, i, 0, NET_MAX_TIME + 1);
  assert_int_equal(runner_effect(&r, 1), FAULT_RANGE);
  assert_ptr_equal(r.m->fault_at, f->n->edges.at[2]->effect);
  runner_set(&r, i, 0, -1);
  assert_int_equal(runner_effect(&r, 1), FAULT_RANGE);
  runner_close(&r);
}

NET_TEST(filters_are_of_the_data) {
  net_template *t = test_timed(f);
  net_var *x = test_ranged(f, NULL, "x", 0, net_type_range(0, 9));
  net_edge *e = test_loop(f, t, test_is(f, x, 3));
  e->sync.kind = SYNC_CALL;
  e->sync.label = test_pick(0, 1, NULL);
  test_set(f, e, x, 4);
  net_bound late = {.x = test_pick(1, 1, NULL), .limit = test_number(f, 7)};
  vec_push(f->m, &e->bounds, late);
  vec_push(f->m, &f->n->labels, ((net_label){.name = "go"}));
  vec_push(f->m, &f->n->clocks, ((net_clock){.name = "x", .template_ = NET_NONE}));
  test_loop(f, t, NULL);
  runner r;
  runner_open(&r, f);
  exec_filter filter = runner_edge(&r, 0)->filter;
  assert_true(filter.is_there && filter.is_all);
  for (int32_t value = 0; value < 10; value++) {
    runner_set(&r, x, 0, value);
    assert_int_equal(exec_is_filtered(filter, r.m->state, r.m->frame), value != 3);
    assert_int_equal(exec_test(r.m, runner_edge(&r, 0)->guard), value == 3 ? EXEC_TRUE : EXEC_FALSE);
  }
  assert_true(r.p->templates[0].locations[0].always_moves); // by the second edge
  runner_close(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ranges_are_checked),
      cmocka_unit_test(constants_are_checked_beforehand),
      cmocka_unit_test(zero_outside_of_a_range),
      cmocka_unit_test(order_of_faults),
      cmocka_unit_test(initial_values_are_checked),
      cmocka_unit_test(parameters_of_processes_are_checked),
      cmocka_unit_test(scratch_takes_no_place),
      cmocka_unit_test(labels),
      cmocka_unit_test(bounds),
      cmocka_unit_test(clocks_are_set),
      cmocka_unit_test(filters_are_of_the_data),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
