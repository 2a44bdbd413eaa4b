// Wrappers inherit what they do not change.
#include "check/watch.h"
#include "space/space.h"
#include "test_trace_net.h"

typedef struct { // a space that counts what it is asked
  space base;
  uint32_t initials, expansions, insides, passes, questions, views;
} counter;

static void initial(space *s, space_visit visit, void *context) {
  (void)visit, (void)context;
  ((counter *)s)->initials++;
}

static expansion expand(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  (void)state, (void)size, (void)visit, (void)context;
  ((counter *)s)->expansions++;
  return (expansion){.count = 7};
}

static bool is_inside(space *s, const uint8_t *state) {
  ((counter *)s)->insides++;
  return state[0] == 1;
}

static bool is_passed(space *s, const uint8_t *state, uint32_t size) {
  ((counter *)s)->passes++;
  return state[0] == size;
}

static bool may_be(space *s, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  (void)size;
  ((counter *)s)->questions++;
  *f = FAULT_INDEX;
  return (state[0] == condition) == value;
}

static const state_view *view(space *s, const uint8_t *state, uint32_t size) {
  (void)state, (void)size;
  static const state_view same = {.processes = 3};
  ((counter *)s)->views++;
  return &same;
}

static const cover order = {0};
static const network net = {.file = "m"};

static counter counting(void) {
  return (counter){.base = {.name = "counter",
                            .net = &net,
                            .cover = &order,
                            .initial = initial,
                            .expand = expand,
                            .is_inside = is_inside,
                            .is_passed = is_passed,
                            .may_be = may_be,
                            .view = view}};
}

static bool visit(void *context, const successor *s) { return (void)context, (void)s, true; }

static void check_facts(const space *s, space *inner) {
  assert_false(s->is_exact); // as inner
  assert_ptr_equal(s->net, &net);
  assert_ptr_equal(s->cover, &order);
  assert_ptr_equal(s->inner, inner);
}

static void check_questions(space *s, const counter *c) {
  const uint8_t state[] = {1, 0};
  fault f;
  assert_true(s->is_inside(s, state));
  assert_false(s->is_passed(s, state, 2));
  assert_true(s->is_passed(s, state, 1));
  assert_true(s->may_be(s, state, 2, 1, true, &f));
  assert_int_equal(f, FAULT_INDEX);
  assert_false(s->may_be(s, state, 2, 0, true, &f));
  assert_int_equal(s->view(s, state, 2)->processes, 3);
  assert_int_equal(c->insides, 1);
  assert_int_equal(c->passes, 2);
  assert_int_equal(c->questions, 2);
  assert_int_equal(c->views, 1);
}

static void everything_is_inherited(void **unused) {
  (void)unused;
  counter c = counting();
  space s;
  space_inherit(&s, &c.base);
  check_facts(&s, &c.base);
  assert_string_equal(s.name, "counter");
  assert_null(s.close);
  check_questions(&s, &c);
  s.initial(&s, visit, NULL);
  assert_int_equal(s.expand(&s, (const uint8_t *)"", 1, visit, NULL).count, 7);
  assert_int_equal(c.initials, 1);
  assert_int_equal(c.expansions, 1);
  c.base.is_exact = true;
  space_inherit(&s, &c.base);
  assert_true(s.is_exact);
}

NET_TEST(wrappers_pass_on_what_they_do_not_change) {
  const uint8_t start[] = {1, 0};
  question goal = {0};
  for (uint32_t i = 0; i < 3; i++) {
    counter c = counting();
    space *s = i == 0   ? space_from(f->m, &c.base, start, sizeof start)
               : i == 1 ? space_atomic(f->m, &c.base, &goal)
                        : watch_space(f->m, &c.base);
    check_facts(s, &c.base);
    check_questions(s, &c);
    s->initial(s, visit, NULL);
    assert_int_equal(c.initials, i == 0 ? 0 : 1);
    s->expand(s, start, sizeof start, visit, NULL);
    assert_int_equal(c.expansions, 1);
    if (i < 2)
      s->close(s);
  }
}

static bool keep_first(void *context, const successor *s) {
  assert_int_equal(s->size, 2);
  assert_int_equal(s->by.partner_edge, NET_ALONE);
  *(uint32_t *)context += 10 + s->state[0];
  return true;
}

NET_TEST(another_start_is_the_only_one) {
  const uint8_t start[] = {3, 0};
  counter c = counting();
  uint32_t seen = 0;
  space *s = space_from(f->m, &c.base, start, sizeof start);
  s->initial(s, keep_first, &seen);
  assert_int_equal(seen, 13);
  s->close(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everything_is_inherited),
      cmocka_unit_test(wrappers_pass_on_what_they_do_not_change),
      cmocka_unit_test(another_start_is_the_only_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
