// Remote references: P[1]@label and P[1]:variable. They are resolved when all proctypes are known.
#include "base/nearest.h"
#include "lang/promela/flow.h"

#include <string.h>

static label *label_in(const pml *p, int32_t template_, const char *name) {
  for (uint32_t i = 0; i < p->labels.count; i++)
    if (p->labels.at[i]->template_ == template_ && strcmp(p->labels.at[i]->name, name) == 0)
      return p->labels.at[i];
  return NULL;
}

static const symbol *local_in(const pml *p, int32_t template_, const char *name) {
  for (uint32_t i = 0; i < p->locals.count; i++)
    if (p->local_of.at[i] == template_ && strcmp(p->locals.at[i]->name, name) == 0)
      return p->locals.at[i];
  return NULL;
}

static const char *similar_label(const pml *p, const net_template *t, const char *name) {
  nearest n = {.wanted = name};
  for (uint32_t i = 0; i < p->labels.count; i++)
    nearest_try(&n, p->labels.at[i]->template_ == (int32_t)t->index ? p->labels.at[i]->name : NULL);
  return nearest_hint(&n, p->memory);
}

static const char *similar_local(const pml *p, const net_template *t, const char *name) {
  nearest n = {.wanted = name};
  for (uint32_t i = 0; i < p->locals.count; i++)
    nearest_try(&n, p->local_of.at[i] == (int32_t)t->index ? p->locals.at[i]->name : NULL);
  return nearest_hint(&n, p->memory);
}

static const char *similar_proctype(const pml *p, const char *name) {
  nearest n = {.wanted = name};
  for (uint32_t i = 0; i < p->net->templates.count; i++)
    nearest_try(&n, p->net->templates.at[i]->name);
  return nearest_hint(&n, p->memory);
}

static bool is_run(const pml *p, int32_t template_) {
  for (uint32_t i = 0; i < p->runs.count; i++)
    if (p->runs.at[i].stmt->template_ == template_)
      return true;
  return false;
}

// P@L without a process number means the first process of that type that is alive, and is 0 if there is none. If the
// type is never run, this is the first of the start: only younger ones can die before it.
static void supply_number(pml *p, expr *e, int32_t template_) {
  if (e->a)
    return;
  for (uint32_t i = 0; i < p->net->processes.count && !is_run(p, template_); i++)
    if (p->net->processes.at[i].template_ == template_) {
      e->a = expr_const(p->memory, (int32_t)i, e->at);
      return;
    }
  e->a = expr_new(p->memory, EXPR_FIRST, e->at);
  e->a->value = template_;
}

static void resolve_variable(pml *p, const pending *r, const net_template *t) {
  const symbol *y = local_in(p, (int32_t)t->index, r->variable->name);
  if (!y || !y->var)
    pml_error(p, r->variable->at, similar_local(p, t, r->variable->name), "'%s' has no variable '%s'", t->name,
              r->variable->name);
  else if ((y->length > 0) != (r->target->indices.count > 0))
    pml_error(p, r->variable->at, NULL, y->length ? "'%s' is an array and needs an index" : "'%s' is not an array",
              y->name);
  else
    r->target->var = y->var;
}

static void resolve_label(pml *p, const pending *r, const net_template *t) {
  label *x = label_in(p, (int32_t)t->index, r->label);
  if (!x)
    pml_error(p, r->label_at, similar_label(p, t, r->label), "'%s' has no label '%s'", t->name, r->label);
  else if (t->flow.locations.count == 0) // the automaton is not built yet
    pml_make_control_state(p, p->flows.at[t->index], x->element);
  else if (x->element->kind == EL_GOTO)
    pml_error(p, r->target->at, "add a skip at the label",
              "label '%s' of '%s' is not a control state: it labels a goto", r->label, t->name);
}

void pml_resolve_names(pml *p) {
  for (uint32_t i = 0; i < p->pendings.count; i++) {
    const pending *r = &p->pendings.at[i];
    const net_template *t = net_template_named(p->net, r->proctype);
    if (!t) {
      pml_error(p, r->target->at, similar_proctype(p, r->proctype), "there is no proctype '%s'", r->proctype);
      continue;
    }
    r->target->value = (int32_t)t->index;
    supply_number(p, r->target, (int32_t)t->index);
    if (r->label)
      resolve_label(p, r, t);
    else
      resolve_variable(p, r, t);
  }
}

void pml_resolve_locations(pml *p) {
  for (uint32_t i = 0; i < p->pendings.count; i++) {
    const pending *r = &p->pendings.at[i];
    const label *x = r->label ? label_in(p, r->target->value, r->label) : NULL;
    if (x && x->element->location >= 0)
      vec_push(p->m, &r->target->locations, (uint32_t)x->element->location);
  }
}
