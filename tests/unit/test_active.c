#include "check/engines.h"
#include "heuristic/inspect.h"
#include "test_estimate.h"

typedef struct {
  bool moves[NET_MAX_PROCESSES];
} movers;

static bool note_mover(void *context, const successor *s) {
  movers *m = context;
  m->moves[s->by.pid] = true;
  if (s->by.partner_edge != NET_ALONE)
    m->moves[s->by.partner] = true;
  return true;
}

// In every state that nobody holds control of, those that can move are those that the space moves.
static uint32_t agrees_with_the_space(net_fixture *f) {
  test_finish(f->n);
  whole_space w;
  whole_open(&w, f->m, f->n, (question){.kind = QUESTION_CENSUS}, 10000);
  heuristic *h = open_estimate(f, &heuristic_active, only_deadlocks, NULL);
  uint32_t first = h->estimate(h, whole_view(&w, 0));
  for (uint32_t i = 0; i < w.count; i++) {
    movers real = {0};
    uint32_t size, count = 0;
    const uint8_t *state = whole_state(&w, i, &size);
    w.space->expand(w.space, state, size, note_mover, &real);
    const state_view *v = whole_view(&w, i);
    for (uint32_t pid = 0; pid < v->processes; pid++)
      count += real.moves[pid];
    if (v->control == NET_NONE)
      assert_int_equal(h->estimate(h, v), count);
  }
  h->close(h);
  whole_close(&w);
  return first;
}

// The one who eats can release; the other waits for a fork. (A deadlock is 3 steps away.)
NET_TEST(two_philosophers_of_the_tutorial) {
  two_philosophers(f);
  assert_int_equal(agrees_with_the_space(f), 2);
  whole_space w;
  whole_open(&w, f->m, f->n, only_deadlocks, 1000);
  uint32_t eats = state_with(&w, 2, (uint32_t[]){EAT, THINK}, 2, (int32_t[]){0, 0});
  uint32_t waits = state_with(&w, 2, (uint32_t[]){WAIT, WAIT}, 2, (int32_t[]){0, 0});
  assert_int_equal(estimate_of(f, &w, &heuristic_active, NULL, eats), 1);
  assert_int_equal(w.exact.at[eats], 3);
  assert_int_equal(estimate_of(f, &w, &heuristic_active, NULL, waits), 0);
  claims_hold(f, &w, &heuristic_active, NULL);
  whole_close(&w);
}

NET_TEST(rendezvous_needs_both) {
  net_var *c = test_channel(f, NULL, "c", 0, 2);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 2), *r = test_active(f, "R", 2);
  for (uint32_t l = 0; l < 2; l++)
    test_send(f, test_edge(f, p, l, l + 1, "send", NULL), c, test_number(f, (int32_t)l + 256), test_number(f, 5));
  net_edge *e = test_edge(f, q, 0, 1, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_MATCH, test_number(f, 0)); // 256 is cut to 0
  test_pattern(f, e, PATTERN_ANY, NULL);
  e = test_edge(f, r, 0, 1, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_MATCH, test_number(f, 1));
  test_pattern(f, e, PATTERN_ANY, NULL);
  assert_int_equal(agrees_with_the_space(f), 2); // P and Q, not R
}

NET_TEST(buffers) {
  net_var *c = test_channel(f, NULL, "c", 2, 1);
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  test_send(f, test_edge(f, p, 0, 0, "one", NULL), c, test_number(f, 1), NULL);
  test_send(f, test_edge(f, p, 0, 0, "two", NULL), c, test_number(f, 2), NULL);
  net_edge *e = test_edge(f, q, 0, 0, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_MATCH, test_number(f, 2));
  e->sync.random = true;
  assert_int_equal(agrees_with_the_space(f), 1);
  e->sync.random = false;
  assert_int_equal(agrees_with_the_space(f), 1);
}

NET_TEST(ends_elses_and_faults) {
  net_var *x = test_var(f, NULL, "x", 0), *a = test_var(f, NULL, "a", 2);
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 2), *r = test_active(f, "R", 2);
  test_end_edge(f, p, 0, "end"); // not before the others
  test_edge(f, q, 0, 1, "if", test_is(f, x, 1));
  test_edge(f, q, 0, 1, "else", NULL)->is_else = true;
  test_end_edge(f, q, 1, "end");
  test_edge(f, r, 0, 1, "beyond", test_at(f, a, test_number(f, 2)));
  assert_int_equal(agrees_with_the_space(f), 2);
}

NET_TEST(timeout_is_for_nobody_else) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 2);
  test_edge(f, p, 0, 1, "wait", test_of(f, EXPR_TIMEOUT, NULL));
  test_set(f, test_edge(f, q, 0, 1, "go", NULL), x, 1);
  test_edge(f, p, 1, 0, "back", test_is(f, x, 2));
  assert_int_equal(agrees_with_the_space(f), 1);
}

NET_TEST(leave_and_priorities) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3), *q = test_template(f, "Q", 3);
  test_process(f, q, 5);
  test_edge(f, p, 0, 1, "a", NULL);
  test_edge(f, p, 1, 2, "b", NULL);
  test_set(f, test_edge(f, q, 0, 1, "first", NULL), x, 1);
  test_edge(f, q, 1, 2, "then", test_is(f, x, 2));
  assert_int_equal(agrees_with_the_space(f), 1); // Q
  p->provided = test_is(f, x, 0);
  assert_int_equal(agrees_with_the_space(f), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_philosophers_of_the_tutorial),
      cmocka_unit_test(rendezvous_needs_both),
      cmocka_unit_test(buffers),
      cmocka_unit_test(ends_elses_and_faults),
      cmocka_unit_test(timeout_is_for_nobody_else),
      cmocka_unit_test(leave_and_priorities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
