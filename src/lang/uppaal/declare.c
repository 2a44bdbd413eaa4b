// Declarations of types, variables, constants and functions in the current scope.
#include "lang/uppaal/lower.h"

static void add_object(upp *p, const upp_decl *d, object *o, const shape *s) {
  symbol *added = upp_symbol_add(p, p->scope, SYMBOL_OBJECT, d->name, d->at);
  added->shape = s;
  added->ref = upp_reference_to(o, s);
}

// In a function, a value that cannot be computed now is computed where its declaration is executed.
static bool can_compute(upp *p, expr *const *cells, uint32_t count) {
  diags own = {.memory = p->d->memory}, *outer = p->d;
  p->d = &own;
  bool is_known = upp_compute(p, NULL, cells, count, (place){0}, ARENA_ARRAY(p->memory, int32_t, count + 1));
  p->d = outer;
  return is_known;
}

// A scratch variable has no initial value: it is assigned each time its declaration is executed.
static void assign_cells(upp *p, const object *o, const shape *s, expr **cells, uint32_t count, place at) {
  reference whole = upp_reference_to(o, s);
  for (uint32_t i = 0; i < count; i++) {
    reference cell = upp_cell(p, &whole, i);
    operand target = upp_operand_of(p, &cell, at);
    if (target.value && !upp_is_opaque(&target))
      upp_emit_assign(p, target.value, cells[i], at);
  }
}

static bool has_clocks(const shape *s) {
  while (s->kind == SHAPE_ARRAY)
    s = s->element;
  return s->kind == SHAPE_CLOCK || s->kind == SHAPE_CHANNEL;
}

// In a function the code that computes the values is part of its body. Elsewhere it is run while the model is loaded.
static expr **values_of(upp *p, const shape *s, const upp_init *init, uint32_t *count, net_stmt **before) {
  path here = {0};
  if (p->routine)
    return upp_initial(p, s, init, count);
  here = upp_path_new(p);
  p->out = &here;
  expr **cells = upp_initial(p, s, init, count);
  *before = upp_path_close(p);
  p->out = NULL;
  return cells;
}

static void add_variable(upp *p, const upp_decl *d, const shape *s) {
  bool is_plain = !has_clocks(s);
  uint32_t count, errors = p->d->errors;
  net_stmt *before = NULL;
  expr **cells = values_of(p, s, is_plain ? d->init : NULL, &count, &before);
  bool is_constant = s->is_const && is_plain && (!p->routine || can_compute(p, cells, count));
  storage how = is_constant ? STORE_CONSTANT : p->routine ? STORE_SCRATCH : p->inside >= 0 ? STORE_LOCAL : STORE_GLOBAL;
  object *o = upp_object_new(p, how, d->name, s, d->at);
  if (how == STORE_SCRATCH)
    assign_cells(p, o, s, cells, count, d->at);
  else if (p->d->errors == errors)
    upp_initial_values(p, o, s, before, cells, count, d->at);
  o->is_const |= s->is_const;
  add_object(p, d, o, s);
}

static void declare_variable(upp *p, const upp_decl *d) {
  const shape *s = upp_shape_declared(p, d);
  if (upp_is_rated(p, d->at))
    s = upp_without_clocks(p, s);
  int32_t zero;
  if (s->kind == SHAPE_VOID)
    upp_error(p, d->at, NULL, "'%s' cannot be void", d->name);
  if (s->kind == SHAPE_VOID || s->kind == SHAPE_ERROR) {
    add_object(p, d, upp_object_new(p, STORE_CONSTANT, d->name, &upp_shape_error, d->at), &upp_shape_error);
    return;
  }
  if (has_clocks(s) && d->init && (!d->init->value || !upp_constant(p, d->init->value, &zero) || zero != 0))
    upp_bar(p, d->at, "clocks and channels with an initial value are not supported");
  if (s->is_const && !d->init)
    upp_error(p, d->at, NULL, "the constant '%s' has no value", d->name);
  add_variable(p, d, s);
}

static void lower_decl(upp *p, const upp_decl *d) {
  symbol *added;
  switch (d->kind) {
  case UPP_VARIABLE:
    declare_variable(p, d);
    break;
  case UPP_TYPEDEF: {
    const shape *s = upp_shape_declared(p, d);
    added = upp_symbol_add(p, p->scope, SYMBOL_TYPE, d->name, d->at);
    added->shape = s;
    break;
  }
  case UPP_FUNCTION: {
    const shape *s = upp_shape_declared(p, d);
    added = upp_symbol_add(p, p->scope, SYMBOL_FUNCTION, d->name, d->at);
    added->shape = s;
    added->function = d;
    break;
  }
  case UPP_PRIORITY:
    upp_lower_priorities(p, d);
    break;
  }
}

void upp_lower_decls(upp *p, const upp_decls *decls) {
  for (uint32_t i = 0; i < decls->count; i++)
    lower_decl(p, decls->at[i]);
}
