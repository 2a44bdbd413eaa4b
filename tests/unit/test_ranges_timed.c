// Value sets of timed networks: ranges, functions, blocks that several run, effects that come between.
#include "facts/ranges.h"
#include "test_exec_net.h"

static void expect(const ranges *r, const net_var *v, const char *expected) {
  char buffer[512] = "";
  const values *set = &r->vars[v->index];
  size_t used = 0;
  for (uint32_t i = 0; i < set->count && used < sizeof buffer; i++)
    used += (size_t)snprintf(buffer + used, sizeof buffer - used, "%s%d", i ? " " : "", set->at[i]);
  if (set->is_interval)
    snprintf(buffer, sizeof buffer, "%d..%d", set->among.low, set->among.high);
  if (strcmp(buffer, expected) != 0)
    fail_msg("%s: %s, not %s", v->name, buffer, expected);
}

static ranges *open_ranges(net_fixture *f) {
  test_finish(f->n);
  return ranges_open(&(ranges_setup){.m = f->m, .net = f->n, .uses_guards = true});
}

static ranges *open_without_guards(net_fixture *f) {
  test_finish(f->n);
  return ranges_open(&(ranges_setup){.m = f->m, .net = f->n, .knows_conditions = true});
}

static expr *plus(net_fixture *f, const net_var *v, int32_t more) {
  return test_two(f, EXPR_ADD, test_read(f, v), test_number(f, more));
}

NET_TEST(ranges_cut_sets) {
  net_template *t = test_timed(f);
  net_var *x = test_ranged(f, NULL, "x", 0, net_type_range(-2, 3)), *wide = test_ranged(f, NULL, "wide", 0, test_int);
  net_var *y = test_ranged(f, NULL, "y", 0, net_type_range(5, 8)),
          *z = test_ranged(f, NULL, "z", 0, net_type_range(0, 63));
  net_var *large = test_ranged(f, NULL, "large", 0, net_type_range(0, 64));
  vec_push(f->m, &large->init, test_number(f, 65)); // a fault at the start: nothing comes of it
  test_assign(f, test_loop(f, t, NULL), test_read(f, x), plus(f, x, 2));
  test_assign(f, test_loop(f, t, NULL), test_read(f, x), test_number(f, 9));
  test_assign(f, test_loop(f, t, NULL), test_read(f, wide), plus(f, wide, 1));
  test_assign(f, test_loop(f, t, NULL), test_read(f, y), test_read(f, wide));
  test_assign(f, test_loop(f, t, NULL), test_read(f, z), test_read(f, wide));
  ranges *r = open_ranges(f);
  expect(r, x, "0 2");
  expect(r, wide, "-2147483648..2147483647");
  expect(r, y, "0 5 6 7 8"); // 0 since it has no initial value
  assert_int_equal(r->vars[z->index].count, 64);
  expect(r, large, "");
  ranges_close(r);
}

NET_TEST(functions_may_be_anything) {
  net_template *t = test_timed(f);
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  net_var *a = test_scratch(f, "a", 0, net_type_range(1, 3)), *result = test_scratch(f, "f", 0, net_type_range(-1, 2));
  net_var *seen = test_scratch(f, "seen", 0, test_byte);
  uint32_t function = test_simple_function(f, a, result, plus(f, a, -1));
  net_edge *inner = f->n->edges.at[0];
  test_assign(f, inner, test_read(f, seen), plus(f, a, 10));
  test_assign(f, test_loop(f, t, NULL), test_read(f, x), test_call(f, function, test_number(f, 2)));
  test_assign(f, test_loop(f, t, test_call(f, function, test_read(f, y))), test_read(f, y), test_number(f, 4));
  expr *bound = expr_new(f->a, EXPR_BOUND, test_place), *dead = expr_new(f->a, EXPR_DEADLOCK, test_place);
  ranges *r = open_ranges(f);
  expect(r, x, "0 1 2 255");
  expect(r, y, "0 4");
  expect(r, a, "0 1 2 3");
  expect(r, result, "-1 0 1 2");
  expect(r, seen, "0 10 11 12 13");
  values_known known = {.net = f->n, .vars = r->vars};
  values set;
  values_of(&known, bound, &set);
  assert_true(set.count == 2 && values_hold(&set, 0) && values_hold(&set, 1));
  values_of(&known, dead, &set);
  assert_true(set.count == 2 && values_hold(&set, 0) && values_hold(&set, 1));
  assert_true(ranges_block_ends(r, 0));
  ranges_close(r);
}

