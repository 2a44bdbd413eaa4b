// What a search that ran to its end proves, and whether what it found is shortest: each part of a run is made worse in
// turn.
#include "check/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct parts { // of a run, all as good as can be
  search_method method;
  store_kind store;
  space_reduction reduction;
  heuristic estimates[2];
  space space;
  search search;
  check_run run;
} parts;

static void make(parts *p) {
  *p = (parts){.method = {.is_complete = true, .is_optimal = true, .uses_estimate = true},
               .store = {.is_exact = true},
               .reduction = {.is_exact = true, .keeps_lengths = true},
               .space = {.is_exact = true}};
  p->run.choice.method = &p->method;
  p->run.choice.store = &p->store;
  p->run.choice.reduction = &p->reduction;
  p->run.choice.heuristic_count = 2;
  p->run.space = &p->space;
  p->run.search = &p->search;
  p->run.bound = SEARCH_NO_BOUND;
  for (uint32_t i = 0; i < 2; i++) {
    p->estimates[i] = (heuristic){.is_admissible = true, .is_consistent = true, .is_safe = true};
    p->run.estimates[i] = &p->estimates[i];
  }
}

static const answer somewhere;

static void is(const parts *p, beeline_reason doubt, bool is_optimal) {
  assert_int_equal(run_doubt(&p->run), doubt);
  assert_int_equal(run_is_optimal(&p->run), is_optimal);
}

static void nothing_is_missing(void **unused) {
  (void)unused;
  parts p;
  make(&p);
  is(&p, BEELINE_REASON_NONE, true);
  p.run.choice.reduction = NULL;
  is(&p, BEELINE_REASON_NONE, true);
  p.run.choice.heuristic_count = 0;
  is(&p, BEELINE_REASON_NONE, true);
}

static void a_search_that_leaves_states_out(void **unused) {
  (void)unused;
  parts p;
  make(&p);
  p.method.is_complete = false;
  is(&p, BEELINE_REASON_INCOMPLETE, true);
  make(&p);
  p.search.is_incomplete = true;
  is(&p, BEELINE_REASON_INCOMPLETE, true);
  make(&p);
  p.method.is_optimal = false;
  is(&p, BEELINE_REASON_NONE, false);
}

static void a_search_elsewhere(void **unused) {
  (void)unused;
  parts p;
  make(&p);
  p.run.around = &somewhere;
  is(&p, BEELINE_REASON_INCOMPLETE, false);
  make(&p);
  p.run.is_target = true;
  assert_false(run_is_optimal(&p.run));
}

static void parts_that_are_not_exact(void **unused) {
  (void)unused;
  parts p;
  make(&p);
  p.space.is_exact = false;
  is(&p, BEELINE_REASON_LOSSY, false);
  make(&p);
  p.store.is_exact = false;
  is(&p, BEELINE_REASON_LOSSY, false);
}

static void a_reduction(void **unused) {
  (void)unused;
  parts p;
  make(&p);
  p.reduction.is_exact = false;
  assert_int_equal(run_doubt(&p.run), BEELINE_REASON_LOSSY);
  make(&p);
  p.reduction.keeps_lengths = false;
  is(&p, BEELINE_REASON_NONE, false);
}

// Whichever of the estimates it is; and only if the search asks them.
static void estimates(void **unused) {
  (void)unused;
  parts p;
  for (uint32_t i = 0; i < 2; i++) {
    make(&p);
    p.estimates[i].is_safe = false;
    assert_int_equal(run_doubt(&p.run), BEELINE_REASON_LOSSY);
    make(&p);
    p.estimates[i].is_admissible = false;
    is(&p, BEELINE_REASON_NONE, false);
    p.method.uses_estimate = false;
    p.estimates[i].is_safe = false;
    is(&p, BEELINE_REASON_NONE, true);
  }
}

// A run that is exhausted has found nothing that costs less than its bound, if nothing is missing.
static void what_is_shortest(void **unused) {
  (void)unused;
  parts p;
  make(&p);
  p.run.bound = 7;
  assert_true(run_proves_shortest(&p.run, 7));
  assert_true(run_proves_shortest(&p.run, 6));
  assert_false(run_proves_shortest(&p.run, 8));
  p.reduction.keeps_lengths = false;
  assert_false(run_proves_shortest(&p.run, 7));
  make(&p);
  p.run.bound = 7;
  p.search.is_incomplete = true;
  assert_false(run_proves_shortest(&p.run, 7));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_is_missing), cmocka_unit_test(a_search_that_leaves_states_out),
      cmocka_unit_test(a_search_elsewhere), cmocka_unit_test(parts_that_are_not_exact),
      cmocka_unit_test(a_reduction),        cmocka_unit_test(estimates),
      cmocka_unit_test(what_is_shortest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
