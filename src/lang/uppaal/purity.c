// Side effects: the write sets of functions, and which expressions have side effects.
#include "lang/uppaal/lower.h"

#include <string.h>

typedef struct {
  upp *p;
  const symbol *function;        // the function that is analysed, or...
  const upp_template *template_; // ...the template, whose writes to `watched` are sought
  const char *watched;
  VEC(const char *) locals; // local names at the current position
  uint64_t writes;
} walker;

static void walk_expr(walker *w, const upp_expr *e);

static bool is_assignment(const upp_expr *e) {
  return e->kind == UPP_ASSIGN || e->kind == UPP_ASSIGN_OP || e->kind == UPP_PRE_INC || e->kind == UPP_PRE_DEC ||
         e->kind == UPP_POST_INC || e->kind == UPP_POST_DEC;
}

static const char *base_name(const upp_expr *e) {
  while (e->kind == UPP_INDEX || e->kind == UPP_FIELD || is_assignment(e))
    e = e->a;
  return e->kind == UPP_NAME ? e->name : "";
}

static void note_write(walker *w, const upp_expr *target) {
  const char *name = base_name(target);
  for (uint32_t i = 0; i < w->locals.count; i++)
    if (strcmp(w->locals.at[i], name) == 0)
      return;
  if (w->watched) {
    w->writes |= strcmp(w->watched, name) == 0;
    return;
  }
  const upp_decls *parameters = &w->function->function->function->parameters;
  for (uint32_t i = 0; i < parameters->count && i < 63; i++)
    if (strcmp(parameters->at[i]->name, name) == 0) {
      w->writes |= UINT64_C(1) << i;
      return;
    }
  w->writes |= WRITES_OUTSIDE;
}

static symbol *called(const scope *s, const upp_expr *e) {
  symbol *f = e->a->kind == UPP_NAME ? upp_symbol_find(s, e->a->name) : NULL;
  return f && f->kind == SYMBOL_FUNCTION ? f : NULL;
}

static const upp_decl *function_named(const upp_decls *decls, const char *name) {
  for (uint32_t i = 0; i < decls->count; i++)
    if (decls->at[i]->kind == UPP_FUNCTION && strcmp(decls->at[i]->name, name) == 0)
      return decls->at[i];
  return NULL;
}

// The functions of a template are not declared yet, so they are assumed to write all their reference parameters.
static void watch_call(walker *w, const upp_expr *e) {
  const char *name = base_name(e->a);
  const upp_decl *d = function_named(&w->template_->decls, name);
  d = d ? d : function_named(&w->p->model->decls, name);
  for (uint32_t i = 0; d && i < e->args.count && i < d->function->parameters.count; i++) {
    const upp_decl *parameter = d->function->parameters.at[i];
    if (parameter->is_reference && !(parameter->type && parameter->type->is_const))
      note_write(w, e->args.at[i]);
  }
}

static void walk_call(walker *w, const upp_expr *e) {
  if (w->watched) {
    watch_call(w, e);
    return;
  }
  symbol *f = called(w->function->scope, e);
  if (!f)
    return;
  upp_is_pure(w->p, f);
  w->writes |= f->writes & WRITES_OUTSIDE;
  for (uint32_t i = 0; i < e->args.count && i < 63; i++)
    if (f->writes >> i & 1)
      note_write(w, e->args.at[i]);
}

static void walk_expr(walker *w, const upp_expr *e) {
  if (!e)
    return;
  if (is_assignment(e))
    note_write(w, e->a);
  if (e->kind == UPP_CALL)
    walk_call(w, e);
  walk_expr(w, e->a);
  walk_expr(w, e->b);
  walk_expr(w, e->c);
  for (uint32_t i = 0; i < e->args.count; i++)
    walk_expr(w, e->args.at[i]);
}

static void walk_init(walker *w, const upp_init *init) {
  if (!init)
    return;
  walk_expr(w, init->value);
  for (uint32_t i = 0; i < init->list.count; i++)
    walk_init(w, init->list.at[i]);
}

static void walk_stmt(walker *w, const upp_stmt *s) {
  if (!s)
    return;
  uint32_t outer = w->locals.count;
  for (uint32_t i = 0; i < s->decls.count; i++) {
    walk_init(w, s->decls.at[i]->init);
    vec_push(w->p->m, &w->locals, s->decls.at[i]->name);
  }
  if (s->kind == UPP_FOR_EACH)
    vec_push(w->p->m, &w->locals, s->name);
  walk_expr(w, s->start);
  walk_expr(w, s->condition);
  walk_expr(w, s->step);
  walk_stmt(w, s->then);
  walk_stmt(w, s->otherwise);
  for (uint32_t i = 0; i < s->body.count; i++)
    walk_stmt(w, s->body.at[i]);
  w->locals.count = outer;
}

bool upp_is_pure(upp *p, symbol *function) {
  const upp_function *f = function->function->function;
  if (function->is_analysed)
    return function->writes == 0;
  function->is_analysed = true; // set first, to stop at recursion, which is reported when the function is lowered
  walker w = {.p = p, .function = function};
  for (uint32_t i = 0; i < f->parameters.count; i++)
    if (!f->parameters.at[i]->is_reference)
      vec_push(p->m, &w.locals, f->parameters.at[i]->name);
  walk_stmt(&w, f->body);
  vec_free(p->m, &w.locals);
  function->writes = w.writes;
  return w.writes == 0;
}

bool upp_has_effect(upp *p, const upp_expr *e) {
  if (!e)
    return false;
  if (is_assignment(e))
    return true;
  if (e->kind == UPP_CALL) {
    symbol *f = called(p->scope, e);
    if (f && (!upp_is_pure(p, f) || !upp_shape_is_data(f->shape)))
      return true;
  }
  for (uint32_t i = 0; i < e->args.count; i++)
    if (upp_has_effect(p, e->args.at[i]))
      return true;
  return upp_has_effect(p, e->a) || upp_has_effect(p, e->b) || upp_has_effect(p, e->c);
}

bool upp_is_assigned(upp *p, const upp_template *t, const char *name) {
  walker w = {.p = p, .template_ = t, .watched = name};
  for (uint32_t i = 0; i < t->edges.count; i++)
    for (uint32_t k = 0; k < t->edges.at[i].update.count; k++)
      walk_expr(&w, t->edges.at[i].update.at[k]);
  for (uint32_t i = 0; i < t->decls.count; i++) {
    const upp_function *f = t->decls.at[i]->function;
    for (uint32_t k = 0; f && k < f->parameters.count; k++)
      vec_push(p->m, &w.locals, f->parameters.at[k]->name);
    walk_stmt(&w, f ? f->body : NULL);
    w.locals.count = 0;
  }
  vec_free(p->m, &w.locals);
  return w.writes != 0;
}
