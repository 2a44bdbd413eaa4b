#include "trace/filter.h"

#include "test_trace_net.h"

static void add(net_fixture *f, answer *t, uint32_t edge, uint8_t pid) {
  net_action a = {.edge = edge, .partner_edge = NET_ALONE, .pid = pid};
  vec_push(f->m, &t->steps, a);
}

// P counts x, then asserts; Q counts y and then copies it to x; R sets z in an atomic sequence.
static void three_processes(net_fixture *f) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0), *z = test_var(f, NULL, "z", 0);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 3), *r = test_active(f, "R", 3);
  test_set(f, test_edge(f, p, 0, 1, "x", NULL), x, 1);                                   // 0
  test_assert(f, test_edge(f, p, 1, 2, "assert", NULL), test_is(f, x, 2), "x == 2");     // 1
  test_set(f, test_edge(f, q, 0, 1, "y", NULL), y, 1);                                   // 2
  test_assign(f, test_edge(f, q, 1, 2, "copy", NULL), test_read(f, x), test_read(f, y)); // 3
  net_edge *first = test_edge(f, r, 0, 1, "z", NULL);                                    // 4
  test_set(f, first, z, 1);
  first->keeps_control = true;
  test_set(f, test_edge(f, r, 1, 2, "z again", NULL), z, 2); // 5
  test_finish(f->n);
}

static void check_edges(net_fixture *f, answer *t, const uint32_t *edges, uint32_t count) {
  assert_int_equal(t->steps.count, count);
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(t->steps.at[i].edge, edges[i]);
  vec_free(f->m, &t->steps);
}

NET_TEST(what_nobody_looks_at_goes) {
  three_processes(f);
  answer t = {.end = outcome_error(FAULT_ASSERT, NULL)};
  add(f, &t, 4, 2);
  add(f, &t, 5, 2);
  add(f, &t, 2, 1);
  add(f, &t, 0, 0);
  add(f, &t, 1, 0);
  assert_int_equal(trace_filter(f->m, f->n, &t), 3);
  check_edges(f, &t, (uint32_t[]){0, 1}, 2);
}

NET_TEST(what_leads_to_something_looked_at_stays) {
  three_processes(f);
  answer t = {.end = outcome_error(FAULT_ASSERT, NULL)};
  add(f, &t, 2, 1);
  add(f, &t, 0, 0);
  add(f, &t, 3, 1);
  add(f, &t, 4, 2);
  add(f, &t, 5, 2);
  add(f, &t, 1, 0);
  assert_int_equal(trace_filter(f->m, f->n, &t), 2);
  check_edges(f, &t, (uint32_t[]){2, 0, 3, 1}, 4);
}

NET_TEST(of_a_deadlock_everything_is_a_part) {
  three_processes(f);
  answer t = {.end = outcome_error(FAULT_DEADLOCK, NULL)};
  add(f, &t, 2, 1);
  add(f, &t, 0, 0);
  assert_int_equal(trace_filter(f->m, f->n, &t), 0);
  check_edges(f, &t, (uint32_t[]){2, 0}, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_nobody_looks_at_goes),
      cmocka_unit_test(what_leads_to_something_looked_at_stays),
      cmocka_unit_test(of_a_deadlock_everything_is_a_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
