// What the UPPAAL front end makes of declarations, processes, edges, functions and queries.
#include "lang/uppaal/uppaal.h"
#include "model/print.h"
#define TEST_LOAD upp_load
#define TEST_ENDING ".xta"
#include "test_load.h"

static void must_load(const loaded *l) {
  if (!l->net && l->d.first)
    fail_msg("%u:%u: %s", l->d.first->at.line, l->d.first->at.column, l->d.first->message);
  assert_non_null(l->net);
}

static const net_var *variable(const network *n, const char *name) {
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (strcmp(n->vars.at[i]->name, name) == 0)
      return n->vars.at[i];
  fail_msg("no variable %s", name);
  return NULL;
}

static const net_edge *edge(const network *n, uint32_t process, uint32_t location, uint32_t number) {
  const net_location *l = &n->templates.at[process]->flow.locations.at[location];
  assert_true(number < l->edges.count);
  return n->edges.at[l->edges.at[number]];
}

static uint32_t edges_at(const network *n, uint32_t process, uint32_t location) {
  return n->templates.at[process]->flow.locations.at[location].edges.count;
}

// "guard; bound; bound; call label; statement; statement"
static const char *edge_text(const loaded *l, const net_edge *e) {
  const char *all = e->guard ? net_expr_text(l->d.memory, l->net, e->guard) : "true";
  for (uint32_t i = 0; i < e->bounds.count; i++)
    all = arena_printf(l->d.memory, "%s; %s", all, net_bound_text(l->d.memory, l->net, &e->bounds.at[i]));
  if (e->sync.kind != SYNC_NONE)
    all = arena_printf(l->d.memory, "%s; %s %s", all, e->sync.kind == SYNC_CALL ? "call" : "answer",
                       net_label_text(l->d.memory, l->net, &e->sync.label));
  for (const net_stmt *s = e->effect; s; s = s->next)
    all = arena_printf(l->d.memory, "%s; %s", all, net_stmt_text(l->d.memory, l->net, s));
  return all;
}

static const char *block_text(const loaded *l, uint32_t number) {
  const net_flow *f = &l->net->blocks.at[number];
  const char *all = "";
  for (uint32_t i = 0; i < f->locations.count; i++)
    for (uint32_t k = 0; k < f->locations.at[i].edges.count; k++) {
      const net_edge *e = l->net->edges.at[f->locations.at[i].edges.at[k]];
      all = arena_printf(l->d.memory, "%s%u>%d {%s}\n", all, i, (int)e->to, edge_text(l, e));
    }
  return all;
}

static const char *invariant(const loaded *l, uint32_t process, uint32_t location) {
  const net_location *at = &l->net->templates.at[process]->flow.locations.at[location];
  const char *all = at->invariant ? net_expr_text(l->d.memory, l->net, at->invariant) : "true";
  for (uint32_t i = 0; i < at->bounds.count; i++)
    all = arena_printf(l->d.memory, "%s; %s", all, net_bound_text(l->d.memory, l->net, &at->bounds.at[i]));
  return all;
}

static const char *condition(loaded *l, const char *text) {
  expr *e = upp_condition(l->front_end, &l->d, text);
  if (!e)
    fail_msg("%s: %s", text, l->d.last ? l->d.last->message : "?");
  return net_expr_text(l->d.memory, l->net, e);
}

static void expect_error(loaded *l, const char *part) {
  for (const diag *d = l->d.first; d; d = d->next)
    if (strstr(d->message, part)) {
      assert_true(d->at.line > 0);
      return;
    }
  fail_msg("no message with '%s', but '%s'", part, l->d.first ? l->d.first->message : "none");
}

#define ONE "process P() { state A; init A; } system P;"

static void look_at_variables(loaded *l) {
  char name[64];
  must_load(l);
  const net_var *b = variable(l->net, "o.in.b");
  assert_int_equal(b->cells, 2 * 2 * 3);
  assert_int_equal(b->type.kind, KIND_BOOL);
  assert_string_equal(net_cell_name(b, 11, name, sizeof name), "o[1].in[1].b[2]");
  const net_var *m = variable(l->net, "m");
  assert_string_equal(net_cell_name(m, 5, name, sizeof name), "m[3][1]"); // its indices are 1..3 and 0..1
  assert_int_equal(variable(l->net, "i")->type.low, -32768);
  assert_int_equal(variable(l->net, "i")->type.high, 32767);
  assert_true(variable(l->net, "r")->type.is_checked);
  assert_int_equal(variable(l->net, "r")->init.at[0]->value, 3); // 0 is not in its range
  assert_int_equal(variable(l->net, "s.y")->init.at[0]->value, 2);
  assert_int_equal(variable(l->net, "s.x")->init.at[1]->value, 7);
  for (uint32_t i = 0; i < l->net->vars.count; i++)
    assert_true(strcmp(l->net->vars.at[i]->name, "N") != 0);
}
static void variables_become_rows_of_cells(void **state) {
  (void)state;
  with_model("const int N = 2; typedef struct { int a; bool b[N+1]; } in_t; typedef struct { in_t in[N]; } out_t;"
             "out_t o[N]; int m[int[1,3]][N]; int i; int[3,5] r; struct { int x[2]; int y; } s = { {6, 7}, N };" ONE,
             look_at_variables);
}