// Where guards do not count, and all calls are known.
NET_TEST(without_guards) {
  net_template *t = test_timed(f);
  net_var *x = test_var(f, NULL, "x", 0), *y = test_ranged(f, NULL, "y", 0, test_int);
  net_var *table = test_var(f, NULL, "table", 3), *few = test_ranged(f, NULL, "few", 0, test_int);
  net_var *a = test_scratch(f, "a", 0, net_type_range(0, 90)), *result = test_scratch(f, "f", 0, test_int);
  uint32_t function = test_simple_function(f, a, result, test_two(f, EXPR_MUL, test_read(f, a), test_number(f, 3)));
  for (int32_t i = 0; i < 3; i++)
    vec_push(f->m, &table->init, test_number(f, 10 * i + 5));
  test_assign(f, test_loop(f, t, test_is(f, x, 0)), test_read(f, x), plus(f, x, 2));
  test_assign(f, test_loop(f, t, NULL), test_read(f, y), test_call(f, function, test_number(f, 14)));
  test_assign(f, test_loop(f, t, NULL), test_read(f, few), test_at(f, table, test_number(f, 1)));
  ranges *r = open_without_guards(f);
  expect(r, x, "0..255");
  expect(r, a, "0 14");
  expect(r, y, "0 42");
  expect(r, few, "0 15"); // of a table that nobody writes, the cell that is read
  ranges_close(r);
  r = open_ranges(f);
  expect(r, x, "0 2");
  expect(r, y, "0..270"); // conditions from outside may call it with anything
  ranges_close(r);
}

// The caller's effect comes between the guard of one who answers and its effect.
NET_TEST(effects_of_the_caller_come_first) {
  net_template *t = test_timed(f);
  test_process(f, t, 1); // a process cannot answer its own call
  net_var *g = test_var(f, NULL, "g", 0), *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  net_var *own = test_var(f, t, "own", 0), *z = test_var(f, NULL, "z", 0);
  vec_push(f->m, &f->n->labels, ((net_label){.name = "go"}));
  net_edge *call = test_loop(f, t, test_is(f, g, 0)), *reply = test_loop(f, t, NULL);
  call->sync = (net_sync){.kind = SYNC_CALL, .label = {.first = 0, .count = 1}};
  reply->sync = (net_sync){.kind = SYNC_ANSWER, .label = {.first = 0, .count = 1}};
  reply->guard = test_two(f, EXPR_AND, test_is(f, g, 0), test_is(f, own, 0));
  test_assign(f, call, test_read(f, y), test_read(f, g));
  test_set(f, call, g, 7);
  test_assign(f, reply, test_read(f, x), test_read(f, g));
  test_assign(f, reply, test_read(f, z), test_read(f, own));
  test_set(f, reply, own, 3);
  ranges *r = open_ranges(f);
  expect(r, g, "0 7");
  expect(r, y, "0");
  expect(r, x, "0 7");
  expect(r, z, "0"); // nobody else writes what is its own
  ranges_close(r);
}

// A block is looked at for all who run it, whatever the guard of one of them has seen.
NET_TEST(blocks_are_shared) {
  net_template *t = test_timed(f);
  net_var *n = test_var(f, NULL, "n", 0), *x = test_var(f, NULL, "x", 0), *p = test_scratch(f, "p", 0, test_byte);
  uint32_t block = test_block(f, 1), nothing;
  test_assign(f, test_block_edge(f, block, 0, NET_BLOCK_EXIT, NULL), test_read(f, x),
              test_two(f, EXPR_ADD, test_read(f, n), test_read(f, p)));
  net_flow empty = {.initial = NET_BLOCK_EXIT};
  nothing = f->n->blocks.count;
  vec_push(f->m, &f->n->blocks, empty);
  for (int32_t i = 0; i < 2; i++) {
    net_edge *e = test_loop(f, t, i ? NULL : test_is(f, n, 0));
    test_set(f, e, p, 10 * i);
    test_stmt(f, e, STMT_BLOCK)->block = block;
    test_stmt(f, e, STMT_BLOCK)->block = nothing;
  }
  test_set(f, test_loop(f, t, NULL), n, 1);
  ranges *r = open_ranges(f);
  expect(r, x, "0 1 10 11");
  expect(r, p, "0 10");
  assert_true(ranges_block_ends(r, nothing));
  ranges_close(r);
}

