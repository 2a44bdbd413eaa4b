#include "check/engines.h"
#include "heuristic/heuristic.h"
#include "space/space.h"
#include "test_load.h"

// The heuristic on whole models: from the start, one goes along the steps it prefers.
typedef struct walk {
  space *s;
  heuristic *h;
  uint8_t state[256], next[256];
  uint32_t size, next_size;
  uint32_t steps, preferred;
  fault fault;
} walk;

static bool begin(void *context, const successor *s) {
  walk *w = context;
  assert_true(s->size <= sizeof w->state);
  memcpy(w->state, s->state, s->size);
  w->size = s->size;
  return true;
}

static bool keep_preferred(void *context, const successor *s) {
  walk *w = context;
  if (!w->h->prefers(w->h, &s->by))
    return true;
  w->preferred++;
  w->fault = s->fault;
  if (s->state) {
    memcpy(w->next, s->state, s->size);
    w->next_size = s->size;
  }
  return true;
}

static uint32_t estimate(walk *w) { return w->h->estimate(w->h, w->s->view(w->s, w->state, w->size)); }

static void open_walk(walk *w, const loaded *l) {
  const question goal = {.errors = ERROR_ASSERTION | ERROR_RUNTIME};
  assert_non_null(l->net);
  w->s = space_discrete(l->m, l->net, NULL, 0);
  w->h = heuristic_cg.open(&(heuristic_setup){.m = l->m, .net = l->net, .asked = goal});
  w->s->initial(w->s, begin, w);
}

static void close_walk(walk *w, const loaded *l, size_t used) {
  w->h->close(w->h);
  w->s->close(w->s);
  assert_int_equal(mem_used(l->m), used);
}

static void look_at_the_paper(loaded *l) {
  size_t used = mem_used(l->m);
  walk w = {0};
  open_walk(&w, l);
  for (uint32_t left = 12; left > 0; left--) {
    assert_int_equal(estimate(&w), left);
    w.preferred = 0;
    w.s->expand(w.s, w.state, w.size, keep_preferred, &w);
    assert_true(w.preferred > 0);
    memcpy(w.state, w.next, w.size = w.next_size);
  }
  assert_int_equal(w.fault, FAULT_ASSERT);
  close_walk(&w, l, used);
}

// The example of the paper (11), and one step more for the assertion that fails. The estimate is exact all the way.
static void the_example_of_the_paper(void **state) {
  (void)state;
  with_model("active proctype p1() { L0: true; L1: true; L2: true; L3: true; goto L0 }\n"
             "active proctype p2() { L0: true; L1: true; L2: true; L3: true; goto L0 }\n"
             "active proctype p3() { p1@L2; p2@L2; (p1@L0 && p2@L0); assert(false) }\n",
             look_at_the_paper);
}

// A counter whose test and assignment are two steps: each value costs both, and the first steps are preferred.
static void counters_take_both_steps(void **state) {
  (void)state;
  with_model("byte v; active proctype p() { do :: v < 5 -> v = v + 1 :: v == 5 -> break od; assert(false) }\n",
             look_at_the_paper);
}

static void look_at_no_error(loaded *l) {
  size_t used = mem_used(l->m);
  walk w = {0};
  open_walk(&w, l);
  assert_int_equal(estimate(&w), 1 << 16);
  net_action any = {.partner_edge = NET_ALONE};
  assert_false(w.h->prefers(w.h, &any));
  assert_false(w.h->is_admissible || w.h->is_consistent);
  assert_true(w.h->is_safe);
  close_walk(&w, l, used);
}

// It cannot know that there is no way, so it calls nothing a dead end.
static void no_way_is_very_far(void **state) {
  (void)state;
  with_model("byte x; active proctype p() { do :: x < 3 -> x = x + 1 :: x == 3 -> x = 0 od }\n", look_at_no_error);
}

static void look_at_a_channel(loaded *l) {
  size_t used = mem_used(l->m);
  walk w = {0};
  open_walk(&w, l);
  assert_int_equal(estimate(&w), 10);
  close_walk(&w, l, used);
}

// A receive needs its message and that the channel is not empty, two variables of which neither knows of the other:
// with the step itself that is 3, three times, and the assertion.
static void messages_are_conditions(void **state) {
  (void)state;
  with_model("chan c = [2] of { byte };\n"
             "active proctype sender() { c!1; c!2; c!3 }\n"
             "active proctype receiver() { c?1; c?2; c?3; assert(false) }\n",
             look_at_a_channel);
}

// Every state within some steps is estimated by one heuristic that has seen others before, and by a new one.
typedef struct twice {
  const loaded *l;
  space *s;
  heuristic *h;
  uint32_t depth, states, finite;
} twice;

static uint32_t estimate_anew(const twice *t, const state_view *v) {
  heuristic *h = heuristic_cg.open(
      &(heuristic_setup){.m = t->l->m, .net = t->l->net, .asked = {.errors = ERROR_ASSERTION | ERROR_RUNTIME}});
  uint32_t value = h->estimate(h, v);
  h->close(h);
  return value;
}

static bool estimate_twice(void *context, const successor *s) {
  twice *t = context;
  uint8_t state[256];
  uint32_t size = s->size;
  if (!s->state)
    return true;
  assert_true(size <= sizeof state);
  memcpy(state, s->state, size);
  const state_view *v = t->s->view(t->s, state, size);
  uint32_t value = estimate_anew(t, v);
  assert_int_equal(t->h->estimate(t->h, v), value);
  t->states++;
  t->finite += value < 1 << 16;
  if (t->depth == 12)
    return true;
  t->depth++;
  t->s->expand(t->s, state, size, estimate_twice, t);
  t->depth--;
  return true;
}

static void look_twice(loaded *l) {
  twice t = {.l = l, .s = space_discrete(l->m, l->net, NULL, 0)};
  t.h = heuristic_cg.open(
      &(heuristic_setup){.m = l->m, .net = l->net, .asked = {.errors = ERROR_ASSERTION | ERROR_RUNTIME}});
  t.s->initial(t.s, estimate_twice, &t);
  assert_true(t.states > 20);
  assert_true(t.finite > 5 && t.finite < t.states);
  t.h->close(t.h);
  t.s->close(t.s);
}

// The same processes, but not the same task: parameters that never change are known in each.
static void several_tasks(void **state) {
  (void)state;
  with_model("proctype P(byte n) {\n"
             "  byte x;\n"
             "  do :: x < n -> x = x + 1 :: x >= n -> break od;\n"
             "  assert(n != 2)\n"
             "}\n"
             "init { if :: run P(1) :: run P(2) :: run P(3) fi }\n",
             look_twice);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_example_of_the_paper),
      cmocka_unit_test(counters_take_both_steps),
      cmocka_unit_test(no_way_is_very_far),
      cmocka_unit_test(messages_are_conditions),
      cmocka_unit_test(several_tasks),
  };
  return cmocka_run_group_tests_name("cg on models", tests, NULL, NULL);
}
