#include "facts/access.h"

#include "test_load.h"

static char shown[400];

static const char *show(const network *n, access_set set, bool are_vars) {
  size_t used = 0;
  shown[0] = 0;
  for (uint32_t i = 0; i < set.count; i++)
    used += (size_t)(are_vars ? snprintf(shown + used, sizeof shown - used, "%s%s", i ? " " : "",
                                         n->vars.at[set.at[i]]->name)
                              : snprintf(shown + used, sizeof shown - used, "%s%u", i ? " " : "", set.at[i]));
  return shown;
}

static const net_edge *edge_with(const network *n, const char *text) {
  for (uint32_t i = 0; i < n->edges.count; i++)
    if (n->edges.at[i]->text && strstr(n->edges.at[i]->text, text))
      return n->edges.at[i];
  fail_msg("no edge %s", text);
  return NULL;
}

#define expect_vars(set, expected) assert_string_equal(show(l->net, set, true), expected)

static void look_at_edges(loaded *l) {
  assert_non_null(l->net);
  accesses *a = access_open(l->m, l->net);
  const access_sets *of = access_of_edge(a, edge_with(l->net, "a[i] =")->id);
  expect_vars(of->reads[ACCESS_VARS], "x y i");
  expect_vars(of->writes[ACCESS_VARS], "a");
  assert_int_equal(of->flags, 0);
  of = access_of_edge(a, edge_with(l->net, "c!x")->id);
  expect_vars(of->reads[ACCESS_VARS], "x c");
  assert_string_equal(show(l->net, of->writes[ACCESS_CHANNELS], false), "0");
  of = access_of_edge(a, edge_with(l->net, "c?y")->id);
  expect_vars(of->writes[ACCESS_VARS], "y");
  assert_string_equal(show(l->net, of->reads[ACCESS_CHANNELS], false), "0");
  of = access_of_guard(a, edge_with(l->net, "c?y")->id);
  assert_int_equal(of->writes[ACCESS_VARS].count + of->writes[ACCESS_CHANNELS].count, 0);
  of = access_of_edge(a, edge_with(l->net, "e!1")->id); // e may be any channel with one field
  assert_string_equal(show(l->net, of->writes[ACCESS_CHANNELS], false), "0 1");
  of = access_of_edge(a, edge_with(l->net, "_last")->id);
  assert_int_equal(of->flags, ACCESS_LAST | ACCESS_PROCESSES);
  of = access_of_edge(a, edge_with(l->net, "run Q")->id);
  assert_int_equal(of->flags, ACCESS_STARTS);
  expect_vars(of->reads[ACCESS_VARS], "x y"); // an argument, and what its variables are initialised with
  of = access_of_edge(a, edge_with(l->net, "P[0]:own")->id);
  expect_vars(of->reads[ACCESS_REMOTE], "own");
  assert_int_equal(of->reads[ACCESS_LOCATIONS].count, 1);
  access_close(a);
}

static void edges(void **state) {
  (void)state;
  with_model("byte x, y, i, a[3]; chan c = [1] of {byte}, d = [1] of {byte}, e = [1] of {byte, byte};\n"
             "proctype Q(byte n) { byte m = y; skip }\n"
             "active proctype P() { byte own; a[i] = x+y; c!x; c?y; e = d; e!1; (_last == _nr_pr);\n"
             "  run Q(x); here: own = 1 }\n"
             "active proctype R() { (P[0]:own == 1 && P[0]@here) }\n",
             look_at_edges);
}

static void look_at_blocks(loaded *l) {
  assert_non_null(l->net);
  accesses *a = access_open(l->m, l->net);
  const net_template *t = l->net->templates.at[0];
  const access_sets *of = access_of_edge(a, t->flow.locations.at[t->flow.initial].edges.at[0]);
  expect_vars(of->reads[ACCESS_VARS], "x z");
  expect_vars(of->writes[ACCESS_VARS], "y z");
  assert_int_equal(of->flags, ACCESS_ASSERTS);
  assert_false(access_written(a)[0]);
  assert_true(access_written(a)[1]);
  assert_false(access_meet(of->reads[ACCESS_VARS], (access_set){0}));
  assert_true(access_meet(of->reads[ACCESS_VARS], of->writes[ACCESS_VARS]));
  access_close(a);
}

static void blocks(void **state) {
  (void)state;
  with_model(
      "byte x, y, z; active proctype P() { d_step { y = x; do :: z < 3 -> z++ :: else -> break od; assert(z) } }",
      look_at_blocks);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(edges), cmocka_unit_test(blocks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
