// Calls. A function without side effects is called within an expression. Any other function is executed as a block,
// with its arguments and its result in scratch variables.
#include "lang/uppaal/lower.h"

#include <string.h>

typedef struct {
  upp *p;
  const upp_expr *call;
  symbol *function;
  operand *arguments;
  reference *bound;
  uint32_t count;
  bool is_pure;
} caller;

static bool is_fixed(const reference *r) {
  int32_t value;
  if (r->object->choice)
    return false;
  for (uint32_t i = 0; i < r->indices.count; i++)
    if (!expr_is_const(r->indices.at[i].at, &value))
      return false;
  return true;
}

static const upp_decl *parameter(const caller *c, uint32_t i) {
  return c->function->function->function->parameters.at[i];
}

// Binds a reference parameter to its argument. If the index of the argument cannot be fixed by a statement, or no
// routine can be added for this argument, a pure function gets a copy instead: it does not write to the parameter.
static bool bind(caller *c, uint32_t i) {
  upp *p = c->p;
  const operand *o = &c->arguments[i];
  const upp_decl *d = parameter(c, i);
  if (!d->is_reference || o->shape->kind == SHAPE_ERROR)
    return true;
  if (!o->ref.object) {
    upp_error(p, c->call->args.at[i]->at, NULL, "'%s' is a reference parameter: it needs a variable", d->name);
    return false;
  }
  if (o->ref.object->is_const && (c->function->writes >> i & 1)) {
    upp_error(p, c->call->args.at[i]->at, NULL, "a constant cannot be passed to '%s', which is assigned", d->name);
    return false;
  }
  bool is_number = o->value && !upp_is_time(o);
  if (c->is_pure && (!is_fixed(&o->ref) || p->net->is_finished) &&
      (is_number || o->shape->kind == SHAPE_RECORD || o->shape->kind == SHAPE_ARRAY))
    return true;
  c->bound[i] = o->ref;
  if (!is_fixed(&o->ref) && p->out)
    upp_fix_indices(p, &c->bound[i]);
  return true;
}

static bool effects_follow(const caller *c, uint32_t i) {
  for (i++; i < c->count; i++)
    if (upp_has_effect(c->p, c->call->args.at[i]))
      return true;
  return false;
}

static bool take_arguments(caller *c) {
  upp *p = c->p;
  c->arguments = ARENA_ARRAY(p->memory, operand, c->count + 1);
  c->bound = ARENA_ARRAY(p->memory, reference, c->count + 1);
  for (uint32_t i = 0; i < c->count; i++) {
    operand *o = &c->arguments[i];
    *o = upp_operand(p, c->call->args.at[i]);
    if (p->out && effects_follow(c, i)) {
      if (o->ref.object)
        upp_fix_indices(p, &o->ref);
      if (o->value && !upp_is_time(o) && !parameter(c, i)->is_reference)
        o->value = upp_temporary(p, o->value);
    }
    if (!bind(c, i))
      return false;
  }
  return true;
}

// Passes one cell: as an argument of the call expression, or by an assignment if call is NULL.
static void pass_cell(caller *c, const reference *to, const operand *from, place at, expr *call) {
  if (call && to->shape->kind == SHAPE_OPAQUE)
    upp_discard(c->p, from);
  else if (call)
    vec_push(c->p->m, &call->indices, upp_fit(c->p, to->shape, from, at));
  else
    upp_store(c->p, to, from, at);
}

static void pass_arguments(caller *c, const routine *r, expr *call) {
  upp *p = c->p;
  for (uint32_t i = 0; i < c->count; i++) {
    if (!r->arguments.at[i])
      continue;
    const operand *o = &c->arguments[i];
    place at = c->call->args.at[i]->at;
    const shape *s = r->shapes.at[i];
    reference whole = upp_reference_to(r->arguments.at[i], s);
    if (upp_shape_is_data(s)) {
      pass_cell(c, &whole, o, at, call);
    } else if (!o->ref.object || !upp_shape_same(s, o->shape)) {
      upp_error(p, at, NULL, "'%s' gets a %s, but needs a %s", parameter(c, i)->name, upp_shape_text(p, o->shape),
                upp_shape_text(p, s));
    } else {
      for (uint32_t k = 0; k < upp_cell_count(&whole); k++) {
        reference to = upp_cell(p, &whole, k), from = upp_cell(p, &o->ref, k);
        operand value = upp_operand_of(p, &from, at);
        pass_cell(c, &to, &value, at, call);
      }
    }
  }
}

