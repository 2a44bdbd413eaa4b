// Which locations partial order reduction may move a process from alone.
#include "test_load.h"

#include "facts/independence.h"

static uint32_t private_count(loaded *l, const char *name) {
  accesses *known = access_open(l->m, l->net);
  bool **is_private = independence_locations(l->m, l->net, known, NULL, NULL, 0);
  const net_template *t = net_template_named(l->net, name);
  uint32_t count = 0;
  for (uint32_t i = 0; i < t->flow.locations.count; i++)
    count += is_private[t->index][i];
  independence_free(l->m, l->net, is_private);
  access_close(known);
  return count;
}

static void expect_none(loaded *l) { assert_int_equal(private_count(l, "P"), 0); }
static void expect_one(loaded *l) { assert_int_equal(private_count(l, "P"), 1); }
static void expect_two(loaded *l) { assert_int_equal(private_count(l, "P"), 2); }

static void own_variables_are_private(void **state) {
  (void)state;
  with_model("active proctype P() { byte x; x = 1; x = x + _pid }", expect_two);
}
static void globals_and_channels_are_not(void **state) {
  (void)state;
  with_model("byte g; active proctype P() { g = 1; g > 0 }", expect_none);
  with_model("chan q = [1] of {byte}; active proctype P() { byte x; q!1; q?x }", expect_none);
  with_model("byte g; active proctype P() { byte x; if :: x > 0 -> skip :: g > 0 -> g = 0 fi }", expect_one);
}
static void what_others_look_at_is_not(void **state) {
  (void)state;
  with_model("active proctype P() { byte x; x = 1; x = 2 } active proctype Q() { P[0]:x == 2 }", expect_none);
  with_model("active proctype P() { byte x; x = 1; L: x = 2; x = 3 } active proctype Q() { P[0]@L }", expect_one);
}
static void a_step_to_a_rendezvous_is_not_where_somebody_minds(void **state) {
  (void)state;
  with_model("chan q = [0] of {byte}; active proctype P() { byte x; x = 1; q?x } active proctype Q() { q!1 }",
             expect_one);
  with_model("chan q = [0] of {byte}; active proctype P() { byte x; x = 1; q?x } "
             "active proctype Q() { if :: q!1 :: else fi }",
             expect_none);
  with_model("chan q = [0] of {byte}; active proctype P() { byte x; x = 1; q?x } "
             "active proctype Q() { atomic { skip; q!1 } }",
             expect_none);
  with_model("chan q = [1] of {byte}; active proctype P() { byte x; x = 1; q?x } "
             "active proctype Q() { if :: q!1 :: else fi }",
             expect_one);
  // The escape is taken if somebody receives; two choices are an error in a deterministic process.
  with_model("chan q = [0] of {byte}; active proctype P() { byte x; x = 1; q?x } "
             "active proctype Q() { byte y; { y = 1; y = 2 } unless { q!1 } }",
             expect_none);
  with_model("chan q = [0] of {byte}; active proctype P() { byte x; x = 1; q?x } "
             "active D_proctype Q() { if :: q!1 :: q!2 fi }",
             expect_none);
}
static void nothing_is_where_every_step_is_seen(void **state) {
  (void)state;
  with_model("active proctype P() { byte x; x = 1; x = 2 } active proctype Q() { _last == 0 }", expect_none);
  with_model("active proctype P() provided (_nr_pr > 0) { byte x; x = 1; x = 2 }", expect_none);
  with_model("active proctype P() priority 3 { byte x; x = 1; x = 2 }", expect_none);
}
static void a_cycle_has_a_location_where_all_may_move(void **state) {
  (void)state;
  with_model("active proctype P() { byte x; do :: x = 1; x = 2; x = 3 od }", expect_two);
}
static void a_cycle_is_broken_outside_atomic_sequences(void **state) {
  (void)state;
  // The depth-first search enters the loop at L, where the process holds control.
  with_model("active proctype P() { byte x; atomic { x = 0; goto L }; K: x = 1; atomic { x = 2; L: x = 3; x = 4 }; "
             "goto K }",
             expect_two);
  // It may never leave the sequence, so the others must move before it begins.
  with_model("active proctype P() { byte x; atomic { x = 0; do :: x = 1 :: x = 2 od } }", expect_none);
}
static void an_atomic_sequence_is_private_as_a_whole(void **state) {
  (void)state;
  with_model("byte g; active proctype P() { byte x; atomic { x = 1; g = 2 } }", expect_none);
  with_model("active proctype P() { byte x; atomic { x = 1; x = 2 } }", expect_two);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(own_variables_are_private),
      cmocka_unit_test(globals_and_channels_are_not),
      cmocka_unit_test(what_others_look_at_is_not),
      cmocka_unit_test(a_step_to_a_rendezvous_is_not_where_somebody_minds),
      cmocka_unit_test(nothing_is_where_every_step_is_seen),
      cmocka_unit_test(a_cycle_has_a_location_where_all_may_move),
      cmocka_unit_test(a_cycle_is_broken_outside_atomic_sequences),
      cmocka_unit_test(an_atomic_sequence_is_private_as_a_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
