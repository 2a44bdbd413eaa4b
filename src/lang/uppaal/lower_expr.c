// Expressions. Their side effects are appended to p->out, in the order of evaluation.
#include "lang/uppaal/lower.h"

static const expr_op operators[] = {
    [UPP_MUL] = EXPR_MUL, [UPP_DIV] = EXPR_DIV,         [UPP_MOD] = EXPR_MOD,         [UPP_ADD] = EXPR_ADD,
    [UPP_SUB] = EXPR_SUB, [UPP_SHL] = EXPR_SHL,         [UPP_SHR] = EXPR_SHR,         [UPP_LT] = EXPR_LT,
    [UPP_LE] = EXPR_LE,   [UPP_GT] = EXPR_GT,           [UPP_GE] = EXPR_GE,           [UPP_EQ] = EXPR_EQ,
    [UPP_NE] = EXPR_NE,   [UPP_BIT_AND] = EXPR_BIT_AND, [UPP_BIT_XOR] = EXPR_BIT_XOR, [UPP_BIT_OR] = EXPR_BIT_OR,
};

operand upp_number(upp *p, const shape *s, expr *value) {
  (void)p;
  return (operand){.shape = s, .value = value};
}

operand upp_error_operand(upp *p, place at) { return upp_number(p, &upp_shape_error, expr_const(p->memory, 0, at)); }

expr *upp_data(upp *p, const operand *o, place at) {
  if (upp_is_opaque(o)) {
    upp_bar(p, at, "it depends on %s", o->shape->what);
    return expr_const(p->memory, 0, at);
  }
  if (o->value && !upp_is_time(o))
    return o->value;
  upp_error(p, at, upp_is_time(o) ? "compare clocks with each other or with integers only" : NULL,
            "expected a number, found a %s", upp_shape_text(p, o->shape));
  return expr_const(p->memory, 0, at);
}

// Reports an error if the expression contains a clock constraint or `deadlock`.
static expr *plain(upp *p, expr *e, place at) {
  if (!upp_has_time(e))
    return e;
  upp_error(p, at, NULL, "a clock constraint or 'deadlock' cannot be used as a number");
  return expr_const(p->memory, 0, at);
}

expr *upp_value(upp *p, const upp_expr *e) {
  operand o = upp_operand(p, e);
  return plain(p, upp_data(p, &o, e->at), e->at);
}

expr *upp_fit(upp *p, const shape *s, const operand *o, place at) {
  if (s->kind == SHAPE_OPAQUE && o->value) {
    upp_discard(p, o);
    return expr_const(p->memory, 0, at);
  }
  expr *value = plain(p, upp_data(p, o, at), at);
  return s->kind == SHAPE_BOOL ? upp_boolean(p, value) : value;
}

expr *upp_condition_of(upp *p, const upp_expr *e) {
  operand o = upp_operand(p, e);
  return upp_boolean(p, upp_data(p, &o, e->at));
}

bool upp_constant(upp *p, const upp_expr *e, int32_t *value) {
  path *out = p->out;
  uint32_t errors = p->d->errors;
  p->out = NULL;
  expr *known = upp_value(p, e);
  p->out = out;
  *value = 0;
  return expr_is_const(known, value) || (p->d->errors == errors && upp_compute(p, NULL, &known, 1, e->at, value));
}

static operand name_operand(upp *p, const upp_expr *e) {
  const symbol *s = upp_symbol_find(p->scope, e->name);
  if (!s)
    return upp_unknown_name(p, e);
  if (s->kind == SYMBOL_VALUE)
    return upp_number(p, s->shape, expr_const(p->memory, s->value, e->at));
  if (s->kind == SYMBOL_OBJECT)
    return upp_operand_of(p, &s->ref, e->at);
  upp_error(p, e->at, NULL, "'%s' is a %s, not a value", e->name, s->kind == SYMBOL_TYPE ? "type" : "function");
  return upp_error_operand(p, e->at);
}

