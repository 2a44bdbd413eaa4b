#include "lang/promela/lower.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  arena *memory;
  VEC(char) text;
} buffer;

static void add(buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(buffer *b, const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  vec_reserve(arena_mem(b->memory), &b->text, b->text.count + (uint32_t)length + 1);
  vsnprintf(b->text.at + b->text.count, (size_t)length + 1, format, again);
  va_end(again);
  b->text.count += (uint32_t)length;
}

static const char *finish(buffer *b) {
  const char *copy = arena_copy(b->memory, b->text.at ? b->text.at : "", b->text.count);
  vec_free(arena_mem(b->memory), &b->text);
  return copy;
}

static void print_expr(buffer *b, const ast_expr *e);

static void print_ref(buffer *b, const ast_ref *r) {
  for (; r; r = r->next) {
    add(b, "%s", r->name);
    if (r->index) {
      add(b, "[");
      print_expr(b, r->index);
      add(b, "]");
    }
    if (r->next)
      add(b, ".");
  }
}

static void print_list(buffer *b, ast_expr *const *at, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (i)
      add(b, ",");
    print_expr(b, at[i]);
  }
}

static void print_call(buffer *b, const char *name, const ast_expr *a) {
  add(b, "%s(", name);
  print_expr(b, a);
  add(b, ")");
}

static void print_ltl(buffer *b, const ast_expr *e) {
  static const char *const words[] = {"", "!", "&&", "||", "->", "<->", "X", "[]", "<>", "U", "V", "W"};
  if (e->b) {
    add(b, "(");
    print_expr(b, e->a);
    add(b, " %s ", words[e->ltl]);
    print_expr(b, e->b);
    add(b, ")");
  } else {
    add(b, "%s ", words[e->ltl]);
    print_expr(b, e->a);
  }
}

static void print_bare(buffer *b, const ast_expr *e) {
  switch (e->kind) {
  case AX_CONST:
    add(b, "%d", e->value);
    break;
  case AX_REF:
    print_ref(b, e->ref);
    break;
  case AX_OPERATOR:
    if (expr_arity(e->op) == 1) {
      add(b, "%s", expr_symbol(e->op));
      print_expr(b, e->a);
    } else {
      print_expr(b, e->a);
      add(b, " %s ", expr_symbol(e->op));
      print_expr(b, e->b);
    }
    break;
  case AX_COND:
    add(b, "(");
    print_expr(b, e->a);
    add(b, " -> ");
    print_expr(b, e->b);
    add(b, " : ");
    print_expr(b, e->c);
    add(b, ")");
    break;
  case AX_RUN:
    add(b, "run %s(", e->name);
    print_list(b, e->args.at, e->args.count);
    add(b, ")");
    break;
  case AX_LEN:
  case AX_FULL:
  case AX_EMPTY:
  case AX_NFULL:
  case AX_NEMPTY: {
    static const char *const words[] = {"len", "full", "empty", "nfull", "nempty"};
    add(b, "%s(", words[e->kind - AX_LEN]);
    print_ref(b, e->ref);
    add(b, ")");
    break;
  }
  case AX_ENABLED:
    print_call(b, "enabled", e->a);
    break;
  case AX_PC_VALUE:
    print_call(b, "pc_value", e->a);
    break;
  case AX_GET_PRIORITY:
    print_call(b, "get_priority", e->a);
    break;
  case AX_POLL:
    print_ref(b, e->ref);
    add(b, "%s[", e->value ? "??" : "?");
    print_list(b, e->args.at, e->args.count);
    add(b, "]");
    break;
  case AX_TIMEOUT:
    add(b, "timeout");
    break;
  case AX_NP:
    add(b, "np_");
    break;
  case AX_REMOTE_LABEL:
  case AX_REMOTE_VAR:
    add(b, "%s", e->name);
    if (e->a) {
      add(b, "[");
      print_expr(b, e->a);
      add(b, "]");
    }
    add(b, e->kind == AX_REMOTE_LABEL ? "@" : ":");
    if (e->kind == AX_REMOTE_LABEL)
      add(b, "%s", e->label);
    else
      print_ref(b, e->ref);
    break;
  case AX_EVAL:
    print_call(b, "eval", e->a);
    break;
  case AX_LTL:
    print_ltl(b, e);
    break;
  }
}

static void print_expr(buffer *b, const ast_expr *e) {
  bool wrap = e->in_parentheses && e->kind != AX_COND && e->kind != AX_LTL;
  if (wrap)
    add(b, "(");
  print_bare(b, e);
  if (wrap)
    add(b, ")");
}

const char *pml_expr_text(arena *memory, const ast_expr *e) {
  buffer b = {.memory = memory};
  print_expr(&b, e);
  return finish(&b);
}

const char *pml_stmt_text(arena *memory, const ast_stmt *s) {
  buffer b = {.memory = memory};
  switch (s->kind) {
  case AS_ASSIGN:
    print_ref(&b, s->ref);
    add(&b, " = ");
    print_expr(&b, s->a);
    break;
  case AS_INCR:
  case AS_DECR:
    print_ref(&b, s->ref);
    add(&b, s->kind == AS_INCR ? "++" : "--");
    break;
  case AS_SEND:
    print_ref(&b, s->ref);
    add(&b, s->sorted ? "!!" : "!");
    print_list(&b, s->args.at, s->args.count);
    break;
  case AS_RECEIVE:
    print_ref(&b, s->ref);
    add(&b, "%s%s", s->random ? "??" : "?", s->peek ? "<" : "");
    print_list(&b, s->args.at, s->args.count);
    add(&b, "%s", s->peek ? ">" : "");
    break;
  case AS_BREAK:
    add(&b, "break");
    break;
  case AS_GOTO:
    add(&b, "goto %s", s->name);
    break;
  case AS_EXPR:
    if (s->a->kind == AX_CONST && s->a->value == 1)
      add(&b, "skip");
    else
      print_bare(&b, s->a);
    break;
  case AS_ELSE:
    add(&b, "else");
    break;
  case AS_D_STEP:
    add(&b, "d_step { ... }");
    break;
  case AS_PRINTF:
    add(&b, "printf(\"%s\"%s", s->name, s->args.count ? "," : "");
    print_list(&b, s->args.at, s->args.count);
    add(&b, ")");
    break;
  case AS_PRINTM:
    print_call(&b, "printm", s->a);
    break;
  case AS_ASSERT:
    add(&b, "assert(");
    print_bare(&b, s->a);
    add(&b, ")");
    break;
  case AS_SET_PRIORITY:
    add(&b, "set_priority(");
    print_expr(&b, s->a);
    add(&b, ", ");
    print_expr(&b, s->b);
    add(&b, ")");
    break;
  default:
    break;
  }
  return finish(&b);
}
