// Estimates on timed networks, with values computed by hand.
#include "check/engines.h"
#include "test_timed_parts.h"

static const question only_faults = {.errors = ERROR_RUNTIME};

typedef struct {
  const heuristic_kind *kind;
  uint32_t value;
} wanted;

#define CHECK_ALL(f, goal, exact, ...)                                                                                 \
  do {                                                                                                                 \
    const wanted rows[] = {__VA_ARGS__};                                                                               \
    check_all((f), (goal), (exact), rows, sizeof rows / sizeof *rows);                                                 \
  } while (0)

// The claims of every estimate hold in every state, and those listed have these values at the start.
static void check_all(net_fixture *f, question goal, uint32_t exact, const wanted *rows, uint32_t count) {
  assert_int_equal(first_exact(f, goal), exact);
  for (uint32_t i = 0; check_heuristics[i]; i++)
    if (!check_heuristics[i]->needs_known)
      first_estimate(f, check_heuristics[i], goal);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t value = first_estimate(f, rows[i].kind, goal);
    if (value != rows[i].value)
      fail_msg("%s: %u instead of %u", rows[i].kind->name, value, rows[i].value);
  }
}

// Two processes go on together by two labels: two steps, in which both move.
NET_TEST(a_pair_takes_one_step) {
  uint32_t a = test_label(f, "a", false), b = test_label(f, "b", false);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 3);
  test_sync(test_edge(f, p, 0, 1, "a!", NULL), SYNC_CALL, a);
  test_sync(test_edge(f, p, 1, 2, "b!", NULL), SYNC_CALL, b);
  test_sync(test_edge(f, q, 0, 1, "a?", NULL), SYNC_ANSWER, a);
  test_sync(test_edge(f, q, 1, 2, "b?", NULL), SYNC_ANSWER, b);
  expr *both = test_two(f, EXPR_AND, stands(f, p, 0, 2), stands(f, q, 1, 2));
  CHECK_ALL(f, test_reach(f, both), 2, {&heuristic_hl, 2}, {&heuristic_hu, 2}, {&heuristic_ff, 2}, {&heuristic_dl, 2},
            {&heuristic_du, 4}, {&heuristic_formula, 4});
}

// Whoever answers must be another process, and must be there.
NET_TEST(nobody_answers_himself) {
  uint32_t a = test_label(f, "a", false);
  net_template *p = test_active(f, "P", 2);
  test_sync(test_edge(f, p, 0, 1, "a!", NULL), SYNC_CALL, a);
  test_sync(test_edge(f, p, 0, 1, "a?", NULL), SYNC_ANSWER, a);
  CHECK_ALL(f, test_reach(f, stands(f, p, 0, 1)), HEURISTIC_DEAD_END, {&heuristic_hl, HEURISTIC_DEAD_END},
            {&heuristic_ff, HEURISTIC_DEAD_END}, {&heuristic_dl, 1}, {&heuristic_active, 0});
}

// Everybody who can answers: one step moves all three.
NET_TEST(a_broadcast_takes_one_step) {
  uint32_t c = test_label(f, "c", true);
  net_template *t[3] = {test_active(f, "C", 2), test_active(f, "R", 2), test_active(f, "S", 2)};
  expr *all = stands(f, t[0], 0, 1);
  for (int32_t i = 0; i < 3; i++)
    test_sync(test_edge(f, t[i], 0, 1, "c", NULL), i ? SYNC_ANSWER : SYNC_CALL, c);
  for (int32_t i = 1; i < 3; i++)
    all = test_two(f, EXPR_AND, all, stands(f, t[i], i, 1));
  CHECK_ALL(f, test_reach(f, all), 1, {&heuristic_hl, 1}, {&heuristic_hu, 1}, {&heuristic_ff, 1}, {&heuristic_add, 3},
            {&heuristic_dl, 1}, {&heuristic_du, 3}, {&heuristic_active, 3});
}

