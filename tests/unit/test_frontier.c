#include "check/engines.h"
#include "test_sparse.h"

SPARSE_TESTS(search_frontier)

// Two counters, the way to the error is long: the state space is a square, the frontier a line.
NET_TEST(keeps_little) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  x->type.bits = y->type.bits = 6;
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  expr *end = test_number(f, 63);
  test_count_up(f, p, 0, 0, x)->guard = test_two(f, EXPR_LT, test_read(f, x), end);
  test_count_up(f, q, 0, 0, y)->guard = test_two(f, EXPR_LT, test_read(f, y), end);
  found wide = find(f, &search_bfs, safety, NULL);
  found r = sparse_find(f, &search_frontier, safety, NULL, (sparse_way){0}).found;
  assert_int_equal(wide.stats.stored, 64 * 64);
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 126);
  assert_int_equal(r.steps, 126);
  assert_true(r.stats.stored < wide.stats.stored / 8);
}

// Steps and rendezvous alternate over a long way, so that relay layers are jumped over at times.
NET_TEST(long_way_of_two_costs) {
  net_var *c = test_channel(f, NULL, "c", 0, 1), *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 4);
  sparse_listener(f, c);
  sparse_meet(f, p, c, 0, 1);
  sparse_meet(f, p, c, 1, 2);
  test_count_up(f, p, 2, 0, x);
  test_edge(f, p, 0, 3, "leave", test_is(f, x, 41));
  for (uint32_t i = 0; i < 2; i++) {
    sparse_way way = {.keys = i ? "layers=2" : "layers=9"};
    found r = sparse_find(f, &search_frontier, safety, NULL, way).found;
    assert_int_equal(r.fault, FAULT_DEADLOCK);
    assert_int_equal(r.cost, 41 * 5 + 1);
    assert_int_equal(r.steps, 41 * 3 + 1);
  }
}

// Rings of 31, 37 and 41 states: the layers would repeat after 47027 steps only, but relays stand in every ring.
NET_TEST(rings_without_a_common_length) {
  static const int32_t lengths[] = {31, 37, 41};
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 4);
  for (uint32_t i = 0; i < 3; i++) {
    test_edge(f, p, 0, i + 1, "enter", NULL);
    expr *next = test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 1));
    net_edge *e = test_edge(f, p, i + 1, i + 1, "round", NULL);
    test_assign(f, e, test_read(f, x), test_two(f, EXPR_MOD, next, test_number(f, lengths[i])));
  }
  found r = sparse_find(f, &search_frontier, safety, NULL, (sparse_way){0}).found;
  assert_int_equal(r.status, SEARCH_EXHAUSTED);
  assert_true(r.stats.expanded >= 1 + 31 + 37 + 41);
  assert_true(r.stats.expanded < 3 * (1 + 31 + 37 + 41));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SPARSE_LIST,
      cmocka_unit_test(keeps_little),
      cmocka_unit_test(long_way_of_two_costs),
      cmocka_unit_test(rings_without_a_common_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
