// Values that the network does not have: floating-point numbers, strings, hybrid clocks, clocks that run at another
// rate than 1, and whatever is computed from them. As in UPPAAL, a model may compute such values if its behaviour does
// not depend on them. They are left out, except for the faults of computing them: an index that is out of range, for
// example. Where a guard, an invariant, an index or a variable of another type needs one, no query can be answered;
// where a query needs one, it cannot.
#include "lang/uppaal/lower.h"

#include <string.h>

#define OPAQUE(text)                                                                                                   \
  { .kind = SHAPE_OPAQUE, .what = (text), .leaves = 1 }
const shape upp_shape_double = OPAQUE("a floating-point number");
const shape upp_shape_string = OPAQUE("a string");
const shape upp_shape_hybrid = OPAQUE("a hybrid clock");
const shape upp_shape_external = OPAQUE("a function of an external library");
static const shape shape_power = OPAQUE("a power that is not constant");
const shape upp_shape_computed = OPAQUE("a number computed from clocks");
static const shape shape_rated = OPAQUE("a clock that runs at another rate than 1");
static const shape shape_cost = OPAQUE("the cost of UPPAAL CORA");

static const struct {
  const char *name;
  const shape *shape;
} PREDEFINED[] = {
    {"cost", &shape_cost},          {"DBL_MAX", &upp_shape_double},    {"DBL_MIN", &upp_shape_double},
    {"FLT_MAX", &upp_shape_double}, {"FLT_MIN", &upp_shape_double},    {"M_1_PI", &upp_shape_double},
    {"M_2_PI", &upp_shape_double},  {"M_2_SQRTPI", &upp_shape_double}, {"M_E", &upp_shape_double},
    {"M_LN10", &upp_shape_double},  {"M_LN2", &upp_shape_double},      {"M_LOG10E", &upp_shape_double},
    {"M_LOG2E", &upp_shape_double}, {"M_PI", &upp_shape_double},       {"M_PI_2", &upp_shape_double},
    {"M_PI_4", &upp_shape_double},  {"M_SQRT1_2", &upp_shape_double},  {"M_SQRT2", &upp_shape_double},
};

void upp_declare_predefined(upp *p) {
  for (size_t i = 0; i < sizeof PREDEFINED / sizeof *PREDEFINED; i++) {
    const shape *s = PREDEFINED[i].shape;
    symbol *added = upp_symbol_add(p, p->scope, SYMBOL_OBJECT, PREDEFINED[i].name, (place){0});
    added->shape = s;
    added->ref = upp_reference_to(upp_object_new(p, STORE_GLOBAL, added->name, s, (place){0}), s);
  }
}

void upp_bar(upp *p, place at, const char *format, ...) {
  if (p->why_not)
    return;
  va_list arguments;
  va_start(arguments, format);
  const char *why = arena_vprintf(p->memory, format, arguments);
  va_end(arguments);
  p->why_not = arena_printf(p->memory, "%s (%s:%u:%u)", why, at.file ? at.file : "query", at.line, at.column);
}

bool upp_is_opaque(const operand *o) { return o->shape->kind == SHAPE_OPAQUE; }

operand upp_opaque(upp *p, const shape *s, place at) { return upp_number(p, s, expr_const(p->memory, 0, at)); }

// What evaluating the operand may fail with; NULL = nothing.
static expr *fallible(const operand *o) {
  return o->value && !upp_is_time(o) && upp_may_fail(o->value) ? o->value : NULL;
}

operand upp_opaque_from(upp *p, const shape *s, const operand *a, const operand *b, place at) {
  operand result = upp_opaque(p, s, at);
  expr *x = fallible(a), *y = fallible(b);
  if (x || y) // the value does not matter, but both are evaluated
    result.value = x && y ? expr_binary(p->memory, EXPR_ADD, x, y) : x ? x : y;
  return result;
}

operand upp_opaque_result(upp *p, const operand *a, const operand *b, place at) {
  return upp_opaque_from(p, upp_is_opaque(a) ? a->shape : b->shape, a, b, at);
}

// Powers of constants are known; the network has no operator for others.
operand upp_power(upp *p, const upp_expr *e, const operand *a, const operand *b) {
  int32_t base, exponent;
  int64_t value = 1;
  if (!a->value || !b->value || !expr_is_const(a->value, &base) || !expr_is_const(b->value, &exponent) || exponent < 0)
    return upp_opaque_from(p, &shape_power, a, b, e->at);
  if (base >= -1 && base <= 1 && exponent > 2)
    exponent = 2 + exponent % 2;
  for (int32_t i = 0; i < exponent && value >= INT32_MIN && value <= INT32_MAX; i++)
    value *= base;
  if (value < INT32_MIN || value > INT32_MAX)
    upp_error(p, e->at, NULL, "the power does not fit in 32 bits");
  return upp_number(p, &upp_shape_int, expr_const(p->memory, (int32_t)value, e->at));
}

void upp_discard(upp *p, const operand *o) {
  expr *value = fallible(o);
  if (p->out && value)
    upp_temporary(p, value);
}

operand upp_floating_call(upp *p, const upp_expr *call) {
  operand result = upp_opaque(p, &upp_shape_double, call->at);
  for (uint32_t i = 0; i < call->args.count; i++) {
    operand o = upp_operand(p, call->args.at[i]);
    result = upp_opaque_result(p, &result, &o, call->at);
  }
  return result;
}

static bool is_same_place(place a, place b) {
  return a.line == b.line && a.column == b.column && a.file && b.file && strcmp(a.file, b.file) == 0;
}

bool upp_is_rated(const upp *p, place declaration) {
  for (uint32_t i = 0; i < p->rated.count; i++)
    if (is_same_place(p->rated.at[i], declaration))
      return true;
  return false;
}

// Until the model is lowered again without the clock, nothing can be answered.
void upp_note_rate(upp *p, const operand *clock, place at) {
  upp_bar(p, at, "it depends on %s", shape_rated.what);
  if (clock->ref.object && !upp_is_rated(p, clock->ref.object->at))
    vec_push(p->m, &p->rated, clock->ref.object->at);
}

const shape *upp_without_clocks(upp *p, const shape *s) {
  if (s->kind == SHAPE_CLOCK)
    return &shape_rated;
  if (s->kind != SHAPE_ARRAY && s->kind != SHAPE_RECORD)
    return s;
  shape *made = ARENA_NEW(p->memory, shape);
  *made = *s;
  made->fields.at = NULL;
  made->fields.count = made->fields.room = 0;
  if (s->kind == SHAPE_ARRAY)
    made->element = upp_without_clocks(p, s->element);
  for (uint32_t i = 0; i < s->fields.count; i++) {
    field f = {s->fields.at[i].name, upp_without_clocks(p, s->fields.at[i].shape)};
    vec_push(p->m, &made->fields, f);
  }
  return made;
}