static void look_at_clocks(loaded *l) {
  must_load(l);
  assert_int_equal(l->net->clocks.count, 1 + 6 + 2 * 2);
  assert_string_equal(l->net->clocks.at[6].name, "y[1][2]");
  assert_string_equal(l->net->clocks.at[9].name, "P(1).z[0]");
  assert_string_equal(l->net->labels.at[3].name, "c[1][1]");
  assert_true(l->net->labels.at[4].is_broadcast && l->net->labels.at[4].is_urgent);
  assert_int_equal(l->net->labels.at[0].priority, -1);
  assert_int_equal(l->net->labels.at[2].priority, 0);
  assert_int_equal(l->net->labels.at[4].priority, 1);
  assert_true(l->net->orders_steps);
  assert_true(l->net->is_timed);
}
static void clocks_and_channels_are_numbered(void **state) {
  (void)state;
  with_model("clock x, y[2][3]; chan c[2][2]; urgent broadcast chan u; chan priority c[0] < default < u;"
             "process P(int[0,1] k) { clock z[2]; state A; init A; } system P;",
             look_at_clocks);
}

static void look_at_instances(loaded *l) {
  static const char *const names[] = {"P(0,0)", "P(0,1)", "P(1,0)", "P(1,1)", "Q(0)", "Q(1)", "one"};
  must_load(l);
  assert_int_equal(l->net->processes.count, 7);
  for (uint32_t i = 0; i < 7; i++) {
    assert_string_equal(l->net->templates.at[i]->name, names[i]);
    assert_int_equal(l->net->processes.at[i].template_, i);
    assert_int_equal(l->net->processes.at[i].priority, i < 4 ? 0 : 1);
  }
  assert_string_equal(edge_text(l, edge(l->net, 2, 0, 0)), "true; call c[1]; v := 1; w := 0; x := 0");
  assert_string_equal(edge_text(l, edge(l->net, 5, 0, 0)), "true; call d[2]; a[1] := 1; w := 5; y[1] := 0");
  assert_string_equal(edge_text(l, edge(l->net, 6, 0, 0)), "true; call d[0]; v := 0; w := 5; y[0] := 0");
  assert_string_equal(edge(l->net, 6, 0, 0)->text, "A -> A: e!, r = i, w = j, t = 0");
}
static void processes_are_templates_with_known_parameters(void **state) {
  (void)state;
  with_model("chan c[2], d[3]; clock x, y[2]; int v, w, a[2]; typedef int[0,1] id_t;"
             "process T(const id_t i, int j, int &r, chan &e, clock &t) {"
             "  state A; init A; trans A -> A { sync e!; assign r = i, w = j, t = 0; }; }"
             "P(const id_t i, id_t j) = T(i, j, v, c[i], x);"
             "R(int k, int &r, int[0,2] n) = T(k, 5, r, d[n], y[k]);"
             "Q(id_t i) = R(i, a[i], 2 * i); one = R(0, v, 0); system P < Q, one;",
             look_at_instances);
}

static void look_at_guards(loaded *l) {
  must_load(l);
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 0)), "i > 0; x <= 5");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 1)), "true; !(i > 0): x < 3");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 2)), "true; i == 1: x >= 2");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 3)), "true; x <= 4; x >= 4");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 4)), "true; x - y[0] <= 1");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 5)), "true; y[1] - x < -2");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 6)), "i < 2");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 7)), "true; y[0] <= 0; y[1] <= 1; y[2] <= 2");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 8)), "true; y[0]..y[2] at i <= i + 1");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 9)), "true; i > 1: x >= 3"); // !(x < 3 && i > 1)
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 10)), "true; i > 0: x > 1; !(i > 0): x < 8");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 11)), "i == 2; x < 3"); // two edges for x < 3 || y > 1
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 12)), "i == 2; y[0] > 1");
  assert_int_equal(edges_at(l->net, 0, 0), 13);
}
static void guards_are_split_from_clock_constraints(void **state) {
  (void)state;
  with_model(
      "clock x, y[3]; int i; const int C = 3; typedef int[0,2] id_t; process P() { state A; init A; trans"
      " A -> A { guard i > 0 && x <= 5; }, A -> A { guard i > 0 || x < C; }, A -> A { guard i == 1 imply 2 <= x; },"
      " A -> A { guard x == 4; }, A -> A { guard x - y[0] <= 1; }, A -> A { guard x > y[1] + 2; },"
      " A -> A { guard x >= 0 && i < 2; }, A -> A { guard forall (k : id_t) y[k] <= k; },"
      " A -> A { guard y[i] <= i + 1; }, A -> A { guard !(x < 3 && i > 1); },"
      " A -> A { guard i > 0 ? x > 1 : x < 8; }, A -> A { guard (x < 3 || y[0] > 1) && i == 2; }; } system P;",
      look_at_guards);
}

