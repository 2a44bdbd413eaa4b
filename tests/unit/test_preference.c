// Useless steps and interference contexts.
#include "facts/facts.h"
#include "facts/interference.h"
#include "heuristic/relaxed.h"
#include "search/open.h"
#include "test_estimate_net.h"

// Fact 1 by step 2, or by step 3, which costs more.
NET_TEST(a_step_that_is_left_out) {
  uint32_t bodies[] = {0, 2, 0, 3};
  task_rule rules[] = {
      {.head = 2, .cost = 0, .body = 0, .count = 1},
      {.head = 1, .cost = 1, .body = 1, .count = 1},
      {.head = 3, .cost = 0, .body = 2, .count = 1},
      {.head = 1, .cost = 4, .body = 3, .count = 1},
  };
  task_step steps[] = {{.fact = 2, .rule = 0, .cost = 1}, {.fact = 3, .rule = 2, .cost = 4}};
  task t = {.facts = 4, .first_derived = 2, .first_step = 2, .goal = 1, .doubt = 1};
  t.rules.at = rules;
  t.rules.count = 4;
  t.bodies.at = bodies;
  t.bodies.count = 4;
  t.steps.at = steps;
  t.steps.count = 2;
  relax *r = relax_open(f->m, &t);
  const uint32_t holds[] = {0}, wanted[] = {1, 1};
  for (int again = 0; again < 2; again++) {
    assert_int_equal(relax_run(r, RELAX_MAX, holds, 1, wanted, true), 1);
    assert_int_equal(relax_cost(r, 1), 1);
    relax_leave_out(r, 0);
    assert_int_equal(relax_run(r, RELAX_MAX, holds, 1, wanted, true), 1);
    assert_int_equal(relax_cost(r, 1), 4);
    relax_leave_out(r, 0);
    relax_leave_out(r, 1);
    assert_int_equal(relax_run(r, RELAX_MAX, holds, 1, wanted, true), TASK_NONE);
  }
  relax_close(r);
}

// 0 -near-> 1 -on-> 2 -fail->; 0 -out-> 3 -back-> 1. Beside it a process that does not matter.
static void way_round(net_fixture *f) {
  net_template *p = test_active(f, "P", 4), *q = test_active(f, "Q", 1);
  test_edge(f, p, 0, 1, "near", NULL);
  test_edge(f, p, 1, 2, "on", NULL);
  test_assert(f, test_edge(f, p, 2, 2, "fail", NULL), test_number(f, 0), "false");
  test_edge(f, p, 0, 3, "out", NULL);
  test_edge(f, p, 3, 1, "back", NULL);
  test_edge(f, q, 0, 0, "idle", NULL);
}

typedef struct {
  space *space;
  heuristic *h;
  uint32_t estimate, without[6];
  bool uses[6];
} answers;

static bool ask(void *context, const successor *s) {
  answers *a = context;
  const state_view *v = a->space->view(a->space, s->state, s->size);
  a->estimate = a->h->estimate(a->h, v);
  for (uint32_t i = 0; i < 6; i++)
    a->uses[i] = a->h->uses(a->h, &(net_action){.edge = i, .partner_edge = NET_ALONE, .pid = i == 5});
  for (uint32_t i = 0; i < 6; i++)
    a->without[i] = a->h->without(a->h, v, &(net_action){.edge = i, .partner_edge = NET_ALONE, .pid = i == 5});
  assert_int_equal(a->h->estimate(a->h, v), a->estimate);
  return false;
}

NET_TEST(estimates_without_a_step) {
  static const heuristic_kind *const kinds[] = {&heuristic_hl, &heuristic_hu, &heuristic_add, &heuristic_ff};
  static const question only_assertions = {.errors = ERROR_ASSERTION};
  way_round(f);
  test_finish(f->n);
  for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    answers a = {.space = space_discrete(f->m, f->n, NULL, 0)};
    a.h = kinds[i]->open(&(heuristic_setup){.m = f->m, .net = f->n, .asked = only_assertions});
    a.space->initial(a.space, ask, &a);
    assert_int_equal(a.estimate, 3);
    assert_true(a.uses[0] && a.uses[1] && a.uses[2] && !a.uses[3] && !a.uses[4] && !a.uses[5]);
    assert_int_equal(a.without[0], 4);
    assert_int_equal(a.without[1], HEURISTIC_DEAD_END);
    assert_int_equal(a.without[3], 3);
    assert_int_equal(a.without[5], 3);
    a.h->close(a.h);
    a.space->close(a.space);
  }
}