// One who is required must have come to where it answers.
NET_TEST(a_broadcast_waits_for_those_required) {
  uint32_t c = test_label(f, "c", true);
  net_template *p = test_active(f, "C", 2), *q = test_active(f, "R", 4);
  test_sync(test_edge(f, p, 0, 1, "c!", NULL), SYNC_CALL, c);
  test_edge(f, q, 0, 1, "one", NULL);
  test_edge(f, q, 1, 2, "two", NULL);
  test_sync(test_edge(f, q, 2, 3, "c?", NULL), SYNC_ANSWER, c);
  test_require(f, c, 1);
  CHECK_ALL(f, test_reach(f, stands(f, p, 0, 1)), 3, {&heuristic_hl, 3}, {&heuristic_hu, 3}, {&heuristic_ff, 3},
            {&heuristic_cg, 3}, {&heuristic_dl, 1}, {&heuristic_active, 1});
}

// The label is picked by a variable that another process sets. The causal graph has variables before locations, so that
// it does not see where that process must stand.
NET_TEST(a_label_is_picked) {
  uint32_t a = test_label(f, "a[0]", false);
  test_label(f, "a[1]", false);
  test_label(f, "a[2]", false);
  net_var *v = test_small(f, "v", 0, 2);
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 1), *r = test_active(f, "R", 3);
  net_edge *call = test_sync(test_edge(f, p, 0, 1, "a[v]!", NULL), SYNC_CALL, a);
  call->sync.label.count = 3;
  call->sync.label.offset = test_read(f, v);
  test_sync(test_edge(f, q, 0, 0, "a[2]?", NULL), SYNC_ANSWER, a + 2);
  test_set(f, test_edge(f, r, 0, 1, "v = 1", NULL), v, 1);
  test_set(f, test_edge(f, r, 1, 2, "v = 2", NULL), v, 2);
  CHECK_ALL(f, test_reach(f, stands(f, p, 0, 1)), 3, {&heuristic_hl, 3}, {&heuristic_hu, 3}, {&heuristic_add, 3},
            {&heuristic_ff, 3}, {&heuristic_cg, 2}, {&heuristic_dl, 1}, {&heuristic_active, 1});
}

// A variable of 0 .. 2 that becomes 1 and then too great; or, where that is no error, never does.
NET_TEST(a_value_leaves_its_range) {
  net_var *v = test_small(f, "v", 0, 2);
  net_template *p = test_active(f, "P", 3);
  test_set(f, test_edge(f, p, 0, 1, "v = 1", NULL), v, 1);
  expr *more = test_two(f, EXPR_ADD, test_read(f, v), test_number(f, 2));
  test_assign(f, test_edge(f, p, 1, 2, "v = v + 2", NULL), test_read(f, v), more);
  f->n->is_timed = true;
  CHECK_ALL(f, only_faults, 2, {&heuristic_hl, 2}, {&heuristic_hu, 2}, {&heuristic_ff, 2}, {&heuristic_dl, 2});
  f->n->faults_block = true;
  CHECK_ALL(f, only_faults, HEURISTIC_DEAD_END, {&heuristic_hl, HEURISTIC_DEAD_END},
            {&heuristic_ff, HEURISTIC_DEAD_END}, {&heuristic_dl, HEURISTIC_DEAD_END});
}

// What a function returns is not known, so that it may let a process pass. Both variables are always the same.
NET_TEST(a_call_may_hold) {
  net_var *v = test_small(f, "v", 0, 2), *w = test_small(f, "w", 0, 2);
  net_template *p = test_active(f, "P", 3);
  f->n->is_timed = true;
  expr *differ = test_two(f, EXPR_NE, test_read(f, v), test_read(f, w));
  test_edge(f, p, 0, 1, "call", test_function(f, "f", net_type_range(0, 1), differ));
  test_edge(f, p, 1, 2, "go", NULL);
  net_edge *set = test_edge(f, p, 0, 0, "set", NULL);
  test_set(f, set, v, 1);
  test_set(f, set, w, 1);
  CHECK_ALL(f, test_reach(f, stands(f, p, 0, 2)), HEURISTIC_DEAD_END, {&heuristic_hl, 2}, {&heuristic_ff, 2},
            {&heuristic_dl, 2}, {&heuristic_active, 1});
  CHECK_ALL(f, only_faults, HEURISTIC_DEAD_END, {&heuristic_hl, HEURISTIC_DEAD_END},
            {&heuristic_dl, HEURISTIC_DEAD_END});
}