static void look_at_invariants(loaded *l) {
  must_load(l);
  assert_string_equal(invariant(l, 0, 0), "i < 3; x <= 5");
  assert_string_equal(invariant(l, 0, 1), "true; i < 2: x <= a[i]; y <= 4"); // an index that is good only there
  assert_string_equal(invariant(l, 0, 2), "true");
  assert_int_equal(l->net->templates.at[0]->flow.locations.at[2].flags, LOC_COMMITTED);
  assert_int_equal(l->net->templates.at[0]->flow.locations.at[1].flags, LOC_URGENT);
  assert_string_equal(l->net->templates.at[0]->flow.locations.at[2].name, "C");
}
static void invariants_are_bounds(void **state) {
  (void)state;
  with_model(
      "clock x, y; int i, a[2]; process P() { state A { x <= 5 && i < 3 }, B { (i < 2 imply x <= a[i]) && y <= 4 },"
      " C { x' == 1 }; commit C; urgent B; init A; } system P;",
      look_at_invariants);
}

static void look_at_selects(loaded *l) {
  must_load(l);
  assert_int_equal(edges_at(l->net, 0, 0), 3 * 2 - 2); // where i == j it is never possible
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 0)), "true; call c[0][1]; v := 0");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 3)), "true; call c[2][1]; v := 2");
  assert_string_equal(edge(l->net, 0, 0, 3)->text, "A -> A: i = 2, j = 1, i != j, c[i][j]!, v = i");
  assert_int_equal(net_edge_cost(edge(l->net, 0, 0, 0)), 1);
  const net_edge *answer = edge(l->net, 1, 0, 0);
  assert_string_equal(edge_text(l, answer),
                      "true; answer c[0][0]..c[2][1] at (v >= 0 && v < 3 && (w >= 0 && w < 2) ? v * 2 + w : -1)");
  assert_int_equal(net_edge_cost(answer), 0);
  assert_string_equal(edge_text(l, edge(l->net, 1, 0, 1)), "true; answer c[1][0]..c[1][1] at w");
}
static void selections_are_edges_of_their_own(void **state) {
  (void)state;
  with_model(
      "chan c[3][2]; int v, w; process P() { state A; init A; trans A -> A { select i : int[0,2], j : int[0,1];"
      " guard i != j; sync c[i][j]!; assign v = i; }; }"
      "process Q() { state A; init A; trans A -> A { sync c[v][w]?; }, A -> A { sync c[1][w]?; }; } system P, Q;",
      look_at_selects);
}

static void look_at_effects(loaded *l) {
  must_load(l);
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 0)),
                      "true; i := i + 1; b := i != 0; x := 3; y := x + 0; i := i * 2");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 1)), // left before right
                      "true; P.temporary 1 := i; i := i + 1; a[0] := P.temporary 1 + i");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 2)), "true; s.p := t.p; s.q[0] := t.q[0]; s.q[1] := t.q[1]");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 3)), "s.p == t.p && s.q[0] == t.q[0] && s.q[1] == t.q[1]");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 4)), "true; i := b ? 1 : 2; j := 3; i := j; i := i <= 4 ? i : 4");
  const net_edge *branch = edge(l->net, 0, 0, 5);
  assert_int_equal(branch->effect->kind, STMT_BLOCK);
  assert_string_equal(block_text(l, branch->effect->block),
                      "0>1 {b; i := 1}\n0>1 {true; j := 2}\n1>-1 {true; i := 7}\n");
}
static void effects_happen_in_order(void **state) {
  (void)state;
  with_model(
      "int i, j, a[2]; bool b; clock x, y; struct { int p; int q[2]; } s, t; process P() { state A; init A; trans"
      " A -> A { assign i++, b = i, x = 3, y = x, i *= 2; }, A -> A { assign a[0] = i++ + i; },"
      " A -> A { assign s = t; }, A -> A { guard s == t; },"
      " A -> A { assign i = b ? 1 : 2, i = j = 3, i = i <? 4; },"
      " A -> A { assign b ? (i = 1) : (j = 2), i = 7; }; } system P;",
      look_at_effects);
}