// P writes x, which Q reads; Q writes y, which R reads; S is alone, T are two that share nothing.
NET_TEST(distances_of_steps) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 2), *r = test_active(f, "R", 2),
               *s = test_active(f, "S", 2), *t = test_active(f, "T", 2);
  test_process(f, t, 1);
  net_var *own = test_var(f, t, "own", 0);
  net_edge *writes = test_edge(f, p, 0, 1, "writes", NULL), *later = test_edge(f, p, 1, 0, "later", NULL);
  net_edge *reads = test_edge(f, q, 0, 1, "reads", test_is(f, x, 1)), *passes = test_edge(f, q, 1, 0, "passes", NULL);
  net_edge *ends = test_edge(f, r, 0, 1, "ends", test_is(f, y, 1)), *alone = test_edge(f, s, 0, 1, "alone", NULL);
  net_edge *local = test_edge(f, t, 0, 1, "local", test_is(f, own, 0));
  test_set(f, writes, x, 1);
  test_set(f, passes, y, 1);
  test_set(f, local, own, 2);
  test_finish(f->n);
  interference *i = interference_open(f->m, f->n, NULL);
  const net_action by_writes = {writes->id, NET_ALONE, 0, 0}, by_later = {later->id, NET_ALONE, 0, 0},
                   by_reads = {reads->id, NET_ALONE, 1, 0}, by_passes = {passes->id, NET_ALONE, 1, 0},
                   by_ends = {ends->id, NET_ALONE, 2, 0}, by_alone = {alone->id, NET_ALONE, 3, 0},
                   by_local = {local->id, NET_ALONE, 4, 0}, by_other = {local->id, NET_ALONE, 5, 0},
                   by_both = {writes->id, ends->id, 0, 2}, nothing = net_stutter();
  struct {
    const net_action *one, *other;
    uint32_t distance;
  } expected[] = {
      {&by_writes, &by_later, 0}, // one process
      {&by_writes, &by_reads, 0}, // x
      {&by_later, &by_reads, 1},  // by way of writes
      {&by_writes, &by_passes, 1},
      {&by_later, &by_passes, 2},
      {&by_passes, &by_ends, 0},
      {&by_writes, &by_ends, 2},
      {&by_later, &by_ends, 3},
      {&by_both, &by_passes, 0}, // the partner is near
      {&by_alone, &by_ends, INTERFERENCE_FAR},
      {&by_local, &by_other, INTERFERENCE_FAR},
      {&by_local, &by_local, 0},
      {&nothing, &by_ends, 0},
  };
  for (uint32_t n = 0; n < sizeof expected / sizeof *expected; n++) {
    assert_int_equal(interference_between(i, expected[n].one, expected[n].other), expected[n].distance);
    assert_int_equal(interference_between(i, expected[n].other, expected[n].one), expected[n].distance);
  }
  interference_close(i);
}

NET_TEST(ranked_lists) {
  static const struct {
    open_rank rank;
    uint32_t order[4];
  } expected[] = {{OPEN_NO_RANK, {3, 2, 1, 0}}, {OPEN_USELESS, {2, 0, 3, 1}}, {OPEN_CONTEXT, {1, 3, 0, 2}}};
  static const uint32_t estimates[] = {7, 5, 4, 1}, contexts[] = {2, 0, 8, 1}, useful[] = {3, 1, 2, 1};
  for (uint32_t i = 0; i < 3; i++) {
    open_list *o = open_sorted(f->m, (open_order){.estimate = 1, .estimate_weight = 1, .rank = expected[i].rank});
    for (uint32_t id = 0; id < 4; id++) {
      uint32_t both[] = {99, estimates[id]};
      o->insert(o, &(open_state){.id = id, .estimates = both, .useful = useful[id], .context = contexts[id]});
    }
    for (uint32_t n = 0; n < 4; n++) {
      uint32_t key;
      assert_true(o->least(o, &key));
      assert_int_equal(key, estimates[expected[i].order[n]]);
      assert_int_equal(o->remove(o), expected[i].order[n]);
    }
    o->close(o);
  }
}

// An estimate that uses one edge, and says what it would be without it.
typedef struct {
  test_estimate inner;
  uint32_t used, value, asked;
} needy;

static bool uses_one(heuristic *h, const net_action *step) { return step->edge == ((needy *)h)->used; }

static uint32_t value_without(heuristic *h, const state_view *state, const net_action *step) {
  needy *e = (needy *)h;
  assert_true(uses_one(h, step));
  assert_int_equal(state->process[0].location, 0); // where the step begins
  e->asked++;
  return e->value;
}

enum { PLATEAU = 40, H = 5, FEW = 6 };

// All states have the same estimate but perhaps the first: the error is behind the first edge, and a long way behind
// the second one, which is tried first because it comes last.
static found on_plateau(net_fixture *f, const char *keys, needy *e) {
  uint32_t estimates[PLATEAU + 1];
  for (uint32_t i = 0; i <= PLATEAU; i++)
    estimates[i] = H;
  estimates[0] = e->inner.base.is_admissible ? H + 1 : H;
  e->inner.by_location = estimates;
  e->inner.base.is_admissible = false;
  return seek(f, &(quest){.method = &search_greedy, .keys = keys, .estimates = {&e->inner}, .goal = safety});
}

