// What copies keep and leave out, what is refused, and the maps.
#include "test_copy.h"
#include "lang/promela/promela.h"
#include "model/print.h"
#include "test_load.h"
#include "test_trace_net.h"

static uint32_t var_named(const network *n, const char *name) {
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (strcmp(n->vars.at[i]->name, name) == 0)
      return i;
  fail_msg("there is no variable %s", name);
  return 0;
}

// Leaves out the variables that are named, and the templates.
static const char *leave_out(loaded *l, const char *vars, const char *templates, net_copy **out) {
  const network *n = l->net;
  arena *a = l->d.memory;
  bool *v = ARENA_ARRAY(a, bool, n->vars.count + 1), *t = ARENA_ARRAY(a, bool, n->templates.count + 1);
  for (char *at = strtok(arena_string(a, vars), " "); at; at = strtok(NULL, " "))
    v[var_named(n, at)] = true;
  for (char *at = strtok(arena_string(a, templates), " "); at; at = strtok(NULL, " "))
    t[net_template_named(n, at)->index] = true;
  return net_copy_make(a, n, &(net_change){.vars = v, .templates = t}, out);
}

static void expect(loaded *l, const net_copy *c, const char *condition, const char *may, const char *surely) {
  const expr *e = pml_condition(l->front_end, &l->d, condition);
  assert_non_null(e);
  assert_string_equal(net_expr_text(l->d.memory, c->net, net_copy_condition(c, e, false)), may);
  assert_string_equal(net_expr_text(l->d.memory, c->net, net_copy_condition(c, e, true)), surely);
}

static void look_at_conditions(loaded *l) {
  net_copy *c;
  assert_null(leave_out(l, "b", "", &c));
  expect(l, c, "a == 1 && d == 2", "a == 1 && d == 2", "a == 1 && d == 2");
  expect(l, c, "b == 1", "1", "0");
  expect(l, c, "a == 1 && b == 1", "a == 1", "0");
  expect(l, c, "a == 1 || b == 1", "1", "a == 1");
  expect(l, c, "!(a == 1 && b == 1)", "1", "!(a == 1)");
  expect(l, c, "!(a == 1 || b == 1)", "!(a == 1)", "0");
  expect(l, c, "(b == 1 -> a == 1 : d == 1)", "a == 1 || d == 1", "a == 1 && d == 1");
  expect(l, c, "(a == 1 -> b == 1 : d == 1)", "(a == 1 -> 1 : d == 1)", "(a == 1 -> 0 : d == 1)");
  expect(l, c, "a + b > 3", "1", "0");
  // what b kept from being evaluated must not fail
  expect(l, c, "b == 1 && 6 / a == 2", "1", "0");
  expect(l, c, "(b == 1 -> 6 / a == 2 : d == 1)", "1", "0");
  expect(l, c, "6 / a == 2 && b == 1", "6 / a == 2", "0");
}

static void conditions_are_weakened(void **state) {
  (void)state;
  with_model("byte a, b, d; active proctype P() { b = 1; a = d }", look_at_conditions);
}

static bool is_there(const loaded *l, const net_copy *c, const char *name) {
  return c->var[var_named(l->net, name)] != NET_NONE;
}

static void look_at_closure(loaded *l) {
  net_copy *c;
  assert_null(leave_out(l, "a", "", &c));
  assert_true(is_there(l, c, "free") && is_there(l, c, "index") && is_there(l, c, "q"));
  assert_false(is_there(l, c, "a") || is_there(l, c, "b") || is_there(l, c, "cells") || is_there(l, c, "parameter") ||
               is_there(l, c, "received") || is_there(l, c, "start"));
  assert_false(c->is_weak); // nobody asks for them
  const net_var *index = l->net->vars.at[var_named(l->net, "index")];
  assert_int_equal(net_copy_cell(c, index, 0), c->net->vars.at[c->var[index->index]]->first_cell);
  assert_int_equal(net_copy_cell(c, l->net->vars.at[var_named(l->net, "cells")], 2), NET_NONE);
}

static void what_depends_on_it_goes_too(void **state) {
  (void)state;
  with_model("byte a = 1, free, b, index, cells[4], received; byte start = a; chan q = [2] of {byte, byte};"
             "proctype R(byte parameter) { q?received,free }"
             "init { atomic { b = a + 1; cells[b] = 0; free = index; q!b,free; run R(b) } }",
             look_at_closure);
}

typedef struct {
  const char *text, *vars, *templates, *why; // NULL = it is not refused
} refusal;

static const refusal *present;

static void look_at_refusal(loaded *l) {
  net_copy *c;
  assert_non_null(l->net);
  const char *why = leave_out(l, present->vars, present->templates, &c);
  if (!why || !present->why || !strstr(why, present->why))
    if (why != present->why)
      fail_msg("%s: %s", present->text, why ? why : "not refused");
}

