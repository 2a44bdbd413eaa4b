// What is asked of clocks, compared with what one finds by hand.
#include "space/clock_bounds.h"
#include "test_trace_net.h"

enum { NO = DBM_NEVER };

static net_pick clock_pick(net_fixture *f, const char *name) {
  net_clock c = {.name = name, .template_ = NET_NONE};
  vec_push(f->m, &f->n->clocks, c);
  return (net_pick){f->n->clocks.count, 1, NULL};
}

// x - y <= limit, as a bound of something.
static net_bound difference(net_pick x, net_pick y, expr *limit) { return (net_bound){.x = x, .y = y, .limit = limit}; }
static net_bound at_most(net_fixture *f, net_pick x, int32_t limit) {
  return difference(x, (net_pick){0}, test_number(f, limit));
}
static net_bound at_least(net_fixture *f, net_pick x, int32_t limit) {
  return difference((net_pick){0}, x, test_number(f, -limit));
}

static void ask(net_fixture *f, net_bounds *bounds, net_bound b) { vec_push(f->m, bounds, b); }

static net_bounds *invariant(net_template *t, uint32_t location) { return &t->flow.locations.at[location].bounds; }

static net_edge *edge(net_fixture *f, net_template *t, uint32_t from, uint32_t to) {
  return test_edge(f, t, from, to, "", NULL);
}

static net_stmt *append(net_fixture *f, net_edge *e, stmt_kind kind) {
  net_stmt **last = &e->effect;
  while (*last)
    last = &(*last)->next;
  *last = ARENA_NEW(f->a, net_stmt);
  (*last)->kind = kind;
  return *last;
}

static void set(net_fixture *f, net_edge *e, net_pick clock, net_pick from, int32_t value) {
  net_stmt *s = append(f, e, STMT_SET_CLOCK);
  s->clock = clock;
  s->from = from;
  s->value = test_number(f, value);
}
static void reset(net_fixture *f, net_edge *e, net_pick clock) { set(f, e, clock, (net_pick){0}, 0); }

static uint32_t label(net_fixture *f, bool is_broadcast, bool is_urgent) {
  net_label l = {.name = "go", .is_broadcast = is_broadcast, .is_urgent = is_urgent};
  vec_push(f->m, &f->n->labels, l);
  return f->n->labels.count - 1;
}

static void by_label(net_edge *e, sync_kind kind, uint32_t number) {
  e->sync.kind = kind;
  e->sync.label = (net_pick){number, 1, NULL};
}

static clock_bounds *found(net_fixture *f, expr *condition) {
  f->n->is_timed = true;
  test_finish(f->n);
  ranges_setup setup = {.m = f->m, .net = f->n, .knows_conditions = true};
  setup.conditions = &condition;
  setup.condition_count = condition != NULL;
  ranges *r = ranges_open(&setup);
  size_t before = mem_used(f->m);
  clock_bounds_free(clock_bounds_new(f->m, r, &condition, condition != NULL));
  assert_int_equal(mem_used(f->m), before);
  clock_bounds *b = clock_bounds_new(f->m, r, &condition, condition != NULL);
  ranges_close(r);
  return b;
}

static void expect_clock(const clock_bounds *b, const uint32_t *locations, bool deadlocks, net_pick clock,
                         int32_t lower, int32_t upper) {
  int32_t L[8], U[8];
  clock_bounds_of(b, locations, deadlocks, L, U);
  assert_int_equal(L[0], 0);
  assert_int_equal(U[0], 0);
  assert_int_equal(L[clock.first], lower);
  assert_int_equal(U[clock.first], upper);
}

#define expect(b, clock, lower, upper, ...)                                                                            \
  expect_clock((b), (const uint32_t[]){__VA_ARGS__}, false, (clock), (lower), (upper))
#define expect_for_deadlocks(b, clock, lower, upper, ...)                                                              \
  expect_clock((b), (const uint32_t[]){__VA_ARGS__}, true, (clock), (lower), (upper))

