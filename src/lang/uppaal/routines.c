// Routines: one block for each function and each choice of arguments for its reference parameters.
#include "lang/uppaal/lower.h"

static bool is_same_index(const expr *a, const expr *b) {
  int32_t x, y;
  return a == b || (expr_is_const(a, &x) && expr_is_const(b, &y) && x == y) ||
         (a->op == EXPR_VAR && b->op == EXPR_VAR && a->var == b->var && !a->indices.count && !b->indices.count);
}

static bool is_same_reference(const reference *a, const reference *b) {
  if (a->object != b->object || a->leaf != b->leaf || a->shape != b->shape || a->indices.count != b->indices.count)
    return false;
  for (uint32_t i = 0; i < a->indices.count; i++)
    if (!is_same_index(a->indices.at[i].at, b->indices.at[i].at))
      return false;
  return true;
}

static routine *find(const upp *p, const symbol *f, int32_t inside, const reference *bound) {
  for (uint32_t i = 0; i < p->routines.count; i++) {
    routine *r = p->routines.at[i];
    bool is_same = r->function == f && r->inside == inside;
    for (uint32_t k = 0; is_same && k < r->bound.count; k++)
      is_same = is_same_reference(&r->bound.at[k], &bound[k]);
    if (is_same)
      return r;
  }
  return NULL;
}

// The process that the routine belongs to; NET_NONE if neither the function nor its bound arguments are local.
static int32_t inside_of(const upp *p, const symbol *f, const reference *bound, uint32_t count) {
  bool is_local = f->scope->template_ != NET_NONE;
  for (uint32_t i = 0; i < count; i++)
    is_local |= bound[i].object && bound[i].object->template_ != NET_NONE;
  return is_local ? p->inside : NET_NONE;
}

static void declare_parameters(upp *p, routine *r, const reference *bound) {
  const upp_decls *parameters = &r->function->function->function->parameters;
  for (uint32_t i = 0; i < parameters->count; i++) {
    const upp_decl *d = parameters->at[i];
    const shape *s = upp_shape_declared(p, d);
    object *own = NULL;
    reference stands_for = bound[i];
    if (!stands_for.object) {
      own = upp_object_new(p, STORE_SCRATCH, d->name, s, d->at);
      stands_for = upp_reference_to(own, s);
    } else if (!upp_shape_same(s, stands_for.shape)) {
      upp_error(p, d->at, NULL, "'%s' gets a %s, but needs a %s", d->name, upp_shape_text(p, stands_for.shape),
                upp_shape_text(p, s));
    }
    vec_push(p->m, &r->bound, bound[i]);
    vec_push(p->m, &r->arguments, own);
    vec_push(p->m, &r->shapes, s);
    symbol *added = upp_symbol_add(p, p->scope, SYMBOL_OBJECT, d->name, d->at);
    added->ref = stands_for;
    added->shape = stands_for.shape;
  }
}

static void add_function(upp *p, routine *r) {
  net_function f = {.name = r->function->name, .block = r->block, .result = r->result->leaves[0].var};
  for (uint32_t i = 0; i < r->arguments.count; i++) {
    const object *o = r->arguments.at[i];
    for (uint32_t k = 0; o && k < r->shapes.at[i]->leaves; k++)
      if (o->leaves[k].shape->kind != SHAPE_OPAQUE)
        vec_push(p->m, &f.parameters, o->leaves[k].var);
  }
  r->number = (int32_t)p->net->functions.count;
  vec_push(p->m, &p->net->functions, f);
}

static void lower_body(upp *p, routine *r) {
  const symbol *f = r->function;
  path x = upp_path_new(p);
  p->out = &x;
  upp_statement(p, f->function->function->body);
  if (!x.is_dead && r->result && upp_shape_is_data(f->shape)) { // without a return, the result is the default value
    reference result = upp_reference_to(r->result, f->shape);
    operand nothing = upp_number(p, f->shape, expr_const(p->memory, upp_shape_default(f->shape), f->at));
    upp_store(p, &result, &nothing, f->at);
  }
  upp_path_go(p, NET_BLOCK_EXIT);
  r->block = p->net->blocks.count;
  vec_push(p->m, &p->net->blocks, x.flow);
}

static routine *build(upp *p, symbol *f, int32_t inside, const reference *bound) {
  routine *r = ARENA_NEW(p->memory, routine);
  upp outer = {.scope = p->scope, .out = p->out, .routine = p->routine, .why_not = p->why_not};
  *r = (routine){.function = f, .inside = inside, .number = -1};
  f->is_open = true;
  p->scope = upp_scope_new(p, f->scope);
  p->routine = r;
  p->why_not = NULL;
  if (f->shape->kind != SHAPE_VOID)
    r->result = upp_object_new(p, STORE_SCRATCH, "result", f->shape, f->at);
  declare_parameters(p, r, bound);
  lower_body(p, r);
  if (r->result && upp_shape_is_data(f->shape) && f->shape->kind != SHAPE_OPAQUE && upp_is_pure(p, f))
    add_function(p, r);
  p->scope = outer.scope;
  p->out = outer.out;
  p->routine = outer.routine;
  r->why_not = p->why_not;
  p->why_not = outer.why_not;
  f->is_open = false;
  vec_push(p->m, &p->routines, r);
  return r;
}

routine *upp_routine(upp *p, symbol *f, const reference *bound, uint32_t count) {
  int32_t inside = inside_of(p, f, bound, count);
  routine *r = find(p, f, inside, bound);
  if (!r && !p->net->is_finished)
    r = build(p, f, inside, bound);
  if (r && !p->why_not)
    p->why_not = r->why_not;
  return r;
}