static void refusals(void **state) {
  static const refusal rows[] = {
      {"chan c = [1] of {byte}; byte x; active proctype P() { c!x }", "x", "", NULL},
      {"chan c = [1] of {byte}; byte x; active proctype P() { c!x }", "c", "", "'c' makes channels"},
      {"byte x; active proctype P() { chan c = [1] of {byte}; c!x }", "", "P", "'c' makes channels"},
      {"chan c[2] = [1] of {byte}; byte x; active proctype P() { c[x]!1 }", "x", "", "the channel of a send"},
      {"chan c = [2] of {byte}; byte x; active proctype P() { c!!x }", "x", "", "the position of a sorted send"},
      {"chan c = [2] of {byte}; byte x; active proctype P() { c!1; c??eval(x) }", "x", "",
       "the message that a random receive takes"},
      {"chan c = [2] of {byte}; byte x; active proctype P() { c!1; c?eval(x) }", "x", "", NULL},
      {"chan c = [2] of {byte}; byte x; active proctype P() { c!1; c?[x] }", "x", "", NULL},
      {"typedef T { byte x }; T t; chan c; active proctype P() { c?[t] }", "t.x", "", NULL},
      {"chan c = [2] of {byte}; byte x, y; active proctype P() { d_step { y = 1; if :: x > 0 -> c!1 :: else fi } }",
       "x", "", "uses a channel"},
      {"byte x, y, z; active proctype P() { d_step { y = 1; if :: x > 0 -> y = 2 :: else fi }; z = 3 }", "x", "", NULL},
  };
  (void)state;
  for (present = rows; present < rows + sizeof rows / sizeof *rows; present++)
    with_model(present->text, look_at_refusal);
}

// Every step of the original is one of the copy.
static const char *left_out[2];

static void look_at_steps(loaded *l) {
  net_copy *c;
  copy_walk w = {0};
  assert_non_null(l->net);
  assert_null(leave_out(l, left_out[0], left_out[1], &c));
  assert_true(c->is_weak);
  assert_false(c->net->uses_priority || c->net->uses_rank);
  if (!copy_simulates(&w, l->m, c, 1000))
    fail_msg("%s", w.wrong);
}

static void steps_go_on(const char *text, const char *vars, const char *templates) {
  left_out[0] = vars;
  left_out[1] = templates;
  with_model(text, look_at_steps);
}

static void priorities_are_given_up(void **state) {
  (void)state;
  steps_go_on("byte x, y; active proctype A() priority 5 { x == 3 -> y = 1 } active proctype B() { y = 2; x = 3 }", "x",
              "");
  steps_go_on("byte x, y; proctype A() { x == 3 -> y = 1 } proctype B() { y = 2; x = 3 }"
              "init { atomic { run A() priority 7; run B() priority 3 } }",
              "x", "");
  steps_go_on(
      "byte x, y; active proctype A() { x == 3 -> y = 1 } active proctype B() { set_priority(0, 9); y = 2; x = 3 }",
      "x", "");
}

static void automata_become_one_location(void **state) {
  (void)state;
  steps_go_on("chan c = [0] of {byte}; byte got, sum;"
              "active proctype A() { byte i; do :: i < 3 -> c!i; i++ :: else -> break od; sum = 1 }"
              "active [2] proctype B() { byte x; do :: c?x -> got = x; sum = 2 :: sum == 1 -> break od }",
              "", "A");
  steps_go_on("chan c = [2] of {byte}; byte got; proctype B(byte n) { c?eval(n); got++ }"
              "active proctype A() { byte i; do :: i < 2 -> run B(i); c!i; i++ :: i == 2 -> break od }",
              "", "A");
}

static void look_at_maps(loaded *l) {
  net_copy *c;
  const net_template *a = net_template_named(l->net, "A"), *b = net_template_named(l->net, "B");
  assert_null(leave_out(l, "", "A", &c));
  assert_int_equal(net_copy_location(c, a->index, 1), 0);
  assert_int_equal(net_copy_location(c, b->index, 1), 1);
  assert_int_equal(c->net->templates.at[a->index]->flow.locations.count, 1);
  assert_int_equal(c->net->templates.at[a->index]->vars.count, 0);
  assert_int_equal(c->net->processes.count, 2);
  const net_edge *send = l->net->edges.at[a->flow.locations.at[a->flow.initial].edges.at[0]];
  const net_edge *receive = l->net->edges.at[b->flow.locations.at[b->flow.initial].edges.at[0]];
  net_action step = {.edge = send->id, .partner_edge = receive->id, .pid = 0, .partner = 1}, image, back;
  assert_true(net_copy_action(c, &step, &image));
  assert_int_equal(c->net->edges.at[image.edge]->sync.kind, SYNC_SEND);
  assert_int_equal(net_step_cost(c->net, &image), net_step_cost(l->net, &step));
  assert_true(net_copy_origin(c, &image, &back));
  assert_true(net_is_same_action(&step, &back));
}

static void steps_have_counterparts(void **state) {
  (void)state;
  with_model("chan c = [0] of {byte}; byte got; active proctype A() { byte i; c!i } active proctype B() { c?got }",
             look_at_maps);
}

