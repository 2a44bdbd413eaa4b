#include "check/questions.h"

#include "base/nearest.h"
#include "check/claims.h"
#include "check/engines.h"
#include "model/formula.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  diags *d;
  mem *memory;
  beeline_model *model;
  check_questions *questions;
  bool keeps_formulas, takes_sets; // see check_parsed
  bool is_fair;                    // weak fairness is asked for
} choice;

// A question that cannot be answered is a result of its own: the others are still checked.
static void add(choice *c, check_question q) {
  if (!q.why_not)
    q.why_not = c->model->net->why_not;
  if (!q.why_not)
    q.why_not = check_make_claim(c->d->memory, c->model->net, &q.asked, c->takes_sets);
  if (q.asked.kind == QUESTION_CYCLE)
    q.asked.is_fair = c->is_fair;
  vec_push(c->memory, c->questions, q);
}

// A reachability question without a condition asks for any state.
static void complete(choice *c, question *q, place at) {
  if (q->kind == QUESTION_REACH && !q->condition)
    q->condition = expr_const(c->d->memory, 1, at);
}

// An LTL formula that is an invariant in disguise becomes one.
static void simplify(choice *c, question *q) {
  bool is_formula = q->formula && !c->keeps_formulas;
  expr *condition = is_formula ? formula_invariant(c->d->memory, q->formula) : NULL;
  if (!condition)
    return;
  *q = question_of(c->model->net, "invariant");
  q->condition = condition;
}

// A property of the model with errors: they are reported now that it is asked for.
static bool tell_errors(choice *c, const net_property *p) {
  bool is_wrong = false;
  for (const diag *e = p->errors; e; e = e->next) {
    diag_add(c->d, e->kind, e->at.line ? e->at : p->at, e->hint, "%s", e->message);
    is_wrong |= e->kind == DIAG_ERROR;
  }
  return is_wrong;
}

static void add_property(choice *c, const net_property *p) {
  check_question q = {.kind = p->question.name, .name = p->name, .at = p->at, .asked = p->question};
  q.text = p->text && *p->text ? p->text : question_text(c->model->net, q.kind);
  q.why_not = p->why_not;
  q.is_wrong = tell_errors(c, p);
  complete(c, &q.asked, p->at);
  simplify(c, &q.asked);
  add(c, q);
}

// A question that every model can be asked.
static void add_builtin(choice *c, const char *name) {
  const network *n = c->model->net;
  add(c, (check_question){.kind = name, .name = "", .text = question_text(n, name), .asked = question_of(n, name)});
}

// A property of the model. Without a name, its number is its name.
static void add_numbered(choice *c, uint32_t index) {
  net_property p = c->model->net->properties.at[index];
  if (!*p.name)
    p.name = arena_printf(c->d->memory, "%u", index + 1);
  add_property(c, &p);
}

// All properties of the model that are of this kind. False = it has none.
static bool add_kind(choice *c, const char *kind) {
  const network *n = c->model->net;
  uint32_t before = c->questions->count;
  for (uint32_t i = 0; i < n->properties.count; i++)
    if (strcmp(n->properties.at[i].question.name, kind) == 0)
      add_numbered(c, i);
  return c->questions->count > before;
}

// False = there is no such property.
static bool add_named(choice *c, const char *text) {
  const network *n = c->model->net;
  for (uint32_t i = 0; i < n->properties.count; i++)
    if (*text && strcmp(n->properties.at[i].name, text) == 0) {
      add_property(c, &n->properties.at[i]);
      return true;
    }
  uint32_t before = c->questions->count;
  char *end;
  unsigned long number = strtoul(text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end && number >= 1 && number <= n->properties.count) {
    add_numbered(c, (uint32_t)number - 1);
    return true;
  }
  const question_name *row = question_asked(text);
  if (add_kind(c, row ? row->name : text) || !row)
    return c->questions->count > before;
  if (strcmp(row->name, "never") == 0)
    diag_add(c->d, DIAG_WARNING, (place){.file = c->model->file}, NULL, "the model has no never claim");
  add_builtin(c, row->name);
  return true;
}

// --ltl NAME comes as "ltl:NAME".
static bool add_ltl(choice *c, const char *name) {
  const network *n = c->model->net;
  for (uint32_t i = 0; i < n->properties.count; i++)
    if (n->properties.at[i].question.formula && strcmp(n->properties.at[i].name, name) == 0) {
      add_property(c, &n->properties.at[i]);
      return true;
    }
  return false;
}

static beeline_status no_such_property(choice *c, const char *name, bool is_ltl) {
  nearest like = {.wanted = name};
  const network *n = c->model->net;
  for (uint32_t i = 0; i < n->properties.count; i++)
    nearest_try(&like, is_ltl && !n->properties.at[i].question.formula ? NULL : n->properties.at[i].name);
  const char *hint = is_ltl ? "`beeline info` lists the properties of the model"
                            : "use safety, assert, deadlock, fault, or a property listed by `beeline info`";
  diag_add(c->d, DIAG_ERROR, (place){0}, like.name ? nearest_hint(&like, c->d->memory) : hint,
           "there is no %s '%s' in %s", is_ltl ? "ltl formula" : "property", name, c->model->file);
  return is_ltl ? BEELINE_EXIT_INPUT : BEELINE_EXIT_USAGE;
}

static bool is_automaton_file(const char *text) {
  size_t length = strlen(text);
  return length > 4 && strcmp(text + length - 4, ".hoa") == 0;
}

