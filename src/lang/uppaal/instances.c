// The processes of the system line: templates with bound parameters.
#include "lang/uppaal/lower.h"

#include <string.h>

enum { MAX_CHAIN = 100 };

typedef struct {
  upp *p;
  const upp_process *line;
  const upp_decls *parameters; // of what the line names
  VEC(int32_t) values;         // of its parameters, as far as they are part of the name
} system_line;

static const upp_instance *instance_named(const upp *p, const char *name) {
  for (uint32_t i = 0; i < p->model->instances.count; i++)
    if (strcmp(p->model->instances.at[i].name, name) == 0)
      return &p->model->instances.at[i];
  return NULL;
}

static const upp_template *template_named(const upp *p, const char *name) {
  for (uint32_t i = 0; i < p->model->templates.count; i++)
    if (strcmp(p->model->templates.at[i].name, name) == 0)
      return &p->model->templates.at[i];
  return NULL;
}

static const upp_decls *parameters_of(const upp *p, const char *name) {
  const upp_instance *i = instance_named(p, name);
  const upp_template *t = i ? NULL : template_named(p, name);
  return i ? &i->parameters : t ? &t->parameters : NULL;
}

static void bind_reference(upp *p, scope *s, const upp_decl *d, const operand *o) {
  symbol *added = upp_symbol_add(p, s, SYMBOL_OBJECT, d->name, d->at);
  added->ref = o->ref;
  added->shape = o->shape;
}

// An argument that is not constant, for a parameter that need not be constant, is a reference: this is the old syntax.
static void bind_parameter(upp *p, scope *s, const upp_decl *d, const operand *o, place at) {
  p->scope = s;
  const shape *wanted = upp_shape_declared(p, d);
  bool is_data = upp_shape_is_data(wanted), is_const = !d->type || wanted->is_const;
  int32_t value;
  bool is_known = is_data && !d->is_reference && o->value && !upp_is_time(o) && upp_is_computable(p, o->value) &&
                  upp_compute(p, NULL, &o->value, 1, at, &value);
  if (o->shape->kind == SHAPE_ERROR || wanted->kind == SHAPE_ERROR) {
    upp_symbol_number(p, s, d->name, &upp_shape_error, 0, d->at);
  } else if (!upp_shape_same(wanted, o->shape) && !(is_data && upp_shape_is_data(o->shape))) {
    upp_error(p, at, NULL, "parameter '%s' gets a %s, but needs a %s", d->name, upp_shape_text(p, o->shape),
              upp_shape_text(p, wanted));
    upp_symbol_number(p, s, d->name, &upp_shape_error, 0, d->at);
  } else if (is_data && !d->is_reference && (upp_is_opaque(o) || wanted->kind == SHAPE_OPAQUE)) {
    upp_symbol_number(p, s, d->name, wanted, upp_shape_default(wanted), d->at);
    upp_fit(p, wanted, o, at);
  } else if (is_known) {
    if (value < wanted->low || value > wanted->high)
      upp_error(p, at, NULL, "parameter '%s' gets %d, which is outside [%d,%d]", d->name, value, wanted->low,
                wanted->high);
    upp_symbol_number(p, s, d->name, wanted, value, d->at);
  } else if (o->ref.object && !o->ref.object->choice && (!is_const || d->is_reference || o->ref.object->is_const)) {
    bind_reference(p, s, d, o);
  } else {
    upp_error(p, at, NULL, "parameter '%s' needs a %s", d->name, d->is_reference ? "variable" : "constant");
    upp_symbol_number(p, s, d->name, &upp_shape_error, 0, d->at);
  }
}

static bool bind_arguments(upp *p, scope *s, const upp_decls *parameters, scope *from, const upp_exprs *args,
                           const char *name, place at) {
  if (parameters->count != args->count) {
    upp_error(p, at, NULL, "'%s' has %u parameters, but gets %u arguments", name, parameters->count, args->count);
    return false;
  }
  for (uint32_t i = 0; i < args->count; i++) {
    p->scope = from;
    operand o = upp_operand(p, args->at[i]);
    bind_parameter(p, s, parameters->at[i], &o, args->at[i]->at);
  }
  p->scope = p->globals;
  return true;
}

