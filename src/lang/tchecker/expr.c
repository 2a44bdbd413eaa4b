#include "lang/tchecker/tck.h"

#include <string.h>

enum { MAX_DEPTH = 500 };

static tck_value of_number(expr *number) { return (tck_value){.sort = TCK_NUMBER, .number = number, .at = number->at}; }

// The value after an error.
static tck_value zero(tck *t, place at) { return of_number(expr_const(t->memory, 0, at)); }

// Recursive functions are called through this one, which limits the depth so that no input can exhaust the stack.
static tck_value nested(tck *t, tck_value (*read)(tck *t)) {
  if (t->depth >= MAX_DEPTH) {
    place at = tck_here(t);
    tck_error(t, at, NULL, "the expression is nested too deeply (limit is %d)", MAX_DEPTH);
    return zero(t, at);
  }
  t->depth++;
  tck_value value = read(t);
  t->depth--;
  return value;
}

expr *tck_number(tck *t, const tck_value *value) {
  if (value->sort == TCK_NUMBER)
    return value->number;
  tck_error(t, value->at,
            value->sort == TCK_CONSTRAINT ? "join clock constraints with && only"
                                          : "compare clocks with numbers: x <= 5, x - y < 3",
            "expected a number, found %s", value->sort == TCK_CONSTRAINT ? "a clock constraint" : "a clock");
  return expr_const(t->memory, 0, value->at);
}

expr *tck_at(tck *t, uint32_t process, place at) {
  expr *e = expr_new(t->memory, EXPR_AT, at);
  e->value = (int32_t)process; // the template of a process has the same number
  e->a = expr_const(t->memory, (int32_t)process, at);
  return e;
}

// PROCESS.LOCATION in a condition. Both names may contain dots.
static expr *location_named(tck *t, const char *name, place at) {
  for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
    const char *first = arena_copy(t->memory, name, (size_t)(dot - name));
    uint32_t process = names_find(&t->names, NAME_PROCESS, 0, first);
    uint32_t location = process == NAME_UNKNOWN ? NAME_UNKNOWN : names_find(&t->names, NAME_LOCATION, process, dot + 1);
    if (location == NAME_UNKNOWN)
      continue;
    expr *e = tck_at(t, process, at);
    vec_push(t->m, &e->locations, location);
    return e;
  }
  return NULL;
}

// The index in brackets; NULL if there is none, or if the variable is not an array.
static expr *index_of(tck *t, const char *name, uint32_t size) {
  int32_t value;
  place at = tck_here(t);
  if (!tck_accept(t, "[")) {
    if (size > 1)
      tck_error(t, at, NULL, "'%s' is an array of %u elements and needs an index", name, size);
    return NULL;
  }
  tck_value inner = tck_sum(t);
  expr *index = tck_number(t, &inner);
  tck_expect(t, "]");
  bool is_constant = expr_is_const(index, &value);
  if (is_constant ? value < 0 || (uint32_t)value >= size : size == 1)
    tck_error(t, at, NULL, size == 1 ? "'%s' is not an array" : "the index of '%s' must be 0 to %u", name, size - 1);
  return size > 1 ? index : NULL;
}

static tck_value reference_to(tck *t, const tck_variable *v, const char *name, place at) {
  expr *index = index_of(t, name, v->size);
  if (!v->integer)
    return (tck_value){.sort = TCK_CLOCK, .x = {.first = v->clock, .count = v->size, .offset = index}, .at = at};
  expr *e = expr_new(t->memory, EXPR_VAR, at);
  e->var = v->integer;
  if (index)
    vec_push(t->m, &e->indices, index);
  return of_number(e);
}

// In a condition, the name of a process and a location that it does not have: the place is that of the location.
static tck_value unknown_location(tck *t, uint32_t process, const char *location, place at) {
  nearest like = {.wanted = location};
  names_try(&t->names, NAME_LOCATION, process, &like);
  tck_error(t, at, nearest_hint(&like, t->memory), "process '%s' has no location '%s'",
            t->net->templates.at[process]->name, location);
  return zero(t, at);
}

static tck_value unknown_reference(tck *t, const char *name, place at) {
  nearest like = {.wanted = name};
  const char *dot = t->in_condition ? strchr(name, '.') : NULL;
  for (; dot; dot = strchr(dot + 1, '.')) {
    uint32_t process = names_find(&t->names, NAME_PROCESS, 0, arena_copy(t->memory, name, (size_t)(dot - name)));
    at.column += process == NAME_UNKNOWN ? 0 : (uint32_t)(dot + 1 - name);
    if (process != NAME_UNKNOWN)
      return unknown_location(t, process, dot + 1, at);
  }
  names_try(&t->names, NAME_VARIABLE, 0, &like);
  for (uint32_t i = 0; t->in_condition && i < t->net->templates.count; i++)
    for (uint32_t k = 0; k < t->net->templates.at[i]->flow.locations.count; k++)
      nearest_try(&like, arena_printf(t->memory, "%s.%s", t->net->templates.at[i]->name,
                                      t->net->templates.at[i]->flow.locations.at[k].name));
  tck_error(t, at, nearest_hint(&like, t->memory), "unknown variable or clock '%s'", name);
  return zero(t, at);
}

