#include "check/automaton.h"

#include "check/check.h"
#include "check/claims.h"
#include "model/claim.h"
#include "model/print.h"
#include "omega/omega.h"
#include <stdlib.h>
#include <string.h>

typedef struct job {
  beeline_check *check;
  const check_automaton *wanted;
  text_buffer text;
} job;

// Of an LTL formula or a never claim. Labels of processes say something else.
static bool has_automaton(const net_property *p) {
  return p->question.kind == QUESTION_CYCLE && (p->question.formula || p->question.template_ != NET_NONE);
}

static beeline_status fail(beeline_check *check, beeline_status status, const char *hint, const char *format,
                           const char *name) {
  diag_add(&check->diags, DIAG_ERROR, (place){0}, hint, format, name);
  return status;
}

// A property is named as for a check: by its name or number; --ltl NAME comes as "ltl:NAME".
static bool is_named(const net_property *p, uint32_t index, const char *name) {
  if (strncmp(name, "ltl:", 4) == 0)
    return p->question.formula && strcmp(p->name, name + 4) == 0;
  char *end;
  unsigned long number = strtoul(name, &end, 10);
  return strcmp(p->name, name) == 0 || (*name && !*end && number == index + 1);
}

static const net_property *find_property(job *j, beeline_status *status) {
  static const char HINT[] = "`beeline info` lists the properties of the model";
  const network *n = j->check->model->net;
  const net_property *found = NULL;
  const char *name = j->wanted->property;
  uint32_t count = 0;
  for (uint32_t i = 0; i < n->properties.count; i++) {
    const net_property *p = &n->properties.at[i];
    if (name ? is_named(p, i, name) : has_automaton(p))
      found = count++ ? found : p;
  }
  if (!name && count > 1)
    *status = fail(j->check, BEELINE_EXIT_USAGE, "choose one: --ltl NAME or --property NAME",
                   "%s has several properties with an automaton", n->file);
  else if (!found)
    *status = fail(j->check, name ? BEELINE_EXIT_INPUT : BEELINE_EXIT_USAGE, HINT,
                   name ? "there is no property '%s'" : "%s has no property with an automaton",
                   !name                           ? n->file
                   : strncmp(name, "ltl:", 4) == 0 ? name + 4
                                                   : name);
  else if (!has_automaton(found))
    *status = fail(j->check, BEELINE_EXIT_USAGE, HINT, "the property '%s' has no automaton", found->name);
  return *status == BEELINE_OK ? found : NULL;
}

static bool parse(job *j, net_property *out) {
  beeline_model *model = j->check->model;
  diags *d = &j->check->diags;
  bool is_right = model->language->property(model->front_end, d, j->wanted->formula, out);
  for (diag *e = d->first; e; e = e->next)
    e->source = arena_string(d->memory, j->wanted->formula);
  return is_right;
}

// As an LTL formula, a condition is about the first state.
static const net_formula *formula_of(arena *memory, const net_property *p) {
  if (p->question.formula || !p->question.condition)
    return p->question.formula;
  net_formula *f = ARENA_NEW(memory, net_formula);
  f->op = LTL_ATOM;
  f->atom = p->question.condition;
  return f;
}

static const claim *make_claim(job *j, const net_property *p, const net_formula *f) {
  arena *memory = j->check->arena;
  const char *why_not = NULL;
  question q = p->question;
  if (f)
    q.claim = omega_claim(memory, f);
  else
    why_not = check_make_claim(memory, j->check->model->net, &q, false);
  if (!q.claim) {
    const char *why = why_not ? why_not : "it needs too many acceptance sets";
    diag_add(&j->check->diags, DIAG_UNSUPPORTED, p->at, NULL, "there is no automaton of this property: %s", why);
  }
  return q.claim;
}

// The negation as one would write it. SPIN has none of full, nfull, empty and nempty.
static expr *negation_of(arena *memory, expr *e) {
  static const uint8_t opposite[][2] = {{EXPR_EQ, EXPR_NE},  {EXPR_LT, EXPR_GE},         {EXPR_GT, EXPR_LE},
                                        {EXPR_AND, EXPR_OR}, {EXPR_FULL, EXPR_NOT_FULL}, {EXPR_EMPTY, EXPR_NOT_EMPTY}};
  if (e->op == EXPR_NOT)
    return e->a;
  for (uint32_t i = 0; i < sizeof opposite / sizeof *opposite; i++)
    for (uint32_t k = 0; k < 2; k++)
      if (e->op == opposite[i][k]) {
        bool is_joined = e->op == EXPR_AND || e->op == EXPR_OR;
        expr *negated = expr_new(memory, opposite[i][!k], e->at);
        negated->a = is_joined ? negation_of(memory, e->a) : e->a;
        negated->b = is_joined ? negation_of(memory, e->b) : e->b;
        return negated;
      }
  return expr_unary(memory, EXPR_NOT, e);
}

static void write(job *j, const net_property *p, const claim *c) {
  arena *memory = j->check->arena;
  const network *n = j->check->model->net;
  const char **atoms = ARENA_ARRAY(memory, const char *, c->atoms.count + 1);
  const char **negations = ARENA_ARRAY(memory, const char *, c->atoms.count + 1);
  for (uint32_t i = 0; i < c->atoms.count; i++) {
    atoms[i] = net_expr_text(memory, n, c->atoms.at[i]);
    negations[i] = net_expr_text(memory, n, negation_of(memory, c->atoms.at[i]));
  }
  bool is_formula = p->question.formula || p->question.condition;
  const char *title = is_formula ? arena_printf(memory, "!(%s)", p->text) : p->text;
  j->wanted->writer->write(
      &(omega_job){.claim = c, .atoms = atoms, .negations = negations, .title = title, .out = &j->text});
}

static void run(void *argument) {
  job *j = argument;
  beeline_check *check = j->check;
  net_property parsed = {0};
  const net_property *p = NULL;
  const net_formula *f = NULL;
  if (!j->wanted->formula)
    p = find_property(j, &check->status);
  else if (parse(j, &parsed))
    p = &parsed;
  if (p && j->wanted->formula)
    f = formula_of(check->arena, p);
  else if (p)
    f = p->question.formula;
  const claim *c = p ? make_claim(j, p, f) : NULL;
  if (c)
    write(j, p, c);
  else if (check->status == BEELINE_OK)
    check->status = check_diagnostics_status(&check->diags);
}

beeline_check *check_automaton_new(beeline_model *model, const check_automaton *wanted, const char **text) {
  beeline_check *check = check_handle(model);
  if (!check)
    return NULL;
  job j = {.check = check, .wanted = wanted, .text = {.memory = check->memory}};
  mem_status status = check_try(check, run, &j);
  *text = text_string(&j.text);
  if (status != MEM_OK)
    check->status = check_status_left(check, status);
  return check;
}
