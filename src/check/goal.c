#include "check/goal.h"

#include <stdlib.h>
#include <string.h>

// The kinds of properties, the words that ask for them, and whether there is an engine for them.
typedef struct {
  property_kind kind;
  const char *name, *words, *text;
  bool is_supported;
} kind_row;

static const kind_row kind_rows[] = {
    {PROPERTY_ASSERT, "assertion", "assert assertion assertions", "no failing assertion", true},
    {PROPERTY_DEADLOCK, "deadlock", "deadlock end endstate", "no invalid end state", true},
    {PROPERTY_INVARIANT, "invariant", "", "the invariant holds", true},
    {PROPERTY_REACH, "reach", "", "a state of this kind can be reached", true},
    {PROPERTY_EXTREME, "extreme", "", "an extreme value", true},
    {PROPERTY_LIVENESS, "liveness", "", "a property of infinite executions", false},
    {PROPERTY_NEVER, "never", "never claim", "the never claim", false},
    {PROPERTY_LTL, "ltl", "ltl", "the LTL formula", false},
};
enum { KIND_ROWS = sizeof kind_rows / sizeof *kind_rows };

static const kind_row *row_of(property_kind kind) {
  for (uint32_t i = 0; i < KIND_ROWS; i++)
    if (kind_rows[i].kind == kind)
      return &kind_rows[i];
  abort();
}

const char *check_property_kind(property_kind kind) { return row_of(kind)->name; }

static bool is_one_of(const char *words, const char *word) {
  size_t length = strlen(word);
  for (const char *at = words; length && (at = strstr(at, word)); at++)
    if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
      return true;
  return false;
}

typedef struct {
  diags *d;
  mem *memory;
  beeline_model *model;
  check_goals *goals;
} choice;

static void add(choice *c, check_goal goal) { vec_push(c->memory, c->goals, goal); }

// Time may well stop in a timed model: a deadlock is an error there only if it is asked for.
static void add_safety(choice *c) {
  bool is_timed = c->model->net->is_timed;
  add(c, (check_goal){.kind = "safety",
                      .name = "",
                      .text = is_timed ? "no step goes wrong" : "no failing assertion, no invalid end state",
                      .search = {.assertions = true, .deadlocks = !is_timed}});
}

static beeline_status not_supported(choice *c, const char *what) {
  diag_add(c->d, DIAG_UNSUPPORTED, (place){.file = c->model->file},
           "assertions, invalid end states and invariants can be checked: --property assert|deadlock, --invariant EXPR",
           "checking %s needs a search for cycles, which is not supported yet", what);
  return BEELINE_EXIT_UNSUPPORTED;
}

// One of the built-in kinds, asked for by its word: it need not be listed in the model.
static beeline_status add_kind(choice *c, const kind_row *row) {
  if (!row->is_supported)
    return not_supported(c, row->text);
  add(c, (check_goal){
             .kind = row->name,
             .name = "",
             .text = row->text,
             .search = {.assertions = row->kind == PROPERTY_ASSERT, .deadlocks = row->kind == PROPERTY_DEADLOCK}});
  return BEELINE_OK;
}

// A state in which the condition holds is found as an error of its negation.
static expr *unreached(arena *memory, const net_property *p) {
  return p->condition ? expr_unary(memory, EXPR_NOT, p->condition) : expr_const(memory, 0, p->at);
}

static const net_property *copy(arena *memory, const net_property *p) {
  net_property *own = ARENA_NEW(memory, net_property);
  *own = *p;
  return own;
}

static check_goal goal_of(choice *c, const net_property *p) {
  const kind_row *row = row_of(p->kind);
  bool is_reach = p->kind == PROPERTY_REACH;
  return (check_goal){.kind = row->name,
                      .name = p->name,
                      .text = p->text && *p->text ? p->text : row->text,
                      .at = p->at,
                      // a timed model that fails one has gone wrong, as by any other fault
                      .search = {.assertions = p->kind == PROPERTY_ASSERT || c->model->net->is_timed,
                                 .deadlocks = p->kind == PROPERTY_DEADLOCK,
                                 .invariant = is_reach || p->kind == PROPERTY_INVARIANT},
                      .condition = is_reach ? unreached(c->d->memory, p) : p->condition,
                      .extreme = p->kind == PROPERTY_EXTREME ? copy(c->d->memory, p) : NULL,
                      .is_reach = is_reach};
}

// Why it is not checked: its operator, or what the front end calls it.
static const char *why_not(arena *memory, const net_property *p) {
  static const char *const operators[] = {"-->", "E[]", "A<>", NULL};
  for (uint32_t i = 0; p->text && operators[i]; i++)
    if (strstr(p->text, operators[i]))
      return arena_printf(memory, "%s is not supported yet", operators[i]);
  return *p->name ? p->name : "its operator is not supported yet";
}

