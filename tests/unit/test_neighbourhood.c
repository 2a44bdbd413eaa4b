#include "search/neighbourhood.h"

#include "test_search_net.h"

// Counts x up to `last` by ones, or by threes where allowed, and stops there.
static void counter(net_fixture *f, bool has_shortcut, int32_t last) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 0, "one", test_two(f, EXPR_LT, test_read(f, x), test_number(f, last)));
  test_assign(f, e, test_read(f, x), test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 1)));
  if (has_shortcut) {
    e = test_edge(f, p, 0, 0, "three", test_two(f, EXPR_LT, test_read(f, x), test_number(f, last - 2)));
    test_assign(f, e, test_read(f, x), test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 3)));
  }
}

// The trace takes the first edge only. Returns the cost of what is found around it, 0 if nothing.
static uint32_t look_around(net_fixture *f, uint32_t length, uint64_t expansions) {
  test_finish(f->n);
  size_t before = mem_used(f->m);
  net_action *steps = mem_alloc(f->m, length * sizeof *steps);
  for (uint32_t i = 0; i < length; i++)
    steps[i] = (net_action){.edge = 0, .partner_edge = NET_ALONE};
  space *s = space_discrete(f->m, f->n, NULL, 0);
  search_setup setup = {.m = f->m, .space = s, .store = &store_hash, .asked = safety, .bound = SEARCH_NO_BOUND};
  search *q = neighbourhood_start(&setup, steps, length, expansions);
  search_status status;
  while ((status = q->step(q, 3)) == SEARCH_RUNNING) {
  }
  uint32_t cost = status == SEARCH_FOUND ? q->found.cost : 0;
  if (status == SEARCH_FOUND)
    found_replays(f, &q->found, NULL);
  q->close(q);
  s->close(s);
  mem_free(f->m, steps);
  assert_int_equal(mem_used(f->m), before);
  return cost;
}

NET_TEST(the_trace_itself_is_found) {
  counter(f, false, 9);
  assert_int_equal(look_around(f, 9, 1), 9);
}

NET_TEST(shortcuts_between_its_states_are_taken) {
  counter(f, true, 9);
  assert_int_equal(look_around(f, 9, 1), 3);
}

NET_TEST(what_is_no_trace_gives_what_is_around_its_beginning) {
  counter(f, true, 9);
  assert_int_equal(look_around(f, 0, 2), 0);
  assert_int_equal(look_around(f, 0, 100), 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_trace_itself_is_found),
      cmocka_unit_test(shortcuts_between_its_states_are_taken),
      cmocka_unit_test(what_is_no_trace_gives_what_is_around_its_beginning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