static void look_at_functions(loaded *l) {
  must_load(l);
  assert_int_equal(l->net->functions.count, 1); // sum; the others have effects
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 0)), "sum(i, 2) > 3; block 1; i := inc.result");
  assert_string_equal(block_text(l, l->net->functions.at[0].block),
                      "0>1 {true; sum.s := 0; sum.i := 0; sum.i := sum.from}\n"
                      "1>2 {sum.i <= sum.to}\n"
                      "1>-1 {true; sum.result := sum.s}\n"
                      "2>-1 {a[sum.i] < 0; sum.result := -1}\n"
                      "2>3 {true}\n"
                      "3>1 {true; sum.s := sum.s + a[sum.i]; sum.i := sum.i + 1}\n");
  assert_string_equal(block_text(l, 1), "0>-1 {true; i := i + 1; inc.result := i}\n");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 1)), "true; P.temporary 1 := i; block 2; j := inc.result");
  assert_string_equal(block_text(l, 2),
                      "0>-1 {true; a[P.temporary 1] := a[P.temporary 1] + 1; inc.result := a[P.temporary 1]}\n");
  assert_string_equal(edge_text(l, edge(l->net, 1, 0, 0)),
                      "true; block 1; i := inc.result"); // nothing of the process in it
  assert_true(variable(l->net, "sum.s")->is_scratch);
  assert_int_equal(variable(l->net, "sum.from")->type.high, 3);
}
static void functions_are_blocks(void **state) {
  (void)state;
  with_model("int i, j, a[4]; int inc(int &r) { r++; return r; }"
             "int sum(int[0,3] from, int to) { int s; int i; for (i = from; i <= to; i++) {"
             " if (a[i] < 0) return -1; s += a[i]; } return s; }"
             "int unused(int k) { return unused(k); }"
             "process P() { state A; init A; trans A -> A { guard sum(i, 2) > 3; assign i = inc(i); },"
             " A -> A { assign j = inc(a[i]); }; }"
             "process Q() { state A; init A; trans A -> A { assign i = inc(i); }; } system P, Q;",
             look_at_functions);
}

static void look_at_loops(loaded *l) {
  must_load(l);
  const net_stmt *s = edge(l->net, 0, 0, 0)->effect;
  assert_int_equal(s->kind, STMT_BLOCK);
  assert_string_equal(block_text(l, s->block),
                      "0>1 {true; f.k := 1}\n"
                      "1>1 {f.k <= 3; g := g + f.k; f.k := f.k + 1}\n"
                      "1>2 {true}\n"
                      "2>3 {true; g := g - 1}\n"
                      "3>2 {g > 0}\n"
                      "3>4 {g < 5; block 0; f.temporary 1 := bump.result}\n" // a second branch behind the first
                      "3>4 {true; f.temporary 1 := 0}\n"
                      "4>5 {f.temporary 1 != 0; g := 9}\n"
                      "4>5 {true}\n"
                      "5>-1 {true}\n");
}
static void loops_and_short_circuits_branch(void **state) {
  (void)state;
  with_model("int g; bool bump() { g++; return true; } void f() { for (k : int[1,3]) g += k; do { g--; } while (g > 0);"
             " if (g < 5 && bump()) g = 9; }"
             "process P() { state A; init A; trans A -> A { assign f(); }; } system P;",
             look_at_loops);
}

static void look_at_constants(loaded *l) {
  must_load(l);
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 0)), "i == 4; i := t[i][1]");
  const net_var *t = variable(l->net, "t");
  assert_int_equal(t->init.count, 4);
  assert_int_equal(t->init.at[2]->value, 3);
  assert_int_equal(l->net->vars.count, 3); // i, t and the parameter that is assigned
  assert_string_equal(edge_text(l, edge(l->net, 1, 0, 0)), "n < 3; n := n + 1");
  assert_int_equal(variable(l->net, "n")->init.at[0]->value, 2);
}
static void constants_are_known(void **state) {
  (void)state;
  with_model("const int t[2][2] = { {1, 2}, {3, 4} }; const int K = t[1][1]; int i; process P() { const int l = K;"
             " state A; init A; trans A -> A { guard i == l; assign i = t[i][1]; }; }"
             "process Q(int[0,3] n) { state A; init A; trans A -> A { guard n < 3; assign n++; }; }"
             "q = Q(2); system P, q;",
             look_at_constants);
}

