// Expressions in UPPAAL's syntax.
#include "lang/uppaal/lower.h"

typedef struct {
  const char *symbol;
  int precedence; // a higher one binds tighter
} notation;

static const notation notations[UPP_RATE + 1] = {
    [UPP_NEGATE] = {"-", 16},     [UPP_NOT] = {"!", 16},      [UPP_POWER] = {" ** ", 16},
    [UPP_MUL] = {" * ", 15},      [UPP_DIV] = {" / ", 15},    [UPP_MOD] = {" % ", 15},
    [UPP_ADD] = {" + ", 14},      [UPP_SUB] = {" - ", 14},    [UPP_SHL] = {" << ", 13},
    [UPP_SHR] = {" >> ", 13},     [UPP_MIN] = {" <? ", 12},   [UPP_MAX] = {" >? ", 12},
    [UPP_LT] = {" < ", 11},       [UPP_LE] = {" <= ", 11},    [UPP_GT] = {" > ", 11},
    [UPP_GE] = {" >= ", 11},      [UPP_EQ] = {" == ", 10},    [UPP_NE] = {" != ", 10},
    [UPP_BIT_AND] = {" & ", 9},   [UPP_BIT_XOR] = {" ^ ", 8}, [UPP_BIT_OR] = {" | ", 7},
    [UPP_AND] = {" && ", 6},      [UPP_OR] = {" || ", 5},     [UPP_XOR] = {" xor ", 5},
    [UPP_IMPLY] = {" imply ", 3}, [UPP_COND] = {"", 4},       [UPP_ASSIGN] = {" = ", 2},
    [UPP_ASSIGN_OP] = {"", 2},    [UPP_COMMA] = {", ", 1},    [UPP_FORALL] = {"forall", 0},
    [UPP_EXISTS] = {"exists", 0}, [UPP_SUM] = {"sum", 0},
};

static const char *text(arena *memory, const upp_expr *e, int around);

static int precedence(const upp_expr *e) {
  bool is_listed = notations[e->kind].symbol;
  return is_listed ? notations[e->kind].precedence : 20;
}

static const char *list(arena *memory, const upp_exprs *args) {
  const char *all = "";
  for (uint32_t i = 0; i < args->count; i++)
    all = arena_printf(memory, "%s%s%s", all, i ? ", " : "", text(memory, args->at[i], 2));
  return all;
}

static const char *type_text(arena *memory, const upp_type *t) {
  if (t->kind == UPP_INT && t->low && t->high)
    return arena_printf(memory, "int[%s,%s]", text(memory, t->low, 0), text(memory, t->high, 0));
  if (t->kind == UPP_SCALAR && t->high)
    return arena_printf(memory, "scalar[%s]", text(memory, t->high, 0));
  return t->kind == UPP_BOOL ? "bool" : t->name ? t->name : "int";
}

static const char *infix(arena *memory, const upp_expr *e) {
  int own = precedence(e);
  const char *sign = notations[e->kind].symbol;
  if (e->kind == UPP_ASSIGN_OP) { // " + " becomes " += "
    const char *op = notations[e->op].symbol;
    sign = arena_printf(memory, "%.*s= ", op[2] == ' ' ? 2 : 3, op);
  }
  bool is_right = e->kind == UPP_ASSIGN || e->kind == UPP_ASSIGN_OP;
  return arena_printf(memory, "%s%s%s", text(memory, e->a, own + is_right), sign, text(memory, e->b, own + !is_right));
}

static const char *plain(arena *memory, const upp_expr *e) {
  switch (e->kind) {
  case UPP_NUMBER:
    return e->is_bool ? (e->value ? "true" : "false") : arena_printf(memory, "%d", e->value);
  case UPP_NAME:
  case UPP_OPAQUE:
    return e->name;
  case UPP_BARRED:
    return "...";
  case UPP_INDEX:
    return arena_printf(memory, "%s[%s]", text(memory, e->a, 17), text(memory, e->b, 0));
  case UPP_FIELD:
    return arena_printf(memory, "%s.%s", text(memory, e->a, 17), e->name);
  case UPP_CALL:
    return arena_printf(memory, "%s(%s)", text(memory, e->a, 17), list(memory, &e->args));
  case UPP_NEGATE:
  case UPP_NOT:
    return arena_printf(memory, "%s%s", notations[e->kind].symbol, text(memory, e->a, 16));
  case UPP_PRE_INC:
  case UPP_PRE_DEC:
    return arena_printf(memory, "%s%s", e->kind == UPP_PRE_INC ? "++" : "--", text(memory, e->a, 16));
  case UPP_POST_INC:
  case UPP_POST_DEC:
    return arena_printf(memory, "%s%s", text(memory, e->a, 16), e->kind == UPP_POST_INC ? "++" : "--");
  case UPP_COND:
    return arena_printf(memory, "%s ? %s : %s", text(memory, e->a, 5), text(memory, e->b, 4), text(memory, e->c, 4));
  case UPP_FORALL:
  case UPP_EXISTS:
  case UPP_SUM:
    return arena_printf(memory, "%s (%s : %s) %s", notations[e->kind].symbol, e->name, type_text(memory, e->type),
                        text(memory, e->a, 0));
  case UPP_DEADLOCK:
    return "deadlock";
  case UPP_RATE:
    return arena_printf(memory, "%s'", text(memory, e->a, 17));
  default:
    return infix(memory, e);
  }
}

static const char *text(arena *memory, const upp_expr *e, int around) {
  const char *inside = plain(memory, e);
  return precedence(e) < around ? arena_printf(memory, "(%s)", inside) : inside;
}

const char *upp_text(arena *memory, const upp_expr *e) { return text(memory, e, 0); }