static operand within_expression(caller *c, const routine *r) {
  upp *p = c->p;
  expr *e = expr_new(p->memory, EXPR_CALL, c->call->at);
  e->value = r->number;
  pass_arguments(c, r, e);
  return upp_number(p, c->function->shape, e);
}

// A struct or array is copied, because the next call of the function overwrites its result.
static operand keep_whole(upp *p, const operand *o, place at) {
  const char *name = arena_printf(p->memory, "temporary %u", ++p->temporaries);
  const object *kept = upp_object_new(p, STORE_SCRATCH, name, o->shape, at);
  reference to = upp_reference_to(kept, o->shape);
  upp_store(p, &to, o, at);
  return upp_operand_of(p, &to, at);
}

static operand by_block(caller *c, const routine *r) {
  upp *p = c->p;
  pass_arguments(c, r, NULL);
  upp_emit(p, (net_stmt){.kind = STMT_BLOCK, .block = r->block, .at = c->call->at});
  if (!r->result)
    return (operand){.shape = &upp_shape_void};
  reference result = upp_reference_to(r->result, c->function->shape);
  operand o = upp_operand_of(p, &result, c->call->at);
  if (!o.value)
    return keep_whole(p, &o, c->call->at);
  o.ref.object = NULL; // a value, not something that can be assigned
  return o;
}

static bool may_call(const caller *c) {
  upp *p = c->p;
  const symbol *f = c->function;
  const upp_expr *e = c->call;
  if (c->count != e->args.count)
    upp_error(p, e->at, NULL, "'%s' has %u parameters, but gets %u arguments", f->name, c->count, e->args.count);
  else if (f->is_open)
    upp_error(p, e->at, NULL, "'%s' calls itself: recursion is not allowed", f->name);
  else if (!p->out && !c->is_pure)
    upp_error(p, e->at, NULL, "'%s' has side effects, which are not allowed here", f->name);
  else
    return true;
  return false;
}

static bool is_floating(const upp *p, const upp_expr *e) {
  return e->a->kind == UPP_NAME && !upp_symbol_find(p->scope, e->a->name) && upp_is_floating_function(e->a->name);
}

// abs(x) is the only built-in function of UPPAAL that needs no floating-point numbers. A model may declare its own.
static bool is_absolute(const upp *p, const upp_expr *e) {
  return e->a->kind == UPP_NAME && strcmp(e->a->name, "abs") == 0 && !upp_symbol_find(p->scope, "abs");
}

static operand absolute(upp *p, const upp_expr *e) {
  if (e->args.count != 1) {
    upp_error(p, e->at, NULL, "'abs' has 1 parameter, but gets %u arguments", e->args.count);
    return upp_error_operand(p, e->at);
  }
  expr *x = upp_value(p, e->args.at[0]);
  if (p->out && upp_has_effect(p, e->args.at[0]))
    x = upp_temporary(p, x);
  expr *is_negative = expr_binary(p->memory, EXPR_LT, x, expr_const(p->memory, 0, e->at));
  return upp_number(p, &upp_shape_int, upp_choose(p, is_negative, expr_unary(p->memory, EXPR_NEG, x), x));
}

operand upp_call(upp *p, const upp_expr *e) {
  if (is_floating(p, e))
    return upp_floating_call(p, e);
  if (is_absolute(p, e))
    return absolute(p, e);
  caller c = {.p = p, .call = e, .function = upp_callee(p, e)};
  if (!c.function)
    return upp_error_operand(p, e->at);
  if (!c.function->function->function->body) {
    upp_bar(p, e->at, "it depends on %s", upp_shape_external.what);
    return upp_opaque(p, &upp_shape_external, e->at);
  }
  c.count = c.function->function->function->parameters.count;
  c.is_pure = upp_is_pure(p, c.function);
  if (!may_call(&c) || !take_arguments(&c))
    return upp_error_operand(p, e->at);
  if (c.function->shape->kind == SHAPE_OPAQUE && !p->out)
    return upp_opaque(p, c.function->shape, e->at);
  const routine *r = upp_routine(p, c.function, c.bound, c.count);
  if (!r) {
    upp_error(p, e->at, NULL, "'%s' cannot be called by a condition that is not part of the model", c.function->name);
    return upp_error_operand(p, e->at);
  }
  if (r->number >= 0)
    return within_expression(&c, r);
  if (p->out)
    return by_block(&c, r);
  upp_error(p, e->at, NULL, "'%s' returns a %s, which cannot be used here", c.function->name,
            upp_shape_text(p, c.function->shape));
  return upp_error_operand(p, e->at);
}