// Conditions that come when the network is finished add nothing to it, and can use all that the model declares.
static void look_at_late_conditions(loaded *l) {
  must_load(l);
  const network before = *l->net;
  net_property p;
  assert_string_equal(condition(l, "twice(a[1]) == t[i]"), "twice(a[1]) == t[i]");
  assert_string_equal(condition(l, "first(a) > 0 && P.own() == 2"), "first(a[0], a[1]) > 0 && own() == 2");
  assert_string_equal(condition(l, "forall (k : int[0,1]) twice(a[k]) < P.u[i]"),
                      "twice(a[0]) < u[i] && twice(a[1]) < u[i]");
  assert_true(upp_property(l->front_end, &l->d, "E<> twice(i) == 2", &p));
  assert_null(upp_condition(l->front_end, &l->d, "wrong() == 1"));
  expect_error(l, "'wrong' cannot be called");
  assert_null(upp_condition(l->front_end, &l->d, "late(x) == 1"));
  expect_error(l, "'late' cannot be called");
  assert_memory_equal(&before, l->net, sizeof before);
}
static void late_conditions_add_nothing(void **state) {
  (void)state;
  with_model("int a[2]; int[0,1] i; clock x; const int t[2] = {1, 2}; int twice(int &n) { int m = n; return m + n; }"
             "int first(int &b[2]) { return b[0]; } int wrong() { return nowhere; } int late(clock &c) { return 1; }"
             "process P() { const int u[2] = {5, 6}; int v; int own() { return v + 1; } state A; init A; }"
             "system P;",
             look_at_late_conditions);
}

static void look_at_queries(loaded *l) {
  net_property p;
  must_load(l);
  assert_string_equal(condition(l, "P(1).A && P(0).v == 2 && x > 3"), "P(1).A && P(0).v == 2 && {x > 3}");
  assert_string_equal(condition(l, "forall (i : int[0,1]) P(i).B imply P(i).z <= 2"),
                      "(!P(0).B || {P(0).z <= 2}) && (!P(1).B || {P(1).z <= 2})");
  assert_string_equal(condition(l, "x == 3 or not deadlock"), "{x <= 3} && {x >= 3} || !deadlock");
  assert_string_equal(condition(l, "P(1).id == 1 && P(1).get() > sum (i : int[0,1]) a[i]"), "get() > a[0] + a[1]");
  assert_true(upp_property(l->front_end, &l->d, "E<> P(0).z - P(1).z < 2", &p));
  assert_int_equal(p.question.kind, QUESTION_REACH);
  assert_string_equal(p.text, "E<> P(0).z - P(1).z < 2");
  assert_true(upp_property(l->front_end, &l->d, "inf{P(0).A}: P(0).z, a[1]", &p));
  assert_int_equal(p.question.kind, QUESTION_EXTREME);
  assert_true(p.question.is_least);
  assert_int_equal(p.question.term_count, 2);
  assert_int_equal(p.question.terms[0].clock.count, 1);
  assert_non_null(p.question.terms[1].value);
  assert_true(upp_property(l->front_end, &l->d, "P(0).A --> P(0).B", &p));
  assert_int_equal(p.question.kind, QUESTION_CYCLE);
  assert_null(p.why_not);
  assert_int_equal(p.question.formula->op, LTL_ALWAYS);
  assert_int_equal(p.question.formula->left->op, LTL_IMPLIES);
  assert_int_equal(p.question.formula->left->right->op, LTL_EVENTUALLY);
  assert_false(p.question.is_existential);
  assert_true(upp_property(l->front_end, &l->d, "E[] P(0).A", &p));
  assert_int_equal(p.question.formula->op, LTL_NOT);
  assert_int_equal(p.question.formula->left->op, LTL_ALWAYS);
  assert_true(p.question.is_existential);
  assert_true(upp_property(l->front_end, &l->d, "A<> x > 3", &p));
  assert_int_equal(p.question.formula->op, LTL_EVENTUALLY);
  assert_int_equal(p.question.formula->left->atom->op, EXPR_BOUND);
  assert_false(upp_property(l->front_end, &l->d, "A[] P(2).A", &p));
  expect_error(l, "unknown process 'P(2)'");
  assert_null(upp_condition(l->front_end, &l->d, "P(0).C"));
  expect_error(l, "no location or variable 'C'");
}
static void queries_are_conditions(void **state) {
  (void)state;
  with_model("clock x; int a[2]; process P(const int[0,1] id) { int v; clock z; int get() { return v + id; }"
             " state A, B; init A; } system P;",
             look_at_queries);
}

static void look_at_remote_function(loaded *l) {
  must_load(l);
  condition(l, "P.get() > 1"); // the process does not move when it is asked
  assert_int_equal(l->net->functions.count, 2);
  assert_string_equal(block_text(l, l->net->functions.at[0].block), "0>-1 {true; get.result := v}\n");
  assert_string_equal(block_text(l, l->net->functions.at[1].block), "0>-1 {true; get.result := P.v}\n");
}
static void functions_are_asked_from_outside(void **state) {
  (void)state;
  with_model(
      "process P() { int v; int get() { return v; } state A; init A; trans A -> A { guard get() > 0; }; } system P;",
      look_at_remote_function);
}

// --- errors

typedef struct {
  const char *model, *message;
} wrong;

