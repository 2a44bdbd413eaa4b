// The costs over hand-made rules, and hl, hu, add, ff on small models, all worked out by hand.
#include "check/engines.h"
#include "heuristic/relaxed.h"
#include "space/space.h"
#include "test_load.h"
#include "test_trace_net.h"

// Rules made by hand: facts 0, 1 of a variable each, derived ones, and steps.

static void add_rule(net_fixture *f, task *t, uint32_t head, uint32_t cost, uint32_t count, const uint32_t *body) {
  vec_push(f->m, &t->rules, ((task_rule){.head = head, .cost = cost, .body = t->bodies.count, .count = count}));
  for (uint32_t i = 0; i < count; i++)
    vec_push(f->m, &t->bodies, body[i]);
}
#define RULE(head, cost, ...)                                                                                          \
  add_rule(f, &t, head, cost, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (uint32_t[]){__VA_ARGS__})

static void add_step(net_fixture *f, task *t, uint32_t fact, uint32_t rule, uint32_t cost) {
  vec_push(f->m, &t->steps, ((task_step){.fact = fact, .rule = rule, .cost = cost}));
}

static void free_task(net_fixture *f, task *t) {
  vec_free(f->m, &t->rules);
  vec_free(f->m, &t->bodies);
  vec_free(f->m, &t->steps);
}

NET_TEST(costs_and_traces) {
  // 0 holds; steps 6 (0 -> 1), 7 (0 -> 2), 8 (1 and 2 -> 3); 4 is derived from 1 and 2; 5 is out of reach
  task t = {.facts = 9, .first_derived = 4, .first_step = 6, .goal = 4, .doubt = 5};
  RULE(6, 0, 0);
  RULE(1, 1, 6);
  RULE(7, 0, 0);
  RULE(2, 2, 7);
  RULE(8, 0, 1, 2);
  RULE(3, 1, 8);
  RULE(4, 0, 1, 2);
  for (uint32_t i = 0; i < 3; i++)
    add_step(f, &t, 6 + i, 2 * i, i == 1 ? 2 : 1);
  relax *r = relax_open(f->m, &t);
  const uint32_t holds[] = {0};
  for (uint32_t again = 0; again < 3; again++) {
    assert_int_equal(relax_run(r, RELAX_MAX, holds, 1, (uint32_t[]){3, 5}, true), 3);
    assert_int_equal(relax_cost(r, 3), 3);
    assert_int_equal(relax_cost(r, 4), 2);
    assert_int_equal(relax_run(r, RELAX_ADD, holds, 1, (uint32_t[]){3, 5}, true), 3);
    assert_int_equal(relax_cost(r, 3), 4);
    const relax_step *steps;
    uint32_t count;
    assert_int_equal(relax_trace(r, 3, &steps, &count), 4);
    assert_int_equal(count, 3);
    for (uint32_t i = 0; i < count; i++)
      assert_int_equal(steps[i].is_first, steps[i].step != 2);
  }
  assert_int_equal(relax_run(r, RELAX_MAX, holds, 1, (uint32_t[]){5, 2}, false), 2);
  assert_int_equal(relax_run(r, RELAX_MAX, holds, 1, (uint32_t[]){5, 2}, true), 2);
  assert_int_equal(relax_run(r, RELAX_MAX, holds, 1, (uint32_t[]){5, 5}, true), TASK_NONE);
  assert_int_equal(relax_run(r, RELAX_MAX, holds, 0, (uint32_t[]){1, 5}, true), TASK_NONE);
  relax_close(r);
  free_task(f, &t);
}