tck_value tck_reference(tck *t) {
  place at = tck_here(t);
  const char *name = tck_identifier(t, "a variable");
  if (!name)
    return zero(t, at);
  uint32_t found = names_find(&t->names, NAME_VARIABLE, 0, name);
  if (found != NAME_UNKNOWN)
    return reference_to(t, &t->variables.at[found], name, at);
  expr *location = t->in_condition ? location_named(t, name, at) : NULL;
  if (location)
    return of_number(location);
  return unknown_reference(t, name, at);
}

static tck_value conditional(tck *t) {
  place at = tck_here(t);
  tck_identifier(t, "if");
  tck_value condition = tck_expression(t), first = {0}, second = {0};
  const char *words[] = {"then", "else"};
  for (uint32_t i = 0; i < 2; i++) {
    if (!tck_is_word(t, words[i])) {
      tck_error(t, tck_here(t), NULL, "expected '%s'", words[i]);
      return zero(t, at);
    }
    tck_identifier(t, words[i]);
    *(i == 0 ? &first : &second) = tck_sum(t);
  }
  expr *e = expr_new(t->memory, EXPR_COND, at);
  e->a = tck_number(t, &condition);
  e->b = tck_number(t, &first);
  e->c = tck_number(t, &second);
  return of_number(e);
}

static tck_value operand(tck *t) {
  place at = tck_here(t);
  int64_t value;
  if (tck_accept(t, "(")) {
    tck_value inner = tck_expression(t);
    tck_expect(t, ")");
    return inner;
  }
  if (tck_is_word(t, "if"))
    return conditional(t);
  if (*t->at < '0' || *t->at > '9')
    return tck_reference(t);
  if (!tck_integer(t, "a number", 0, INT32_MAX, &value))
    return zero(t, at);
  return of_number(expr_const(t->memory, (int32_t)value, at));
}

static tck_value unary(tck *t) {
  if (!tck_accept(t, "-"))
    return nested(t, operand);
  tck_value inner = nested(t, unary);
  return of_number(expr_unary(t->memory, EXPR_NEG, tck_number(t, &inner)));
}

static tck_value product(tck *t) {
  tck_value left = unary(t);
  for (;;) {
    expr_op op = tck_accept(t, "*") ? EXPR_MUL : tck_accept(t, "/") ? EXPR_DIV : EXPR_MOD;
    if (op == EXPR_MOD && !tck_accept(t, "%"))
      return left;
    tck_value right = unary(t);
    expr *a = tck_number(t, &left), *b = tck_number(t, &right);
    left = of_number(expr_binary(t->memory, op, a, b));
  }
}

// Clocks have two kinds of sums: x - y, and x + number.
static tck_value add(tck *t, tck_value a, tck_value b, bool is_minus) {
  if (a.sort == TCK_CLOCK && b.sort == TCK_CLOCK && is_minus)
    return (tck_value){.sort = TCK_DIFFERENCE, .x = a.x, .y = b.x, .at = a.at};
  if (a.sort == TCK_NUMBER && b.sort == TCK_CLOCK && !is_minus)
    return (tck_value){.sort = TCK_SHIFTED, .x = b.x, .number = a.number, .at = a.at};
  if (a.sort == TCK_CLOCK && b.sort == TCK_NUMBER) {
    expr *by = is_minus ? expr_unary(t->memory, EXPR_NEG, b.number) : b.number;
    return (tck_value){.sort = TCK_SHIFTED, .x = a.x, .number = by, .at = a.at};
  }
  expr *left = tck_number(t, &a), *right = tck_number(t, &b);
  return of_number(expr_binary(t->memory, is_minus ? EXPR_SUB : EXPR_ADD, left, right));
}

tck_value tck_sum(tck *t) {
  tck_value left = product(t);
  for (;;) {
    bool is_minus = tck_accept(t, "-");
    if (!is_minus && !tck_accept(t, "+"))
      return left;
    left = add(t, left, product(t), is_minus);
  }
}

static void add_bound(tck *t, tck_value *to, net_pick x, net_pick y, bool is_strict, expr *limit) {
  net_bound bound = {.x = x, .y = y, .is_strict = is_strict, .limit = limit, .at = to->at};
  if (!t->in_condition) {
    vec_push(t->m, &to->bounds, bound);
    return;
  }
  net_bound *kept = ARENA_NEW(t->memory, net_bound);
  *kept = bound;
  expr *e = expr_new(t->memory, EXPR_BOUND, to->at);
  e->bound = kept;
  to->number = to->number ? expr_binary(t->memory, EXPR_AND, to->number, e) : e;
}