static const wrong WRONG[] = {
    {"int a = b; " ONE, "unknown name 'b'"},
    {"int[0,2] a = 3; " ONE, "outside [0,2]"},
    {"int a[2] = {1}; " ONE, "2 elements"},
    {"int[3,2] a; " ONE, "empty"},
    {"foo a; " ONE, "unknown type 'foo'"},
    {"int a; bool a; " ONE, "declared twice"},
    {"const int c; " ONE, "has no value"},
    {"process P() { state A; init A; } system Q;", "unknown process 'Q'"},
    {"process P(int &x) { state A; init A; } system P;", "is not bound"},
    {"process P(int[0,300] x, int[0,300] y) { state A; init A; } system P;", "too many processes"},
    {"process P(int[0,99999] x) { state A; init A; } system P;", "too many values"},
    {"process P(int[0,3] x) { state A; init A; } Q = P(4); system Q;", "outside [0,3]"},
    {"process P(int x) { state A; init A; } Q = P(); system Q;", "1 parameters, but gets 0"},
    {"process P(clock &x) { state A; init A; } int i; Q = P(i); system Q;", "but needs a clock"},
    {"clock x; process P() { state A { x < 1 || x > 2 }; init A; } system P;", "disjunction of clock constraints"},
    {"clock x; process P() { state A; init A; trans A -> A { guard x[1] > 0; }; } system P;", "not an array"},
    {"int i; process P() { state A { i' == 0 }; init A; } system P;", "'i' is not a clock"},
    {"int i; process P() { state A; init A; trans A -> A { guard i++ > 3; }; } system P;", "side effect"},
    {"int i; int f() { i++; return i; } process P() { state A; init A; trans A -> A { guard f() > 3; }; } system P;",
     "side effects"},
    {"int f(int i) { return f(i - 1); } process P() { state A; init A; trans A -> A { guard f(1) > 3; }; } system P;",
     "recursion"},
    {"const int c = 1; process P() { state A; init A; trans A -> A { assign c = 2; }; } system P;", "is a constant"},
    {"const int c[2] = {1, 2}; process P() { state A; init A; trans A -> A { assign c[0] = 2; }; } system P;",
     "is a constant"},
    {"int i; process P() { state A; init A; trans A -> A { sync i!; }; } system P;", "not a channel"},
    {"int i; process P() { state A; init A; trans A -> A { guard i[2] > 1; }; } system P;", "not an array"},
    {"struct { int a; } s; process P() { state A; init A; trans A -> A { guard s.b > 1; }; } system P;",
     "no field 'b'"},
    {"struct { int a; } s; int t[2]; process P() { state A; init A; trans A -> A { assign s = t; }; } system P;",
     "cannot be assigned to"},
    {"process P() { state A; init A; trans A -> A { guard deadlock; }; } system P;", "deadlock"},
    {"void f() { } process P() { state A; init A; trans A -> A { guard f(1); }; } system P;", "gets 1 arguments"},
    {"process P() { state A; branchpoint b; init A; trans A -> b { }; } system P;", "no edge leads from this"},
    {"const int n = 10 ** 10; " ONE, "does not fit in 32 bits"},
};

static const char *expected;
static void look_at_wrong(loaded *l) {
  assert_null(l->net);
  expect_error(l, expected);
}
static void errors_have_a_place(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
    expected = WRONG[i].message;
    with_model(WRONG[i].model, look_at_wrong);
  }
}

// --- what the network does not have

static const char *barred_by; // part of why no query can be answered; NULL = they can
static void look_at_barrier(loaded *l) {
  must_load(l);
  if (!barred_by)
    assert_null(l->net->why_not);
  else if (!l->net->why_not || !strstr(l->net->why_not, barred_by))
    fail_msg("'%s' is not part of: %s", barred_by, l->net->why_not ? l->net->why_not : "nothing");
}