// Facts 0 .. 3: a counter; 4, 5: another; 6 and 7: a location and a copy; step 8 counts, moves and copies, step 9
// sets 5.
NET_TEST(what_effects_read_costs_a_step_each) {
  task t = {.facts = 10, .first_derived = 8, .first_step = 8, .goal = 7, .doubt = 6};
  RULE(8, 0, 0);
  for (uint32_t i = 0; i < 3; i++)
    RULE(i + 1, 1, 8, i);
  RULE(6, 1, 8);
  RULE(7, 1, 8, 6, 5, 3);
  t.rules.at[t.rules.count - 1].late = 1; // 3: the step may have counted before it copies
  RULE(9, 0, 4);
  RULE(5, 2, 9);
  add_step(f, &t, 8, 0, 1);
  add_step(f, &t, 9, 6, 2);
  relax *r = relax_open(f->m, &t);
  const uint32_t holds[] = {0, 4};
  const relax_step *steps;
  uint32_t count;
  relax_run(r, RELAX_MAX, holds, 2, (uint32_t[]){7, 7}, true);
  assert_int_equal(relax_cost(r, 3), 3);
  assert_int_equal(relax_cost(r, 6), 1);
  assert_int_equal(relax_cost(r, 5), 2);
  assert_int_equal(relax_cost(r, 7), 3); // max(5 + 1, 3)
  assert_int_equal(relax_trace(r, 3, &steps, &count), 3);
  assert_int_equal(count, 1);
  assert_true(steps[0].is_first);
  // step 8 with 0, 1, 2 to read; with 5 at the same time as with 2; to 6 at any time. And step 9.
  assert_int_equal(relax_trace(r, 7, &steps, &count), 5);
  assert_int_equal(count, 2);
  relax_run(r, RELAX_ADD, holds, 2, (uint32_t[]){7, 7}, true);
  assert_int_equal(relax_cost(r, 3), 3);
  assert_int_equal(relax_cost(r, 7), 1 + 1 + 2 + 3);
  relax_close(r);
  free_task(f, &t);
}

NET_TEST(rules_without_a_body_and_great_sums) {
  // each fact needs the one before twice: the sum doubles with every rule
  enum { LENGTH = 40 };
  task t = {.facts = 2 * LENGTH + 1, .first_derived = LENGTH + 1, .first_step = LENGTH + 1, .goal = LENGTH, .doubt = 0};
  add_rule(f, &t, 0, 3, 0, NULL);
  for (uint32_t i = 0; i < LENGTH; i++) {
    RULE(LENGTH + 1 + i, 1, i);
    RULE(i + 1, 0, i, LENGTH + 1 + i);
  }
  relax *r = relax_open(f->m, &t);
  assert_int_equal(relax_run(r, RELAX_ADD, NULL, 0, (uint32_t[]){LENGTH, LENGTH}, true), LENGTH);
  assert_int_equal(relax_cost(r, 1), 7);
  assert_int_equal(relax_cost(r, LENGTH), RELAX_MOST);
  assert_int_equal(relax_run(r, RELAX_MAX, NULL, 0, (uint32_t[]){LENGTH, LENGTH}, true), LENGTH);
  assert_int_equal(relax_cost(r, LENGTH), 3 + LENGTH);
  relax_close(r);
  free_task(f, &t);
}

// Heuristics.

typedef struct {
  mem *m;
  space *space;
  heuristic *h;
  uint32_t first;
  bool prefers[8]; // by edge, of process 0
} asked;

static bool ask(void *context, const successor *s) {
  asked *a = context;
  assert_non_null(s->state);
  a->first = a->h->estimate(a->h, a->space->view(a->space, s->state, s->size));
  for (uint32_t i = 0; i < 8 && a->h->prefers; i++)
    a->prefers[i] = a->h->prefers(a->h, &(net_action){.edge = i, .partner_edge = NET_ALONE});
  return false;
}

// The estimate of the initial state.
static asked estimate(mem *m, const network *net, const heuristic_kind *kind, question goal) {
  size_t before = mem_used(m);
  expr *condition = (expr *)goal.condition;
  asked a = {.m = m, .space = space_discrete(m, net, &condition, condition != NULL)};
  a.h = kind->open(&(heuristic_setup){.m = m, .net = net, .asked = goal});
  a.space->initial(a.space, ask, &a);
  a.h->close(a.h);
  a.space->close(a.space);
  assert_int_equal(mem_used(m), before);
  return a;
}

static void expect(mem *m, const network *net, question goal, uint32_t hl, uint32_t hu, uint32_t add, uint32_t ff) {
  assert_int_equal(estimate(m, net, &heuristic_hl, goal).first, hl);
  assert_int_equal(estimate(m, net, &heuristic_hu, goal).first, hu);
  assert_int_equal(estimate(m, net, &heuristic_add, goal).first, add);
  assert_int_equal(estimate(m, net, &heuristic_ff, goal).first, ff);
}