static operand index_operand(upp *p, const upp_expr *e) {
  operand a = upp_operand(p, e->a);
  if (p->out && a.ref.object && a.shape->kind == SHAPE_ARRAY && upp_has_effect(p, e->b))
    upp_fix_indices(p, &a.ref);
  expr *at = upp_value(p, e->b);
  if (a.ref.object && a.shape->kind == SHAPE_ARRAY) {
    reference element = upp_element(p, &a.ref, at);
    return upp_operand_of(p, &element, e->at);
  }
  if (a.shape->kind != SHAPE_ERROR)
    upp_error(p, e->at, NULL, "'%s' is not an array", upp_text(p->memory, e->a));
  return upp_error_operand(p, e->at);
}

// The left operand is evaluated first. If the right operand has side effects, its value is kept in a temporary.
static operand left_operand(upp *p, const upp_expr *e) {
  operand a = upp_operand(p, e->a);
  if (p->out && e->b && upp_has_effect(p, e->b)) {
    if (a.ref.object)
      upp_fix_indices(p, &a.ref);
    if (a.value && !upp_is_time(&a) && upp_shape_is_data(a.shape))
      a.value = upp_temporary(p, a.value);
  }
  return a;
}

// Structs and arrays are equal if all their cells are.
static operand compare_cells(upp *p, const upp_expr *e, const operand *a, const operand *b) {
  bool is_equal = e->kind == UPP_EQ;
  if (!a->ref.object || !b->ref.object || !upp_shape_same(a->shape, b->shape) || (!is_equal && e->kind != UPP_NE)) {
    upp_error(p, e->at, NULL, "a %s and a %s cannot be compared with this operator", upp_shape_text(p, a->shape),
              upp_shape_text(p, b->shape));
    return upp_error_operand(p, e->at);
  }
  expr *all = expr_const(p->memory, 1, e->at);
  for (uint32_t i = 0; i < upp_cell_count(&a->ref); i++) {
    reference x = upp_cell(p, &a->ref, i), y = upp_cell(p, &b->ref, i);
    operand left = upp_operand_of(p, &x, e->at), right = upp_operand_of(p, &y, e->at);
    all = upp_and(p, all, expr_binary(p->memory, EXPR_EQ, upp_data(p, &left, e->at), upp_data(p, &right, e->at)));
  }
  return upp_number(p, &upp_shape_bool, is_equal ? all : upp_not(p, all));
}

// A clock runs at rate 1, unless it is hybrid or a rate other than 1 is known of it.
static bool is_rate(upp *p, const upp_expr *e, operand *out) {
  if (e->kind != UPP_EQ || (e->a->kind != UPP_RATE && e->b->kind != UPP_RATE))
    return false;
  bool is_first = e->a->kind == UPP_RATE;
  operand clock = upp_operand(p, is_first ? e->a->a : e->b->a);
  *out = upp_number(p, &upp_shape_bool, expr_const(p->memory, 1, e->at));
  if (upp_is_opaque(&clock) || clock.shape->kind == SHAPE_ERROR)
    return true;
  operand rate = upp_operand(p, is_first ? e->b : e->a);
  int32_t value;
  if (clock.shape->kind != SHAPE_CLOCK)
    upp_error(p, e->at, NULL, "'%s' is not a clock", upp_text(p->memory, is_first ? e->a->a : e->b->a));
  else if (upp_is_opaque(&rate) || !expr_is_const(upp_data(p, &rate, e->at), &value) || value != 1)
    upp_note_rate(p, &clock, e->at);
  return true;
}

static bool is_whole(const operand *o) { return o->shape->kind == SHAPE_RECORD || o->shape->kind == SHAPE_ARRAY; }

static operand comparison(upp *p, const upp_expr *e) {
  operand rate;
  if (is_rate(p, e, &rate))
    return rate;
  operand a = left_operand(p, e), b = upp_operand(p, e->b);
  if (is_whole(&a) || is_whole(&b))
    return compare_cells(p, e, &a, &b);
  if (upp_is_opaque(&a) || upp_is_opaque(&b))
    return upp_opaque_result(p, &a, &b, e->at);
  if (upp_is_time(&a) || upp_is_time(&b))
    return upp_number(p, &upp_shape_bool, upp_time_compare(p, e, &a, &b));
  expr *x = upp_data(p, &a, e->a->at), *y = upp_data(p, &b, e->b->at);
  if ((upp_has_time(x) || upp_has_time(y)) && (e->kind == UPP_EQ || e->kind == UPP_NE)) {
    y = upp_boolean(p, y);
    expr *same = upp_choose(p, upp_boolean(p, x), y, upp_not(p, y));
    return upp_number(p, &upp_shape_bool, e->kind == UPP_EQ ? same : upp_not(p, same));
  }
  expr *value = expr_binary(p->memory, operators[e->kind], plain(p, x, e->a->at), plain(p, y, e->b->at));
  return upp_number(p, &upp_shape_bool, value);
}