// x - y compared with a number, as upper bounds: x - y >= 3 is y - x <= -3.
static tck_value compare_clocks(tck *t, expr_op op, const tck_value *clocks, expr *limit) {
  tck_value result = {.sort = t->in_condition ? TCK_NUMBER : TCK_CONSTRAINT, .at = clocks->at};
  expr *negative = expr_unary(t->memory, EXPR_NEG, limit);
  if (op == EXPR_LT || op == EXPR_LE || op == EXPR_EQ)
    add_bound(t, &result, clocks->x, clocks->y, op == EXPR_LT, limit);
  if (op == EXPR_GT || op == EXPR_GE || op == EXPR_EQ)
    add_bound(t, &result, clocks->y, clocks->x, op == EXPR_GT, negative);
  if (op == EXPR_NE) {
    tck_error(t, clocks->at, NULL, "clocks can be compared by <, <=, ==, >= and > only");
    return zero(t, clocks->at);
  }
  return result;
}

static expr_op mirrored(expr_op op) {
  switch (op) {
  case EXPR_LT:
    return EXPR_GT;
  case EXPR_LE:
    return EXPR_GE;
  case EXPR_GT:
    return EXPR_LT;
  case EXPR_GE:
    return EXPR_LE;
  default:
    return op;
  }
}

static bool is_of_clocks(const tck_value *v) { return v->sort == TCK_CLOCK || v->sort == TCK_DIFFERENCE; }

static tck_value compare(tck *t, expr_op op, tck_value a, tck_value b) {
  if (a.sort == TCK_CLOCK && b.sort == TCK_CLOCK) {
    tck_value difference = add(t, a, b, true);
    return compare_clocks(t, op, &difference, expr_const(t->memory, 0, a.at));
  }
  if (is_of_clocks(&a) && b.sort == TCK_NUMBER)
    return compare_clocks(t, op, &a, b.number);
  if (is_of_clocks(&b) && a.sort == TCK_NUMBER)
    return compare_clocks(t, mirrored(op), &b, a.number);
  expr *left = tck_number(t, &a), *right = tck_number(t, &b);
  return of_number(expr_binary(t->memory, op, left, right));
}

static tck_value comparison(tck *t) {
  static const struct {
    const char *sign;
    expr_op op;
  } rows[] = {{"==", EXPR_EQ}, {"!=", EXPR_NE}, {"<=", EXPR_LE}, {">=", EXPR_GE}, {"<", EXPR_LT}, {">", EXPR_GT}};
  tck_value left = tck_sum(t);
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (tck_accept(t, rows[i].sign))
      return compare(t, rows[i].op, left, tck_sum(t));
  return left;
}

// "!" applies to the whole comparison that follows.
static tck_value negation(tck *t) {
  if (!tck_accept(t, "!"))
    return comparison(t);
  tck_value inner = nested(t, negation);
  return of_number(expr_unary(t->memory, EXPR_NOT, tck_number(t, &inner)));
}

static void add_conjunct(tck *t, tck_value *to, const tck_value *part) {
  if (part->sort != TCK_CONSTRAINT) {
    expr *number = tck_number(t, part);
    to->number = to->number ? expr_binary(t->memory, EXPR_AND, to->number, number) : number;
  }
  for (uint32_t i = 0; i < part->bounds.count; i++)
    vec_push(t->m, &to->bounds, part->bounds.at[i]);
  if (part->sort == TCK_CONSTRAINT && part->number)
    to->number = to->number ? expr_binary(t->memory, EXPR_AND, to->number, part->number) : part->number;
}

static tck_value conjunction(tck *t) {
  tck_value left = negation(t);
  while (tck_accept(t, "&&")) {
    tck_value right = negation(t), both = {.sort = TCK_CONSTRAINT, .at = left.at};
    add_conjunct(t, &both, &left);
    add_conjunct(t, &both, &right);
    if (!both.bounds.count)
      both.sort = TCK_NUMBER;
    left = both;
  }
  return left;
}

tck_value tck_expression(tck *t) {
  tck_value left = conjunction(t);
  while (tck_accept(t, "||")) {
    tck_value right = conjunction(t);
    expr *a = tck_number(t, &left), *b = tck_number(t, &right);
    left = of_number(expr_binary(t->memory, EXPR_OR, a, b));
  }
  return left;
}

void tck_constraint(tck *t, expr **data, net_bounds *bounds) {
  tck_value value = tck_expression(t);
  *data = value.sort == TCK_CONSTRAINT ? value.number : tck_number(t, &value);
  *bounds = value.bounds;
}