static const question assertions = {.errors = ERROR_ASSERTION | ERROR_RUNTIME},
                      deadlocks = {.errors = ERROR_DEADLOCK | ERROR_RUNTIME};

static expr *stands(net_fixture *f, int32_t pid, const net_template *t, uint32_t location) {
  expr *e = test_of(f, EXPR_AT, test_number(f, pid));
  e->value = (int32_t)t->index;
  vec_push(f->m, &e->locations, location);
  return e;
}

// The example of the causal graph paper, section 3.
NET_TEST(causal_graph) {
  net_template *t[3];
  for (uint32_t p = 0; p < 3; p++)
    t[p] = test_active(f, p == 0 ? "p1" : p == 1 ? "p2" : "p3", 4);
  for (uint32_t p = 0; p < 2; p++)
    for (uint32_t l = 0; l < 4; l++)
      test_edge(f, t[p], l, (l + 1) % 4, "t", NULL);
  test_edge(f, t[2], 0, 1, "a", stands(f, 0, t[0], 2));
  test_edge(f, t[2], 1, 2, "b", stands(f, 1, t[1], 2));
  test_edge(f, t[2], 2, 3, "c", test_two(f, EXPR_AND, stands(f, 0, t[0], 0), stands(f, 1, t[1], 0)));
  test_finish(f->n);
  question goal = {.errors = ERROR_INVARIANT | ERROR_RUNTIME,
                   .condition = expr_unary(f->a, EXPR_NOT, stands(f, 2, t[2], 3))};
  expect(f->m, f->n, goal, 5, 7, 7, 7);
  asked a = estimate(f->m, f->n, &heuristic_ff, goal);
  assert_true(a.prefers[0]);
  assert_false(a.prefers[1]);
}