#define EDGE(labels) "process P() { state A; init A; trans A -> A { " labels " }; } system P;"
static const wrong BARRED[] = {
    {"double d = 1.5; " EDGE("assign d = d * 2.5 + sqrt(d);"), NULL},
    {"double d; int i; " EDGE("guard i < 2; assign d = i / 2.0;"), NULL},
    {"double d; " EDGE("guard d > 0.5;"), "it depends on a floating-point number ("},
    {"double d; int i; " EDGE("assign i = fint(d);"), ":1:73)"},
    {"double d; int i; " EDGE("assign i = d > 1.0;"), "a floating-point number"},
    {"int i = 1.5; " EDGE(""), ":1:9)"},
    {"int i = fint(sqrt(2)); " EDGE(""), "a floating-point number"},
    {"double d; int a[2]; " EDGE("assign a[fint(d)] = 1;"), "a floating-point number"},
    {"double d; int i; void f() { if (d > 1.0) i = 1; } " EDGE("assign f();"), "a floating-point number"},
    {"double d; int i; void f() { if (d > 1.0) i = 1; } " EDGE(""), NULL},
    {"double d; int f(double x) { return x > 1.0; } " EDGE("guard f(d) == 1;"), "a floating-point number"},
    {"double d; double f(double x, int n) { double y = x * n; return y; } " EDGE("assign d = f(d, 2);"), NULL},
    {"struct { int i; double d; } s; " EDGE("guard s.i < 2; assign s.d = s.i, s.i = 1;"), NULL},
    {"struct { int i; double d; } s; " EDGE("guard s.d < 2;"), "a floating-point number"},
    {"clock x; double d; " EDGE("assign d = x * 2;"), NULL},
    {"clock x; " EDGE("guard x * 2 < 3;"), "a number computed from clocks"},
    {"clock x; " EDGE("guard x < 2.5;"), "a floating-point number"},
    {"clock x; " EDGE("assign x = 0.5;"), "a floating-point number"},
    {"process Q(double d) { state A; init A; } P = Q(1); system P;", NULL},
    {"process Q(int i) { state A; init A; } P = Q(1.5); system P;", "a floating-point number"},
    {"const string s = \"a\"; " EDGE(""), NULL},
    {"hybrid clock x; " EDGE("assign x = 0;"), NULL},
    {"hybrid clock x; " EDGE("guard x > 1;"), "a hybrid clock"},
    {"hybrid clock x; process P() { state A { x' == 2.5 }; init A; } system P;", NULL},
    {"hybrid clock x; process P() { state A { x <= 2 }; init A; } system P;", "a hybrid clock"},
    {"clock x; process P() { state A { x' == 1 && x <= 2 }; init A; } system P;", NULL},
    {"clock x; process P() { state A { x' == 0 }; init A; } system P;", NULL},
    {"clock x; process P() { state A { x' == 0 && x <= 2 }; init A; } system P;", "another rate than 1 ("},
    {"clock x; process P() { state A { x <= 2 }, B { x' == 0 }; init A; } system P;", "another rate than 1 ("},
    {"process Q(clock &x) { state A { x' == 0 }; init A; } clock y; P = Q(y);"
     "process R() { state A { y <= 2 }; init A; } system P, R;",
     "another rate than 1 ("},
    {"process P() { state A { cost' == 2 }; init A; trans A -> A { assign cost += 3; }; } system P;", NULL},
    {"clock x = 2; " EDGE(""), "with an initial value are not supported"},
    {"chan c; " EDGE("sync c;"), "synchronisation without ! or ? is not supported"},
    {"urgent chan c; clock x; " EDGE("guard x > 1; sync c!;"), "urgent channel is not supported"},
    {"urgent broadcast chan c; clock x; " EDGE("guard x > 1; sync c?;"), NULL},
    {"clock x; int f() { if (x > 1) return 1; return 0; } " EDGE("guard f() == 1;"), "constraints in functions"},
    {"clock x; int f() { if (x > 1) return 1; return 0; } " EDGE(""), NULL},
    {"process P() { state A; branchpoint b; init A; trans A -> b { }, b -> A { guard 1 < 2; }; } system P;",
     "a guard or synchronisation on an edge from a branchpoint"},
    {"process P() { state A; branchpoint b; init A; trans A -> b { }, b -> b { }; } system P;", "to a branchpoint"},
    {"dynamic D(int a); " EDGE(""), NULL},
    {"dynamic D(int a); " EDGE("assign spawn D(1);"), "dynamic templates"},
    {"before_update { f(), g() } after_update { h() } " EDGE(""), "before_update is not supported ("},
    {"after_update { h() } " EDGE(""), "after_update is not supported"},
    {"import \"lib.so\" { int f(int a); g = double h(); }; " EDGE(""), NULL},
    {"import \"lib.so\" { int f(int a); g = double h(); }; " EDGE("guard f(1) > 2;"), "external library"},
    {"import \"lib.so\" { int f(int a); g = double h(); }; " EDGE("assign g();"), "external library"},
    {"process Q() { state A; init A; trans A -> A { sync c; }; } chan c; " EDGE(""), NULL}, // Q is not used
    {"const int n = 2 ** 3 ** 2; int[64,64] i = n; " EDGE(""), NULL},
    {"int i; " EDGE("guard i ** 2 > 1;"), "a power"},
    {"IO P { c } " EDGE(""), NULL},
    {"process Q(const int[3,2] i) { state A; init A; } process P() { state A; init A; } system P, Q;", NULL},
};

static void opaque_values_matter_where_they_are_used(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof BARRED / sizeof *BARRED; i++) {
    barred_by = BARRED[i].message;
    with_model(BARRED[i].model, look_at_barrier);
  }
}