// Of neighbours with the same choice the first possible one is taken: in the copy each may be.
NET_TEST(choices_are_given_up) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  net_template *p = test_active(f, "P", 2);
  net_edge *first = test_edge(f, p, 0, 1, "first", test_is(f, x, 1)), *second = test_edge(f, p, 0, 1, "second", NULL);
  first->choice = second->choice = 1;
  test_set(f, second, y, 2);
  net_finish(f->n);
  bool vars[] = {true, false};
  net_copy *c;
  copy_walk w = {0};
  assert_null(net_copy_make(f->a, f->n, &(net_change){.vars = vars}, &c));
  assert_true(copy_simulates(&w, f->m, c, 10));
  assert_int_equal(w.steps, 2); // the start counts
}

// Of a mapped variable it may be unknown what an edge makes of it. The versions of the edge are not a choice of this
// kind, nor an error of a deterministic process, nor does one of them keep an else from being possible.
static void check_versions(net_fixture *f, uint32_t how) {
  net_var *x = test_var(f, NULL, "x", 1);
  net_template *p = test_active(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 0, "add", NULL);
  test_assign(f, e, test_read(f, x), test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 1)));
  e->choice = how == 0;
  e->is_else = how == 1;
  p->is_deterministic = how == 2;
  net_finish(f->n);
  const net_map *maps[] = {net_map_ranges(f->a, x->type, &(span){1, 3, 1}, 1)};
  net_copy *c;
  copy_walk w = {0};
  whole_space all;
  assert_null(net_copy_make(f->a, f->n, &(net_change){.maps = maps}, &c));
  assert_int_equal(c->versions[e->id], 2);
  assert_true(copy_simulates(&w, f->m, c, 10));
  assert_int_equal(w.steps, 11);
  whole_open(&all, f->m, c->net, (question){.errors = ERROR_RUNTIME}, 10);
  assert_int_equal(all.count, 2); // 1..3 and the others, without an error
  whole_close(&all);
}

NET_TEST(versions_are_no_choices) { check_versions(f, 0); }
NET_TEST(versions_of_else_are_possible) { check_versions(f, 1); }
NET_TEST(versions_are_deterministic) { check_versions(f, 2); }

// A label is no longer told from another: one call, and either of the answers.
NET_TEST(labels_are_merged) {
  static const char *const names[] = {"a", "b"};
  f->n->is_timed = true;
  for (uint32_t i = 0; i < 2; i++)
    vec_push(f->m, &f->n->labels, (net_label){.name = names[i]});
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 3);
  net_edge *call = test_edge(f, p, 0, 1, "call", NULL);
  call->sync = (net_sync){.kind = SYNC_CALL, .label = {.first = 0, .count = 1}};
  for (uint32_t i = 0; i < 2; i++)
    test_edge(f, q, 0, i + 1, names[i], NULL)->sync =
        (net_sync){.kind = SYNC_ANSWER, .label = {.first = i, .count = 1}};
  net_finish(f->n);
  bool labels[] = {true, true};
  net_copy *c;
  whole_space w;
  assert_null(net_copy_make(f->a, f->n, &(net_change){.labels = labels}, &c));
  assert_true(c->is_weak);
  assert_int_equal(c->label[0], NET_NONE);
  assert_int_equal(c->net->labels.count, 1);
  whole_open(&w, f->m, f->n, (question){.errors = ERROR_RUNTIME}, 10);
  assert_int_equal(w.count, 2);
  whole_close(&w);
  whole_open(&w, f->m, c->net, (question){.errors = ERROR_RUNTIME}, 10);
  assert_int_equal(w.count, 3);
  whole_close(&w);
}

// A step that a fault kept from being possible must not keep others from being so in the copy.
NET_TEST(faults_that_block_weaken_the_copy) {
  f->n->is_timed = f->n->faults_block = true;
  net_var *x = test_var(f, NULL, "x", 0);
  x->type = net_type_range(0, 2);
  net_template *p = test_template(f, "P", 2), *q = test_template(f, "Q", 2);
  test_process(f, p, 1);
  test_process(f, q, 0);
  test_set(f, test_edge(f, p, 0, 1, "blocked", NULL), x, 9);
  test_edge(f, q, 0, 1, "free", NULL);
  net_finish(f->n);
  bool vars[] = {true};
  net_copy *c;
  copy_walk w = {0};
  assert_null(net_copy_make(f->a, f->n, &(net_change){.vars = vars}, &c));
  assert_true(copy_simulates(&w, f->m, c, 10));
  assert_int_equal(w.steps, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conditions_are_weakened),
      cmocka_unit_test(what_depends_on_it_goes_too),
      cmocka_unit_test(refusals),
      cmocka_unit_test(priorities_are_given_up),
      cmocka_unit_test(automata_become_one_location),
      cmocka_unit_test(steps_have_counterparts),
      cmocka_unit_test(faults_that_block_weaken_the_copy),
      cmocka_unit_test(choices_are_given_up),
      cmocka_unit_test(labels_are_merged),
      cmocka_unit_test(versions_are_no_choices),
      cmocka_unit_test(versions_of_else_are_possible),
      cmocka_unit_test(versions_are_deterministic),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
