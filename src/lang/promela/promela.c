#include "lang/promela/promela.h"
#include "base/text.h"
#include "lang/promela/events.h"
#include "lang/promela/flow.h"
#include "lang/promela/parse.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const ast_unit *unit;
  net_template *template_;
} process;

typedef struct {
  pml p;
  const ast_model *model;
  VEC(process) processes; // one for each unit that has a body, by the number of its template
  uint32_t unnamed_claims, unnamed_formulas;
  const char *file; // for the macros of properties that are given later, with its arguments; NULL = none
  const char *const *arguments;
  uint32_t argument_count;
} loader;

static bool has_body(const ast_unit *u) {
  return u->kind == UNIT_PROCTYPE || u->kind == UNIT_INIT || u->kind == UNIT_NEVER || u->kind == UNIT_TRACE ||
         u->kind == UNIT_NOTRACE;
}

static const char *unit_name(loader *l, const ast_unit *u) {
  switch (u->kind) {
  case UNIT_INIT:
    return ":init:";
  case UNIT_NEVER:
    return u->name ? u->name : arena_printf(l->p.memory, "never_%u", l->unnamed_claims++);
  case UNIT_TRACE:
    return ":trace:";
  case UNIT_NOTRACE:
    return ":notrace:";
  default:
    return u->name;
  }
}

static void add_template(loader *l, const ast_unit *u) {
  static const template_kind kinds[] = {[UNIT_PROCTYPE] = TEMPLATE_PROCESS,
                                        [UNIT_INIT] = TEMPLATE_PROCESS,
                                        [UNIT_NEVER] = TEMPLATE_NEVER,
                                        [UNIT_TRACE] = TEMPLATE_TRACE,
                                        [UNIT_NOTRACE] = TEMPLATE_NOTRACE};
  const char *name = unit_name(l, u);
  if (net_template_named(l->p.net, name))
    pml_error(&l->p, u->at, NULL, u->kind == UNIT_INIT ? "init is declared twice" : "'%s' is declared twice", name);
  process x = {u, net_add_template(l->p.net, kinds[u->kind], name)};
  x.template_->at = u->at;
  x.template_->is_deterministic = u->is_deterministic;
  vec_push(l->p.m, &l->processes, x);
}

static void start_processes(loader *l, const ast_unit *u, const net_template *t) {
  pml *p = &l->p;
  int32_t count = u->kind == UNIT_INIT || u->is_active ? 1 : 0, priority = 1;
  if (u->priority)
    pml_const_value(p, u->priority, &priority);
  if (u->instances)
    pml_const_value(p, u->instances, &count);
  if (count < 0 || count + (int64_t)p->net->processes.count > NET_MAX_PROCESSES) {
    pml_error(p, u->at, NULL, "too many processes (limit is %d)", NET_MAX_PROCESSES);
    return;
  }
  if (priority < 1 || priority > 255)
    pml_error(p, u->at, NULL, "a priority must be 1 to 255, not %d", priority);
  for (int32_t i = 0; i < count; i++) {
    net_process x = {(int32_t)t->index, priority};
    vec_push(p->m, &p->net->processes, x);
  }
}

static void lower_body(loader *l, const process *x) {
  pml *p = &l->p;
  p->template_ = x->template_;
  p->is_claim = x->template_->kind != TEMPLATE_PROCESS;
  p->is_event_trace = x->template_->kind == TEMPLATE_TRACE || x->template_->kind == TEMPLATE_NOTRACE;
  pml_open_scope(p);
  for (uint32_t i = 0; i < x->unit->decls.count; i++)
    pml_declare(p, x->unit->decls.at[i], DECLARE_PARAMETER, NULL);
  x->template_->parameters = x->template_->vars.count;
  if (x->unit->provided)
    x->template_->provided = pml_expr(p, x->unit->provided);
  pml_open_scope(p);
  assert(p->flows.count == x->template_->index);
  vec_push(p->m, &p->flows, pml_build_flow(p, &x->unit->body, x->unit->end));
  pml_close_scope(p);
  pml_close_scope(p);
  p->template_ = NULL;
  p->is_claim = p->is_event_trace = false;
  start_processes(l, x->unit, x->template_);
}

static void add_property(pml *p, const char *kind, const char *name, const char *text, place at) {
  net_property property = {.name = name, .text = text, .question = question_of(p->net, kind), .at = at};
  vec_push(p->m, &p->net->properties, property);
}

static net_property *last_property(pml *p) { return &p->net->properties.at[p->net->properties.count - 1]; }