// A function that reads an array outside of it, in a guard after one step.
NET_TEST(a_call_may_fault) {
  net_var *a = test_small(f, "a", 2, 1), *v = test_small(f, "v", 0, 2);
  net_template *p = test_active(f, "P", 2);
  f->n->is_timed = true;
  test_set(f, test_edge(f, p, 0, 1, "v = 2", NULL), v, 2);
  test_edge(f, p, 1, 1, "call", test_function(f, "f", net_type_range(0, 1), test_at(f, a, test_read(f, v))));
  CHECK_ALL(f, only_faults, 2, {&heuristic_hl, 2}, {&heuristic_ff, 2}, {&heuristic_dl, 2});
}

// A function called in the goal itself: what it gives is not known in any state.
NET_TEST(a_call_in_the_goal) {
  net_var *v = test_small(f, "v", 0, 2);
  net_template *p = test_active(f, "P", 2);
  f->n->is_timed = true;
  test_set(f, test_edge(f, p, 0, 1, "v = 2", NULL), v, 2);
  expr *call = test_function(f, "f", net_type_range(0, 1), test_is(f, v, 2));
  CHECK_ALL(f, test_reach(f, call), 1, {&heuristic_hl, 0}, {&heuristic_dl, 0}, {&heuristic_formula, 0});
}

// A loop in a block: all cells are set in one step.
NET_TEST(a_block_with_a_loop) {
  net_var *a = test_small(f, "a", 2, 1), *i = test_small(f, "i", 0, 2);
  net_template *p = test_active(f, "P", 2);
  i->is_scratch = true;
  f->n->is_timed = true;
  uint32_t block = test_block(f, 2);
  test_set(f, test_block_edge(f, block, 0, 1, NULL), i, 0);
  net_edge *set = test_block_edge(f, block, 1, 1, test_two(f, EXPR_LT, test_read(f, i), test_number(f, 2)));
  test_assign(f, set, test_at(f, a, test_read(f, i)), test_number(f, 1));
  test_increase(f, set, i);
  test_block_edge(f, block, 1, NET_BLOCK_EXIT, NULL)->is_else = true;
  test_stmt(f, test_edge(f, p, 0, 1, "set", NULL), STMT_BLOCK)->block = block;
  expr *both = test_two(f, EXPR_AND, test_at(f, a, test_number(f, 0)), test_at(f, a, test_number(f, 1)));
  CHECK_ALL(f, test_reach(f, both), 1, {&heuristic_hl, 1}, {&heuristic_hu, 1}, {&heuristic_ff, 1}, {&heuristic_dl, 1});
}

// A step that is possible at first and not any more: time alone makes a deadlock.
NET_TEST(time_makes_a_deadlock) {
  uint32_t x = test_clock(f, "x");
  net_template *p = test_active(f, "P", 1);
  f->n->is_timed = true;
  net_edge *e = test_edge(f, p, 0, 0, "loop", NULL);
  CHECK_ALL(f, only_deadlocks, HEURISTIC_DEAD_END, {&heuristic_hl, HEURISTIC_DEAD_END},
            {&heuristic_ff, HEURISTIC_DEAD_END}, {&heuristic_dl, HEURISTIC_DEAD_END});
  vec_push(f->m, &e->bounds, test_bound(f, x, 0, 2));
  CHECK_ALL(f, only_deadlocks, 0, {&heuristic_hl, 0}, {&heuristic_ff, 0}, {&heuristic_dl, 0});
}

