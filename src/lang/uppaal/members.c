// Names with a dot: fields of structs and, in queries, variables and locations of processes.
#include "lang/uppaal/lower.h"

#include <string.h>

typedef VEC(int32_t) value_list;

static bool is_instance(const instance *x, const char *family, const value_list *values) {
  if (strcmp(x->family, family) != 0 || x->values.count != values->count)
    return false;
  for (uint32_t i = 0; i < values->count; i++)
    if (values->at[i] != x->values.at[i])
      return false;
  return true;
}

// A name that is only predefined can be that of a process.
static bool is_declared(const upp *p, const char *name) {
  const symbol *s = upp_symbol_find(p->scope, name);
  return s && s->scope->parent;
}

// The process that e names; NET_NONE = none.
static int32_t instance_named(upp *p, const upp_expr *e) {
  const upp_expr *name = e->kind == UPP_CALL ? e->a : e;
  value_list values = {0};
  int32_t found = NET_NONE;
  if (!p->is_query || name->kind != UPP_NAME || is_declared(p, name->name))
    return NET_NONE;
  for (uint32_t i = 0; e->kind == UPP_CALL && i < e->args.count; i++) {
    int32_t value;
    upp_constant(p, e->args.at[i], &value);
    vec_push(p->m, &values, value);
  }
  for (uint32_t i = 0; i < p->instances.count && found == NET_NONE; i++)
    if (is_instance(&p->instances.at[i], name->name, &values))
      found = (int32_t)i;
  vec_free(p->m, &values);
  return found;
}

static bool is_family(const upp *p, const char *name) {
  for (uint32_t i = 0; i < p->instances.count; i++)
    if (strcmp(p->instances.at[i].family, name) == 0)
      return true;
  return false;
}

// In a query, the first name may be that of a process.
static const char *similar_name(upp *p, const char *name) {
  nearest n = {.wanted = name};
  upp_try_symbols(&n, p->scope, NULL);
  for (uint32_t i = 0; p->is_query && i < p->instances.count; i++)
    nearest_try(&n, p->instances.at[i].family);
  return nearest_hint(&n, p->memory);
}

operand upp_unknown_name(upp *p, const upp_expr *name) {
  upp_error(p, name->at, similar_name(p, name->name), "unknown name '%s'", name->name);
  return upp_error_operand(p, name->at);
}

static const char *similar_member(upp *p, int32_t process, const char *name) {
  nearest n = {.wanted = name};
  const upp_template *t = p->instances.at[process].source;
  upp_try_symbols(&n, p->instances.at[process].scope, p->globals);
  for (uint32_t i = 0; i < t->locations.count; i++)
    nearest_try(&n, t->locations.at[i].name);
  return nearest_hint(&n, p->memory);
}

static const char *similar_field(upp *p, const shape *record, const char *name) {
  nearest n = {.wanted = name};
  for (uint32_t i = 0; i < record->fields.count; i++)
    nearest_try(&n, record->fields.at[i].name);
  return nearest_hint(&n, p->memory);
}

static bool location_operand(upp *p, int32_t process, const upp_expr *e, operand *out) {
  const upp_template *t = p->instances.at[process].source;
  expr *at = expr_new(p->memory, EXPR_AT, e->at);
  at->a = expr_const(p->memory, process, e->at);
  at->value = process;
  for (uint32_t i = 0; i < t->locations.count; i++)
    if (t->locations.at[i].name && strcmp(t->locations.at[i].name, e->name) == 0)
      vec_push(p->m, &at->locations, i);
  *out = upp_number(p, &upp_shape_bool, at);
  return at->locations.count > 0;
}

static symbol *symbol_of(const upp *p, int32_t process, const char *name) {
  const instance *x = &p->instances.at[process];
  for (const scope *at = x->scope; at != p->globals; at = at->parent) {
    symbol *s = upp_symbol_here(at, name);
    if (s)
      return s;
  }
  return NULL;
}

static operand process_operand(upp *p, int32_t process, const upp_expr *e) {
  operand at;
  const symbol *s = symbol_of(p, process, e->name);
  if (s && s->kind == SYMBOL_VALUE)
    return upp_number(p, s->shape, expr_const(p->memory, s->value, e->at));
  if (s && s->kind == SYMBOL_OBJECT)
    return upp_operand_of(p, &s->ref, e->at);
  if (location_operand(p, process, e, &at))
    return at;
  upp_error(p, e->at, similar_member(p, process, e->name), "process '%s' has no location or variable '%s'",
            p->net->templates.at[process]->name, e->name);
  return upp_error_operand(p, e->at);
}

static operand record_operand(upp *p, const upp_expr *e) {
  operand a = upp_operand(p, e->a);
  if (a.shape->kind == SHAPE_RECORD && a.ref.object) {
    for (uint32_t i = 0; i < a.shape->fields.count; i++) {
      if (strcmp(a.shape->fields.at[i].name, e->name) != 0)
        continue;
      reference member = upp_member(p, &a.ref, i);
      return upp_operand_of(p, &member, e->at);
    }
    upp_error(p, e->at, similar_field(p, a.shape, e->name), "'%s' has no field '%s'", upp_text(p->memory, e->a),
              e->name);
  } else if (a.shape->kind != SHAPE_ERROR) {
    upp_error(p, e->at, NULL, "'%s' is not a struct", upp_text(p->memory, e->a));
  }
  return upp_error_operand(p, e->at);
}

operand upp_field_operand(upp *p, const upp_expr *e) {
  int32_t process = instance_named(p, e->a);
  if (process != NET_NONE)
    return process_operand(p, process, e);
  const upp_expr *name = e->a->kind == UPP_CALL ? e->a->a : e->a;
  if (p->is_query && name->kind == UPP_NAME && !is_declared(p, name->name)) {
    const char *hint = is_family(p, name->name) ? "give the values of its parameters, as in P(0).x" : NULL;
    upp_error(p, name->at, hint ? hint : similar_name(p, name->name), "unknown process '%s'",
              upp_text(p->memory, e->a));
    return upp_error_operand(p, e->at);
  }
  return record_operand(p, e);
}

symbol *upp_callee(upp *p, const upp_expr *call) {
  const upp_expr *name = call->a;
  symbol *s = NULL;
  int32_t process = name->kind == UPP_FIELD ? instance_named(p, name->a) : NET_NONE;
  if (process != NET_NONE)
    s = symbol_of(p, process, name->name);
  else if (name->kind == UPP_NAME)
    s = upp_symbol_find(p->scope, name->name);
  if (s && s->kind == SYMBOL_FUNCTION)
    return s;
  const char *hint = s || name->kind != UPP_NAME ? NULL : similar_name(p, name->name);
  upp_error(p, call->at, hint, s ? "'%s' is not a function" : "unknown function '%s'", upp_text(p->memory, name));
  return NULL;
}
