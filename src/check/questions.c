#include "check/questions.h"

#include "base/nearest.h"
#include "check/engines.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  diags *d;
  mem *memory;
  beeline_model *model;
  check_questions *questions;
} choice;

static void add(choice *c, check_question q) { vec_push(c->memory, c->questions, q); }

// A question that every model can be asked.
static void add_builtin(choice *c, const char *name) {
  const network *n = c->model->net;
  add(c, (check_question){.kind = name, .name = "", .text = question_text(n, name), .asked = question_of(n, name)});
}

static beeline_status not_supported(choice *c, const char *what) {
  diag_add(c->d, DIAG_UNSUPPORTED, (place){.file = c->model->file},
           "use --property assert, --property deadlock or --invariant EXPR",
           "%s: this needs a search for cycles, which is not supported yet", what);
  return BEELINE_EXIT_UNSUPPORTED;
}

static bool is_supported(const question_name *row) {
  return check_some_engine_supports(check_needs_of(&(question){.kind = row->kind}));
}

// A reachability question without a condition asks for any state.
static void complete(choice *c, question *q, place at) {
  if (q->kind == QUESTION_REACH && !q->condition)
    q->condition = expr_const(c->d->memory, 1, at);
}

static check_question question_from(choice *c, const net_property *p) {
  check_question q = {.kind = p->question.name, .name = p->name, .at = p->at, .asked = p->question};
  q.text = p->text && *p->text ? p->text : question_text(c->model->net, q.kind);
  q.why_not = p->why_not;
  complete(c, &q.asked, p->at);
  return q;
}

// The other properties of the model are still checked.
static void add_unsupported(choice *c, const net_property *p) {
  check_question q = question_from(c, p);
  diag_add(c->d, DIAG_UNSUPPORTED, p->at.file ? p->at : (place){.file = c->model->file},
           "supported queries: A[], E<>, sup, inf", "'%s' is not checked: %s", q.text, q.why_not);
  add(c, q);
}

// The same for a property of the model with errors, which are reported now that the property is asked for.
static void add_wrong(choice *c, const net_property *p) {
  check_question q = question_from(c, p);
  for (const diag *e = p->errors; e; e = e->next) {
    diag_add(c->d, e->kind, e->at.line ? e->at : p->at, e->hint, "%s", e->message);
    q.is_wrong |= e->kind == DIAG_ERROR;
  }
  add(c, q);
}

static beeline_status add_property(choice *c, const net_property *p) {
  const question_name *row = question_named(p->question.name);
  if (p->errors)
    add_wrong(c, p);
  else if (p->why_not)
    add_unsupported(c, p);
  else if (!is_supported(row))
    return not_supported(c, *p->name ? arena_printf(c->d->memory, "%s '%s'", row->text, p->name) : row->text);
  else
    add(c, question_from(c, p));
  return BEELINE_OK;
}

// A property of the model. Without a name, its number is its name.
static beeline_status add_numbered(choice *c, uint32_t index) {
  net_property p = c->model->net->properties.at[index];
  if (!*p.name)
    p.name = arena_printf(c->d->memory, "%u", index + 1);
  return add_property(c, &p);
}

static beeline_status add_named(choice *c, const char *text) {
  const network *n = c->model->net;
  for (uint32_t i = 0; i < n->properties.count; i++)
    if (*text && strcmp(n->properties.at[i].name, text) == 0)
      return add_property(c, &n->properties.at[i]);
  char *end;
  unsigned long number = strtoul(text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end && number >= 1 && number <= n->properties.count)
    return add_numbered(c, (uint32_t)number - 1);
  const question_name *row = question_asked(text);
  if (row && !is_supported(row))
    return not_supported(c, row->text);
  if (row) {
    add_builtin(c, row->name);
    return BEELINE_OK;
  }
  nearest like = {.wanted = text};
  for (uint32_t i = 0; i < n->properties.count; i++)
    nearest_try(&like, n->properties.at[i].name);
  diag_add(c->d, DIAG_ERROR, (place){0},
           like.name ? nearest_hint(&like, c->d->memory)
                     : "use safety, assert, deadlock, or a property listed by `beeline info`",
           "there is no property '%s' in %s", text, c->model->file);
  return BEELINE_EXIT_USAGE;
}

// --ltl NAME comes as "ltl:NAME".
static beeline_status add_ltl(choice *c, const char *name) {
  const network *n = c->model->net;
  for (uint32_t i = 0; i < n->properties.count; i++)
    if (n->properties.at[i].question.formula && strcmp(n->properties.at[i].name, name) == 0)
      return add_property(c, &n->properties.at[i]);
  nearest like = {.wanted = name};
  for (uint32_t i = 0; i < n->properties.count; i++)
    nearest_try(&like, n->properties.at[i].question.formula ? n->properties.at[i].name : NULL);
  diag_add(c->d, DIAG_ERROR, (place){0},
           like.name ? nearest_hint(&like, c->d->memory) : "`beeline info` lists the properties of the model",
           "there is no ltl formula '%s' in %s", name, c->model->file);
  return BEELINE_EXIT_INPUT;
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

// The errors that were found since `before` are in the text, unless their place is in the file of the model.
static bool blame(diags *d, const diag *before, const beeline_model *model, const char *text) {
  for (diag *e = before ? before->next : d->first; e; e = e->next)
    if (!e->at.file || strcmp(e->at.file, model->file) != 0)
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
  if (language->property)
    out->formulas = ARENA_ARRAY(d->memory, net_property, options->formula_count + 1);
  for (uint32_t i = 0; out->formulas && i < options->formula_count; i++) {
    if (!language->property(model->front_end, d, options->formulas[i], &out->formulas[i]))
      return blame(d, before, model, options->formulas[i]);
    out->formulas[i].at = (place){0}; // it is in no file
  }
  return true;
}

static beeline_status add_formulas(choice *c, const beeline_options *options, const check_parsed *parsed) {
  beeline_status status = BEELINE_OK;
  if (options->formula_count && !parsed->formulas)
    return not_supported(c, arena_printf(c->d->memory, "the formula '%s'", options->formulas[0]));
  for (uint32_t i = 0; i < options->formula_count && status == BEELINE_OK; i++)
    status = add_property(c, &parsed->formulas[i]);
  return status;
}

// Nothing was named: all queries of a timed model; else safety.
static beeline_status add_default(choice *c) {
  const network *n = c->model->net;
  beeline_status status = BEELINE_OK;
  for (uint32_t i = 0; n->is_timed && i < n->properties.count && status == BEELINE_OK; i++)
    status = add_numbered(c, i);
  if (!c->questions->count && status == BEELINE_OK)
    add_builtin(c, "safety");
  return status;
}

beeline_status check_choose_questions(diags *d, beeline_model *model, const beeline_options *options,
                                      const check_parsed *parsed, check_questions *out) {
  choice c = {.d = d, .memory = arena_mem(d->memory), .model = model, .questions = out};
  if (options->aim == BEELINE_AIM_CENSUS)
    return add_census(&c, options);
  beeline_status status = BEELINE_OK;
  for (uint32_t i = 0; i < options->property_count && status == BEELINE_OK; i++) {
    const char *text = options->properties[i];
    status = strncmp(text, "ltl:", 4) == 0 ? add_ltl(&c, text + 4) : add_named(&c, text);
  }
  for (uint32_t i = 0; i < options->invariant_count && status == BEELINE_OK; i++)
    add_invariant(&c, options->invariants[i], parsed->invariants[i]);
  if (status == BEELINE_OK)
    status = add_formulas(&c, options, parsed);
  return status == BEELINE_OK && !out->count ? add_default(&c) : status;
}