// A loop over a scratch counter is seen through, unless a function that is called might change it.
NET_TEST(loops_in_blocks) {
  net_template *t = test_timed(f);
  net_var *a = test_scratch(f, "a", 0, test_int), *result = test_scratch(f, "f", 0, net_type_range(0, 1));
  uint32_t function = test_simple_function(f, a, result, test_number(f, 1));
  net_var *i = test_scratch(f, "i", 0, test_int), *x = test_ranged(f, NULL, "x", 0, test_int);
  for (uint32_t n = 0; n < 2; n++) {
    uint32_t block = test_block(f, 2);
    test_set(f, test_block_edge(f, block, 0, 1, NULL), i, 0);
    net_edge *e = test_block_edge(f, block, 1, 1, test_two(f, EXPR_LT, test_read(f, i), test_number(f, 4)));
    test_assign(f, e, test_read(f, i), plus(f, i, 1));
    if (n == 0)
      test_assign(f, e, test_read(f, x), test_read(f, i));
    else
      test_assign(f, e, test_read(f, x), test_call(f, function, test_read(f, i)));
    test_block_edge(f, block, 1, NET_BLOCK_EXIT, NULL)->is_else = true;
    if (n == 0)
      test_stmt(f, test_loop(f, t, NULL), STMT_BLOCK)->block = block;
  }
  ranges *r = open_ranges(f);
  expect(r, i, "0 1 2 3 4");
  expect(r, x, "0 1 2 3 4");
  assert_true(ranges_block_ends(r, 1));
  assert_false(ranges_block_ends(r, 2)); // it calls a function
  ranges_close(r);
}

NET_TEST(calls_write_parameters) {
  net_template *t = test_timed(f);
  net_var *a = test_scratch(f, "a", 0, net_type_range(0, 9)), *result = test_scratch(f, "f", 0, net_type_range(0, 9));
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  uint32_t function = test_simple_function(f, a, result, test_read(f, a)), block = test_block(f, 2);
  net_edge *e = test_block_edge(f, block, 0, 1, NULL);
  test_set(f, e, a, 3);
  test_assign(f, e, test_read(f, y), test_call(f, function, test_number(f, 7)));
  test_assign(f, test_block_edge(f, block, 1, NET_BLOCK_EXIT, test_is(f, a, 7)), test_read(f, x), test_read(f, a));
  test_stmt(f, test_loop(f, t, NULL), STMT_BLOCK)->block = block;
  ranges *r = open_ranges(f);
  assert_true(values_hold(&r->vars[x->index], 7));
  assert_true(values_hold(&r->vars[y->index], 7));
  ranges_close(r);
}

// Random networks of two processes: whatever a variable is after some steps is in its set.

enum { NETWORKS = 400, STEPS = 60, VARS = 4, SCRATCH = 3, FUNCTIONS = 2, BLOCKS = 2 };

typedef struct maker {
  net_fixture *f;
  uint64_t seed;
  net_var *vars[VARS], *scratch[SCRATCH], *parameters[FUNCTIONS];
  uint32_t blocks[BLOCKS];
} maker;

static uint32_t any(maker *k, uint32_t below) {
  k->seed = k->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(k->seed >> 33) % below;
}

static net_type any_type(maker *k) {
  static const int32_t lows[] = {0, -3, 2, 0, -1}, highs[] = {5, 4, 6, 70, 300};
  uint32_t i = any(k, 6);
  return i == 5 ? test_byte : net_type_range(lows[i], highs[i]);
}

// own: the template whose variable may be read, NULL = none; scratch: the function at work, FUNCTIONS = none
static expr *any_cell(maker *k, const net_var *own, bool in_block) {
  uint32_t i = any(k, VARS + 1 + (in_block ? SCRATCH : 0));
  return test_read(k->f, i < VARS ? k->vars[i] : i == VARS ? (own ? own : k->vars[0]) : k->scratch[i - VARS - 1]);
}