// Formulas are lowered last: they may refer to everything in the model.
static void add_formulas(loader *l) {
  pml *p = &l->p;
  for (uint32_t i = 0; i < l->model->units.count; i++) {
    const ast_unit *u = l->model->units.at[i];
    if (u->kind != UNIT_LTL)
      continue;
    const char *name = u->name ? u->name : arena_printf(p->memory, "ltl_%u", l->unnamed_formulas);
    l->unnamed_formulas += !u->name;
    add_property(p, "ltl", name, pml_expr_text(p->memory, u->formula), u->at);
    const net_formula *f = pml_formula(p, u->formula);
    last_property(p)->question.formula = f;
  }
}

static void add_properties(loader *l) {
  pml *p = &l->p;
  place file = {.file = p->net->file};
  add_property(p, "assertion", "assert", question_text(p->net, "assertion"), file);
  add_property(p, "deadlock", "deadlock", question_text(p->net, "deadlock"), file);
  for (uint32_t i = 0; i < l->processes.count; i++) {
    const net_template *t = l->processes.at[i].template_;
    if (t->kind != TEMPLATE_NEVER) // event traces become assertions, see events.h
      continue;
    add_property(p, "never", t->name, arena_printf(p->memory, "never claim %s", t->name), t->at);
    last_property(p)->question.template_ = (int32_t)t->index;
  }
  add_formulas(l);
}

static void add_cycles(pml *p, uint32_t flag, const char *kind) {
  for (uint32_t i = 0; i < p->net->templates.count; i++) {
    const net_template *t = p->net->templates.at[i];
    for (uint32_t k = 0; t->kind == TEMPLATE_PROCESS && k < t->flow.locations.count; k++)
      if (t->flow.locations.at[k].flags & flag) {
        add_property(p, kind, kind, question_text(p->net, kind), t->flow.locations.at[k].at);
        return;
      }
  }
}

// Labels of processes that say which cycles are errors. Those of never claims belong to the claim.
static void add_labelled_cycles(pml *p) {
  add_cycles(p, LOC_ACCEPT, "acceptance");
  add_cycles(p, LOC_PROGRESS, "progress");
}

static void lower_units(loader *l) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < l->model->units.count; i++) {
    const ast_unit *u = l->model->units.at[i];
    if (u->kind == UNIT_TYPEDEF)
      pml_declare_record(&l->p, u);
    else if (u->kind == UNIT_DECL)
      for (uint32_t k = 0; k < u->decls.count; k++)
        pml_declare(&l->p, u->decls.at[k], DECLARE_START, NULL);
    else if (has_body(u))
      lower_body(l, &l->processes.at[next++]);
  }
}

static void check_runs(pml *p) {
  for (uint32_t i = 0; i < p->runs.count; i++) {
    const net_stmt *s = p->runs.at[i].stmt;
    const net_template *t = p->net->templates.at[s->template_];
    if (s->args.count != t->parameters)
      pml_error(p, p->runs.at[i].at, NULL, "'%s' has %u parameters, but gets %u arguments", t->name, t->parameters,
                s->args.count);
  }
}

static network *lower(loader *l) {
  pml *p = &l->p;
  p->globals = pml_open_scope(p);
  for (uint32_t i = 0; i < l->model->units.count; i++) {
    const ast_unit *u = l->model->units.at[i];
    if (u->kind == UNIT_MTYPE)
      pml_declare_mtype(p, u);
    else if (has_body(u))
      add_template(l, u);
  }
  lower_units(l);
  add_properties(l);
  if (p->net->processes.count == 0)
    pml_error(p, (place){.file = p->net->file}, "add an init or an active proctype", "no process exists at the start");
  check_runs(p);
  pml_resolve_names(p);
  if (p->d->errors > 0)
    return NULL;
  for (uint32_t i = 0; i < l->processes.count; i++)
    pml_build_automaton(p, p->flows.at[i], l->processes.at[i].template_);
  if (p->d->errors > 0)
    return NULL;
  add_labelled_cycles(p);
  pml_resolve_locations(p);
  pml_leave_out_hidden(p);
  pml_instrument_events(p);
  return p->net;
}

