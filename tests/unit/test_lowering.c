// What the Promela front end makes of declarations and statements: symbols.c, lower_expr.c, lower_stmt.c, flow.c,
// elements.c, loops.c, automaton.c, events.c, print.c and promela.c together. That the automata are SPIN's is
// tests/test_automata.py.
#include "test_load.h"

static const net_var *variable(const network *n, const char *name) {
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (strcmp(n->vars.at[i]->name, name) == 0)
      return n->vars.at[i];
  fail_msg("no variable %s", name);
  return NULL;
}

static void look_at_records(loaded *l) {
  assert_non_null(l->net);
  const net_var *v = variable(l->net, "x.in.b");
  char name[64];
  assert_int_equal(v->cells, 4 * 2 * 3);
  assert_string_equal(net_cell_name(v, 4 * 2 * 3 - 1, name, sizeof name), "x[3].in[1].b[2]");
  assert_string_equal(net_cell_name(v, 7, name, sizeof name), "x[1].in[0].b[1]");
  assert_int_equal(variable(l->net, "x.a")->type.bits, 16);
  assert_true(variable(l->net, "x.a")->type.is_signed);
}
static void records_become_rows_of_cells(void **state) {
  (void)state;
  with_model("typedef I { byte b[3] }; typedef T { short a; I in[2] }; T x[4]; init { x[1].in[0].b[1] = 2 }",
             look_at_records);
}

static void look_at_bits(loaded *l) {
  assert_int_equal(variable(l->net, "one")->type.bits, 1);
  assert_int_equal(variable(l->net, "row")->type.bits, 8);
  assert_int_equal(l->net->channels.at[0].fields.at[0].bits, 8);
  assert_int_equal(l->net->channels.at[1].fields.at[0].bits, 1);
  assert_int_equal(variable(l->net, "u")->type.bits, 5);
}
static void bits_are_kept_as_spin_keeps_them(void **state) {
  (void)state;
  with_model("bit one; bool row[2]; unsigned u : 5; chan p = [1] of {bit}; chan q = [1] of {bit, bit}; init { skip }",
             look_at_bits);
}

static void look_at_mtypes(loaded *l) {
  const net_enum *unnamed = &l->net->enums.at[0];
  assert_string_equal(net_enum_name(unnamed, 3), "a");
  assert_string_equal(net_enum_name(unnamed, 1), "c");
  assert_string_equal(net_enum_name(unnamed, 5), "d");
  assert_string_equal(net_enum_name(&l->net->enums.at[1], 2), "red");
}
static void mtypes_count_downwards(void **state) {
  (void)state;
  with_model("mtype = {a, b, c}; mtype = {d, e}; mtype:col = {red, green}; init { skip }", look_at_mtypes);
}

static const net_template *only(const network *n) { return n->templates.at[0]; }

static uint32_t edges_at_start(const network *n) {
  const net_flow *f = &only(n)->flow;
  return f->locations.at[f->initial].edges.count;
}

static void look_for_three(loaded *l) { assert_int_equal(edges_at_start(l->net), 3); }
static void look_for_one(loaded *l) { assert_int_equal(edges_at_start(l->net), 1); }
static void select_is_a_selection_of_literals_only(void **state) {
  (void)state;
  with_model("int i; init { select (i : 1 .. 3) }", look_for_three);
  with_model("int i, n = 3; init { select (i : 1 .. n) }", look_for_one);
  with_model("int i; init { select (i : 1 .. 34) }", look_for_one);
  with_model("int i; inline f() { select (i : 1 .. 3) } init { f() }", look_for_one);
}