static expr *any_value(maker *k, const net_var *own, bool in_block, uint32_t functions) {
  static const expr_op ops[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_MOD, EXPR_BIT_AND};
  expr *a = any_cell(k, own, in_block), *b = test_number(k->f, (int32_t)any(k, 5));
  switch (any(k, 4)) {
  case 0:
    return b;
  case 1:
    return a;
  case 2:
    if (functions > 0)
      return test_call(k->f, any(k, functions), a);
    // fall through
  default:
    return test_two(k->f, ops[any(k, 5)], a, b);
  }
}

static expr *any_guard(maker *k, const net_var *own, bool in_block, uint32_t functions) {
  static const expr_op ops[] = {EXPR_LT, EXPR_LE, EXPR_EQ, EXPR_NE, EXPR_GT};
  expr *e = test_two(k->f, ops[any(k, 5)], any_cell(k, own, in_block), test_number(k->f, (int32_t)any(k, 5)));
  if (functions > 0 && any(k, 5) == 0)
    e = test_two(k->f, EXPR_OR, e, any_value(k, own, in_block, functions));
  return any(k, 3) ? e : test_two(k->f, EXPR_AND, e, any_guard(k, own, in_block, functions));
}

static void any_statements(maker *k, net_edge *e, const net_var *own, bool in_block) {
  for (uint32_t n = any(k, 4); n > 0; n--)
    if (!in_block && any(k, 3) == 0)
      test_stmt(k->f, e, STMT_BLOCK)->block = k->blocks[any(k, BLOCKS)];
    else
      test_assign(k->f, e, any_cell(k, own, true), any_value(k, own, in_block, FUNCTIONS));
}

// Forward only, so that it ends.
static void any_block(maker *k, uint32_t block) {
  for (uint32_t at = 0; at < 3; at++) {
    uint32_t to = at == 2 ? NET_BLOCK_EXIT : at + 1;
    any_statements(k, test_block_edge(k->f, block, at, to, any_guard(k, NULL, true, FUNCTIONS)), NULL, true);
    net_edge *other = test_block_edge(k->f, block, at, any(k, 2) ? to : NET_BLOCK_EXIT, NULL);
    other->is_else = true;
    any_statements(k, other, NULL, true);
  }
}

static void any_function(maker *k, uint32_t i) {
  k->parameters[i] = test_scratch(k->f, "p", 0, any_type(k));
  net_var *result = test_scratch(k->f, "r", 0, any_type(k));
  uint32_t function = test_function(k->f, k->parameters[i], result, 2), block = k->f->n->functions.at[function].block;
  net_edge *e = test_block_edge(k->f, block, 0, 1, NULL);
  test_assign(k->f, e, any_cell(k, NULL, true), any_value(k, k->parameters[i], true, i));
  e->effect->target = test_read(k->f, k->scratch[any(k, SCRATCH)]);
  e = test_block_edge(k->f, block, 1, NET_BLOCK_EXIT, any_guard(k, k->parameters[i], true, i));
  test_assign(k->f, e, test_read(k->f, result), any_value(k, k->parameters[i], true, i));
  e = test_block_edge(k->f, block, 1, NET_BLOCK_EXIT, NULL);
  e->is_else = true;
  test_assign(k->f, e, test_read(k->f, result), any_value(k, k->scratch[0], true, i));
}

static void any_template(maker *k) {
  net_template *t = test_active(k->f, "T", 2);
  net_var *own = test_ranged(k->f, t, "own", 0, any_type(k));
  for (uint32_t n = 0; n < 5; n++) {
    net_edge *e = test_edge(k->f, t, any(k, 2), any(k, 2), "e", any(k, 4) ? any_guard(k, own, false, FUNCTIONS) : NULL);
    e->sync.kind = any(k, 2) ? SYNC_NONE : any(k, 2) ? SYNC_CALL : SYNC_ANSWER;
    e->sync.label.count = e->sync.kind != SYNC_NONE;
    any_statements(k, e, own, false);
  }
}

