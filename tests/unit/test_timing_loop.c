// Which values a loop of a timed network can be taken for ever from, and loops for which there are no times.
#include "lang/uppaal/uppaal.h"
#define TEST_LOAD upp_load
#define TEST_ENDING ".xta"
#include "test_load.h"

#include "trace/timing.h"
#include "trace/timing_loop.h"

// All edges of the only process, in order, as the loop.
static answer loop_of(loaded *l) {
  answer a = {.end = {.kind = OUTCOME_CYCLE}};
  for (uint32_t i = 0; i < l->net->edges.count; i++)
    vec_push(l->m, &a.steps, ((net_action){.edge = i, .partner_edge = NET_ALONE}));
  a.loop_length = a.steps.count;
  return a;
}

static void expect_times(loaded *l) {
  answer a = loop_of(l);
  assert_null(timing_find(l->m, l->net, &a));
  timing_repeat r = timing_repeat_of(l->m, l->net, &a);
  assert_null(r.why_not);
  assert_int_equal(r.stops_time, strstr(l->text, "stops") != NULL);
  zone_free(&r.values);
  answer_free(l->m, &a);
}

static void expect_none(loaded *l) {
  answer a = loop_of(l);
  assert_ptr_equal(timing_find(l->m, l->net, &a), timing_gave_up);
  assert_int_equal(a.times.count, 0);
  answer_free(l->m, &a);
}

#define ONE(text) "process P() { clock x, y; state A { " text " } system P;"

static void loops_that_can_be_taken_for_ever(void **state) {
  (void)state;
  with_model(ONE("x <= 5 }; init A; trans A -> A { guard x >= 2; assign x = 0; };"), expect_times);
  // The first round must leave y - x small enough for the next ones.
  with_model(ONE("x <= 3 }, B { x <= 3 }; init A; trans A -> B { guard y <= 4; assign x = 0; },"
                 " B -> A { guard x >= 1; assign y = 0; };"),
             expect_times);
  with_model("/* stops */ " ONE("x <= 0 }; init A; trans A -> A { assign y = 0; };"), expect_times);
  with_model("/* stops */ " ONE("x <= 5 }; init A; trans A -> A { guard y > 0; assign y = 0; };"), expect_times);
}

static void loops_that_cannot(void **state) {
  (void)state;
  with_model(ONE("x <= 5 }; init A; trans A -> A { guard x >= 2 && y <= 9; assign x = 0; };"), expect_none);
  with_model(ONE("x <= 5 }; init A; trans A -> A { guard y >= 1 && x < 4; assign y = 0; };"), expect_none);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_that_can_be_taken_for_ever),
      cmocka_unit_test(loops_that_cannot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