static net_template *fischer_process(net_fixture *f, net_pick x) {
  net_template *t = test_active(f, "P", 4);
  reset(f, edge(f, t, 0, 1), x);
  ask(f, invariant(t, 1), at_most(f, x, 2));
  net_edge *e = edge(f, t, 1, 2);
  ask(f, &e->bounds, at_most(f, x, 2));
  reset(f, e, x);
  ask(f, &edge(f, t, 2, 3)->bounds, at_least(f, x, 3));
  reset(f, edge(f, t, 2, 1), x);
  edge(f, t, 3, 0);
  return t;
}

NET_TEST(fischer) {
  net_pick x = clock_pick(f, "x"), y = clock_pick(f, "y");
  fischer_process(f, x);
  fischer_process(f, y);
  clock_bounds *b = found(f, NULL);
  expect(b, x, NO, NO, 0, 0);
  expect(b, x, NO, 2, 1, 0);
  expect(b, x, 3, NO, 2, 0);
  expect(b, x, NO, NO, 3, 0);
  expect(b, y, NO, NO, 2, 0);
  expect(b, y, NO, 2, 2, 1);
  clock_bounds_free(b);
}

NET_TEST(train) {
  enum { SAFE, APPROACH, STOP, START, CROSS };
  net_pick x = clock_pick(f, "x");
  net_template *t = test_active(f, "Train", 5);
  ask(f, invariant(t, APPROACH), at_most(f, x, 20));
  ask(f, invariant(t, START), at_most(f, x, 15));
  ask(f, invariant(t, CROSS), at_most(f, x, 5));
  reset(f, edge(f, t, SAFE, APPROACH), x);
  ask(f, &edge(f, t, APPROACH, STOP)->bounds, at_most(f, x, 10));
  net_edge *enter = edge(f, t, APPROACH, CROSS), *start = edge(f, t, START, CROSS);
  ask(f, &enter->bounds, at_least(f, x, 10));
  reset(f, enter, x);
  reset(f, edge(f, t, STOP, START), x);
  ask(f, &start->bounds, at_least(f, x, 7));
  reset(f, start, x);
  ask(f, &edge(f, t, CROSS, SAFE)->bounds, at_least(f, x, 3));
  clock_bounds *b = found(f, NULL);
  expect(b, x, NO, NO, SAFE);
  expect(b, x, 10, 20, APPROACH);
  expect(b, x, NO, NO, STOP);
  expect(b, x, 7, 15, START);
  expect(b, x, 3, 5, CROSS);
  expect_for_deadlocks(b, x, NO, NO, SAFE);
  expect_for_deadlocks(b, x, 20, 20, APPROACH);
  expect_for_deadlocks(b, x, 5, 5, CROSS);
  clock_bounds_free(b);
}

// A clock that one process sets is still asked for by another; the greatest of all counts.
NET_TEST(others_do_not_set) {
  net_pick x = clock_pick(f, "x");
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 2);
  edge(f, p, 0, 1);
  ask(f, &edge(f, p, 1, 2)->bounds, at_least(f, x, 4));
  reset(f, edge(f, q, 0, 1), x);
  ask(f, invariant(q, 1), at_most(f, x, 9));
  clock_bounds *b = found(f, NULL);
  expect(b, x, 4, NO, 0, 0);
  expect(b, x, 4, NO, 1, 0);
  expect(b, x, NO, NO, 2, 0);
  expect(b, x, 4, 9, 0, 1);
  clock_bounds_free(b);
}

NET_TEST(conditions_count_everywhere) {
  net_pick x = clock_pick(f, "x");
  net_template *t = test_active(f, "P", 2);
  reset(f, edge(f, t, 0, 1), x);
  ask(f, invariant(t, 1), at_most(f, x, 2));
  net_bound asked = at_least(f, x, 6);
  expr *condition = expr_new(f->a, EXPR_BOUND, test_place), *deadlock = expr_new(f->a, EXPR_DEADLOCK, test_place);
  condition->bound = &asked;
  clock_bounds *b = found(f, condition);
  expect(b, x, 6, 6, 0);
  expect(b, x, 6, 6, 1);
  clock_bounds_free(b);
  b = found(f, deadlock);
  expect(b, x, NO, NO, 0);
  expect(b, x, 2, 2, 1);
  clock_bounds_free(b);
}

