// The tables of engines and of what they support, and the questions that can be asked.
#include "check/choice.h"
#include "check/engines.h"
#include "model/claim.h"
#include "test_trace_net.h"

NET_TEST(questions_by_name) {
  for (const question_name *row = question_names; row->name; row++) {
    question q = question_of(f->n, row->name);
    assert_int_equal(q.kind, row->kind);
    assert_string_equal(q.name, row->name);
    assert_non_null(question_text(f->n, row->name));
  }
  assert_string_equal(question_asked("assertions")->name, "assertion");
  assert_string_equal(question_asked("np")->name, "progress");
  assert_null(question_asked("assert assertion"));
  assert_null(question_asked("")); // those that need a condition have no words
  assert_null(question_asked("invariant"));
}

NET_TEST(what_questions_stop_at) {
  question safety = question_of(f->n, "safety"), assertion = question_of(f->n, "assertion");
  assert_true(question_stops_at(&safety, FAULT_DEADLOCK) && question_stops_at(&safety, FAULT_ASSERT));
  assert_true(question_stops_at(&assertion, FAULT_INDEX) && !question_stops_at(&assertion, FAULT_DEADLOCK));
  assert_false(question_stops_at(&safety, FAULT_NONE) || question_stops_at(&safety, FAULT_INVARIANT));
  question reach = question_of(f->n, "reach"), invariant = question_of(f->n, "invariant");
  assert_true(question_seeks_condition(&reach) && question_sought(&reach));
  assert_true(question_seeks_condition(&invariant) && !question_sought(&invariant));
  question census = question_of(f->n, "census");
  for (int i = 0; i < FAULT_COUNT; i++)
    assert_false(question_stops_at(&census, (fault)i));
  f->n->is_timed = true; // time may well stop, but a failed assertion ends an execution
  safety = question_of(f->n, "safety");
  reach = question_of(f->n, "reach");
  assert_false(question_seeks_deadlock(&safety));
  assert_true(question_stops_at(&reach, FAULT_ASSERT));
}

// What a row says is what its method is.
NET_TEST(rows_are_true) {
  (void)f;
  for (const check_engine *e = check_engines + 1; e->name; e++) {
    assert_int_equal(!!(e->supports & CHECK_NEED(SHORTEST)), e->method->is_optimal);
    assert_int_equal(!!(e->supports & CHECK_NEED(ESTIMATE)), e->method->uses_estimate);
    assert_true(e->method->is_complete || !(e->supports & (CHECK_NEED(CENSUS) | CHECK_NEED(EXTREME))));
    // Searches for cycles need a claim, and those for errors find no cycles.
    assert_false((e->supports & CHECK_NEED(CYCLE)) && (e->supports & CHECK_NEED(ERROR)));
  }
  for (const heuristic_kind *const *h = check_heuristics; *h; h++)
    assert_int_equal(!!(check_estimate_supports(*h) & CHECK_NEED(SHORTEST)), (*h)->is_admissible);
}

NET_TEST(every_need_has_a_name) {
  for (uint32_t need = 0; need < NEED_COUNT; need++) {
    diags d = {.memory = f->a};
    assert_false(check_supports(&d, PART_ENGINE, "toy", 0, 1u << need, NULL));
    assert_int_equal(strncmp(d.first->message, "search 'toy' does not support ", 30), 0);
    assert_true(strlen(d.first->message) > 30);
  }
}

static const char *refusal(net_fixture *f, const beeline_options *options) {
  diags d = {.memory = f->a};
  check_choice choice;
  return check_choose(&d, f->n, options, &choice) ? NULL : d.first->message;
}

NET_TEST(refusals_are_sentences) {
  f->n->file = "m.pml";
  beeline_options options = {.search = "dfs", .aim = BEELINE_AIM_SHORTEST};
  assert_string_equal(refusal(f, &options),
                      "search 'dfs' does not support --shortest: its first trace need not be a shortest one");
  options = (beeline_options){.search = "bfs", .heuristic = "hl"};
  assert_string_equal(refusal(f, &options), "search 'bfs' does not support --heuristic hl: it uses no heuristic");
  options = (beeline_options){.search = "astar", .heuristic = "ff", .aim = BEELINE_AIM_SHORTEST};
  assert_string_equal(refusal(f, &options), "heuristic 'ff' does not support --shortest: it is not admissible");
  options = (beeline_options){.aim = BEELINE_AIM_FASTEST};
  assert_string_equal(refusal(f, &options), "model 'm.pml' does not support --fastest: it is not a timed model; "
                                            "use --shortest for the number of steps");
  options = (beeline_options){.search = "bfs", .aim = BEELINE_AIM_SHORTEST};
  assert_null(refusal(f, &options));
}

