#include "check/engines.h"
#include "test_search_net.h"

// Two counters, the second process's location 1 a deadlock once the counters meet.
static void two_counters(net_fixture *f, int32_t trap) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  x->type.bits = y->type.bits = 4;
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 2);
  net_edge *e = test_count_up(f, p, 0, 0, x);
  test_assert(f, e, test_two(f, EXPR_NE, test_two(f, EXPR_MUL, test_read(f, x), test_read(f, y)), test_number(f, trap)),
              "trap");
  test_count_up(f, q, 0, 0, y);
}

NET_TEST(finds_an_error) {
  two_counters(f, 77);
  found r = find(f, &search_dfs, safety, NULL);
  assert_int_equal(r.status, SEARCH_FOUND);
  assert_int_equal(r.fault, FAULT_ASSERT);
  found shortest = find(f, &search_bfs, safety, NULL);
  assert_int_equal(shortest.cost, 18);
  assert_true(r.cost >= shortest.cost);
}

NET_TEST(sees_everything) {
  two_counters(f, 1000);
  found deep = find(f, &search_dfs, safety, NULL), wide = find(f, &search_bfs, safety, NULL);
  assert_int_equal(deep.status, SEARCH_EXHAUSTED);
  assert_int_equal(deep.stats.stored, 256);
  assert_int_equal(deep.stats.generated, wide.stats.generated);
  assert_int_equal(deep.stats.duplicates, wide.stats.duplicates);
  assert_true(deep.stats.max_depth > wide.stats.max_depth);
}

NET_TEST(census_passes_errors) {
  two_counters(f, 77);
  found deep = find(f, &search_dfs, all_states, NULL);
  assert_int_equal(deep.status, SEARCH_EXHAUSTED);
  assert_int_equal(deep.stats.census, 256);
}

// The youngest process comes first, and its edges in order: 0 -> 1 -> 2, before 0 -> 3 is looked at.
NET_TEST(goes_the_first_way_first) {
  net_template *p = test_active(f, "P", 4);
  test_edge(f, p, 0, 1, "first", NULL);
  test_edge(f, p, 0, 3, "second", NULL);
  test_edge(f, p, 1, 2, "on", NULL);
  found r = find(f, &search_dfs, safety, NULL);
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 2);
  assert_int_equal(r.stats.expanded, 3);
}

NET_TEST(invariant_and_start) {
  two_counters(f, 1000);
  const net_var *x = f->n->vars.at[0];
  found r = find(f, &search_dfs, (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME},
                 test_two(f, EXPR_NE, test_read(f, x), test_number(f, 9)));
  assert_int_equal(r.fault, FAULT_INVARIANT);
  r = find(f, &search_dfs, (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME}, test_is(f, x, 1));
  assert_int_equal(r.fault, FAULT_INVARIANT);
  assert_int_equal(r.cost, 0);
}

// An atomic sequence of three steps, the second of which may fail its assertion.
static net_template *sequence(net_fixture *f, const net_var *x, uint32_t end) {
  net_template *p = test_active(f, "P", 4);
  net_edge *e = test_count_up(f, p, 0, 1, x);
  e->keeps_control = true;
  e = test_count_up(f, p, 1, 2, x);
  e->keeps_control = true;
  test_assert(f, e, test_two(f, EXPR_NE, test_read(f, x), test_number(f, 6)), "x != 6");
  test_count_up(f, p, 2, end, x);
  return p;
}

NET_TEST(error_inside_an_atomic_sequence) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = sequence(f, x, 0);
  p->flow.locations.at[0].flags = LOC_END;
  net_template *q = test_active(f, "Q", 2);
  test_count_up(f, q, 0, 1, x);
  q->flow.locations.at[1].flags = LOC_END;
  found r = find(f, &search_dfs, safety, NULL);
  assert_int_equal(r.fault, FAULT_ASSERT);
  assert_true(r.steps > 3);
  r = find(f, &search_dfs, (question){.errors = ERROR_DEADLOCK | ERROR_RUNTIME}, NULL);
  assert_int_equal(r.status, SEARCH_EXHAUSTED);
  assert_int_equal(r.stats.census,
                   find(f, &search_bfs, (question){.errors = ERROR_DEADLOCK | ERROR_RUNTIME}, NULL).stats.census);
}

NET_TEST(deadlock_after_an_atomic_sequence) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = sequence(f, x, 3);
  test_edge(f, p, 3, 0, "never", test_is(f, x, 77));
  found r = find(f, &search_dfs, safety, NULL);
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 3);
  assert_int_equal(r.steps, 3);
  assert_int_equal(r.stats.stored, 2);
}

// An atomic loop through 65536 states, which it may leave now and then: more than one expansion goes through by itself.
NET_TEST(endless_atomic_loop) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  net_template *p = test_active(f, "P", 3);
  test_count_up(f, p, 0, 1, x)->keeps_control = true;
  test_count_up(f, p, 1, 1, x)->keeps_control = true;
  test_count_up(f, p, 1, 1, y)->keeps_control = true;
  expr *product = test_two(f, EXPR_MUL, test_read(f, x), test_read(f, y));
  net_edge *e = test_edge(f, p, 1, 2, "leave", test_two(f, EXPR_EQ, product, test_number(f, 210)));
  test_assert(f, e, test_two(f, EXPR_NE, test_read(f, x), test_number(f, 210)), "far away");
  found plain = find(f, &search_bfs, (question){.errors = ERROR_RUNTIME}, NULL);
  assert_true(plain.stats.stored > 65536);
  assert_int_equal(plain.stats.census, 1 + 16);
  assert_int_equal(find(f, &search_dfs, all_states, NULL).stats.census, plain.stats.census);
  assert_int_equal(find(f, &search_bfs, all_states, NULL).stats.census, plain.stats.census);
  found r = find(f, &search_dfs, (question){.errors = ERROR_ASSERTION | ERROR_RUNTIME}, NULL);
  assert_int_equal(r.fault, FAULT_ASSERT);
}

NET_TEST(table_of_methods) {
  (void)f;
  assert_null(check_engines[0].method); // auto
  assert_ptr_equal(check_engines[1].method, &search_bfs);
  for (uint32_t i = 1; check_engines[i].name; i++) {
    assert_string_equal(check_engine_name(&check_engines[i]), check_engines[i].method->name);
    for (uint32_t k = 0; k < i; k++)
      assert_string_not_equal(check_engine_name(&check_engines[i]), check_engine_name(&check_engines[k]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_an_error),
      cmocka_unit_test(sees_everything),
      cmocka_unit_test(census_passes_errors),
      cmocka_unit_test(goes_the_first_way_first),
      cmocka_unit_test(invariant_and_start),
      cmocka_unit_test(table_of_methods),
      cmocka_unit_test(error_inside_an_atomic_sequence),
      cmocka_unit_test(deadlock_after_an_atomic_sequence),
      cmocka_unit_test(endless_atomic_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