// Where a bound that does not hold matters too.
NET_TEST(missed_edges_count) {
  net_pick x = clock_pick(f, "x"), y = clock_pick(f, "y"), z = clock_pick(f, "z"), w = clock_pick(f, "w");
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  uint32_t urgent = label(f, false, true), broadcast = label(f, true, false), pair = label(f, false, false);
  net_edge *calls = edge(f, p, 0, 0), *to_all = edge(f, p, 0, 0), *answers = edge(f, q, 0, 0),
           *in_pair = edge(f, q, 0, 0);
  by_label(calls, SYNC_CALL, urgent);
  by_label(to_all, SYNC_CALL, broadcast);
  by_label(answers, SYNC_ANSWER, broadcast);
  by_label(in_pair, SYNC_ANSWER, pair);
  ask(f, &calls->bounds, at_least(f, x, 3));
  ask(f, &to_all->bounds, at_least(f, y, 4));
  ask(f, &answers->bounds, at_most(f, z, 5));
  ask(f, &in_pair->bounds, at_most(f, w, 6));
  clock_bounds *b = found(f, NULL);
  expect(b, x, 3, 3, 0, 0);
  expect(b, y, 4, NO, 0, 0);
  expect(b, z, 5, 5, 0, 0);
  expect(b, w, NO, 6, 0, 0);
  clock_bounds_free(b);
}

NET_TEST(copies_are_asked) {
  net_pick x = clock_pick(f, "x"), y = clock_pick(f, "y"), z = clock_pick(f, "z");
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 2);
  net_edge *e = edge(f, p, 0, 1);
  set(f, e, x, y, 2); // x = y + 2, then y = z, then z = 0
  set(f, e, y, z, 0);
  reset(f, e, z);
  ask(f, invariant(p, 1), at_most(f, x, 7));
  ask(f, invariant(p, 1), at_least(f, z, 1));
  ask(f, invariant(q, 1), at_most(f, y, 9));
  clock_bounds *b = found(f, NULL);
  expect(b, x, NO, NO, 0, 0);
  expect(b, y, NO, 5, 0, 0);
  expect(b, z, NO, 9, 0, 0); // the other process may ask it of the copy
  expect(b, z, 1, NO, 1, 0);
  expect(b, y, NO, 9, 1, 1);
  clock_bounds_free(b);
}

// What a block sets is perhaps not set; what it copies perhaps is.
NET_TEST(blocks_may_set) {
  net_pick x = clock_pick(f, "x"), y = clock_pick(f, "y"), z = clock_pick(f, "z");
  net_template *t = test_active(f, "P", 2);
  net_flow block = {0};
  vec_push(f->m, &f->n->blocks, block);
  net_add_location(f->n, &f->n->blocks.at[0]);
  net_edge *inside = net_add_edge(f->n, &f->n->blocks.at[0], 0, NET_BLOCK_EXIT);
  set(f, inside, y, z, 1);
  set(f, inside, x, y, 1);
  append(f, edge(f, t, 0, 1), STMT_BLOCK);
  ask(f, invariant(t, 1), at_most(f, x, 7));
  clock_bounds *b = found(f, NULL);
  expect(b, x, NO, 7, 0);
  expect(b, y, NO, 6, 0);
  expect(b, z, NO, 5, 0);
  clock_bounds_free(b);
}