NET_TEST(questions_that_nobody_answers) {
  diags d = {.memory = f->a};
  check_choice choice;
  f->n->file = "m.pml";
  assert_true(check_choose(&d, f->n, &(beeline_options){0}, &choice));
  assert_true(choice_is_auto(&choice));
  question cycle = question_of(f->n, "progress"), extreme = question_of(f->n, "extreme");
  assert_true(check_choice_answers(&d, f->n, &choice, &cycle));
  check_choice bfs = check_choice_named(&d, "bfs", "zero", choice.store, NULL);
  assert_false(check_choice_answers(&d, f->n, &bfs, &cycle));
  assert_string_equal(d.first->message, "search 'bfs' does not support properties of infinite executions: it does not "
                                        "search for cycles");
  d = (diags){.memory = f->a};
  assert_false(check_choice_answers(&d, f->n, &choice, &extreme));
  assert_string_equal(d.first->message, "model 'm.pml' does not support sup and inf: they need a timed model");
}

static bool answers(net_fixture *f, const char *name, const question *asked) {
  diags d = {.memory = f->a};
  check_choice choice;
  assert_true(check_choose(&d, f->n, &(beeline_options){.search = name}, &choice));
  assert_string_equal(check_engine_name(choice.engine), name);
  return check_choice_answers(&d, f->n, &choice, asked);
}

// Fairness and several acceptance sets need marks of edges, which only one search sees.
NET_TEST(searches_for_cycles) {
  f->n->file = "m.pml";
  question cycle = question_of(f->n, "acceptance"), fair = cycle, several = cycle;
  claim sets = {.mark_count = 2, .is_stutter_invariant = true};
  fair.is_fair = true;
  several.claim = &sets;
  const char *const names[] = {"ndfs", "ndfs-improved", "scc"};
  for (uint32_t i = 0; i < 3; i++) {
    assert_true(answers(f, names[i], &cycle));
    assert_int_equal(answers(f, names[i], &fair), i == 2);
    assert_int_equal(answers(f, names[i], &several), i == 2);
  }
  assert_false(answers(f, "scc", &(question){.kind = QUESTION_ERROR, .errors = ERROR_ASSERTION}));
}

// A reduction does not keep what these questions are about. It is refused if it was named, and else not used.
NET_TEST(what_a_reduction_does_not_keep) {
  claim counts = {.is_stutter_invariant = false};
  question fair = question_of(f->n, "progress"), next = question_of(f->n, "ltl"), never = question_of(f->n, "never");
  net_formula formula = {0};
  fair.is_fair = true;
  next.claim = never.claim = &counts;
  next.formula = &formula;
  never.template_ = 0;
  const question *const asked[] = {&fair, &next, &never};
  const char *const why[] = {
      "reduction 'por' does not support --fair: it may omit all fair executions",
      "reduction 'por' does not support formulas with next (X): it changes how often states are repeated",
      "reduction 'por' does not support never claims: it changes how often states are repeated"};
  for (uint32_t i = 0; i < 3; i++) {
    diags d = {.memory = f->a};
    check_choice choice;
    assert_true(check_choose(&d, f->n, &(beeline_options){.reduce = "por"}, &choice));
    assert_false(check_choice_answers(&d, f->n, &choice, asked[i]));
    assert_string_equal(d.first->message, why[i]);
    assert_true(check_choose(&d, f->n, &(beeline_options){.aim = BEELINE_AIM_FIRST}, &choice));
    assert_non_null(choice.reduction);
    assert_true(check_choice_answers(&d, f->n, &choice, asked[i]));
    assert_null(check_choice_reduction(&choice, asked[i]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(questions_by_name),
      cmocka_unit_test(what_questions_stop_at),
      cmocka_unit_test(rows_are_true),
      cmocka_unit_test(every_need_has_a_name),
      cmocka_unit_test(refusals_are_sentences),
      cmocka_unit_test(questions_that_nobody_answers),
      cmocka_unit_test(what_a_reduction_does_not_keep),
      cmocka_unit_test(searches_for_cycles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