// Resolves instances of instances to their template. Afterwards *s is the scope with its parameters.
static const upp_template *template_behind(upp *p, const char *name, scope **s) {
  for (uint32_t hops = 0; hops < MAX_CHAIN; hops++) {
    const upp_instance *i = instance_named(p, name);
    if (!i)
      return template_named(p, name);
    const upp_decls *parameters = parameters_of(p, i->template_);
    if (!parameters) {
      upp_error(p, i->at, NULL, "unknown template '%s'", i->template_);
      return NULL;
    }
    scope *inner = upp_scope_new(p, p->globals);
    if (!bind_arguments(p, inner, parameters, *s, &i->args, i->template_, i->at))
      return NULL;
    *s = inner;
    name = i->template_;
  }
  upp_error(p, p->model->instances.at[0].at, NULL, "'%s' is an instance of itself", name);
  return NULL;
}

static const char *process_name(const system_line *l) {
  arena *memory = l->p->memory;
  const char *name = l->line->name;
  for (uint32_t i = 0; i < l->values.count; i++)
    name = arena_printf(memory, "%s%s%d", name, i ? "," : "(", l->values.at[i]);
  return l->values.count ? arena_printf(memory, "%s)", name) : name;
}

static void add_process(system_line *l, scope *s) {
  upp *p = l->p;
  const upp_template *source = template_behind(p, l->line->name, &s);
  if (!source)
    return;
  if (p->net->processes.count == NET_MAX_TIMED) {
    upp_error(p, l->line->at, NULL, "too many processes (limit is %d)", NET_MAX_TIMED);
    return;
  }
  net_template *t = net_add_template(p->net, TEMPLATE_PROCESS, process_name(l));
  t->at = source->at;
  net_process process = {(int32_t)t->index, (int32_t)l->line->level};
  vec_push(p->m, &p->net->processes, process);
  instance x = {.family = l->line->name, .source = source, .parameters = s};
  for (uint32_t i = 0; i < l->values.count; i++)
    vec_push(p->m, &x.values, l->values.at[i]);
  x.scope = upp_scope_new(p, s);
  x.scope->template_ = (int32_t)t->index;
  vec_push(p->m, &p->instances, x);
}

// Adds one process for each choice of values of the unbound parameters, from this one on.
static void enumerate_parameters(system_line *l, scope *s, uint32_t number) {
  upp *p = l->p;
  if (number == l->parameters->count) {
    add_process(l, s);
    return;
  }
  const upp_decl *d = l->parameters->at[number];
  p->scope = s;
  const shape *of = upp_shape_declared(p, d);
  if ((of->kind != SHAPE_INT && of->kind != SHAPE_SCALAR && of->kind != SHAPE_BOOL) || d->is_reference) {
    if (of->kind != SHAPE_ERROR)
      upp_error(p, l->line->at, "bind it: P = Template(...)", "parameter '%s' of '%s' is not bound", d->name,
                l->line->name);
    return;
  }
  if ((int64_t)of->high - of->low >= NET_MAX_TIMED) {
    upp_error(p, l->line->at, "bind it: P = Template(...)", "parameter '%s' of '%s' has too many values (limit is %d)",
              d->name, l->line->name, NET_MAX_TIMED);
    return;
  }
  for (int64_t i = of->low; i <= of->high && p->d->errors == 0; i++) {
    scope *inner = upp_scope_new(p, s);
    vec_push(p->m, &l->values, (int32_t)i);
    upp_symbol_number(p, inner, d->name, of, (int32_t)i, d->at);
    enumerate_parameters(l, inner, number + 1);
    l->values.count--;
  }
}

// The values of arguments on the system line are part of the name of the process.
static bool note_values(system_line *l, const scope *s) {
  for (uint32_t i = 0; i < l->parameters->count; i++) {
    const symbol *x = upp_symbol_here(s, l->parameters->at[i]->name);
    if (x->kind == SYMBOL_VALUE)
      vec_push(l->p->m, &l->values, x->value);
  }
  return true;
}