// Rows of clocks, and limits that are not constant.
NET_TEST(rows_and_limits) {
  net_pick x = clock_pick(f, "x[0]"), second = clock_pick(f, "x[1]"), third = clock_pick(f, "x[2]"),
           y = clock_pick(f, "y");
  net_template *t = test_active(f, "P", 3);
  net_var *index = test_var(f, NULL, "index", 0), *table = test_var(f, NULL, "table", 3),
          *count = test_var(f, t, "count", 0);
  index->type = net_type_range(0, 1);
  for (int32_t i = 0; i < 3; i++)
    vec_push(f->m, &table->init, test_number(f, 10 * (i + 1)));
  net_edge *e = edge(f, t, 0, 1), *other = edge(f, t, 1, 2), *counting = edge(f, t, 2, 2);
  net_pick row = {x.first, 3, test_read(f, index)};
  net_stmt *assign = append(f, counting, STMT_ASSIGN);
  assign->target = test_read(f, index);
  assign->value = test_two(f, EXPR_SUB, test_number(f, 1), test_read(f, index));
  assign = append(f, counting, STMT_ASSIGN);
  assign->target = test_read(f, count);
  assign->value = test_two(f, EXPR_ADD, test_read(f, count), test_number(f, 1));
  reset(f, e, row); // which one is not known
  ask(f, &e->bounds, difference(y, (net_pick){0}, test_at(f, table, test_number(f, 1))));
  ask(f, &other->bounds, difference(row, (net_pick){0}, test_at(f, table, test_read(f, index))));
  ask(f, &counting->bounds, difference(y, (net_pick){0}, test_read(f, count)));
  reset(f, other, y);
  clock_bounds *b = found(f, NULL);
  expect(b, x, NO, 20, 0); // of the table only what the index can name
  expect(b, second, NO, 20, 0);
  expect(b, third, NO, NO, 0);
  expect(b, y, NO, 20, 0);
  expect(b, y, NO, NO, 1);
  expect(b, y, NO, 255, 2);
  clock_bounds_free(b);
}

NET_TEST(calls_are_followed) {
  net_pick x = clock_pick(f, "x");
  net_template *t = test_active(f, "P", 1);
  net_var *parameter = test_var(f, NULL, "n", 0), *result = test_var(f, NULL, "f", 0);
  parameter->is_scratch = result->is_scratch = true;
  net_flow block = {0};
  vec_push(f->m, &f->n->blocks, block);
  net_add_location(f->n, &f->n->blocks.at[0]);
  net_stmt *s = append(f, net_add_edge(f->n, &f->n->blocks.at[0], 0, NET_BLOCK_EXIT), STMT_ASSIGN);
  s->target = test_read(f, result);
  s->value = test_two(f, EXPR_MUL, test_read(f, parameter), test_number(f, 3));
  net_function function = {.name = "f", .result = result};
  vec_push(f->m, &function.parameters, parameter);
  vec_push(f->m, &f->n->functions, function);
  expr *call = expr_new(f->a, EXPR_CALL, test_place);
  vec_push(f->m, &call->indices, test_number(f, 14));
  ask(f, invariant(t, 0), difference(x, (net_pick){0}, call));
  clock_bounds *b = found(f, NULL);
  expect(b, x, NO, 42, 0);
  clock_bounds_free(b);
}

NET_TEST(differences) {
  net_pick x = clock_pick(f, "x"), y = clock_pick(f, "y");
  net_template *t = test_active(f, "P", 2);
  net_edge *e = edge(f, t, 0, 1);
  set(f, e, x, (net_pick){0}, 2);
  ask(f, &edge(f, t, 1, 0)->bounds, difference(x, y, test_number(f, -3)));
  clock_bounds *b = found(f, NULL);
  expect(b, x, 5, 5, 1);
  expect(b, y, 5, 5, 0); // where x becomes 2, y is compared with 5
  expect(b, x, NO, NO, 0);
  clock_bounds_free(b);
}

NET_TEST(priorities_ask_for_both) {
  net_pick x = clock_pick(f, "x");
  net_template *t = test_active(f, "P", 1);
  ask(f, invariant(t, 0), at_most(f, x, 3));
  label(f, false, false);
  f->n->labels.at[label(f, false, false)].priority = 2;
  clock_bounds *b = found(f, NULL);
  assert_true(f->n->orders_steps);
  expect(b, x, 3, 3, 0);
  clock_bounds_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fischer),
      cmocka_unit_test(train),
      cmocka_unit_test(others_do_not_set),
      cmocka_unit_test(conditions_count_everywhere),
      cmocka_unit_test(missed_edges_count),
      cmocka_unit_test(copies_are_asked),
      cmocka_unit_test(blocks_may_set),
      cmocka_unit_test(rows_and_limits),
      cmocka_unit_test(calls_are_followed),
      cmocka_unit_test(differences),
      cmocka_unit_test(priorities_ask_for_both),
  };
  return cmocka_run_group_tests_name("clock_bounds", tests, NULL, NULL);
}
