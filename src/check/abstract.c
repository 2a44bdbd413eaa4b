#include "check/abstract.h"

#include "abstraction/abstraction.h"
#include "abstraction/pattern.h"
#include <string.h>

const net_copy *check_abstract_copy(const beeline_check *check) {
  for (uint32_t i = 0; i < check->items.count; i++)
    if (check->items.at[i].question.abstract)
      return check->items.at[i].question.abstract->copy;
  return NULL;
}

static beeline_status refuse(beeline_check *check, const char *hint, const char *what, const char *why) {
  diag_add(&check->diags, DIAG_ERROR, (place){0}, hint, "--abstract %s: %s", what, why);
  return BEELINE_EXIT_USAGE;
}

static void keep_both(const bool *other, bool *left_out, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    left_out[i] &= other[i];
}

// One abstract model answers all questions, so it keeps what the pattern keeps for any of them.
static void join(const network *n, const pattern_set *other, pattern_set *set) {
  keep_both(other->vars, set->vars, n->vars.count);
  keep_both(other->clocks, set->clocks, n->clocks.count);
  keep_both(other->labels, set->labels, n->labels.count);
  keep_both(other->templates, set->templates, n->templates.count);
  keep_both(other->channels, set->channels, n->channels.count);
}

// NULL, or why there is no pattern.
static const char *choose(pattern_setup *setup, const pattern_method *method, check_questions *questions,
                          pattern_set *out, unsigned *errors) {
  const char *why = "there is no question that can be asked about an abstraction";
  bool is_first = true;
  for (uint32_t i = 0; i < questions->count; i++) {
    check_question *q = &questions->at[i];
    pattern_set set;
    if (!q->why_not)
      q->why_not = abstraction_refuses(setup->net, &q->asked);
    if (q->why_not) {
      why = is_first ? q->why_not : why;
      continue;
    }
    setup->asked = q->asked;
    why = method->choose(setup, &set);
    if (why)
      return why;
    if (is_first)
      *out = set;
    else
      join(setup->net, &set, out);
    is_first = false;
    *errors |= q->asked.errors;
  }
  return why;
}

static bool is_named(const char *option, const char *none) {
  return option && strcmp(option, none) != 0 && strcmp(option, "auto") != 0;
}

static void ask_about(beeline_check *check, const abstraction *a, facts *known, check_question *q) {
  abstraction *own = ARENA_NEW(check->arena, abstraction);
  *own = *a;
  own->asked = q->asked = abstraction_ask(a, known, &q->asked);
  q->abstract = own;
}

// All but the network is that of the model.
static void replace_model(beeline_check *check, network *net) {
  beeline_model *abstract = ARENA_NEW(check->arena, beeline_model);
  *abstract = *check->model;
  abstract->net = net;
  check->model = abstract;
}

beeline_status check_make_abstract(beeline_check *check, const beeline_options *options, check_questions *questions) {
  const network *n = check->model->net;
  pattern_setup setup = {.m = check->memory, .memory = check->arena, .net = n};
  char wrong[200];
  const pattern_method *method = pattern_read(options->abstract, &setup, wrong, sizeof wrong);
  if (!method)
    return refuse(check, "see 'beeline list patterns'", options->abstract, wrong);
  setup.facts = facts_open(check->memory, n);
  pattern_set set;
  abstraction *a;
  question all = {.kind = QUESTION_ERROR};
  const char *why = choose(&setup, method, questions, &set, &all.errors);
  if (!why) {
    net_change change = pattern_set_change(&set);
    why = abstraction_make(check->arena, n, setup.facts, &all, &change, &a);
  }
  if (why)
    return refuse(check, NULL, options->abstract, why);
  for (uint32_t i = 0; i < questions->count; i++) {
    check_question *q = &questions->at[i];
    if (q->why_not)
      continue;
    ask_about(check, a, setup.facts, q);
    if (abstraction_needs_space(q->abstract) &&
        (is_named(options->reduce, "none") || is_named(options->heuristic, "zero")))
      return refuse(check, "remove one of the two, or ask for something else with --property", options->abstract,
                    "where deadlocks are asked for, reductions and estimates are not supported");
  }
  replace_model(check, a->copy->net);
  return BEELINE_OK;
}