static void any_network(maker *k) {
  k->f->n->is_timed = true;
  vec_push(k->f->m, &k->f->n->labels, ((net_label){.name = "go"}));
  for (uint32_t i = 0; i < VARS; i++)
    k->vars[i] = test_ranged(k->f, NULL, "v", 0, any_type(k));
  for (uint32_t i = 0; i < SCRATCH; i++)
    k->scratch[i] = test_scratch(k->f, "s", 0, any_type(k));
  for (uint32_t i = 0; i < FUNCTIONS; i++)
    any_function(k, i);
  for (uint32_t i = 0; i < BLOCKS; i++)
    any_block(k, k->blocks[i] = test_block(k->f, 3));
  any_template(k);
  any_template(k);
}

static const exec_edge *any_edge(maker *k, runner *r, uint32_t pid, sync_kind sync) {
  exec_enter(r->m, r->state.bytes, r->m->layout, pid);
  const exec_location *l = exec_location_of(r->m->layout, r->m->state, pid);
  const exec_edge *e = l->count ? &l->edges[any(k, l->count)] : NULL;
  return e && e->sync == sync && exec_test(r->m, e->guard) == EXEC_TRUE ? e : NULL;
}

static bool take(runner *r, uint32_t pid, const exec_edge *e) {
  exec_enter(r->m, r->state.bytes, r->m->layout, pid);
  if (exec_test(r->m, e->effect) != EXEC_TRUE)
    return false;
  frame_set_number(r->m->layout->shape[pid], r->m->frame, e->to);
  return true;
}

static uint32_t steps_taken, sets_told;

static void any_step(maker *k, runner *r, uint8_t *before) {
  uint32_t size = r->m->layout->size, pid = any(k, 2);
  memcpy(before, r->state.bytes, size);
  const exec_edge *alone = any_edge(k, r, pid, SYNC_NONE), *call = alone ? NULL : any_edge(k, r, pid, SYNC_CALL);
  const exec_edge *reply = call ? any_edge(k, r, 1 - pid, SYNC_ANSWER) : NULL;
  bool is_good = alone ? take(r, pid, alone) : call && reply && take(r, pid, call) && take(r, 1 - pid, reply);
  steps_taken += is_good;
  if (!is_good) // what a fault has left behind is no state
    memcpy(r->state.bytes, before, size);
}

static void check_sets(const runner *r, const ranges *d) {
  for (uint32_t i = 0; i < r->f->n->vars.count; i++) {
    const net_var *v = r->f->n->vars.at[i];
    exec_enter(r->m, r->state.bytes, r->m->layout, v->template_ == NET_NONE ? 0 : (uint32_t)v->template_);
    if (!values_hold(&d->vars[i], runner_cell(r, v, 0)))
      fail_msg("%s (%u) is %d", v->name, i, runner_cell(r, v, 0));
  }
}

static uint64_t seed_now;

NET_TEST(one_network) {
  maker k = {.f = f, .seed = seed_now};
  any_network(&k);
  ranges *d = open_ranges(f), *coarse = open_without_guards(f);
  runner r;
  runner_open(&r, f);
  uint8_t *before = mem_alloc(f->m, r.m->layout->size);
  for (uint32_t i = 0; i < STEPS; i++) {
    any_step(&k, &r, before);
    check_sets(&r, d);
    check_sets(&r, coarse);
  }
  for (uint32_t i = 0; i < f->n->vars.count; i++)
    sets_told += !d->vars[i].is_interval;
  mem_free(f->m, before);
  runner_close(&r);
  ranges_close(coarse);
  ranges_close(d);
}

static void sets_hold_what_happens(void **state) {
  for (seed_now = 1; seed_now <= NETWORKS; seed_now++)
    one_network(state);
  assert_true(steps_taken > NETWORKS * 5 && sets_told > NETWORKS * 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ranges_cut_sets),        cmocka_unit_test(functions_may_be_anything),
      cmocka_unit_test(without_guards),         cmocka_unit_test(effects_of_the_caller_come_first),
      cmocka_unit_test(blocks_are_shared),      cmocka_unit_test(loops_in_blocks),
      cmocka_unit_test(calls_write_parameters), cmocka_unit_test(sets_hold_what_happens),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
