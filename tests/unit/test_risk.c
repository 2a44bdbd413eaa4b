#include "facts/facts.h"
#include "test_estimate.h"

static void assert_range(const ranges *r, const expr *e, int64_t low, int64_t high) {
  interval is = ranges_hull(r, e);
  assert_int_equal(is.low, low);
  assert_int_equal(is.high, high);
}

NET_TEST(ranges_of_variables) {
  net_var *constant = test_var(f, NULL, "constant", 0), *switched = test_var(f, NULL, "switched", 0);
  net_var *counter = test_var(f, NULL, "counter", 0), *copy = test_var(f, NULL, "copy", 0);
  net_var *early = test_var(f, NULL, "early", 0), *large = test_var(f, NULL, "large", 0);
  vec_push(f->m, &constant->init, test_number(f, 5));
  vec_push(f->m, &early->init, test_read(f, large));
  net_template *p = test_active(f, "P", 1);
  net_edge *e = test_edge(f, p, 0, 0, "e", NULL);
  test_set(f, e, switched, 3);
  test_assign(f, e, test_read(f, copy), test_two(f, EXPR_SUB, test_number(f, 4), test_read(f, switched)));
  test_assign(f, e, test_read(f, counter), test_two(f, EXPR_ADD, test_read(f, counter), test_number(f, 1)));
  test_set(f, e, large, 300); // cut to 44
  test_finish(f->n);
  net_var *const vars[] = {constant, switched, copy, counter, large, early};
  static const int32_t most[] = {5, 3, 4, 255, 44, 255};
  const expr *reads[6], *pid = test_of(f, EXPR_PID, NULL);
  for (uint32_t i = 0; i < 6; i++)
    reads[i] = test_read(f, vars[i]);
  size_t before = mem_used(f->m);
  facts *known = facts_open(f->m, f->n);
  const ranges *r = facts_ranges(known);
  for (uint32_t i = 0; i < 6; i++)
    assert_range(r, reads[i], vars[i] == constant ? 5 : 0, most[i]);
  assert_range(r, pid, 0, 0); // the only process
  facts_close(known);
  assert_int_equal(mem_used(f->m), before);
}

NET_TEST(ranges_of_operators) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  net_template *p = test_active(f, "P", 1);
  net_edge *e = test_edge(f, p, 0, 0, "e", NULL);
  test_set(f, e, x, 6);
  y->type = test_short;
  test_set(f, e, y, -3);
  test_finish(f->n);
  facts *known = facts_open(f->m, f->n);
  const ranges *r = facts_ranges(known);
  expr *a = test_read(f, x), *b = test_read(f, y); // 0..6, -3..0
  const struct {
    expr_op op;
    int64_t least, most;
  } rows[] = {{EXPR_ADD, -3, 6}, {EXPR_SUB, 0, 9}, {EXPR_MUL, -18, 0}, {EXPR_LT, 0, 0}, {EXPR_BIT_AND, 0, 4}};
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_range(r, test_two(f, rows[i].op, a, b), rows[i].least, rows[i].most);
  assert_range(r, test_two(f, EXPR_MOD, a, test_number(f, 4)), 0, 2);
  assert_range(r, test_two(f, EXPR_MOD, b, test_number(f, 4)), -3, 0);
  assert_range(r, test_two(f, EXPR_DIV, a, test_number(f, 4)), 0, 1);
  assert_range(r, test_two(f, EXPR_SHL, a, a), 0, 384);
  assert_range(r, test_two(f, EXPR_MUL, a, test_number(f, INT32_MAX)), -6, 0); // it wraps around
  facts_close(known);
}

