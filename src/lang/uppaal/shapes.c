// Shapes: types whose ranges and sizes are computed.
#include "lang/uppaal/lower.h"

#include <string.h>

enum { INT_LOW = -32768, INT_HIGH = 32767, MAX_CELLS = 1 << 20 };

const shape upp_shape_error = {.kind = SHAPE_ERROR, .leaves = 1};
const shape upp_shape_void = {.kind = SHAPE_VOID, .leaves = 1};
const shape upp_shape_int = {.kind = SHAPE_INT, .low = INT_LOW, .high = INT_HIGH, .leaves = 1};
const shape upp_shape_bool = {.kind = SHAPE_BOOL, .low = 0, .high = 1, .leaves = 1};
const shape upp_shape_number = {.kind = SHAPE_INT, .low = INT32_MIN, .high = INT32_MAX, .leaves = 1};
const shape upp_shape_clock = {.kind = SHAPE_CLOCK, .leaves = 1};

bool upp_shape_is_data(const shape *s) {
  return s->kind == SHAPE_INT || s->kind == SHAPE_BOOL || s->kind == SHAPE_SCALAR || s->kind == SHAPE_OPAQUE ||
         s->kind == SHAPE_ERROR;
}

uint32_t upp_shape_length(const shape *array) { return (uint32_t)(array->high - array->low) + 1; }

int32_t upp_shape_default(const shape *s) { return s->low > 0 || s->high < 0 ? s->low : 0; }

net_type upp_shape_type(const shape *s) {
  if (s->kind == SHAPE_BOOL)
    return (net_type){.kind = KIND_BOOL, .bits = 1, .set = -1};
  if (s->low == INT32_MIN)
    return (net_type){.kind = KIND_INT, .bits = 32, .is_signed = true, .set = -1};
  return net_type_range(s->low, s->high);
}

bool upp_shape_same(const shape *a, const shape *b) {
  if (a == b || a->kind == SHAPE_ERROR || b->kind == SHAPE_ERROR)
    return true;
  if (a->kind == SHAPE_OPAQUE || b->kind == SHAPE_OPAQUE) // a clock may be passed to a hybrid one
    return a->kind == b->kind || a->kind == SHAPE_CLOCK || b->kind == SHAPE_CLOCK;
  if (a->kind == SHAPE_ARRAY && b->kind == SHAPE_ARRAY)
    return upp_shape_length(a) == upp_shape_length(b) && upp_shape_same(a->element, b->element);
  if (a->kind != SHAPE_RECORD || b->kind != SHAPE_RECORD)
    return a->kind == b->kind || (upp_shape_is_data(a) && upp_shape_is_data(b));
  if (a->fields.count != b->fields.count)
    return false;
  for (uint32_t i = 0; i < a->fields.count; i++)
    if (strcmp(a->fields.at[i].name, b->fields.at[i].name) != 0 ||
        !upp_shape_same(a->fields.at[i].shape, b->fields.at[i].shape))
      return false;
  return true;
}

const char *upp_shape_text(upp *p, const shape *s) {
  static const char *const names[] = {
      [SHAPE_ERROR] = "?",     [SHAPE_VOID] = "void",       [SHAPE_BOOL] = "bool",     [SHAPE_SCALAR] = "scalar",
      [SHAPE_CLOCK] = "clock", [SHAPE_CHANNEL] = "channel", [SHAPE_RECORD] = "struct", [SHAPE_ARRAY] = "array",
  };
  if (s->kind == SHAPE_ARRAY)
    return arena_printf(p->memory, "array of %s", upp_shape_text(p, s->element));
  if (s->kind == SHAPE_OPAQUE)
    return s->what;
  return s->kind == SHAPE_INT ? "int" : names[s->kind];
}

static shape *copy(upp *p, const shape *s) {
  shape *made = ARENA_NEW(p->memory, shape);
  *made = *s;
  return made;
}

// As in UPPAAL, a constant without a range has 32 bits.
static const shape *int_shape(upp *p, const upp_type *t) {
  shape *made = copy(p, t->is_const && !t->low && !t->high ? &upp_shape_number : &upp_shape_int);
  if (t->low && !upp_constant(p, t->low, &made->low))
    return &upp_shape_error;
  if (t->high && !upp_constant(p, t->high, &made->high))
    return &upp_shape_error;
  return made; // it may be empty: a template with such a parameter has no processes
}

static const shape *scalar_shape(upp *p, const upp_type *t) {
  int32_t size;
  if (!t->high || !upp_constant(p, t->high, &size))
    return &upp_shape_error;
  if (size < 1) {
    upp_error(p, t->at, NULL, "a scalar set has size %d, but must have at least 1 element", size);
    return &upp_shape_error;
  }
  shape *made = copy(p, &upp_shape_int);
  made->kind = SHAPE_SCALAR;
  made->low = 0;
  made->high = size - 1;
  return made;
}