network *pml_load(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                  void **front_end) {
  pml_text text;
  loader *l = ARENA_NEW(memory, loader);
  *front_end = l;
  if (!pml_preprocess(memory, d, file, arguments, count, &text))
    return NULL;
  l->model = pml_parse(memory, d, &text);
  if (!l->model)
    return NULL;
  l->file = arena_string(memory, file);
  l->argument_count = count;
  char **kept = ARENA_ARRAY(memory, char *, count + 1);
  for (uint32_t i = 0; i < count; i++)
    kept[i] = arena_string(memory, arguments[i]);
  l->arguments = (const char *const *)kept;
  l->p = (pml){.memory = memory, .m = arena_mem(memory), .d = d, .net = net_new(memory, file, "promela")};
  return lower(l);
}

static void declare_names(text_buffer *out, const ast_expr *e) {
  if (e->kind == AX_REF && e->ref->name[0] != '_') {
    char declaration[512];
    int length = snprintf(declaration, sizeof declaration, "bool %s;\n", e->ref->name);
    if (length < (int)sizeof declaration && !strstr(text_string(out), declaration))
      text_add(out, "%s", declaration);
  }
  if (e->a)
    declare_names(out, e->a);
  if (e->b)
    declare_names(out, e->b);
}

network *pml_load_names(arena *memory, diags *d, const char *formula, void **front_end) {
  loader *l = ARENA_NEW(memory, loader);
  *front_end = l;
  const ast_expr *parsed = pml_parse_expression(memory, d, "formula", formula, true);
  if (!parsed)
    return NULL;
  text_buffer text = {.memory = arena_mem(memory)};
  text_add(&text, "init { skip }\n");
  declare_names(&text, parsed);
  l->model = pml_parse(memory, d, &(pml_text){.text = text.at, .length = text.length, .file = "formula"});
  if (!l->model)
    return NULL;
  l->file = "formula";
  l->p = (pml){.memory = memory, .m = arena_mem(memory), .d = d, .net = net_new(memory, "formula", "promela")};
  return lower(l);
}

static const net_formula *lower_later(pml *p, const ast_expr *parsed) {
  const net_formula *f = pml_formula(p, parsed);
  pml_resolve_names(p);
  pml_resolve_locations(p);
  pml_refuse_hidden(p, f);
  return f;
}

// Reads text in the scope of the globals, and leaves the model's own tables as they are. NULL on errors.
static const net_formula *read_text(const loader *l, diags *d, const char *text, bool is_formula) {
  uint32_t errors = d->errors;
  pml p = l->p;
  p.d = d;
  p.memory = d->memory;
  p.m = arena_mem(d->memory);
  memset(&p.pendings, 0, sizeof p.pendings);
  p.scope = p.globals;
  const ast_expr *parsed = pml_parse_expression(p.memory, d, is_formula ? "property" : "invariant", text, is_formula);
  const net_formula *f = parsed ? lower_later(&p, parsed) : NULL;
  return d->errors > errors ? NULL : f;
}

// The text without its macros, or the text itself if it has none that are needed.
static const char *without_macros(const loader *l, arena *memory, const char *text, bool is_formula) {
  diags aside = {.memory = memory};
  if (!l->file || read_text(l, &aside, text, is_formula))
    return text;
  char *expanded = pml_expand_macros(memory, text, l->file, l->arguments, l->argument_count);
  if (!expanded)
    return text;
  for (char *c = expanded; (c = strchr(c, '\n'));)
    *c = ' ';
  for (size_t length = strlen(expanded); length && expanded[length - 1] == ' ';)
    expanded[--length] = 0;
  return expanded + strspn(expanded, " ");
}

static const net_formula *read_later(const loader *l, diags *d, const char *text, bool is_formula) {
  const char *expanded = without_macros(l, d->memory, text, is_formula);
  const diag *before = d->last;
  const net_formula *f = read_text(l, d, expanded, is_formula);
  for (diag *e = before ? before->next : d->first; e && expanded != text; e = e->next)
    if (e->at.file && strcmp(e->at.file, l->file) != 0)
      e->source = expanded;
  return f;
}

expr *pml_condition(const void *front_end, diags *d, const char *text) {
  const net_formula *f = read_later(front_end, d, text, false);
  return f ? f->atom : NULL;
}

bool pml_property(const void *front_end, diags *d, const char *text, net_property *out) {
  const net_formula *f = read_later(front_end, d, text, true);
  if (!f)
    return false;
  bool is_condition = f->op == LTL_ATOM;
  *out = (net_property){.name = "", .text = arena_string(d->memory, text)};
  out->question = question_of(((const loader *)front_end)->p.net, is_condition ? "invariant" : "ltl");
  out->question.condition = is_condition ? f->atom : NULL;
  out->question.formula = is_condition ? NULL : f;
  return true;
}