// Parameters get the arguments of all runs, and messages carry what is sent.
NET_TEST(ranges_of_parameters_and_messages) {
  net_var *c = test_channel(f, NULL, "c", 1, 1), *other = test_channel(f, NULL, "other", 1, 1);
  net_template *p = test_active(f, "P", 1), *q = test_template(f, "Q", 1);
  net_var *number = test_var(f, q, "number", 0), *channel = test_var(f, q, "channel", 0);
  net_var *got = test_var(f, q, "got", 0), *nothing = test_var(f, q, "nothing", 0);
  number->is_parameter = channel->is_parameter = true;
  channel->type = test_chan;
  q->parameters = 2;
  net_stmt *s = test_run(f, test_edge(f, p, 0, 0, "run", NULL), q);
  vec_push(f->m, &s->args, test_number(f, 2));
  vec_push(f->m, &s->args, test_read(f, c));
  test_send(f, test_edge(f, p, 0, 0, "send", NULL), c, test_number(f, 9), NULL);
  net_edge *e = test_edge(f, q, 0, 0, "receive", NULL);
  test_receive(f, e, channel);
  test_pattern(f, e, PATTERN_BIND, test_read(f, got));
  net_edge *o = test_edge(f, q, 0, 0, "receive", NULL);
  test_receive(f, o, other);
  test_pattern(f, o, PATTERN_BIND, test_read(f, nothing));
  test_finish(f->n);
  facts *known = facts_open(f->m, f->n);
  const ranges *r = facts_ranges(known);
  assert_range(r, test_read(f, number), 2, 2);
  assert_range(r, test_read(f, channel), 1, 1);
  assert_range(r, test_read(f, got), 0, 9);
  assert_range(r, test_read(f, nothing), 0, 0); // nobody sends there
  assert_false(risk_of_edge(facts_risks(known), e, false));
  facts_close(known);
  s->args.at[1] = test_number(f, 0); // no channel
  known = facts_open(f->m, f->n);
  assert_true(risk_of_edge(facts_risks(known), e, false));
  facts_close(known);
}

NET_TEST(expressions_that_may_fault) {
  net_var *a = test_var(f, NULL, "a", 4), *i = test_var(f, NULL, "i", 0), *free = test_var(f, NULL, "free", 0);
  net_var *c = test_channel(f, NULL, "c", 0, 1), *none = test_var(f, NULL, "none", 0);
  net_template *p = test_active(f, "P", 1);
  net_edge *e = test_edge(f, p, 0, 0, "e", NULL);
  test_set(f, e, i, 3);
  test_assign(f, e, test_read(f, free), test_two(f, EXPR_ADD, test_read(f, free), test_number(f, 1)));
  test_finish(f->n);
  facts *known = facts_open(f->m, f->n);
  assert_false(risk_of_expr(facts_risks(known), test_at(f, a, test_number(f, 3))));
  assert_true(risk_of_expr(facts_risks(known), test_at(f, a, test_number(f, 4))));
  assert_true(risk_of_expr(facts_risks(known), test_at(f, a, test_number(f, -1))));
  assert_false(risk_of_expr(facts_risks(known), test_at(f, a, test_read(f, i))));
  assert_true(risk_of_expr(facts_risks(known), test_at(f, a, test_read(f, free))));
  assert_false(
      risk_of_expr(facts_risks(known), test_at(f, a, test_two(f, EXPR_MOD, test_read(f, free), test_number(f, 4)))));
  assert_true(risk_of_expr(facts_risks(known), test_two(f, EXPR_DIV, test_number(f, 4), test_read(f, i))));
  assert_false(risk_of_expr(facts_risks(known), test_two(f, EXPR_DIV, test_read(f, i), test_number(f, 4))));
  assert_true(risk_of_expr(facts_risks(known), test_two(f, EXPR_DIV, test_read(f, i), test_number(f, 0))));
  assert_false(risk_of_expr(facts_risks(known), test_of(f, EXPR_LEN, test_read(f, c))));
  assert_true(risk_of_expr(facts_risks(known), test_of(f, EXPR_LEN, test_read(f, none))));
  assert_true(risk_of_expr(facts_risks(known), test_of(f, EXPR_ENABLED, test_number(f, 0))));
  expr *poll = test_of(f, EXPR_POLL, test_read(f, c)); // a rendezvous channel
  vec_push(f->m, &poll->patterns, ((net_pattern){PATTERN_ANY, NULL}));
  assert_true(risk_of_expr(facts_risks(known), poll));
  facts_close(known);
}

