#include "abstraction/factors.h"
#include "check/engines.h"
#include "heuristic/heuristic.h"
#include "space/space.h"
#include "test_load.h"

// The factors of a network, and the estimates made of them, on all states of small models.

typedef struct reading {
  const loaded *l;
  space *s;
  uint8_t state[256];
  uint32_t size;
} reading;

static bool keep(void *context, const successor *s) {
  reading *r = context;
  assert_true(s->size <= sizeof r->state);
  memcpy(r->state, s->state, s->size);
  r->size = s->size;
  return true;
}

static void open_reading(reading *r, const loaded *l) {
  assert_non_null(l->net);
  r->l = l;
  r->s = space_discrete(l->m, l->net, NULL, 0);
  r->s->initial(r->s, keep, r);
}

static const question assertion = {.kind = QUESTION_ERROR, .errors = ERROR_ASSERTION | ERROR_RUNTIME};

static uint32_t first_estimate(const loaded *l, const heuristic_kind *kind, const char *keys) {
  reading r = {0};
  open_reading(&r, l);
  heuristic_setup setup = {.m = l->m, .net = l->net, .asked = assertion, .keys = keys_usual(kind->keys)};
  char why[100];
  if (keys)
    assert_true(keys_read(kind->keys, keys, &setup.keys, why, sizeof why));
  const state_view *view = r.s->view(r.s, r.state, r.size);
  size_t used = mem_used(l->m);
  heuristic *h = kind->open(&setup);
  uint32_t value = h->estimate(h, view);
  h->close(h);
  assert_int_equal(mem_used(l->m), used);
  r.s->close(r.s);
  return value;
}

static factors *first_factors(reading *r, facts *known, bool by_predicates) {
  factors_setup setup = {.m = r->l->m, .net = r->l->net, .facts = known, .asked = assertion};
  setup.state = r->s->view(r->s, r->state, r->size);
  setup.by_predicates = by_predicates;
  return factors_open(&setup);
}

static const factor_automaton *factor_of(const factors *f, const char *name) {
  for (uint32_t i = 0; i < f->all.count; i++)
    if (f->all.at[i].kind == FACTOR_CELL && strcmp(f->all.at[i].var->name, name) == 0)
      return &f->all.at[i];
  return NULL;
}

// x := 0; while x < n do x++, with n = 6: the classes ZERO, MIDDLE, N.
static const char counting[] = "byte x;\n"
                               "active proctype P() { do :: d_step { x < 6; x = x + 1 } :: x == 6 -> break od;\n"
                               "  assert(x != 6) }\n";

static void look_at_classes(loaded *l) {
  reading r = {0};
  open_reading(&r, l);
  facts *known = facts_open(l->m, l->net);
  const factor_automaton *x = factor_of(first_factors(&r, known, false), "x");
  assert_non_null(x);
  assert_true(x->count >= 7);
  x = factor_of(first_factors(&r, known, true), "x");
  assert_non_null(x);
  assert_true(x->count >= 2 && x->count <= 4);
  assert_int_equal(x->classes[0].low, 0);
  assert_int_equal(x->classes[x->count - 1].low > 5 || x->classes[x->count - 2].low == 6, 1);
  facts_close(known);
  r.s->close(r.s);
}

static void test_classes(void **state) {
  (void)state;
  with_model(counting, look_at_classes);
}

// The abstract path ZERO, MIDDLE, N is spurious: it has fewer steps than the six increments, the test and the
// assertion.
static void look_at_counting(loaded *l) {
  uint32_t exact = first_estimate(l, &heuristic_merge, NULL);
  uint32_t coarse = first_estimate(l, &heuristic_predicate, NULL);
  assert_int_equal(exact, 8);
  assert_true(coarse > 0 && coarse < exact);
}

static void test_counting(void **state) {
  (void)state;
  with_model(counting, look_at_counting);
}