static void lower_line(upp *p, const upp_process *line) {
  system_line l = {.p = p, .line = line, .parameters = parameters_of(p, line->name)};
  scope *s = upp_scope_new(p, p->globals);
  if (!l.parameters)
    upp_error(p, line->at, NULL, "unknown process '%s'", line->name);
  else if (!line->args.count)
    enumerate_parameters(&l, s, 0);
  else if (bind_arguments(p, s, l.parameters, p->globals, &line->args, line->name, line->at) && note_values(&l, s))
    add_process(&l, s);
  vec_free(p->m, &l.values);
  p->scope = p->globals;
}

// A parameter by value is a constant. If the template assigns it, it is a variable with the argument as initial value.
static void declare_assigned_parameters(upp *p, const instance *x) {
  for (uint32_t i = 0; i < x->source->parameters.count; i++) {
    const upp_decl *d = x->source->parameters.at[i];
    const symbol *value = upp_symbol_find(x->parameters, d->name);
    if (!value || value->kind != SYMBOL_VALUE || value->shape->is_const || !d->type ||
        !upp_is_assigned(p, x->source, d->name))
      continue;
    object *o = upp_object_new(p, STORE_LOCAL, d->name, value->shape, d->at);
    expr *first = expr_const(p->memory, value->value, d->at);
    upp_initial_values(p, o, value->shape, NULL, &first, 1, d->at);
    symbol *added = upp_symbol_add(p, x->scope, SYMBOL_OBJECT, d->name, d->at);
    added->ref = upp_reference_to(o, value->shape);
    added->shape = value->shape;
  }
}

void upp_lower_system(upp *p) {
  for (uint32_t i = 0; i < p->model->barriers.count; i++)
    upp_bar(p, p->model->barriers.at[i].at, "%s", p->model->barriers.at[i].what);
  for (uint32_t i = 0; i < p->model->processes.count; i++)
    lower_line(p, &p->model->processes.at[i]);
  if (!p->model->processes.count)
    upp_error(p, (place){.file = p->net->file}, "add: system P, Q;",
              "the model has no system line, so no process exists");
  for (uint32_t i = 0; i < p->instances.count && p->d->errors < 20; i++) {
    p->inside = (int32_t)i;
    p->expansions = 0;
    p->scope = p->instances.at[i].scope;
    declare_assigned_parameters(p, &p->instances.at[i]);
    upp_lower_decls(p, &p->instances.at[i].source->decls);
    upp_lower_template(p, i);
  }
  p->inside = NET_NONE;
  p->scope = p->globals;
}

void upp_lower_priorities(upp *p, const upp_decl *d) {
  int32_t usual = -1; // the level of `default`; the lowest, if it is not mentioned
  for (uint32_t i = 0; i < d->levels.count; i++)
    for (uint32_t k = 0; k < d->levels.at[i].channels.count; k++)
      if (!d->levels.at[i].channels.at[k])
        usual = (int32_t)i;
  for (uint32_t i = 0; i < d->levels.count; i++) {
    for (uint32_t k = 0; k < d->levels.at[i].channels.count; k++) {
      const upp_expr *e = d->levels.at[i].channels.at[k];
      operand o = e ? upp_operand(p, e) : upp_error_operand(p, d->at);
      const shape *s = o.shape;
      while (s->kind == SHAPE_ARRAY)
        s = s->element;
      if (s->kind == SHAPE_ERROR)
        continue;
      net_pick pick = o.ref.object && s->kind == SHAPE_CHANNEL ? upp_pick(p, &o.ref, e->at) : (net_pick){0};
      if (!pick.count || pick.offset)
        upp_error(p, e->at, NULL, "'%s' is not a channel", upp_text(p->memory, e));
      for (uint32_t c = 0; c < pick.count && !pick.offset; c++)
        p->net->labels.at[pick.first + c].priority = (int32_t)i - usual;
    }
  }
}