static void look_at_opaque_queries(loaded *l) {
  net_property p;
  must_load(l);
  assert_null(l->net->why_not);
  for (uint32_t i = 0; i < 2; i++) { // a function is not asked better the second time
    assert_true(upp_property(l->front_end, &l->d, "E<> hot()", &p));
    assert_non_null(strstr(p.why_not, "a floating-point number"));
  }
  assert_true(upp_property(l->front_end, &l->d, "E<> d > 1", &p));
  assert_non_null(strstr(p.why_not, "a floating-point number"));
  assert_true(upp_property(l->front_end, &l->d, "sup: d", &p));
  assert_non_null(p.why_not);
  assert_true(upp_property(l->front_end, &l->d, "A[] x <= 2.5", &p));
  assert_non_null(p.why_not);
  assert_true(upp_property(l->front_end, &l->d, "A[] i <= 2 && x >= 0", &p));
  assert_null(p.why_not);
  assert_null(upp_condition(l->front_end, &l->d, "d < 2.5"));
  assert_int_equal(l->d.last->kind, DIAG_UNSUPPORTED);
}
static void queries_over_opaque_values_are_refused_one_by_one(void **state) {
  (void)state;
  with_model("double d; int i; clock x; bool hot() { return d > 20.0; } " EDGE("assign d = 3.0, i = 1;"),
             look_at_opaque_queries);
}

static void look_at_kept_faults(loaded *l) {
  must_load(l);
  assert_null(l->net->why_not);
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 0)), "true; P.temporary 1 := d[i]");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 1)), "true; P.temporary 2 := a[i]");
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 2)), "true");
}
static void indices_of_opaque_values_are_checked(void **state) {
  (void)state;
  with_model("double d[2]; int i, a[2]; process P() { state A; init A;"
             "trans A -> A { assign d[i] = 1; }, A -> A { assign d[0] = a[i]; }, A -> A { assign d[0] = 2.5; }; }"
             "system P;",
             look_at_kept_faults);
}

static void look_at_branches(loaded *l) {
  must_load(l);
  const network *n = l->net;
  assert_int_equal(edges_at(n, 0, 0), 3);
  assert_string_equal(edge_text(l, edge(n, 0, 0, 0)), "i < 2; call c; i := 1; j := 5");
  assert_int_equal(edge(n, 0, 0, 0)->to, 1);
  assert_string_equal(edge_text(l, edge(n, 0, 0, 1)), "i < 2; call c; i := 1; j := 0");
  assert_string_equal(edge_text(l, edge(n, 0, 0, 2)), "i < 2; call c; i := 1; j := 1");
  assert_int_equal(edge(n, 0, 0, 2)->to, 0);
  assert_int_equal(edges_at(n, 0, 1), 0);
}
static void branches_are_edges_of_their_own(void **state) {
  (void)state;
  with_model("int i, j; chan c; process P() { state A, B; branchpoint b; init A; trans"
             " A -> b { guard i < 2; sync c!; assign i = 1; },"
             " b -> B { assign j = 5; probability 0; }, b -> A { select k : int[0,1]; assign j = k; probability 3; }; }"
             "system P;",
             look_at_branches);
}

static void look_at_branch_scope(loaded *l) {
  must_load(l);
  assert_string_equal(edge_text(l, edge(l->net, 0, 0, 0)), "k == 7; j := 4; j := k");
}
static void a_branch_does_not_see_what_is_selected_before_it(void **state) {
  (void)state;
  with_model("int k, j; process P() { state A; branchpoint b; init A; trans"
             " A -> b { select m : int[4,4]; guard k == 7; assign j = m; }, b -> A { assign j = k; }; } system P;",
             look_at_branch_scope);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(variables_become_rows_of_cells),
      cmocka_unit_test(clocks_and_channels_are_numbered),
      cmocka_unit_test(processes_are_templates_with_known_parameters),
      cmocka_unit_test(guards_are_split_from_clock_constraints),
      cmocka_unit_test(invariants_are_bounds),
      cmocka_unit_test(selections_are_edges_of_their_own),
      cmocka_unit_test(effects_happen_in_order),
      cmocka_unit_test(functions_are_blocks),
      cmocka_unit_test(loops_and_short_circuits_branch),
      cmocka_unit_test(constants_are_known),
      cmocka_unit_test(late_conditions_add_nothing),
      cmocka_unit_test(queries_are_conditions),
      cmocka_unit_test(functions_are_asked_from_outside),
      cmocka_unit_test(errors_have_a_place),
      cmocka_unit_test(opaque_values_matter_where_they_are_used),
      cmocka_unit_test(queries_over_opaque_values_are_refused_one_by_one),
      cmocka_unit_test(indices_of_opaque_values_are_checked),
      cmocka_unit_test(branches_are_edges_of_their_own),
      cmocka_unit_test(a_branch_does_not_see_what_is_selected_before_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
