// Which variables are only written: here those whose names begin with u.
#include "test_load.h"

#include "model/unread.h"

static void check(loaded *l, expr *const *conditions, uint32_t count) {
  assert_non_null(l->net);
  bool *is_unread = net_left_out(l->m, l->net, conditions, count);
  for (uint32_t i = 0; i < l->net->vars.count; i++) {
    const char *name = l->net->vars.at[i]->name;
    if (is_unread[i] != (name[0] == 'u'))
      fail_msg("%s is %s", name, is_unread[i] ? "only written" : "read");
  }
  mem_free(l->m, is_unread);
}

static void look(loaded *l) { check(l, NULL, 0); }

static void writes(void **state) {
  (void)state;
  with_model("byte u1, u2, u3[2]; chan c = [1] of { byte, byte };\n"
             "proctype P(byte u4; byte r1) { byte u5 = r1, u6; u1 = r1; u2++; u3[r1]--; u3[1] = 2; c!1,2; c?u5,u6 }\n"
             "init { run P(1, 2) }",
             look);
  with_model("byte u1; active proctype A() { u1 = u1 + 1; u1 = u1 - 3 }", look);
  with_model("byte u1, u2[2], r1; active proctype A() { printf(\"%d %d\", u1 * 2, u2[r1]) }", look);
  with_model("pid u1; proctype P() { skip } init { u1 = run P() }", look);
  with_model("byte u1; active proctype A() { d_step { u1 = 1; u1++ } }", look);
}

static void reads(void **state) {
  (void)state;
  with_model("byte r1, r2, u1[9], u2; active proctype A() { r1 == 1; u2 = r2; u1[r1] = 3 }", look);
  with_model("byte r1, r2; active proctype A() { r1 = r1 * 2; r2 = 10 / r2 }", look); // the latter may be a fault
  with_model("byte r1, u1; active proctype A() { r1 = 3 - r1; u1 = r1 + 1 > 2 }", look);
  with_model("byte r1, r2, r3; active proctype A() { printf(\"%d %d\", 1 / r1, (r2 && r3)) }", look);
  with_model("byte r1; chan c = [1] of { byte }; active proctype A() { c!r1 }", look);
  with_model("byte r1, r2; chan c = [1] of { byte }; active proctype A() { c?eval(r1); c?[eval(r2)] }", look);
  with_model("byte r1[2]; active proctype A() { r1[0] = r1[1] + 1 }", look);
  with_model("byte r1, r2; active proctype A() provided (r1 == 0) { assert(r2 == 0) }", look);
  with_model("byte u1, r1; proctype P(byte u1) { skip } init { run P(r1) }", look);
  with_model("chan c; chan d = [1] of { byte }; active proctype A() { c = d }", look);
}

static void properties(void **state) {
  (void)state;
  with_model("byte r1, r2; ltl p { [] (r1 < 3) -> <> (r2 > 3) } active proctype A() { r1 = 1; r2 = 4 }", look);
  with_model("byte r1; never { do :: r1 == 3 od } active proctype A() { r1 = 1 }", look);
  with_model("active proctype A() { byte r1; r1 = 1 } active proctype B() { A:r1 == 1 }", look);
}

static void look_with_condition(loaded *l) {
  expr *e = pml_condition(l->front_end, &l->d, "r1 == A[0]:r2");
  assert_non_null(e);
  check(l, &e, 1);
}

static void conditions(void **state) {
  (void)state;
  with_model("byte r1, u1; active proctype A() { byte r2, u2; r1 = 1; u1 = 2; r2 = 3; u2 = 4 }", look_with_condition);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(writes), cmocka_unit_test(reads), cmocka_unit_test(properties),
                                     cmocka_unit_test(conditions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