// A process calls as long as the other, which goes away after two steps, answers.
NET_TEST(nobody_is_left_to_answer) {
  uint32_t a = test_label(f, "a", false);
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 3);
  test_sync(test_edge(f, p, 0, 0, "a!", NULL), SYNC_CALL, a);
  for (uint32_t i = 0; i < 2; i++) {
    test_sync(test_edge(f, q, i, i, "a?", NULL), SYNC_ANSWER, a);
    test_edge(f, q, i, i + 1, "go", NULL);
  }
  CHECK_ALL(f, only_deadlocks, 2, {&heuristic_hl, 2}, {&heuristic_hu, 2}, {&heuristic_ff, 2}, {&heuristic_dl, 2},
            {&heuristic_active, 2});
  expr *stuck = expr_new(f->a, EXPR_DEADLOCK, test_place);
  CHECK_ALL(f, test_reach(f, stuck), 2, {&heuristic_hl, 2}, {&heuristic_ff, 2}, {&heuristic_dl, 0});
}

// What is asked of clocks may hold at once, what is asked of a location besides must come about.
NET_TEST(a_bound_in_the_goal) {
  uint32_t x = test_clock(f, "x");
  net_template *p = test_active(f, "P", 2);
  f->n->is_timed = true;
  net_edge *e = test_edge(f, p, 0, 1, "go", NULL);
  vec_push(f->m, &e->bounds, test_bound(f, 0, x, -3));
  net_bound late = test_bound(f, 0, x, -5);
  expr *is_late = expr_new(f->a, EXPR_BOUND, test_place);
  is_late->bound = &late;
  CHECK_ALL(f, test_reach(f, is_late), 0, {&heuristic_hl, 0}, {&heuristic_dl, 0});
  expr *both = test_two(f, EXPR_AND, stands(f, p, 0, 1), is_late);
  CHECK_ALL(f, test_reach(f, both), 1, {&heuristic_hl, 1}, {&heuristic_ff, 1}, {&heuristic_dl, 1}, {&heuristic_cg, 1});
}

// Forty who call and forty who answer the same label: they are not told apart in pairs, and costs are the same.
NET_TEST(many_pairs) {
  enum { MANY = 40 };
  uint32_t a = test_label(f, "a", false);
  net_template *t[2 * MANY];
  for (uint32_t i = 0; i < 2 * MANY; i++) {
    t[i] = test_active(f, "T", 3);
    test_edge(f, t[i], 0, 1, "go", NULL);
    test_sync(test_edge(f, t[i], 1, 2, "meet", NULL), i < MANY ? SYNC_CALL : SYNC_ANSWER, a);
  }
  test_finish(f->n);
  question goal = test_reach(f, test_two(f, EXPR_AND, stands(f, t[0], 0, 2), stands(f, t[MANY], MANY, 2)));
  whole_space w;
  whole_open(&w, f->m, f->n, goal, 1);
  assert_int_equal(estimate_of(f, &w, &heuristic_hl, NULL, 0), 2);
  // Both go and meet, perhaps with somebody else, who has to go as well.
  assert_in_range(estimate_of(f, &w, &heuristic_ff, NULL, 0), 3, 5);
  assert_in_range(estimate_of(f, &w, &heuristic_hu, NULL, 0), 3, 5);
  whole_close(&w);
}

// The first steps that are preferred are those of the real space, in pairs and in broadcasts.
static bool note_preferred(void *context, const successor *s) {
  const heuristic *h = ((void **)context)[0];
  uint32_t *count = ((void **)context)[1];
  *count += h->prefers(h, &s->by);
  return true;
}