static beeline_status add_automaton(choice *c, const char *file) {
  check_question q = {.kind = "automaton", .name = arena_string(c->d->memory, file)};
  q.text = question_text(c->model->net, q.kind);
  q.at.file = q.name;
  q.asked = question_of(c->model->net, q.kind);
  q.asked.claim = check_read_claim(c->d, c->model, q.name);
  if (!q.asked.claim)
    return check_diagnostics_status(c->d);
  add(c, q);
  return BEELINE_OK;
}

static beeline_status add_asked(choice *c, const char *text) {
  bool is_ltl = strncmp(text, "ltl:", 4) == 0;
  if (is_automaton_file(text))
    return add_automaton(c, text);
  const char *name = is_ltl ? text + 4 : text;
  return (is_ltl ? add_ltl(c, name) : add_named(c, name)) ? BEELINE_OK : no_such_property(c, name, is_ltl);
}

static void add_invariant(choice *c, const char *text, expr *condition) {
  check_question q = {.kind = "invariant", .name = "", .text = arena_string(c->d->memory, text)};
  q.asked = question_of(c->model->net, q.kind);
  q.asked.condition = condition;
  add(c, q);
}

// A census checks no property. Its result is reported as one about safety.
static beeline_status add_census(choice *c, const beeline_options *options) {
  if (options->property_count || options->invariant_count || options->formula_count) {
    diag_add(c->d, DIAG_ERROR, (place){0}, NULL,
             "--census checks no property: it does not go with --property, --ltl, --invariant or a formula");
    return BEELINE_EXIT_USAGE;
  }
  add_builtin(c, "safety");
  c->questions->at[0].asked = question_of(c->model->net, "census");
  return BEELINE_OK;
}

// The errors that were found since `before` are in the text, unless they say otherwise or their place is in the file of
// the model.
static bool blame(diags *d, const diag *before, const beeline_model *model, const char *text) {
  for (diag *e = before ? before->next : d->first; e; e = e->next)
    if (!e->source && (!e->at.file || strcmp(e->at.file, model->file) != 0))
      e->source = arena_string(d->memory, text);
  return false;
}

bool check_parse_questions(diags *d, beeline_model *model, const beeline_options *options, check_parsed *out) {
  const check_language *language = model->language;
  const diag *before = d->last;
  out->invariants = ARENA_ARRAY(d->memory, expr *, options->invariant_count + 1);
  for (uint32_t i = 0; i < options->invariant_count; i++)
    if (!(out->invariants[i] = language->condition(model->front_end, d, options->invariants[i])))
      return blame(d, before, model, options->invariants[i]);
  out->formulas = ARENA_ARRAY(d->memory, net_property, options->formula_count + 1);
  for (uint32_t i = 0; i < options->formula_count; i++) {
    if (!language->property(model->front_end, d, options->formulas[i], &out->formulas[i]))
      return blame(d, before, model, options->formulas[i]);
    out->formulas[i].at = (place){0}; // it is in no file
  }
  return true;
}

// A timed model has only its queries. Every other model asks for more: its claims, and safety.
static void add_default(choice *c) {
  const network *n = c->model->net;
  for (uint32_t i = 0; i < n->properties.count; i++)
    if (n->is_timed || n->properties.at[i].question.kind == QUESTION_CYCLE)
      add_numbered(c, i);
  if (!n->is_timed)
    add_builtin(c, "safety");
}

// Fairness makes a difference to infinite executions only: those of other questions can always go on fairly.
static bool is_about_executions(const check_questions *questions) {
  for (uint32_t i = 0; i < questions->count; i++)
    if (question_named(questions->at[i].kind)->kind == QUESTION_CYCLE)
      return true;
  return false;
}

static beeline_status nothing_to_be_fair_about(choice *c) {
  diag_add(c->d, DIAG_ERROR, (place){0}, "remove --fair, or check a formula: see `beeline info`",
           "nothing that is checked is a property of infinite executions, so --fair makes no difference");
  return BEELINE_EXIT_USAGE;
}

static beeline_status nothing_to_check(choice *c) {
  diag_add(c->d, DIAG_ERROR, (place){.file = c->model->file},
           "give a query; --property fault asks for run-time errors, --property deadlock for deadlocks",
           "there is nothing to check: the model has no query");
  return BEELINE_EXIT_USAGE;
}

beeline_status check_choose_questions(diags *d, beeline_model *model, const beeline_options *options,
                                      const check_parsed *parsed, check_questions *out) {
  choice c = {.d = d, .memory = arena_mem(d->memory), .model = model, .questions = out, .is_fair = options->fair};
  c.keeps_formulas = parsed->keeps_formulas;
  c.takes_sets = parsed->takes_sets;
  if (options->aim == BEELINE_AIM_CENSUS)
    return add_census(&c, options);
  beeline_status status = BEELINE_OK;
  for (uint32_t i = 0; i < options->property_count && status == BEELINE_OK; i++)
    status = add_asked(&c, options->properties[i]);
  if (status != BEELINE_OK)
    return status;
  if (!options->property_count && !options->formula_count && !(options->only_named && options->invariant_count))
    add_default(&c);
  for (uint32_t i = 0; i < options->invariant_count; i++)
    add_invariant(&c, options->invariants[i], parsed->invariants[i]);
  for (uint32_t i = 0; i < options->formula_count; i++)
    add_property(&c, &parsed->formulas[i]);
  if (options->fair && out->count && !is_about_executions(out))
    return nothing_to_be_fair_about(&c);
  return out->count ? BEELINE_OK : nothing_to_check(&c);
}
