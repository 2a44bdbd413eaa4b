// Special copies: versions of edges for known values.
#include "model/print.h"
#include "model/specialise.h"
#include "test_load.h"

static const char model[] = "byte p, q; bool b[3];\n"
                            "active proctype A() { do\n"
                            ":: p == 0 && q > 1\n"
                            ":: q = p + 1\n"
                            ":: q == 5 || p > 0\n"
                            ":: b[p] = 1\n"
                            ":: q = 7\n"
                            ":: (p > 0 -> 2 : q) == 2\n"
                            ":: q = 3 / p\n"
                            "od }\n";

static const net_var *variable(const network *n, const char *name) {
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (strcmp(n->vars.at[i]->name, name) == 0)
      return n->vars.at[i];
  fail_msg("there is no %s", name);
  return NULL;
}

// All edges in versions for p = 0, 1 and 2, but the one that does not read p.
static net_copy *specialise(loaded *l) {
  static const int32_t known[3] = {0, 1, 2};
  const network *n = l->net;
  arena *memory = l->d.memory;
  int32_t *member = ARENA_ARRAY(memory, int32_t, n->vars.count);
  bool *vars = ARENA_ARRAY(memory, bool, n->vars.count);
  net_version *versions = ARENA_ARRAY(memory, net_version, 3 * n->edges.count);
  net_special *s = ARENA_NEW(memory, net_special);
  for (uint32_t i = 0; i < n->vars.count; i++)
    member[i] = NET_NONE;
  member[variable(n, "p")->index] = 0;
  vars[variable(n, "p")->index] = true;
  *s = (net_special){.member = member, .joined = NET_NONE, .versions = versions, .label_sets = 1};
  const net_flow *flow = &n->templates.at[0]->flow;
  for (uint32_t i = 0; i < flow->locations.at[flow->initial].edges.count; i++) {
    uint32_t edge = flow->locations.at[flow->initial].edges.at[i];
    bool reads = strcmp(n->edges.at[edge]->text, "q = 7") != 0;
    for (uint32_t v = 0; v < (reads ? 3 : 1); v++)
      versions[s->version_count++] = (net_version){.edge = edge, .known = reads ? &known[v] : NULL};
  }
  net_change change = {.vars = vars, .special = s};
  net_copy *copy = NULL;
  assert_null(net_copy_make(memory, n, &change, &copy));
  return copy;
}

// "GUARD / VALUE" of the edge of a version; "" = it is left out.
static const char *text_of(loaded *l, const net_copy *c, uint32_t version) {
  int32_t edge = net_special_edges(c)[version];
  if (edge == NET_NONE)
    return "";
  const net_edge *e = c->net->edges.at[edge];
  const char *guard = e->guard ? net_expr_text(l->d.memory, c->net, e->guard) : "-";
  return arena_printf(l->d.memory, "%s / %s", guard, e->effect ? net_stmt_text(l->d.memory, c->net, e->effect) : "-");
}

static void look_at_versions(loaded *l) {
  static const char *const expected[] = {"q > 1 / -",
                                         "",
                                         "", // p == 0 && q > 1
                                         "- / q := 1",
                                         "- / q := 2",
                                         "- / q := 3",
                                         "q == 5 / -",
                                         "- / -",
                                         "- / -", // q == 5 || p > 0
                                         "- / b[0] := 1",
                                         "- / b[1] := 1",
                                         "- / b[2] := 1",
                                         "- / q := 7", // reads nothing
                                         "q == 2 / -",
                                         "- / -",
                                         "- / -", // (p > 0 -> 2 : q) == 2
                                         "- / q := 3 / 0",
                                         "- / q := 3",
                                         "- / q := 1"};
  const net_copy *c = specialise(l);
  for (uint32_t i = 0; i < sizeof expected / sizeof *expected; i++)
    if (strcmp(text_of(l, c, i), expected[i]) != 0)
      fail_msg("version %d: '%s', expected '%s'", (int)i, text_of(l, c, i), expected[i]);
  const int32_t *edge = net_special_edges(c);
  assert_int_equal(edge[7], edge[8]); // equal versions are one edge
  assert_int_not_equal(edge[6], edge[7]);
  assert_int_equal(c->net->vars.count, l->net->vars.count - 1);
  for (uint32_t i = 0; i < c->net->edges.count; i++)
    assert_int_not_equal(c->edge_from[i], NET_NONE);
}

static void test_versions(void **state) {
  (void)state;
  with_model(model, look_at_versions);
}

static void look_at_condition(loaded *l) {
  const net_copy *c = specialise(l);
  expr *p = expr_new(l->d.memory, EXPR_VAR, (place){0}), *q = expr_new(l->d.memory, EXPR_VAR, (place){0});
  p->var = variable(l->net, "p");
  q->var = variable(l->net, "q");
  expr *both = expr_binary(l->d.memory, EXPR_AND, expr_binary(l->d.memory, EXPR_EQ, p, q), q);
  const expr *known = net_special_condition(c, both, (int32_t[]){4});
  assert_string_equal(net_expr_text(l->d.memory, c->net, known), "4 == q && q");
  // 1 && q is no other value than q != 0
  both = expr_binary(l->d.memory, EXPR_AND, p, q);
  known = net_special_condition(c, both, (int32_t[]){4});
  assert_string_equal(net_expr_text(l->d.memory, c->net, known), "q != 0");
}

static void test_condition(void **state) {
  (void)state;
  with_model(model, look_at_condition);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_versions), cmocka_unit_test(test_condition)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