static const shape *record_shape(upp *p, const upp_type *t) {
  shape *made = ARENA_NEW(p->memory, shape);
  made->kind = SHAPE_RECORD;
  for (uint32_t i = 0; i < t->fields.count; i++) {
    const upp_decl *d = t->fields.at[i];
    for (uint32_t k = 0; k < i; k++)
      if (strcmp(t->fields.at[k]->name, d->name) == 0)
        upp_error(p, d->at, NULL, "field '%s' is declared twice", d->name);
    field f = {d->name, upp_shape_declared(p, d)};
    made->leaves += f.shape->leaves;
    vec_push(p->m, &made->fields, f);
  }
  return made;
}

static const shape *named_shape(upp *p, const upp_type *t) {
  const symbol *s = upp_symbol_find(p->scope, t->name);
  if (s && s->kind == SYMBOL_TYPE)
    return s->shape;
  upp_error(p, t->at, NULL, s ? "'%s' is not a type" : "unknown type '%s'", t->name);
  return &upp_shape_error;
}

static const shape *plain_shape(upp *p, const upp_type *t) {
  switch (t->kind) {
  case UPP_INT:
    return int_shape(p, t);
  case UPP_BOOL:
    return &upp_shape_bool;
  case UPP_DOUBLE:
    return &upp_shape_double;
  case UPP_STRING:
    return &upp_shape_string;
  case UPP_CLOCK:
    return t->is_hybrid ? &upp_shape_hybrid : &upp_shape_clock;
  case UPP_CHAN: {
    shape *made = copy(p, &upp_shape_void);
    made->kind = SHAPE_CHANNEL;
    return made;
  }
  case UPP_VOID:
    return &upp_shape_void;
  case UPP_SCALAR:
    return scalar_shape(p, t);
  case UPP_STRUCT:
    return record_shape(p, t);
  case UPP_NAMED:
    return named_shape(p, t);
  }
  return &upp_shape_error;
}

// The prefixes of an array type apply to its elements: `urgent` applies to the channels.
static const shape *with_prefixes(upp *p, const shape *s, const upp_type *t) {
  if (!t->is_const && !t->is_urgent && !t->is_broadcast)
    return s;
  shape *made = copy(p, s);
  made->is_const |= t->is_const;
  made->is_urgent |= t->is_urgent;
  made->is_broadcast |= t->is_broadcast;
  if (s->kind == SHAPE_ARRAY)
    made->element = with_prefixes(p, s->element, t);
  return made;
}

const shape *upp_shape(upp *p, const upp_type *t) {
  return t ? with_prefixes(p, plain_shape(p, t), t) : &upp_shape_number; // without a type: a constant of the old syntax
}

bool upp_shape_range(upp *p, const upp_type *type, int32_t *low, int32_t *high) {
  const shape *s = upp_shape(p, type);
  *low = s->low;
  *high = s->high;
  if (s->kind == SHAPE_INT || s->kind == SHAPE_SCALAR || s->kind == SHAPE_BOOL)
    return true;
  if (s->kind != SHAPE_ERROR)
    upp_error(p, type->at, "use a bounded integer or a scalar set", "%s has no range of values", upp_shape_text(p, s));
  return false;
}

static uint64_t cells_of(const shape *s) {
  uint64_t cells = 0;
  if (s->kind == SHAPE_ARRAY)
    return upp_shape_length(s) * cells_of(s->element);
  for (uint32_t i = 0; i < s->fields.count; i++)
    cells += cells_of(s->fields.at[i].shape);
  return s->kind == SHAPE_RECORD ? cells : 1;
}

static const shape *array_shape(upp *p, const shape *element, const upp_dimension *d, place at) {
  shape *made = ARENA_NEW(p->memory, shape);
  *made = (shape){.kind = SHAPE_ARRAY, .is_const = element->is_const, .element = element, .leaves = element->leaves};
  if (d->type) {
    if (!upp_shape_range(p, d->type, &made->low, &made->high))
      return &upp_shape_error;
  } else {
    if (!upp_constant(p, d->size, &made->high))
      return &upp_shape_error;
    made->high--;
  }
  if (made->high < made->low) {
    upp_error(p, at, NULL, "an array must have at least one element");
    return &upp_shape_error;
  }
  if ((int64_t)made->high - made->low >= MAX_CELLS || cells_of(made) > MAX_CELLS) {
    upp_error(p, at, NULL, "the array is too large (limit is %d elements)", MAX_CELLS);
    return &upp_shape_error;
  }
  return made;
}

const shape *upp_shape_declared(upp *p, const upp_decl *d) {
  const shape *s = upp_shape(p, d->type);
  for (uint32_t i = d->dimensions.count; i-- > 0 && s->kind != SHAPE_ERROR;)
    s = array_shape(p, s, &d->dimensions.at[i], d->at);
  return s;
}