NET_TEST(edges_and_locations_that_may_fault) {
  net_var *c = test_channel(f, NULL, "c", 0, 1);
  net_template *p = test_active(f, "P", 4);
  net_edge *fine = test_edge(f, p, 0, 1, "fine", NULL), *fails = test_edge(f, p, 1, 2, "fails", NULL);
  net_edge *send = test_edge(f, p, 2, 3, "send", NULL), *peek = test_edge(f, p, 3, 3, "peek", NULL);
  net_edge *two = test_edge(f, p, 3, 3, "two fields", NULL);
  test_assert(f, fails, test_number(f, 1), "1");
  test_send(f, send, c, test_number(f, 1), NULL);
  test_receive(f, peek, c);
  test_pattern(f, peek, PATTERN_ANY, NULL);
  peek->sync.peek = true;
  test_send(f, two, c, test_number(f, 1), test_number(f, 1));
  test_finish(f->n);
  facts *known = facts_open(f->m, f->n);
  assert_false(risk_of_edge(facts_risks(known), fine, true));
  assert_true(risk_of_edge(facts_risks(known), fails, true));
  assert_false(risk_of_edge(facts_risks(known), fails, false));
  assert_false(risk_of_edge(facts_risks(known), send, true));
  assert_true(risk_of_edge(facts_risks(known), peek, false));
  assert_true(risk_of_edge(facts_risks(known), two, false));
  assert_true(risk_at_location(facts_risks(known), p, 1, true));
  assert_false(risk_at_location(facts_risks(known), p, 1, false));
  test_edge(f, p, 0, 1, "another", NULL);
  p->is_deterministic = true;
  assert_true(risk_at_location(facts_risks(known), p, 0, false));
  facts_close(known);
}

// A block of two locations; its first edge goes on to the second, the second's leaves it.
NET_TEST(blocks) {
  net_var *c = test_channel(f, NULL, "c", 0, 1);
  net_template *p = test_active(f, "P", 1);
  net_flow block = {0};
  net_add_location(f->n, &block);
  net_add_location(f->n, &block);
  net_add_edge(f->n, &block, 0, 1);
  net_edge *last = net_add_edge(f->n, &block, 1, NET_BLOCK_EXIT);
  vec_push(f->m, &f->n->blocks, block);
  net_edge *e = test_edge(f, p, 0, 0, "block", NULL);
  test_stmt(f, e, STMT_BLOCK)->block = 0;
  test_finish(f->n);
  facts *known = facts_open(f->m, f->n);
  assert_false(risk_of_edge(facts_risks(known), e, true));
  last->guard = test_of(f, EXPR_NOT_FULL, test_read(f, c)); // it may stand still
  assert_true(risk_of_edge(facts_risks(known), e, false));
  last->guard = NULL;
  last->to = 0; // it may run for ever
  facts_close(known);
  known = facts_open(f->m, f->n);
  assert_true(risk_of_edge(facts_risks(known), e, false));
  last->to = NET_BLOCK_EXIT;
  facts_close(known);
  known = facts_open(f->m, f->n);
  test_send(f, last, c, test_number(f, 1), NULL); // a rendezvous inside
  assert_true(risk_of_edge(facts_risks(known), e, false));
  facts_close(known);
}

NET_TEST(where_a_process_may_stand_still) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 6);
  test_edge(f, p, 1, 0, "always", NULL);
  test_edge(f, p, 2, 0, "perhaps", test_read(f, x));
  test_edge(f, p, 3, 0, "perhaps", test_read(f, x));
  test_edge(f, p, 3, 0, "else", NULL)->is_else = true;
  test_edge(f, p, 4, 0, "never", test_number(f, 0));
  test_end_edge(f, p, 5, "end");
  test_finish(f->n);
  const bool expected[] = {true, false, true, false, true, true};
  risk_places places = risk_places_of(f->n);
  for (uint32_t l = 0; l < 6; l++)
    assert_int_equal(risk_of_blocking(f->n, &places, p, l), expected[l]);
  p->provided = test_read(f, x);
  assert_true(risk_of_blocking(f->n, &places, p, 1));
  p->provided = NULL;
  f->n->uses_priority = true;
  assert_true(risk_of_blocking(f->n, &places, p, 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ranges_of_variables),
      cmocka_unit_test(ranges_of_operators),
      cmocka_unit_test(ranges_of_parameters_and_messages),
      cmocka_unit_test(expressions_that_may_fault),
      cmocka_unit_test(edges_and_locations_that_may_fault),
      cmocka_unit_test(blocks),
      cmocka_unit_test(where_a_process_may_stand_still),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
