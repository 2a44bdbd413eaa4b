// Random timed networks, run at random by the reference interpreter: whatever it has done must be found possible, with
// times that are no later (where nothing had to be chosen), and end in the same way.
#include "test_timed_net.h"
#include "trace/replay.h"
#include "trace/timing.h"

enum { NETWORKS = 400, RUNS = 4, STEPS = 8, CLOCKS = 3, PROCESSES = 3, LOCATIONS = 3, LABELS = 3, PARTS = 4 };

static uint32_t draw(uint64_t *seed, uint32_t below) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return (uint32_t)(*seed >> 33) % below;
}

static net_bound draw_bound(net_fixture *f, uint64_t *seed) {
  uint32_t x = 1 + draw(seed, CLOCKS), y = 1 + draw(seed, CLOCKS);
  int32_t limit = (int32_t)draw(seed, 5);
  bool is_strict = draw(seed, 3) == 0;
  switch (draw(seed, 5)) {
  case 0:
  case 1:
    return test_bound(f, 0, x, is_strict, -limit);
  case 2:
    return test_bound(f, x, x == y ? 0 : y, is_strict, limit - 1);
  default:
    return test_bound(f, x, 0, is_strict, limit + 1);
  }
}

static void draw_edge(net_fixture *f, uint64_t *seed, net_template *t) {
  net_edge *e = test_edge(f, t, draw(seed, LOCATIONS), draw(seed, LOCATIONS), "e", NULL);
  for (uint32_t i = draw(seed, 3); i > 0; i--)
    test_asks(f, e, draw_bound(f, seed));
  uint32_t kind = draw(seed, 5);
  if (kind == 0 || kind == 1)
    test_call(e, draw(seed, LABELS));
  else if (kind == 2 || kind == 3)
    test_answer(e, draw(seed, LABELS));
  for (uint32_t i = draw(seed, 3); i > 0; i--)
    test_reset_to(f, e, 1 + draw(seed, CLOCKS), draw(seed, 3) ? 0 : 1 + draw(seed, CLOCKS),
                  draw(seed, 2) ? 0 : (int32_t)draw(seed, 3));
}

static void draw_network(net_fixture *f, uint64_t *seed, bool *has_choices) {
  static const char *const names[] = {"P", "Q", "R"};
  for (uint32_t i = 0; i < CLOCKS; i++)
    test_clock(f, "x");
  for (uint32_t i = 0; i < LABELS; i++) {
    test_label(f, "go", draw(seed, 2) == 0);
    net_label *l = &f->n->labels.at[i];
    l->is_urgent = draw(seed, 4) == 0;
    l->priority = draw(seed, 5) == 0;
    *has_choices |= l->is_urgent || l->priority > 0;
    if (l->is_broadcast && draw(seed, 4) == 0)
      vec_push(f->m, &l->required, (uint8_t)draw(seed, PROCESSES));
  }
  for (uint32_t i = 0; i < PROCESSES; i++) {
    net_template *t = test_automaton(f, names[i], LOCATIONS);
    for (uint32_t k = 0; k < LOCATIONS; k++) {
      uint32_t flag = draw(seed, 12);
      t->flow.locations.at[k].flags = flag == 0 ? LOC_URGENT : flag == 1 ? LOC_COMMITTED : 0;
      if (draw(seed, 3) == 0)
        test_keeps(f, t, k, test_bound(f, 1 + draw(seed, CLOCKS), 0, draw(seed, 3) == 0, 2 + (int32_t)draw(seed, 4)));
    }
    for (uint32_t k = 0; k < 6; k++)
      draw_edge(f, seed, t);
  }
}

typedef struct lottery {
  uint64_t *seed;
  net_action drawn;
  uint32_t count;
} lottery;

static void take_part(void *context, const net_action *a) {
  lottery *l = context;
  if (draw(l->seed, ++l->count) == 0)
    l->drawn = *a;
}

