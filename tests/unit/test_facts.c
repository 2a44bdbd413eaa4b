// Facts are made once, and can be left half way: for lack of memory, or because they were told to stop.
#include "facts/facts.h"
#include "test_load.h"

static const char model[] =
    "byte x, y; chan c = [2] of {byte}; chan r = [0] of {byte};\n"
    "proctype Q(byte n) { byte m; d_step { m = 0; do :: m < 4 -> m++ :: else -> break od }; r!m }\n"
    "active proctype P() { run Q(3); do :: x < 200 -> x++ :: c!x :: c?y :: r?x od }\n";

static uint32_t an_edge; // of a template, not of a block

static void find_edge(const loaded *l) {
  assert_non_null(l->net);
  const net_flow *flow = &l->net->templates.at[0]->flow;
  an_edge = flow->locations.at[flow->initial].edges.at[0];
}

static void ask_for_all(facts *f) {
  facts_steps_to_fault(f, true);
  facts_steps_to_fault(f, false);
  facts_steps_to_stuck(f);
  assert_true(ranges_block_ends(facts_ranges(f), 0));
  influence_conflicts(facts_influence(f), an_edge, an_edge);
}

static void each_is_made_once(loaded *l) {
  find_edge(l);
  size_t before = mem_used(l->m);
  facts *f = facts_open(l->m, l->net);
  ask_for_all(f);
  uint64_t calls = mem_calls(l->m);
  const ranges *r = facts_ranges(f);
  ask_for_all(f);
  assert_int_equal(mem_calls(l->m), calls);
  assert_ptr_equal(facts_ranges(f), r);
  assert_int_equal(values_hull(&r->vars[0]).high, 255);
  facts_close(f);
  assert_int_equal(mem_used(l->m), before);
}

static void once(void **state) {
  (void)state;
  with_model(model, each_is_made_once);
}

typedef struct {
  facts *f;
  const network *net;
  mem *m;
} attempt;

static void open_only(void *argument) {
  attempt *a = argument;
  a->f = facts_open(a->m, a->net);
}

static void try_all(void *argument) {
  attempt *a = argument;
  ask_for_all(a->f);
  facts_risks(a->f);
}

static void expect_complete(attempt *a) {
  assert_int_equal(mem_try(a->m, try_all, a), MEM_OK);
  facts_close(a->f);
}

static void failing_anywhere(loaded *l) {
  find_edge(l);
  bool has_failed = true;
  for (uint64_t call = 1; has_failed; call++) {
    attempt a = {.net = l->net, .m = mem_new(0)};
    assert_int_equal(mem_try(a.m, open_only, &a), MEM_OK);
    mem_fail_at(a.m, call);
    has_failed = mem_try(a.m, try_all, &a) == MEM_EXHAUSTED;
    mem_fail_at(a.m, 0);
    expect_complete(&a);
    mem_delete(a.m);
    assert_true(call < 100000);
  }
}

static void no_memory(void **state) {
  (void)state;
  with_model(model, failing_anywhere);
}

typedef struct {
  uint32_t left;
} patience;

static bool is_due(void *context) {
  patience *p = context;
  return p->left == 0 || --p->left == 0;
}

static void stopping_anywhere(loaded *l) {
  find_edge(l);
  bool was_stopped = true;
  uint32_t stops = 0;
  for (uint32_t left = 1; was_stopped; left++, stops++) {
    patience p = {left};
    attempt a = {.net = l->net, .m = mem_new(0)};
    assert_int_equal(mem_try(a.m, open_only, &a), MEM_OK);
    mem_set_stop(a.m, is_due, &p);
    was_stopped = mem_try(a.m, try_all, &a) == MEM_STOPPED;
    mem_set_stop(a.m, NULL, NULL);
    expect_complete(&a);
    mem_delete(a.m);
    assert_true(left < 100000);
  }
  assert_true(stops > 1); // it is asked
}

static void told_to_stop(void **state) {
  (void)state;
  with_model(model, stopping_anywhere);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(once),
      cmocka_unit_test(no_memory),
      cmocka_unit_test(told_to_stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