static needy made(uint32_t used, uint32_t value, bool falls) {
  needy e = {.inner = test_by_location(NULL, falls), .used = used, .value = value};
  e.inner.base.uses = uses_one;
  e.inner.base.without = value_without;
  return e;
}

static void plateau(net_fixture *f) {
  net_template *p = test_active(f, "P", PLATEAU + 1);
  test_edge(f, p, 0, 1, "good", NULL);
  test_edge(f, p, 0, 2, "long", NULL);
  test_assert(f, test_edge(f, p, 1, 1, "fail", NULL), test_number(f, 0), "false");
  for (uint32_t i = 2; i < PLATEAU; i++)
    test_edge(f, p, i, i + 1, "on", NULL);
  test_edge(f, p, PLATEAU, 1, "round", NULL);
}

NET_TEST(useless_steps_are_put_off) {
  plateau(f);
  needy plain = made(0, H + 1, false), useful = made(0, H + 1, false), useless = made(0, H, false),
        other = made(1, H + 1, false), falling = made(0, 0, true), untold = made(0, 0, false);
  untold.inner.base.without = NULL;
  assert_true(on_plateau(f, "explore=none,ties=lifo", &plain).stats.expanded > PLATEAU - 3);
  assert_int_equal(plain.asked, 0);
  assert_true(on_plateau(f, "explore=none,ties=lifo,prefer=useful", &useful).stats.expanded <= FEW);
  assert_int_equal(useful.asked, 1);
  assert_true(on_plateau(f, "explore=none,ties=lifo,prefer=useful", &useless).stats.expanded > PLATEAU - 3);
  assert_int_equal(useless.asked, 1);
  assert_true(on_plateau(f, "explore=none,ties=lifo,prefer=useful", &other).stats.expanded > PLATEAU - 3);
  assert_int_equal(other.asked, 1);
  // Where the estimate falls, nothing need be asked, and both ways are useful.
  assert_true(on_plateau(f, "explore=none,ties=lifo,prefer=useful", &falling).stats.expanded <= FEW);
  assert_int_equal(falling.asked, 0);
  // An estimate that cannot tell what it would be without a step that it uses takes the step for useful.
  assert_true(on_plateau(f, "explore=none,ties=lifo,prefer=useful", &untold).stats.expanded <= FEW);
}

// Two processes. The second one has many states; the error is in the first, whose steps interfere with each other.
NET_TEST(steps_in_context_come_first) {
  static const uint32_t flat[] = {1, 1, 1, 1, 1, 1};
  net_template *p = test_active(f, "P", 6);
  for (uint32_t i = 0; i < 5; i++)
    test_edge(f, p, i, i + 1, "go", NULL);
  test_assert(f, test_edge(f, p, 5, 5, "fail", NULL), test_number(f, 0), "false");
  net_template *q = test_active(f, "Q", 1);
  net_var *x = test_var(f, q, "x", 0);
  x->type.bits = 6;
  test_count_up(f, q, 0, 0, x);
  test_estimate plain = test_by_location(flat, false), context = test_by_location(flat, false);
  found a = seek(
      f, &(quest){.method = &search_greedy, .keys = "explore=none,ties=fifo", .estimates = {&plain}, .goal = safety});
  found b = seek(f, &(quest){.method = &search_greedy,
                             .keys = "explore=none,ties=fifo,prefer=context",
                             .estimates = {&context},
                             .goal = safety});
  assert_int_equal(a.cost, 6);
  assert_int_equal(b.cost, 6);
  assert_true(b.stats.expanded < a.stats.expanded);
}

// Nothing is pruned: without an error every state is visited, whatever comes first.
NET_TEST(everything_is_visited) {
  static const char *const keys[] = {"prefer=none",
                                     "prefer=useful",
                                     "prefer=context",
                                     "prefer=both",
                                     "prefer=both,explore=none",
                                     "prefer=both,preferred=yes,explore=novelty"};
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  x->type.bits = y->type.bits = 4;
  test_count_up(f, test_active(f, "P", 1), 0, 0, x);
  test_count_up(f, test_active(f, "Q", 1), 0, 0, y);
  for (uint32_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    test_estimate e = test_by_location(NULL, false);
    found r = seek(f, &(quest){.method = &search_greedy, .keys = keys[i], .estimates = {&e}, .goal = safety});
    assert_int_equal(r.status, SEARCH_EXHAUSTED);
    assert_int_equal(r.stats.stored, 256);
    assert_int_equal(r.stats.expanded, 256);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_that_is_left_out),   cmocka_unit_test(estimates_without_a_step),
      cmocka_unit_test(distances_of_steps),        cmocka_unit_test(ranked_lists),
      cmocka_unit_test(useless_steps_are_put_off), cmocka_unit_test(steps_in_context_come_first),
      cmocka_unit_test(everything_is_visited),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