operand upp_arithmetic(upp *p, const upp_expr *e, const operand *a, const operand *b) {
  if (upp_is_opaque(a) || upp_is_opaque(b))
    return upp_opaque_result(p, a, b, e->at);
  if (upp_is_time(a) || upp_is_time(b))
    return upp_time_sum(p, e, a, b);
  if (e->kind == UPP_POWER)
    return upp_power(p, e, a, b);
  expr *x = plain(p, upp_data(p, a, e->at), e->at), *y = plain(p, upp_data(p, b, e->at), e->at), *value;
  if (e->kind == UPP_MIN || e->kind == UPP_MAX)
    value = upp_choose(p, expr_binary(p->memory, e->kind == UPP_MIN ? EXPR_LE : EXPR_GE, x, y), x, y);
  else
    value = expr_binary(p->memory, operators[e->kind], x, y);
  return upp_number(p, &upp_shape_int, value);
}

static operand arithmetic(upp *p, const upp_expr *e) {
  operand a = left_operand(p, e), b = upp_operand(p, e->b);
  return upp_arithmetic(p, e, &a, &b);
}

// A conditional value whose alternatives have side effects, or are structs: each branch assigns its value to one
// scratch variable.
static operand branch(upp *p, expr *condition, const upp_expr *yes, const upp_expr *no, bool is_boolean) {
  static const upp_expr truth = {.kind = UPP_NUMBER, .value = 1, .is_bool = true}, falsehood = {.kind = UPP_NUMBER};
  const upp_expr *arms[] = {yes ? yes : &truth, no ? no : &falsehood};
  const char *name = arena_printf(p->memory, "temporary %u", ++p->temporaries);
  reference target = {0};
  uint32_t fork = upp_path_location(p), join = upp_path_join(p);
  for (uint32_t i = 0; i < 2; i++) {
    upp_path_at(p, fork, i == 0 ? condition : NULL);
    operand value = upp_operand(p, arms[i]);
    if (i == 0) {
      const shape *s = is_whole(&value) ? value.shape : &upp_shape_number;
      target = upp_reference_to(upp_object_new(p, STORE_SCRATCH, name, s, condition->at), s);
    }
    if (is_boolean)
      value = upp_number(p, &upp_shape_bool, upp_boolean(p, upp_data(p, &value, arms[i]->at)));
    upp_store(p, &target, &value, condition->at);
    upp_path_go(p, join);
  }
  upp_path_at(p, join, NULL);
  return upp_operand_of(p, &target, condition->at);
}

static operand logical(upp *p, const upp_expr *e) {
  expr *a = upp_condition_of(p, e->a), *value;
  if (p->out && upp_has_effect(p, e->b)) {
    a = plain(p, a, e->a->at);
    value = e->kind == UPP_AND  ? branch(p, a, e->b, NULL, true).value
            : e->kind == UPP_OR ? branch(p, a, NULL, e->b, true).value
                                : branch(p, upp_not(p, a), NULL, e->b, true).value;
  } else {
    expr *b = upp_condition_of(p, e->b);
    value = e->kind == UPP_AND ? upp_and(p, a, b) : upp_or(p, e->kind == UPP_OR ? a : upp_not(p, a), b);
  }
  return upp_number(p, &upp_shape_bool, value);
}

static operand exclusive(upp *p, const upp_expr *e) {
  operand left = left_operand(p, e);
  expr *a = upp_boolean(p, upp_data(p, &left, e->at)), *b = upp_condition_of(p, e->b), *value;
  if (upp_has_time(a) || upp_has_time(b))
    value = upp_choose(p, a, upp_not(p, b), b);
  else
    value = expr_binary(p->memory, EXPR_NE, a, b);
  return upp_number(p, &upp_shape_bool, value);
}