// Runs at random; real has the time of each step, and of the end.
static void run_at_random(net_fixture *f, uint64_t *seed, answer *real) {
  test_start(f);
  ref_set_unit(f->r, PARTS);
  real->unit = PARTS;
  for (uint32_t tries = 0; tries < 4 * STEPS && real->steps.count < STEPS; tries++) {
    if (draw(seed, 2))
      ref_delay(f->r, draw(seed, 3 * PARTS)); // or not
    lottery l = {.seed = seed};
    ref_possible(f->r, take_part, &l);
    if (l.count == 0)
      continue;
    assert_int_equal(test_step(f, l.drawn), FAULT_NONE);
    vec_push(f->m, &real->steps, l.drawn);
    vec_push(f->m, &real->times, ref_now(f->r)->time);
  }
  ref_delay(f->r, draw(seed, PARTS));
  vec_push(f->m, &real->times, ref_now(f->r)->time);
}

static expr *draw_condition(net_fixture *f, uint64_t *seed, uint32_t depth) {
  if (depth == 0 && draw(seed, 8) == 0)
    return expr_new(f->a, EXPR_DEADLOCK, test_place);
  if (depth == 0)
    return test_clock_is(f, draw_bound(f, seed));
  expr *a = draw_condition(f, seed, depth - 1), *b = draw_condition(f, seed, depth - 1);
  return test_two(f, draw(seed, 2) ? EXPR_AND : EXPR_OR, draw(seed, 3) ? a : test_of(f, EXPR_NOT, a), b);
}

static void expect_found(net_fixture *f, const answer *real, fault claimed, const expr *invariant, bool is_least) {
  answer t = {.steps = real->steps, .end = outcome_error(claimed, NULL), .condition = invariant};
  const char *why = timing_find(f->m, f->n, &t);
  if (why)
    fail_msg("%s of %u steps is not found: %s", fault_name(claimed), t.steps.count, why);
  for (uint32_t i = 0; is_least && i < t.times.count; i++) {
    int64_t units = t.times.at[i] / t.unit, real_units = real->times.at[i] / PARTS;
    assert_true(units <= real_units);
  }
  vec_free(f->m, &t.times);
}

static void try_network(net_fixture *f, uint64_t *seed, uint32_t *deadlocks, uint32_t *conditions) {
  bool has_choices = false;
  draw_network(f, seed, &has_choices);
  for (uint32_t i = 0; i < RUNS; i++) {
    answer real = {0};
    run_at_random(f, seed, &real);
    size_t used = mem_used(f->m);
    expect_found(f, &real, FAULT_NONE, NULL, !has_choices);
    if (ref_is_deadlock(f->r)) {
      expect_found(f, &real, FAULT_DEADLOCK, NULL, false);
      ++*deadlocks;
    }
    assert_int_equal(mem_used(f->m), used);
    expr *condition = draw_condition(f, seed, 2);
    if (!test_eval(f, condition, FAULT_NONE)) {
      expect_found(f, &real, FAULT_INVARIANT, condition, false);
      ++*conditions;
    }
    vec_free(f->m, &real.steps);
    vec_free(f->m, &real.times);
  }
}

typedef struct attempt {
  mem *m;
  uint64_t seed;
  uint32_t deadlocks, conditions;
} attempt;

static void one_network(void *argument) {
  attempt *a = argument;
  net_fixture f = {.m = a->m, .a = arena_new(a->m), .text = {.memory = a->m}};
  f.n = net_new(f.a, "m.xml", "uppaal");
  try_network(&f, &a->seed, &a->deadlocks, &a->conditions);
}

static void what_was_done_is_found(void **state) {
  (void)state;
  attempt a = {.seed = 88172645463325252u};
  for (uint32_t i = 0; i < NETWORKS; i++) {
    a.m = mem_new(0);
    assert_int_equal(mem_try(a.m, one_network, &a), MEM_OK);
    mem_delete(a.m);
  }
  assert_true(a.deadlocks > 20);
  assert_true(a.conditions > 200);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_was_done_is_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
