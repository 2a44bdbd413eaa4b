#include "model/expr.h"
#include "model/network.h"

static const struct {
  uint8_t arity, precedence;
  const char *symbol;
} operators[EXPR_OPERATOR_COUNT] = {
#define X(name, arity, symbol, precedence, value) [EXPR_##name] = {arity, precedence, symbol},
    EXPR_OPERATORS(X)
#undef X
};

static const struct {
  const char *name, *message;
} faults[FAULT_COUNT] = {
    [FAULT_NONE] = {"none", "no error"},
    [FAULT_ASSERT] = {"assertion", "assertion violated"},
    [FAULT_INDEX] = {"index", "array index out of range"},
    [FAULT_DIVISION] = {"division", "division by zero"},
    [FAULT_NO_CHANNEL] = {"channel", "operation on a channel that does not exist"},
    [FAULT_FIELDS] = {"fields", "message with the wrong number of fields"},
    [FAULT_POLL] = {"poll", "the contents of a rendezvous channel cannot be tested"},
    [FAULT_PROCESSES] = {"processes", "too many processes (limit is 255)"},
    [FAULT_CHANNELS] = {"channels", "too many channels (limit is 255)"},
    [FAULT_BLOCKED] = {"blocked", "a d_step sequence cannot go on"},
    [FAULT_RENDEZVOUS] = {"rendezvous", "rendezvous send inside a d_step sequence"},
    [FAULT_ENDLESS] = {"endless", "a d_step sequence does not end"},
    [FAULT_CHOICE] = {"choice", "two statements are executable in a deterministic process"},
    [FAULT_ENABLED] = {"enabled", "a process asks whether it is enabled itself"},
    [FAULT_DEADLOCK] = {"deadlock", "invalid end state: no process can move"},
    [FAULT_INVARIANT] = {"invariant", "invariant violated"},
};

const char *fault_name(fault f) { return faults[f].name; }
const char *fault_message(fault f) { return faults[f].message; }

int expr_arity(expr_op op) { return operators[op].arity; }
const char *expr_symbol(expr_op op) { return operators[op].symbol; }
int expr_precedence(expr_op op) { return operators[op].precedence; }

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

expr *expr_unary(arena *memory, expr_op op, expr *a) {
  fault f = FAULT_NONE;
  if (a->op == EXPR_CONST)
    return expr_const(memory, expr_apply(op, a->value, 0, &f), a->at);
  expr *e = expr_new(memory, op, a->at);
  e->a = a;
  return e;
}

expr *expr_binary(arena *memory, expr_op op, expr *a, expr *b) {
  if (a->op == EXPR_CONST && b->op == EXPR_CONST) {
    fault f = FAULT_NONE;
    int32_t value = expr_apply(op, a->value, b->value, &f);
    if (f == FAULT_NONE) // 1/0 is kept: it is an error of the model only where it is evaluated
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
}

static void print_variable(FILE *out, const expr *e) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < e->var->parts.count; i++) {
    fprintf(out, "%s%s", i ? "." : "", e->var->parts.at[i].name);
    if (e->var->parts.at[i].length > 0) {
      fputc('[', out);
      expr_print(out, e->indices.at[next++]);
      fputc(']', out);
    }
  }
}

static void print_call(FILE *out, const char *name, const expr *argument) {
  fprintf(out, "%s(", name);
  expr_print(out, argument);
  fputc(')', out);
}

static void print_poll(FILE *out, const expr *e) {
  expr_print(out, e->a);
  fputs(e->value ? "??[" : "?[", out);
  for (uint32_t i = 0; i < e->patterns.count; i++) {
    const net_pattern *p = &e->patterns.at[i];
    if (i)
      fputs(", ", out);
    if (p->kind == PATTERN_ANY)
      fputc('_', out);
    else if (p->kind == PATTERN_MATCH && p->value->op != EXPR_CONST)
      print_call(out, "eval", p->value);
    else
      expr_print(out, p->value);
  }
  fputc(']', out);
}

static int precedence_of(const expr *e) { return e->op < EXPR_OPERATOR_COUNT ? expr_precedence(e->op) : 100; }

static void print_operand(FILE *out, const expr *e, int least) {
  bool wrap = precedence_of(e) < least;
  if (wrap)
    fputc('(', out);
  expr_print(out, e);
  if (wrap)
    fputc(')', out);
}

void expr_print(FILE *out, const expr *e) {
  if (e->op < EXPR_OPERATOR_COUNT) {
    int own = expr_precedence(e->op);
    if (expr_arity(e->op) == 1) {
      fputs(expr_symbol(e->op), out);
      print_operand(out, e->a, own);
    } else {
      print_operand(out, e->a, own);
      fprintf(out, " %s ", expr_symbol(e->op));
      print_operand(out, e->b, own + 1);
    }
    return;
  }
  switch ((expr_op)e->op) {
  case EXPR_CONST:
    fprintf(out, "%d", e->value);
    break;
  case EXPR_VAR:
    print_variable(out, e);
    break;
  case EXPR_REMOTE_VAR:
    print_call(out, "process", e->a);
    fputc(':', out);
    print_variable(out, e);
    break;
  case EXPR_AT:
    print_call(out, "process", e->a);
    fputs("@{", out);
    for (uint32_t i = 0; i < e->locations.count; i++)
      fprintf(out, "%s%u", i ? "," : "", e->locations.at[i]);
    fputc('}', out);
    break;
  case EXPR_COND:
    fputc('(', out);
    expr_print(out, e->a);
    fputs(" -> ", out);
    expr_print(out, e->b);
    fputs(" : ", out);
    expr_print(out, e->c);
    fputc(')', out);
    break;
  case EXPR_PID:
    fputs("_pid", out);
    break;
  case EXPR_PROCESSES:
    fputs("_nr_pr", out);
    break;
  case EXPR_LAST:
    fputs("_last", out);
    break;
  case EXPR_TIMEOUT:
    fputs("timeout", out);
    break;
  case EXPR_NO_PROGRESS:
    fputs("np_", out);
    break;
  case EXPR_ENABLED:
    print_call(out, "enabled", e->a);
    break;
  case EXPR_PC:
    print_call(out, "pc_value", e->a);
    break;
  case EXPR_PRIORITY:
    print_call(out, "get_priority", e->a);
    break;
  case EXPR_LEN:
    print_call(out, "len", e->a);
    break;
  case EXPR_FULL:
    print_call(out, "full", e->a);
    break;
  case EXPR_EMPTY:
    print_call(out, "empty", e->a);
    break;
  case EXPR_NOT_FULL:
    print_call(out, "nfull", e->a);
    break;
  case EXPR_NOT_EMPTY:
    print_call(out, "nempty", e->a);
    break;
  case EXPR_POLL:
    print_poll(out, e);
    break;
  default:
    break;
  }
}
