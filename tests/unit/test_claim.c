// The classes of the components of a claim, and distances in it.
#include "model/claim.h"
#include "test_trace_net.h"

static claim *make(arena *memory, uint32_t states) {
  claim *c = claim_new(memory);
  for (uint32_t i = 0; i < states; i++)
    claim_add_state(memory, c);
  return c;
}

NET_TEST(classes) {
  // 0 (no accepting cycle) -> 1,2 (full: every cycle passes 1) -> 3,4 (partial: 4 alone loops) -> 5 (bad)
  claim *c = make(f->a, 6);
  claim_add_edge(f->a, c, 0, 0);
  claim_add_edge(f->a, c, 0, 1);
  claim_add_edge(f->a, c, 1, 2);
  claim_add_edge(f->a, c, 2, 1);
  claim_add_edge(f->a, c, 2, 3);
  claim_add_edge(f->a, c, 3, 4);
  claim_add_edge(f->a, c, 4, 3);
  claim_add_edge(f->a, c, 4, 4);
  claim_add_edge(f->a, c, 4, 5);
  claim_add_edge(f->a, c, 5, 5);
  c->states.at[1].is_accepting = c->states.at[3].is_accepting = c->states.at[5].is_accepting = true;
  c->states.at[5].is_bad = true;
  claim_finish(f->a, c);
  static const claim_class wanted[] = {CLAIM_NONE, CLAIM_FULL, CLAIM_FULL, CLAIM_PARTIAL, CLAIM_PARTIAL, CLAIM_NONE};
  static const uint32_t to_bad[] = {5, 4, 3, 2, 1, 0}, to_cycle[] = {1, 0, 0, 0, 0, CLAIM_NEVER};
  for (uint32_t i = 0; i < 6; i++) {
    assert_int_equal(c->states.at[i].class_, wanted[i]);
    assert_int_equal(c->states.at[i].to_bad, to_bad[i]);
    assert_int_equal(c->states.at[i].to_cycle, to_cycle[i]);
  }
  assert_int_equal(c->states.at[1].component, c->states.at[2].component);
  assert_int_not_equal(c->states.at[2].component, c->states.at[3].component);
  assert_int_equal(c->component_count, 4);
  assert_true(c->has_partial && c->has_cycles && c->has_bad);
}

NET_TEST(bad_states_are_no_cycles) {
  claim *c = make(f->a, 2);
  claim_add_edge(f->a, c, 0, 0);
  claim_add_edge(f->a, c, 0, 1);
  claim_add_edge(f->a, c, 1, 1);
  c->states.at[1].is_bad = c->states.at[1].is_accepting = true;
  claim_finish(f->a, c);
  assert_false(c->has_cycles || c->has_partial);
  assert_true(c->has_bad);
}

// Two acceptance sets: a cycle needs both; and a claim whose acceptance is up to the model.
NET_TEST(acceptance_sets) {
  claim *c = make(f->a, 3);
  c->mark_count = 2;
  claim_add_edge(f->a, c, 0, 1)->marks = 1;
  claim_add_edge(f->a, c, 1, 0)->marks = 2;
  claim_add_edge(f->a, c, 1, 2)->marks = 0;
  claim_add_edge(f->a, c, 2, 2)->marks = 1;
  claim_finish(f->a, c);
  assert_int_equal(c->states.at[0].class_, CLAIM_FULL);
  assert_int_equal(c->states.at[2].class_, CLAIM_NONE);
  c = make(f->a, 1);
  claim_add_edge(f->a, c, 0, 0);
  c->accepting_atom = 0;
  claim_finish(f->a, c);
  assert_int_equal(c->states.at[0].class_, CLAIM_PARTIAL);
}

// A chain of so many states would overflow a recursion.
NET_TEST(long_claims) {
  enum { LONG = 60000 };
  claim *c = make(f->a, LONG);
  for (uint32_t i = 0; i + 1 < LONG; i++)
    claim_add_edge(f->a, c, i, i + 1);
  claim_add_edge(f->a, c, LONG - 1, LONG - 1);
  c->states.at[LONG - 1].is_accepting = true;
  claim_finish(f->a, c);
  assert_int_equal(c->states.at[0].to_cycle, LONG - 1);
  assert_int_equal(c->component_count, LONG);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(classes), cmocka_unit_test(bad_states_are_no_cycles),
                                     cmocka_unit_test(acceptance_sets), cmocka_unit_test(long_claims)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