static operand conditional(upp *p, const upp_expr *e) {
  expr *a = upp_condition_of(p, e->a);
  if (p->out && (upp_has_effect(p, e->b) || upp_has_effect(p, e->c)))
    return branch(p, plain(p, a, e->a->at), e->b, e->c, false);
  operand b = upp_operand(p, e->b), c = upp_operand(p, e->c);
  int32_t known;
  if (expr_is_const(a, &known)) // possible for clocks, too
    return known ? b : c;
  if (upp_is_opaque(&b) || upp_is_opaque(&c)) {
    operand chosen = upp_opaque_result(p, &b, &c, e->at);
    if (b.value && c.value && !upp_is_time(&b) && !upp_is_time(&c) && !upp_has_time(a))
      chosen.value = upp_choose(p, a, b.value, c.value);
    return chosen;
  }
  if (is_whole(&b) && is_whole(&c) && p->out)
    return branch(p, plain(p, a, e->a->at), e->b, e->c, false);
  if (is_whole(&b) && is_whole(&c))
    return upp_either(p, plain(p, a, e->a->at), &b, &c, e->at);
  expr *value = upp_choose(p, a, upp_data(p, &b, e->b->at), upp_data(p, &c, e->c->at));
  return upp_number(p, b.shape->kind == SHAPE_BOOL ? c.shape : b.shape, value);
}

static operand deadlock(upp *p, const upp_expr *e) {
  if (!p->is_query)
    upp_error(p, e->at, NULL, "'deadlock' can be used in queries only");
  return upp_number(p, &upp_shape_bool, expr_new(p->memory, EXPR_DEADLOCK, e->at));
}

static operand unary(upp *p, const upp_expr *e) {
  if (e->kind == UPP_NOT)
    return upp_number(p, &upp_shape_bool, upp_not(p, upp_condition_of(p, e->a)));
  operand zero = upp_number(p, &upp_shape_int, expr_const(p->memory, 0, e->at)), a = upp_operand(p, e->a);
  const upp_expr minus = {.kind = UPP_SUB, .at = e->at};
  if (upp_is_opaque(&a))
    return a;
  if (upp_is_time(&a))
    return upp_time_sum(p, &minus, &zero, &a);
  return upp_number(p, &upp_shape_int, expr_unary(p->memory, EXPR_NEG, plain(p, upp_data(p, &a, e->at), e->at)));
}

operand upp_operand(upp *p, const upp_expr *e) {
  switch (e->kind) {
  case UPP_NUMBER:
    return upp_number(p, e->is_bool ? &upp_shape_bool : &upp_shape_int, expr_const(p->memory, e->value, e->at));
  case UPP_OPAQUE:
    return upp_opaque(p, *e->name == '"' ? &upp_shape_string : &upp_shape_double, e->at);
  case UPP_BARRED:
    upp_bar(p, e->at, "%s", e->name);
    return upp_opaque(p, &upp_shape_double, e->at);
  case UPP_NAME:
    return name_operand(p, e);
  case UPP_INDEX:
    return index_operand(p, e);
  case UPP_FIELD:
    return upp_field_operand(p, e);
  case UPP_CALL:
    return upp_call(p, e);
  case UPP_NEGATE:
  case UPP_NOT:
    return unary(p, e);
  case UPP_LT:
  case UPP_LE:
  case UPP_GT:
  case UPP_GE:
  case UPP_EQ:
  case UPP_NE:
    return comparison(p, e);
  case UPP_AND:
  case UPP_OR:
  case UPP_IMPLY:
    return logical(p, e);
  case UPP_XOR:
    return exclusive(p, e);
  case UPP_COND:
    return conditional(p, e);
  case UPP_ASSIGN:
  case UPP_ASSIGN_OP:
  case UPP_PRE_INC:
  case UPP_PRE_DEC:
  case UPP_POST_INC:
  case UPP_POST_DEC:
    return upp_assignment(p, e);
  case UPP_COMMA:
    upp_effect(p, e->a);
    return upp_operand(p, e->b);
  case UPP_FORALL:
  case UPP_EXISTS:
  case UPP_SUM:
    return upp_quantified(p, e);
  case UPP_DEADLOCK:
    return deadlock(p, e);
  case UPP_RATE:
    upp_error(p, e->at, NULL, "a clock rate can be used only in an equation of an invariant");
    return upp_error_operand(p, e->at);
  default:
    return arithmetic(p, e);
  }
}