static void look_at_unless(loaded *l) {
  const net_flow *f = &only(l->net)->flow;
  const net_location *start = &f->locations.at[f->initial];
  assert_int_equal(start->edges.count, 3);
  const net_edge *outer = l->net->edges.at[start->edges.at[0]], *inner = l->net->edges.at[start->edges.at[1]];
  assert_string_equal(outer->text, "x == 2");
  assert_string_equal(inner->text, "x == 1");
  assert_true(outer->rank > 0 && inner->rank > 0 && outer->rank != inner->rank);
  assert_int_equal(l->net->edges.at[start->edges.at[2]]->rank, 0);
}
static void the_outermost_escape_comes_first(void **state) {
  (void)state;
  with_model("byte x; init { { { x = 3; x = 4 } unless { x == 1 } } unless { x == 2 } }", look_at_unless);
}

static void look_at_d_step(loaded *l) {
  const net_flow *f = &only(l->net)->flow;
  const net_location *start = &f->locations.at[f->initial];
  assert_int_equal(start->edges.count, 2);
  const net_edge *first = l->net->edges.at[start->edges.at[0]], *second = l->net->edges.at[start->edges.at[1]];
  assert_true(first->choice > 0 && first->choice == second->choice);
  assert_false(second->is_else); // it is the last of its choice
  assert_int_equal(first->effect->kind, STMT_BLOCK);
}
static void a_d_step_is_one_edge_for_each_way_to_begin(void **state) {
  (void)state;
  with_model("byte x; init { d_step { if :: x == 1 -> x = 2 :: else -> { x = 3; x = 4 } fi; x = 5 } }", look_at_d_step);
}

static void look_at_ghost(loaded *l) {
  assert_true(variable(l->net, "dummy")->is_ghost);
  assert_false(variable(l->net, "used")->is_ghost);
}
static void only_hidden_variables_that_nobody_reads_are_ghosts(void **state) {
  (void)state;
  with_model("hidden byte dummy; hidden byte used; byte x; init { dummy = 1; used = 2; x = used }", look_at_ghost);
}

static void look_at_events(loaded *l) {
  assert_non_null(l->net->end_condition);
  assert_int_equal(variable(l->net, "_event")->template_, NET_NONE);
  const net_flow *f = &l->net->templates.at[1]->flow;
  const net_edge *send = l->net->edges.at[f->locations.at[f->initial].edges.at[0]];
  assert_int_equal(send->sync.kind, SYNC_SEND);
  assert_int_equal(send->effect->kind, STMT_BLOCK);
}
static void events_move_the_trace(void **state) {
  (void)state;
  with_model("chan q = [1] of {byte}; trace { do :: q!1 od } init { q!1 }", look_at_events);
}

static void look_for_error(loaded *l) {
  assert_null(l->net);
  assert_true(l->d.errors > 0);
  assert_true(l->d.first->at.line == 2);
}
static void mistakes_are_told_with_their_place(void **state) {
  (void)state;
  static const char *const texts[] = {
      "byte x;\ninit { y = 1 }",
      "byte x;\ninit { x[1] = z }",
      "byte x[3];\ninit { x = 1 }",
      "typedef T { byte a };\nT t; init { t.b = 1 }",
      "proctype P(byte a) { skip }\ninit { run P() }",
      "byte x;\ninit { goto nowhere }",
      "byte x;\ninit { break }",
      "byte x;\ninit { x!1 }",
      "byte x;\ninit { do :: else -> skip :: else -> skip od }",
      "byte x;\ninit { d_step { run P() } } proctype P() { skip }",
      "byte x;\nbyte x; init { skip }",
      "typedef A { byte b };\ntypedef C { C c }; C c; init { skip }",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    with_model(texts[i], look_for_error);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_become_rows_of_cells),
      cmocka_unit_test(bits_are_kept_as_spin_keeps_them),
      cmocka_unit_test(mtypes_count_downwards),
      cmocka_unit_test(select_is_a_selection_of_literals_only),
      cmocka_unit_test(the_outermost_escape_comes_first),
      cmocka_unit_test(a_d_step_is_one_edge_for_each_way_to_begin),
      cmocka_unit_test(only_hidden_variables_that_nobody_reads_are_ghosts),
      cmocka_unit_test(events_move_the_trace),
      cmocka_unit_test(mistakes_are_told_with_their_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