#define MODEL_TEST(name, text)                                                                                         \
  static void name##_look(loaded *l);                                                                                  \
  static void name(void **state) {                                                                                     \
    (void)state;                                                                                                       \
    with_model(text, name##_look);                                                                                     \
  }                                                                                                                    \
  static void name##_look(loaded *l)

// c!3 1, c!4 2; c?x 2 and 3; x = 4 as soon as 4 is in the channel and something is received; the assertion 4.
MODEL_TEST(buffered, "chan c = [1] of { byte };\n"
                     "active proctype S() { c!3; c!4 }\n"
                     "active proctype R() { byte x; c?x; c?x; assert(x != 4) }\n") {
  expect(l->m, l->net, assertions, 4, 5, 12, 5);
  asked a = estimate(l->m, l->net, &heuristic_ff, assertions);
  assert_true(a.prefers[0]);
  assert_false(a.prefers[1]);
}

// Two meetings of cost 2 and the assertion; 1 does not fit where 2 is wanted.
MODEL_TEST(rendezvous, "chan c = [0] of { byte };\n"
                       "active proctype S() { c!1; c!2 }\n"
                       "active proctype R() { byte x; c?x; c?2; assert(false) }\n") {
  expect(l->m, l->net, assertions, 5, 5, 7, 5);
}

// A field cuts what is sent to its type: 257 arrives as 1, in a buffer, in a meeting, and where it is compared.
MODEL_TEST(a_cut_in_a_buffer, "chan c = [1] of { byte };\n"
                              "active proctype S() { c!257 }\n"
                              "active proctype R() { short x; c?x; assert(x != 1) }\n") {
  expect(l->m, l->net, assertions, 3, 3, 8, 3);
}

MODEL_TEST(a_cut_in_a_meeting, "chan c = [0] of { byte };\n"
                               "active proctype S() { c!257 }\n"
                               "active proctype R() { short x; c?x; assert(x != 1) }\n") {
  expect(l->m, l->net, assertions, 3, 3, 5, 3);
}

MODEL_TEST(a_cut_before_a_match, "chan c = [0] of { byte };\n"
                                 "active proctype S() { c!257 }\n"
                                 "active proctype R() { c?1; assert(false) }\n") {
  expect(l->m, l->net, assertions, 3, 3, 3, 3);
}

MODEL_TEST(a_cut_that_keeps_from_meeting, "chan c = [0] of { byte };\n"
                                          "active proctype S() { c!257 }\n"
                                          "active proctype R() { short k = 257; c?eval(k) }\n") {
  expect(l->m, l->net, deadlocks, 0, 0, 0, 0);
}

// Whether the receiver may move, and whether its test has a fault, is decided after the sender has moved.
MODEL_TEST(a_receiver_that_may_move_late, "chan c = [0] of { byte };\n"
                                          "active proctype S() { c!1; after: false }\n"
                                          "active proctype R() provided (S[0]@after) { c?1; assert(false) }\n") {
  assert_int_equal(estimate(l->m, l->net, &heuristic_hl, assertions).first, 3);
}

MODEL_TEST(a_receiver_that_fails_late, "chan c = [0] of { byte }; byte a[2], i = 2;\n"
                                       "active proctype S() { c!1; after: false }\n"
                                       "active proctype R() provided (S[0]@after) { c?eval(a[i]) }\n") {
  assert_in_range(estimate(l->m, l->net, &heuristic_hl, assertions).first, 1, 2); // the meeting costs 2
}

MODEL_TEST(rendezvous_without_partner, "chan c = [0] of { byte };\n"
                                       "active proctype S() { c!1; assert(false) }\n"
                                       "active proctype R() { c?2 }\n") {
  expect(l->m, l->net, assertions, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END);
  expect(l->m, l->net, deadlocks, 0, 0, 0, 0);
}

// Each blocks the other with its first fork: 1 each.
MODEL_TEST(philosophers,
           "bit a, b;\n"
           "active proctype P() { do :: d_step { !a -> a = 1 }; d_step { !b -> b = 1 }; a = 0; b = 0 od }\n"
           "active proctype Q() { do :: d_step { !b -> b = 1 }; d_step { !a -> a = 1 }; a = 0; b = 0 od }\n") {
  expect(l->m, l->net, deadlocks, 1, 2, 2, 2);
  expect(l->m, l->net, assertions, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END);
}

MODEL_TEST(an_assertion, "byte x; active proctype A() { x = 1; x = 2; assert(x != 2) }\n") {
  expect(l->m, l->net, assertions, 3, 3, 5, 3);
}

// Inside a block later statements see what earlier ones have written.
MODEL_TEST(a_block, "byte x, y; active proctype A() { d_step { x = 1; y = x + 1; x = 0 }; assert(y != 2) }\n") {
  expect(l->m, l->net, assertions, 2, 2, 4, 2);
}

MODEL_TEST(a_block_cannot, "byte x, y; active proctype A() { d_step { x = 1; y = x + 1; x = 0 }; assert(y != 3) }\n") {
  expect(l->m, l->net, assertions, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END);
}

// Other faults are in doubt: a block that may be stuck, an index that may be wrong; but not one that cannot be.
MODEL_TEST(a_block_that_sticks, "byte x; active proctype A() { skip; d_step { skip; x == 1; x = 2 } }\n") {
  expect(l->m, l->net, assertions, 2, 2, 2, 2);
}

MODEL_TEST(an_index, "byte a[3], i; active proctype A() { i = 3; a[i] = 1 }\n") {
  expect(l->m, l->net, assertions, 2, 2, 3, 2);
}

MODEL_TEST(a_right_index, "byte a[3], i; active proctype A() { i = 2; a[i] = 1; i < 2 && a[i + 1] == 0 }\n") {
  expect(l->m, l->net, assertions, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END, HEURISTIC_DEAD_END);
}

// Somebody is started with 1 or 2, and fails with 2. In the relaxation one is there after 1 and gets the 2 of the
// other.
MODEL_TEST(started, "proctype P(byte k) { k == 2 -> assert(false) }\n"
                    "init { if :: run P(1) :: skip; run P(2) fi }\n") {
  expect(l->m, l->net, assertions, 4, 5, 5, 5);
}

// Those that may be started are one in the relaxation, but two of them can meet, and differ: run P(1), the meeting (0
// is what their variable is at the start), the assertion.
MODEL_TEST(started_ones_meet, "chan c = [0] of { byte };\n"
                              "proctype P(byte k) { if :: c!k :: c?eval(k + 1) -> assert(false) fi }\n"
                              "init { run P(1); run P(0) }\n") {
  expect(l->m, l->net, assertions, 4, 4, 5, 4);
}

// The rules of another cast may be too many, and then nothing is estimated.
MODEL_TEST(what_starts_processes_is_not_consistent, "proctype P() { skip }\ninit { run P() }\n") {
  heuristic *h = heuristic_hl.open(&(heuristic_setup){.m = l->m, .net = l->net, .asked = assertions});
  assert_true(h->is_admissible && h->is_safe && !h->is_consistent);
  h->close(h);
}

MODEL_TEST(what_starts_none_is, "active proctype P() { skip }\n") {
  heuristic *h = heuristic_hl.open(&(heuristic_setup){.m = l->m, .net = l->net, .asked = assertions});
  assert_true(h->is_admissible && h->is_safe && h->is_consistent);
  h->close(h);
}

MODEL_TEST(nothing_counts_in_a_census, "active proctype A() { assert(true) }\n") {
  expect(l->m, l->net, (question){.kind = QUESTION_CENSUS}, 0, 0, 0, 0);
}

// A state to be reached.

typedef struct {
  space *space;
  uint8_t *states[8];
  uint32_t sizes[8], count;
  mem *m;
} walk;

static bool keep(void *context, const successor *s) {
  walk *w = context;
  w->states[w->count] = mem_alloc(w->m, s->size);
  memcpy(w->states[w->count], s->state, s->size);
  w->sizes[w->count++] = s->size;
  return true;
}

MODEL_TEST(a_target, "byte x; active proctype A() { x = 1; x = 2; x = 1 }\n") {
  walk w = {.m = l->m, .space = space_discrete(l->m, l->net, NULL, 0)};
  w.space->initial(w.space, keep, &w);
  for (uint32_t i = 0; i < 3; i++)
    w.space->expand(w.space, w.states[i], w.sizes[i], keep, &w);
  question goal = {.kind = QUESTION_STATE, .target = w.states[2], .target_size = w.sizes[2]};
  heuristic_setup setup = {.m = l->m, .net = l->net, .asked = goal};
  setup.known = w.space->view(w.space, w.states[2], w.sizes[2]);
  heuristic *h = heuristic_hl.open(&setup);
  const uint32_t expected[] = {2, 1, 0, HEURISTIC_DEAD_END};
  for (uint32_t i = 0; i < 4; i++)
    assert_int_equal(h->estimate(h, w.space->view(w.space, w.states[i], w.sizes[i])), expected[i]);
  h->close(h);
  w.space->close(w.space);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(costs_and_traces),
      cmocka_unit_test(what_effects_read_costs_a_step_each),
      cmocka_unit_test(rules_without_a_body_and_great_sums),
      cmocka_unit_test(causal_graph),
      cmocka_unit_test(buffered),
      cmocka_unit_test(rendezvous),
      cmocka_unit_test(a_cut_in_a_buffer),
      cmocka_unit_test(a_cut_in_a_meeting),
      cmocka_unit_test(a_cut_before_a_match),
      cmocka_unit_test(a_cut_that_keeps_from_meeting),
      cmocka_unit_test(a_receiver_that_may_move_late),
      cmocka_unit_test(a_receiver_that_fails_late),
      cmocka_unit_test(rendezvous_without_partner),
      cmocka_unit_test(philosophers),
      cmocka_unit_test(an_assertion),
      cmocka_unit_test(a_block),
      cmocka_unit_test(a_block_cannot),
      cmocka_unit_test(a_block_that_sticks),
      cmocka_unit_test(an_index),
      cmocka_unit_test(a_right_index),
      cmocka_unit_test(started),
      cmocka_unit_test(started_ones_meet),
      cmocka_unit_test(what_starts_processes_is_not_consistent),
      cmocka_unit_test(what_starts_none_is),
      cmocka_unit_test(nothing_counts_in_a_census),
      cmocka_unit_test(a_target),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
