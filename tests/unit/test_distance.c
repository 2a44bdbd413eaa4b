#include "facts/distance.h"
#include "test_estimate.h"

NET_TEST(between_locations) {
  net_template *p = test_active(f, "P", 5), *q = test_active(f, "Q", 2);
  test_edge(f, p, 0, 1, "a", NULL);
  test_edge(f, p, 1, 2, "b", NULL);
  test_edge(f, p, 0, 3, "c", NULL);
  test_edge(f, p, 3, 2, "d", NULL);
  test_edge(f, p, 2, 0, "e", NULL);
  test_edge(f, p, 2, 4, "f", test_number(f, 0)); // guards do not matter
  test_edge(f, q, 1, 0, "g", NULL);
  test_finish(f->n);
  size_t before = mem_used(f->m);
  distance_graph *g = distance_open(f->m, f->n);
  distance_rows rows;
  distance_rows_open(&rows, f->m, g);
  assert_int_equal(distance_between(&rows, p->index, 0, 0), 0);
  assert_int_equal(distance_between(&rows, p->index, 0, 2), 2);
  assert_int_equal(distance_between(&rows, p->index, 0, 4), 3);
  assert_int_equal(distance_between(&rows, p->index, 1, 3), 3);
  assert_int_equal(distance_between(&rows, p->index, 4, 0), DISTANCE_NEVER);
  assert_int_equal(distance_between(&rows, q->index, 1, 0), 1);
  assert_int_equal(distance_between(&rows, q->index, 0, 1), DISTANCE_NEVER);
  distance_rows_close(&rows);
  distance_close(g);
  assert_int_equal(mem_used(f->m), before);
}

// P: 0 -> 1 (starts Q) -> 2, ends at 2. Q: 0 -> 1 -> 2, ends at 0.
static distance_graph *with_starts(net_fixture *f, net_template **p, net_template **q) {
  *p = test_active(f, "P", 3);
  *q = test_template(f, "Q", 3);
  test_run(f, test_edge(f, *p, 0, 1, "run", NULL), *q);
  test_edge(f, *p, 1, 2, "a", NULL);
  test_end_edge(f, *p, 2, "end");
  test_edge(f, *q, 0, 1, "b", NULL);
  test_edge(f, *q, 1, 2, "c", NULL);
  test_end_edge(f, *q, 0, "end");
  test_finish(f->n);
  return distance_open(f->m, f->n);
}

NET_TEST(to_several_and_to_death) {
  net_template *p, *q;
  distance_graph *g = with_starts(f, &p, &q);
  bool is_target[7] = {0};
  is_target[g->absent] = is_target[distance_node(g, q->index, 2)] = true;
  uint32_t *d = distance_to(f->m, g, is_target, DISTANCE_ALONE);
  assert_int_equal(d[distance_node(g, p->index, 0)], 3); // a, b, end
  assert_int_equal(d[distance_node(g, p->index, 2)], 1);
  assert_int_equal(d[distance_node(g, q->index, 0)], 1); // the end is nearer than 2
  assert_int_equal(d[distance_node(g, q->index, 1)], 1);
  assert_int_equal(d[distance_node(g, q->index, 2)], 0);
  assert_int_equal(d[g->absent], 0);
  mem_free(f->m, d);
  distance_close(g);
}

NET_TEST(by_way_of_started_processes) {
  net_template *p, *q;
  distance_graph *g = with_starts(f, &p, &q);
  bool is_target[7] = {0};
  is_target[distance_node(g, q->index, 2)] = true;
  uint32_t *d = distance_to(f->m, g, is_target, DISTANCE_ALONE);
  assert_int_equal(d[distance_node(g, p->index, 0)], DISTANCE_NEVER);
  assert_int_equal(d[distance_node(g, q->index, 0)], 2);
  mem_free(f->m, d);
  d = distance_to(f->m, g, is_target, DISTANCE_STARTS);
  assert_int_equal(d[distance_node(g, p->index, 0)], 3); // run, b, c
  assert_int_equal(d[distance_node(g, p->index, 1)], DISTANCE_NEVER);
  mem_free(f->m, d);
  distance_close(g);
}

// A number whose process has died can be that of a new one, at no cost of its own.
NET_TEST(by_way_of_a_new_process_with_the_same_number) {
  net_template *p, *q;
  distance_graph *g = with_starts(f, &p, &q);
  bool is_target[7] = {0};
  is_target[distance_node(g, q->index, 1)] = true;
  uint32_t *d = distance_to(f->m, g, is_target, DISTANCE_RETURNS);
  assert_int_equal(d[g->absent], 1);
  assert_int_equal(d[distance_node(g, p->index, 2)], 2);
  assert_int_equal(d[distance_node(g, p->index, 0)], 4);
  assert_int_equal(d[distance_node(g, q->index, 2)], DISTANCE_NEVER);
  mem_free(f->m, d);
  is_target[distance_node(g, p->index, 0)] = true; // nobody starts P
  is_target[distance_node(g, q->index, 1)] = false;
  d = distance_to(f->m, g, is_target, DISTANCE_RETURNS);
  assert_int_equal(d[g->absent], DISTANCE_NEVER);
  mem_free(f->m, d);
  distance_close(g);
}

NET_TEST(what_blocks_start_counts) {
  net_template *p = test_active(f, "P", 2), *q = test_template(f, "Q", 1);
  net_flow block = {0};
  net_add_location(f->n, &block);
  net_edge *inside = net_add_edge(f->n, &block, 0, NET_BLOCK_EXIT);
  test_run(f, inside, q);
  vec_push(f->m, &f->n->blocks, block);
  test_stmt(f, test_edge(f, p, 0, 1, "block", NULL), STMT_BLOCK)->block = 0;
  test_finish(f->n);
  distance_graph *g = distance_open(f->m, f->n);
  assert_true(g->is_started[q->index]);
  assert_false(g->is_started[p->index]);
  assert_int_equal(g->starts.count, 1);
  assert_int_equal(g->starts.at[0].from, distance_node(g, p->index, 0));
  distance_close(g);
}

NET_TEST(no_template_at_all) {
  test_finish(f->n);
  size_t before = mem_used(f->m);
  distance_graph *g = distance_open(f->m, f->n);
  assert_int_equal(g->nodes, 1);
  distance_close(g);
  assert_int_equal(mem_used(f->m), before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(between_locations),           cmocka_unit_test(to_several_and_to_death),
      cmocka_unit_test(by_way_of_started_processes), cmocka_unit_test(by_way_of_a_new_process_with_the_same_number),
      cmocka_unit_test(what_blocks_start_counts),    cmocka_unit_test(no_template_at_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