// The other properties of the model are checked all the same.
static void add_unsupported(choice *c, const net_property *p) {
  check_goal goal = goal_of(c, p);
  goal.is_unsupported = true;
  diag_add(c->d, DIAG_UNSUPPORTED, p->at.file ? p->at : (place){.file = c->model->file},
           "A[], E<>, sup and inf can be checked", "'%s' is not checked: %s", goal.text, why_not(c->d->memory, p));
  add(c, goal);
}

static beeline_status add_property(choice *c, const net_property *p) {
  const kind_row *row = row_of(p->kind);
  if (p->kind == PROPERTY_LIVENESS)
    add_unsupported(c, p);
  else if (!row->is_supported)
    return not_supported(c, *p->name ? arena_printf(c->d->memory, "%s '%s'", row->text, p->name) : row->text);
  else
    add(c, goal_of(c, p));
  return BEELINE_OK;
}

// One of the model's: without a name it goes by its number.
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
  if (strcmp(text, "safety") == 0) {
    add_safety(c);
    return BEELINE_OK;
  }
  for (uint32_t i = 0; i < KIND_ROWS; i++)
    if (is_one_of(kind_rows[i].words, text))
      return add_kind(c, &kind_rows[i]);
  if (is_one_of("progress np non-progress liveness acceptance cycle cycles", text))
    return not_supported(c, "for non-progress and acceptance cycles");
  diag_add(c->d, DIAG_ERROR, (place){0},
           "safety, assert and deadlock are always there; `beeline info` lists those of the model",
           "there is no property '%s' in %s", text, c->model->file);
  return BEELINE_EXIT_USAGE;
}

// --ltl NAME comes as "ltl:NAME".
static beeline_status add_ltl(choice *c, const char *name) {
  const network *n = c->model->net;
  for (uint32_t i = 0; i < n->properties.count; i++)
    if (n->properties.at[i].kind == PROPERTY_LTL && strcmp(n->properties.at[i].name, name) == 0)
      return add_property(c, &n->properties.at[i]);
  diag_add(c->d, DIAG_ERROR, (place){0}, "`beeline info` lists the properties of the model",
           "there is no ltl formula '%s' in %s", name, c->model->file);
  return BEELINE_EXIT_USAGE;
}

static void add_invariant(choice *c, const char *text, expr *condition) {
  add(c, (check_goal){.kind = "invariant",
                      .name = "",
                      .text = arena_string(c->d->memory, text),
                      .search = {.assertions = c->model->net->is_timed, .invariant = true},
                      .condition = condition});
}

// A census asks for no property; the goal is there to carry its result.
static beeline_status add_census(choice *c, const beeline_options *options) {
  if (options->property_count || options->invariant_count || options->formula_count) {
    diag_add(c->d, DIAG_ERROR, (place){0}, NULL,
             "a census asks for no property: --census does not go with --property, --ltl, "
             "--invariant or a formula");
    return BEELINE_EXIT_USAGE;
  }
  add_safety(c);
  c->goals->at[0].search.census = true;
  return BEELINE_OK;
}

bool check_parse_goals(diags *d, beeline_model *model, const beeline_options *options, check_parsed *out) {
  const check_language *language = model->language;
  out->invariants = ARENA_ARRAY(d->memory, expr *, options->invariant_count + 1);
  for (uint32_t i = 0; i < options->invariant_count; i++)
    if (!(out->invariants[i] = language->condition(model->front_end, d, options->invariants[i])))
      return false;
  if (language->property)
    out->formulas = ARENA_ARRAY(d->memory, net_property, options->formula_count + 1);
  for (uint32_t i = 0; out->formulas && i < options->formula_count; i++) {
    if (!language->property(model->front_end, d, options->formulas[i], &out->formulas[i]))
      return false;
    out->formulas[i].at = (place){0}; // it stands in no file
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

// Nothing was asked for: what the model asks, if it is of a language that has queries; else that nothing goes wrong.
static beeline_status add_default(choice *c) {
  const network *n = c->model->net;
  beeline_status status = BEELINE_OK;
  for (uint32_t i = 0; n->is_timed && i < n->properties.count && status == BEELINE_OK; i++)
    status = add_numbered(c, i);
  if (!c->goals->count && status == BEELINE_OK)
    add_safety(c);
  return status;
}

beeline_status check_choose_goals(diags *d, beeline_model *model, const beeline_options *options,
                                  const check_parsed *parsed, check_goals *out) {
  choice c = {.d = d, .memory = arena_mem(d->memory), .model = model, .goals = out};
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
