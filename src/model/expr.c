#include "model/expr.h"
#include "model/network.h"

#include <assert.h>

static const struct {
  uint8_t arity;
  const char *symbol;
} operators[EXPR_OPERATOR_COUNT] = {
#define X(name, arity, symbol, precedence, value) [EXPR_##name] = {arity, symbol},
    EXPR_OPERATORS(X)
#undef X
};

static const struct {
  const char *name, *message;
} faults[FAULT_COUNT] = {
    [FAULT_NONE] = {"none", "no error"},
    [FAULT_ASSERT] = {"assertion", "assertion violated"},
    [FAULT_INDEX] = {"index", "array index out of range"},
    [FAULT_RANGE] = {"range", "value out of range"},
    [FAULT_DIVISION] = {"division", "division by zero"},
    [FAULT_NO_CHANNEL] = {"channel", "operation on a channel that does not exist"},
    [FAULT_FIELDS] = {"fields", "message with the wrong number of fields"},
    [FAULT_POLL] = {"poll", "poll or peek on a rendezvous channel"},
    [FAULT_PROCESSES] = {"processes", "too many processes (limit is 255)"},
    [FAULT_CHANNELS] = {"channels", "too many channels (limit is 255)"},
    [FAULT_BLOCKED] = {"blocked", "a sequence that executes as one step (d_step) blocks"},
    [FAULT_RENDEZVOUS] = {"rendezvous", "rendezvous send inside a d_step sequence"},
    [FAULT_ENDLESS] = {"endless", "a sequence that executes as one step (d_step, function) does not terminate"},
    [FAULT_CHOICE] = {"choice", "two statements are executable in a deterministic process"},
    [FAULT_ENABLED] = {"enabled", "enabled() of the process that evaluates it"},
    [FAULT_DEADLOCK] = {"deadlock", "invalid end state: no process can move"},
    [FAULT_INVARIANT] = {"invariant", "invariant violated"},
    [FAULT_CLAIM] = {"claim", "the claim is violated"},
};

const char *fault_name(fault f) { return faults[f].name; }
const char *fault_message(fault f) { return faults[f].message; }

int expr_arity(expr_op op) { return operators[op].arity; }
const char *expr_symbol(expr_op op) { return operators[op].symbol; }

int32_t expr_apply(expr_op op, int32_t a, int32_t b, fault *f) {
  if ((op == EXPR_DIV || op == EXPR_MOD) && b == 0) {
    *f = FAULT_DIVISION;
    return 0;
  }
  switch (op) {
#define X(name, arity, symbol, precedence, value)                                                                      \
  case EXPR_##name:                                                                                                    \
    return value;
    EXPR_OPERATORS(X)
#undef X
  default:
    return 0;
  }
}

expr *expr_new(arena *memory, expr_op op, place at) {
  expr *e = ARENA_NEW(memory, expr);
  e->op = (uint8_t)op;
  e->at = at;
  return e;
}

expr *expr_const(arena *memory, int32_t value, place at) {
  expr *e = expr_new(memory, EXPR_CONST, at);
  e->value = value;
  return e;
}

bool expr_is_const(const expr *e, int32_t *value) {
  if (e->op != EXPR_CONST)
    return false;
  *value = e->value;
  return true;
}

expr *expr_unlabelled(arena *memory, uint32_t flags, place at) {
  expr *e = expr_new(memory, EXPR_UNLABELLED, at);
  e->value = (int32_t)flags;
  return e;
}

expr *expr_unary(arena *memory, expr_op op, expr *a) {
  assert(op < EXPR_OPERATOR_COUNT && operators[op].arity == 1);
  fault f = FAULT_NONE;
  if (a->op == EXPR_CONST)
    return expr_const(memory, expr_apply(op, a->value, 0, &f), a->at);
  expr *e = expr_new(memory, op, a->at);
  e->a = a;
  return e;
}

expr *expr_binary(arena *memory, expr_op op, expr *a, expr *b) {
  assert(op < EXPR_OPERATOR_COUNT && operators[op].arity == 2);
  if (a->op == EXPR_CONST && b->op == EXPR_CONST) {
    fault f = FAULT_NONE;
    int32_t value = expr_apply(op, a->value, b->value, &f);
    if (f == FAULT_NONE) // 1/0 is kept: it is a run-time error only where it is evaluated
      return expr_const(memory, value, a->at);
  }
  expr *e = expr_new(memory, op, a->at);
  e->a = a;
  e->b = b;
  return e;
}

void expr_walk(const expr *e, void (*visit)(const expr *e, void *context), void *context) {
  if (!e)
    return;
  visit(e, context);
  expr_walk(e->a, visit, context);
  expr_walk(e->b, visit, context);
  expr_walk(e->c, visit, context);
  for (uint32_t i = 0; i < e->indices.count; i++)
    expr_walk(e->indices.at[i], visit, context);
  for (uint32_t i = 0; i < e->patterns.count; i++)
    expr_walk(e->patterns.at[i].value, visit, context);
  if (e->bound)
    net_walk_bound(e->bound, visit, context);
}

static bool has_same_lists(const expr *a, const expr *b) {
  if (a->indices.count != b->indices.count || a->patterns.count != b->patterns.count ||
      a->locations.count != b->locations.count)
    return false;
  for (uint32_t i = 0; i < a->indices.count; i++)
    if (!expr_is_same(a->indices.at[i], b->indices.at[i]))
      return false;
  for (uint32_t i = 0; i < a->patterns.count; i++)
    if (a->patterns.at[i].kind != b->patterns.at[i].kind ||
        !expr_is_same(a->patterns.at[i].value, b->patterns.at[i].value))
      return false;
  for (uint32_t i = 0; i < a->locations.count; i++)
    if (a->locations.at[i] != b->locations.at[i])
      return false;
  return true;
}

bool expr_is_same(const expr *a, const expr *b) {
  if (a == b || !a || !b)
    return a == b;
  return a->op == b->op && a->value == b->value && a->var == b->var && a->bound == b->bound &&
         expr_is_same(a->a, b->a) && expr_is_same(a->b, b->b) && expr_is_same(a->c, b->c) && has_same_lists(a, b);
}