// Two processes that must take turns: each alone is two steps from its end, together they need four.
static const char turns[] = "byte turn;\n"
                            "active proctype A() { turn == 0; turn = 1; turn == 2; turn = 3 }\n"
                            "active proctype B() { turn == 1; turn = 2; turn == 3; assert(false) }\n";

static void look_at_turns(loaded *l) {
  assert_int_equal(first_estimate(l, &heuristic_merge, NULL), 8);
  assert_int_equal(first_estimate(l, &heuristic_predicate, NULL), 8);
  assert_int_equal(first_estimate(l, &heuristic_enlarge, "k=8"), 8);
  // Without room for states only what one factor can tell is left; with none at all, nothing is wrong.
  assert_true(first_estimate(l, &heuristic_merge, "n=2") < 8);
  assert_true(first_estimate(l, &heuristic_predicate, "states=1") < 8);
  assert_true(first_estimate(l, &heuristic_enlarge, "k=0") < 8);
}

static void test_turns(void **state) {
  (void)state;
  with_model(turns, look_at_turns);
}

// A rendezvous costs 2; the value that is sent decides which receive can take part.
static const char meeting[] = "chan c = [0] of { byte };\n"
                              "active proctype A() { c!1; c!2 }\n"
                              "active proctype B() { byte x; c?1; c?x; assert(x != 2) }\n";

static void look_at_meeting(loaded *l) {
  assert_int_equal(first_estimate(l, &heuristic_merge, NULL), 5);
  assert_int_equal(first_estimate(l, &heuristic_predicate, NULL), 5);
}

static void test_meeting(void **state) {
  (void)state;
  with_model(meeting, look_at_meeting);
}

// A model without an error is a dead end at once: merge proves it.
static const char apart[] = "byte x, y;\n"
                            "active proctype A() { x = 1; y = 1; x = 2 }\n"
                            "active proctype B() { y == 1; x == 0; assert(false) }\n";

static void look_at_apart(loaded *l) {
  assert_int_equal(first_estimate(l, &heuristic_merge, NULL), HEURISTIC_DEAD_END);
  assert_int_equal(first_estimate(l, &heuristic_predicate, NULL), HEURISTIC_DEAD_END);
}

static void test_apart(void **state) {
  (void)state;
  with_model(apart, look_at_apart);
}

// What factors cannot see is never a dead end: a claim, a cycle.
static void look_at_others(loaded *l) {
  reading r = {0};
  open_reading(&r, l);
  const heuristic_kind *const kinds[] = {&heuristic_merge, &heuristic_predicate, &heuristic_enlarge};
  for (uint32_t i = 0; i < 3; i++) {
    heuristic_setup setup = {.m = l->m, .net = l->net, .keys = keys_usual(kinds[i]->keys)};
    setup.asked = (question){.kind = QUESTION_CYCLE};
    heuristic *h = kinds[i]->open(&setup);
    assert_int_equal(h->estimate(h, r.s->view(r.s, r.state, r.size)), 0);
    h->close(h);
  }
  r.s->close(r.s);
}

static void test_others(void **state) {
  (void)state;
  with_model(apart, look_at_others);
}

// A process that is started later may be anywhere: it is no reason for a dead end.
static const char started[] = "byte x;\n"
                              "proctype B() { x = 1 }\n"
                              "active proctype A() { run B(); x == 1; assert(false) }\n";

static void look_at_started(loaded *l) {
  uint32_t h = first_estimate(l, &heuristic_merge, NULL);
  assert_true(h >= 3 && h <= 4);
}

static void test_started(void **state) {
  (void)state;
  with_model(started, look_at_started);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_classes), cmocka_unit_test(test_counting),
                                     cmocka_unit_test(test_turns),   cmocka_unit_test(test_meeting),
                                     cmocka_unit_test(test_apart),   cmocka_unit_test(test_others),
                                     cmocka_unit_test(test_started)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
