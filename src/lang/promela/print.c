#include "lang/promela/lower.h"

#include "base/text.h"

static void print_expr(text_buffer *b, const ast_expr *e);

static void print_ref(text_buffer *b, const ast_ref *r) {
  for (; r; r = r->next) {
    text_add(b, "%s", r->name);
    if (r->index) {
      text_add(b, "[");
      print_expr(b, r->index);
      text_add(b, "]");
    }
    if (r->next)
      text_add(b, ".");
  }
}

static void print_list(text_buffer *b, ast_expr *const *at, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (i)
      text_add(b, ",");
    print_expr(b, at[i]);
  }
}

static void print_call(text_buffer *b, const char *name, const ast_expr *a) {
  text_add(b, "%s(", name);
  print_expr(b, a);
  text_add(b, ")");
}

static void print_ltl(text_buffer *b, const ast_expr *e) {
  static const char *const words[] = {"", "!", "&&", "||", "->", "<->", "X", "[]", "<>", "U", "V", "W"};
  if (e->b) {
    text_add(b, "(");
    print_expr(b, e->a);
    text_add(b, " %s ", words[e->ltl]);
    print_expr(b, e->b);
    text_add(b, ")");
  } else {
    text_add(b, "%s ", words[e->ltl]);
    print_expr(b, e->a);
  }
}

static void print_operator(text_buffer *b, const ast_expr *e) {
  bool is_binary = expr_arity(e->op) == 2;
  if (is_binary)
    print_expr(b, e->a);
  text_add(b, is_binary ? " %s " : "%s", expr_symbol(e->op));
  print_expr(b, is_binary ? e->b : e->a);
}

static void print_conditional(text_buffer *b, const ast_expr *e) {
  text_add(b, "(");
  print_expr(b, e->a);
  text_add(b, " -> ");
  print_expr(b, e->b);
  text_add(b, " : ");
  print_expr(b, e->c);
  text_add(b, ")");
}

static void print_remote(text_buffer *b, const ast_expr *e) {
  text_add(b, "%s", e->name);
  if (e->a) {
    text_add(b, "[");
    print_expr(b, e->a);
    text_add(b, "]");
  }
  if (e->kind == AX_REMOTE_LABEL) {
    text_add(b, "@%s", e->label);
  } else {
    text_add(b, ":");
    print_ref(b, e->ref);
  }
}

static void print_probe(text_buffer *b, const ast_expr *e) {
  static const char *const words[] = {"len", "full", "empty", "nfull", "nempty"};
  text_add(b, "%s(", words[e->kind - AX_LEN]);
  print_ref(b, e->ref);
  text_add(b, ")");
}

// Without the parentheses around it.
static void print_bare(text_buffer *b, const ast_expr *e) {
  switch (e->kind) {
  case AX_CONST:
    text_add(b, "%d", e->value);
    break;
  case AX_REF:
    print_ref(b, e->ref);
    break;
  case AX_OPERATOR:
    print_operator(b, e);
    break;
  case AX_COND:
    print_conditional(b, e);
    break;
  case AX_RUN:
    text_add(b, "run %s(", e->name);
    print_list(b, e->args.at, e->args.count);
    text_add(b, ")");
    break;
  case AX_LEN:
  case AX_FULL:
  case AX_EMPTY:
  case AX_NFULL:
  case AX_NEMPTY:
    print_probe(b, e);
    break;
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
    text_add(b, "%s[", e->value ? "??" : "?");
    print_list(b, e->args.at, e->args.count);
    text_add(b, "]");
    break;
  case AX_TIMEOUT:
    text_add(b, "timeout");
    break;
  case AX_NP:
    text_add(b, "np_");
    break;
  case AX_REMOTE_LABEL:
  case AX_REMOTE_VAR:
    print_remote(b, e);
    break;
  case AX_EVAL:
    print_call(b, "eval", e->a);
    break;
  case AX_LTL:
    print_ltl(b, e);
    break;
  }
}

static void print_expr(text_buffer *b, const ast_expr *e) {
  bool wrap = e->in_parentheses && e->kind != AX_COND && e->kind != AX_LTL;
  if (wrap)
    text_add(b, "(");
  print_bare(b, e);
  if (wrap)
    text_add(b, ")");
}

static const char *finish(arena *memory, text_buffer *b) {
  const char *copy = arena_string(memory, text_string(b));
  text_free(b);
  return copy;
}

const char *pml_expr_text(arena *memory, const ast_expr *e) {
  text_buffer b = {.memory = arena_mem(memory)};
  print_expr(&b, e);
  return finish(memory, &b);
}

static void print_receive(text_buffer *b, const ast_stmt *s) {
  print_ref(b, s->ref);
  text_add(b, "%s%s", s->random ? "??" : "?", s->peek ? "<" : "");
  print_list(b, s->args.at, s->args.count);
  text_add(b, "%s", s->peek ? ">" : "");
}

static void print_set_priority(text_buffer *b, const ast_stmt *s) {
  text_add(b, "set_priority(");
  print_expr(b, s->a);
  text_add(b, ", ");
  print_expr(b, s->b);
  text_add(b, ")");
}

static void print_stmt(text_buffer *b, const ast_stmt *s) {
  switch (s->kind) {
  case AS_ASSIGN:
    print_ref(b, s->ref);
    text_add(b, " = ");
    print_expr(b, s->a);
    break;
  case AS_INCR:
  case AS_DECR:
    print_ref(b, s->ref);
    text_add(b, s->kind == AS_INCR ? "++" : "--");
    break;
  case AS_SEND:
    print_ref(b, s->ref);
    text_add(b, s->sorted ? "!!" : "!");
    print_list(b, s->args.at, s->args.count);
    break;
  case AS_RECEIVE:
    print_receive(b, s);
    break;
  case AS_BREAK:
    text_add(b, "break");
    break;
  case AS_GOTO:
    text_add(b, "goto %s", s->name);
    break;
  case AS_EXPR:
    if (s->a->kind == AX_CONST && s->a->value == 1)
      text_add(b, "skip");
    else
      print_bare(b, s->a);
    break;
  case AS_ELSE:
    text_add(b, "else");
    break;
  case AS_D_STEP:
    text_add(b, "d_step { ... }");
    break;
  case AS_PRINTF:
    text_add(b, "printf(\"%s\"%s", s->name, s->args.count ? "," : "");
    print_list(b, s->args.at, s->args.count);
    text_add(b, ")");
    break;
  case AS_PRINTM:
    print_call(b, "printm", s->a);
    break;
  case AS_ASSERT:
    text_add(b, "assert(");
    print_bare(b, s->a);
    text_add(b, ")");
    break;
  case AS_SET_PRIORITY:
    print_set_priority(b, s);
    break;
  default:
    break;
  }
}

const char *pml_stmt_text(arena *memory, const ast_stmt *s) {
  text_buffer b = {.memory = arena_mem(memory)};
  print_stmt(&b, s);
  return finish(memory, &b);
}