static uint32_t preferred_steps(net_fixture *f, const heuristic_kind *kind, question goal) {
  test_finish(f->n);
  uint32_t count = 0, size;
  whole_space w;
  whole_open(&w, f->m, f->n, goal, 1);
  heuristic *h = open_estimate(f, kind, goal, NULL);
  h->estimate(h, whole_view(&w, 0));
  const uint8_t *state = whole_state(&w, 0, &size);
  uint8_t *copy = memcpy(mem_alloc(f->m, size + 1), state, size);
  w.space->expand(w.space, copy, size, note_preferred, (void *[]){h, &count});
  mem_free(f->m, copy);
  h->close(h);
  whole_close(&w);
  return count;
}

NET_TEST(first_steps_are_preferred) {
  uint32_t a = test_label(f, "a", false), c = test_label(f, "c", true);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 3);
  test_sync(test_edge(f, p, 0, 1, "a!", NULL), SYNC_CALL, a);
  test_sync(test_edge(f, q, 0, 1, "a?", NULL), SYNC_ANSWER, a);
  test_sync(test_edge(f, p, 0, 2, "c!", NULL), SYNC_CALL, c);
  test_sync(test_edge(f, q, 0, 2, "c?", NULL), SYNC_ANSWER, c);
  const heuristic_kind *kinds[] = {&heuristic_ff, &heuristic_cg};
  for (uint32_t i = 0; i < 2; i++) {
    assert_int_equal(preferred_steps(f, kinds[i], test_reach(f, stands(f, p, 0, 1))), 1);
    assert_int_equal(preferred_steps(f, kinds[i], test_reach(f, stands(f, q, 1, 2))), 1);
  }
}

// The known state of a timed network: sums over processes are no lower bounds there.
NET_TEST(a_known_state) {
  uint32_t a = test_label(f, "a", false), x = test_clock(f, "x");
  net_var *v = test_small(f, "v", 0, 2);
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 2);
  net_edge *call = test_sync(test_edge(f, p, 0, 1, "a!", NULL), SYNC_CALL, a);
  test_set(f, call, v, 2);
  test_set_clock(f, call, x, 0);
  test_sync(test_edge(f, q, 0, 1, "a?", NULL), SYNC_ANSWER, a);
  test_finish(f->n);
  whole_space w;
  whole_open(&w, f->m, f->n, (question){.errors = ERROR_RUNTIME}, 100);
  assert_int_equal(w.count, 2);
  uint32_t size;
  const uint8_t *state = whole_state(&w, 1, &size);
  uint8_t *copy = memcpy(mem_alloc(f->m, size + 1), state, size);
  whole_space to;
  whole_open(&to, f->m, f->n, (question){.kind = QUESTION_STATE, .target = copy, .target_size = size}, 100);
  for (uint32_t i = 0; check_heuristics[i]; i++)
    claims_hold(f, &to, check_heuristics[i], whole_view(&w, 1));
  assert_int_equal(estimate_of(f, &to, &heuristic_fsm, whole_view(&w, 1), 0), 2);
  assert_int_equal(estimate_of(f, &to, &heuristic_hl, whole_view(&w, 1), 0), 1);
  assert_int_equal(estimate_of(f, &to, &heuristic_hamming, whole_view(&w, 1), 0), 3);
  whole_close(&to);
  whole_close(&w);
  mem_free(f->m, copy);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pair_takes_one_step),
      cmocka_unit_test(nobody_answers_himself),
      cmocka_unit_test(a_broadcast_takes_one_step),
      cmocka_unit_test(a_broadcast_waits_for_those_required),
      cmocka_unit_test(a_label_is_picked),
      cmocka_unit_test(a_value_leaves_its_range),
      cmocka_unit_test(a_call_may_hold),
      cmocka_unit_test(a_call_may_fault),
      cmocka_unit_test(a_call_in_the_goal),
      cmocka_unit_test(a_block_with_a_loop),
      cmocka_unit_test(time_makes_a_deadlock),
      cmocka_unit_test(nobody_is_left_to_answer),
      cmocka_unit_test(a_bound_in_the_goal),
      cmocka_unit_test(many_pairs),
      cmocka_unit_test(first_steps_are_preferred),
      cmocka_unit_test(a_known_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
