// A Promela syntax tree as one line of text, for tests.
#ifndef TEST_PROMELA_DUMP_H
#define TEST_PROMELA_DUMP_H

#include "base/text.h"
#include "lang/promela/ast.h"

static void dump_expr(text_buffer *t, const ast_expr *e);

static void dump_ref(text_buffer *t, const ast_ref *r) {
  text_add(t, "%s", r->name);
  if (r->index) {
    text_add(t, "[");
    dump_expr(t, r->index);
    text_add(t, "]");
  }
  if (r->next) {
    text_add(t, ".");
    dump_ref(t, r->next);
  }
}

static void dump_exprs(text_buffer *t, ast_expr *const *list, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    text_add(t, " ");
    dump_expr(t, list[i]);
  }
}

static const char *operator_text(expr_op op) {
  static const char *const TEXTS[] = {
#define X(name, arity, text, precedence, value) text,
      EXPR_OPERATORS(X)
#undef X
  };
  return TEXTS[op];
}

static const char *ltl_text(ltl_op op) {
  static const char *const TEXTS[] = {
      [LTL_ATOM] = "atom?",    [LTL_NOT] = "not",   [LTL_AND] = "and",   [LTL_OR] = "or",
      [LTL_IMPLIES] = "->",    [LTL_EQUIV] = "<->", [LTL_NEXT] = "X",    [LTL_ALWAYS] = "[]",
      [LTL_EVENTUALLY] = "<>", [LTL_UNTIL] = "U",   [LTL_RELEASE] = "V", [LTL_WEAK_UNTIL] = "W",
  };
  return TEXTS[op];
}

static void dump_node(text_buffer *t, const char *head, const ast_expr *a, const ast_expr *b, const ast_expr *c) {
  const ast_expr *parts[] = {a, b, c};
  text_add(t, "(%s", head);
  for (int i = 0; i < 3; i++) {
    if (parts[i]) {
      text_add(t, " ");
      dump_expr(t, parts[i]);
    }
  }
  text_add(t, ")");
}

static void dump_probe(text_buffer *t, const char *head, const ast_ref *r) {
  text_add(t, "(%s ", head);
  dump_ref(t, r);
  text_add(t, ")");
}

static void dump_expr(text_buffer *t, const ast_expr *e) {
  switch (e->kind) {
  case AX_CONST:
    text_add(t, "%d", (int)e->value);
    break;
  case AX_REF:
    dump_ref(t, e->ref);
    break;
  case AX_OPERATOR:
    dump_node(t, operator_text(e->op), e->a, e->b, NULL);
    break;
  case AX_COND:
    dump_node(t, "->:", e->a, e->b, e->c);
    break;
  case AX_RUN:
    text_add(t, "(run %s", e->name);
    dump_exprs(t, e->args.at, e->args.count);
    text_add(t, e->value ? " priority %d)" : ")", (int)e->value);
    break;
  case AX_LEN:
    dump_probe(t, "len", e->ref);
    break;
  case AX_FULL:
    dump_probe(t, "full", e->ref);
    break;
  case AX_EMPTY:
    dump_probe(t, "empty", e->ref);
    break;
  case AX_NFULL:
    dump_probe(t, "nfull", e->ref);
    break;
  case AX_NEMPTY:
    dump_probe(t, "nempty", e->ref);
    break;
  case AX_ENABLED:
    dump_node(t, "enabled", e->a, NULL, NULL);
    break;
  case AX_PC_VALUE:
    dump_node(t, "pc_value", e->a, NULL, NULL);
    break;
  case AX_GET_PRIORITY:
    dump_node(t, "get_priority", e->a, NULL, NULL);
    break;
  case AX_POLL:
    text_add(t, "(poll%s ", e->value ? "??" : "?");
    dump_ref(t, e->ref);
    dump_exprs(t, e->args.at, e->args.count);
    text_add(t, ")");
    break;
  case AX_TIMEOUT:
    text_add(t, "timeout");
    break;
  case AX_NP:
    text_add(t, "np_");
    break;
  case AX_REMOTE_LABEL:
    text_add(t, "(@ %s", e->name);
    dump_exprs(t, &e->a, e->a != NULL);
    text_add(t, " %s)", e->label);
    break;
  case AX_REMOTE_VAR:
    text_add(t, "(: %s", e->name);
    dump_exprs(t, &e->a, e->a != NULL);
    text_add(t, " ");
    dump_ref(t, e->ref);
    text_add(t, ")");
    break;
  case AX_EVAL:
    dump_node(t, "eval", e->a, NULL, NULL);
    break;
  case AX_LTL:
    dump_node(t, ltl_text(e->ltl), e->a, e->b, NULL);
    break;
  }
}

static void dump_type(text_buffer *t, ast_type type) {
  static const char *const NAMES[] = {"bit", "bool", "byte", "short", "int", "unsigned", "pid", "chan", "mtype", ""};
  text_add(t, "%s%s%s", NAMES[type.kind], type.kind == PT_MTYPE && type.name ? ":" : "", type.name ? type.name : "");
}

static void dump_decl(text_buffer *t, const ast_decl *d) {
  text_add(t, "(%s%s%s", d->visibility & VIS_HIDDEN ? "hidden " : "", d->visibility & VIS_SHOW ? "show " : "",
           d->visibility & VIS_LOCAL ? "local " : "");
  dump_type(t, d->type);
  for (uint32_t i = 0; i < d->declarators.count; i++) {
    const ast_declarator *v = &d->declarators.at[i];
    text_add(t, " %s", v->name);
    if (v->bits)
      dump_node(t, ":", v->bits, NULL, NULL);
    if (v->length)
      dump_node(t, "[]", v->length, NULL, NULL);
    if (v->init)
      dump_node(t, "=", v->init, NULL, NULL);
    if (v->list.count) {
      text_add(t, "({}");
      dump_exprs(t, v->list.at, v->list.count);
      text_add(t, ")");
    }
    if (v->chan) {
      text_add(t, "(of ");
      dump_expr(t, v->chan->capacity);
      for (uint32_t k = 0; k < v->chan->types.count; k++) {
        text_add(t, " ");
        dump_type(t, v->chan->types.at[k]);
      }
      text_add(t, ")");
    }
  }
  text_add(t, ")");
}

static void dump_stmt(text_buffer *t, const ast_stmt *s);

static void dump_seq(text_buffer *t, const ast_seq *seq) {
  for (uint32_t i = 0; i < seq->stmts.count; i++) {
    text_add(t, i ? " " : "");
    dump_stmt(t, seq->stmts.at[i]);
  }
}

static void dump_options(text_buffer *t, const ast_stmt *s) {
  for (uint32_t i = 0; i < s->options.count; i++) {
    text_add(t, " {");
    dump_seq(t, &s->options.at[i]);
    text_add(t, "}");
  }
}

// (head ref args..., a, b, options...)
static void dump_parts(text_buffer *t, const char *head, const ast_stmt *s) {
  text_add(t, "(%s", head);
  if (s->ref) {
    text_add(t, " ");
    dump_ref(t, s->ref);
  }
  if (s->source) {
    text_add(t, " ");
    dump_ref(t, s->source);
  }
  dump_exprs(t, s->args.at, s->args.count);
  dump_exprs(t, &s->a, s->a != NULL);
  dump_exprs(t, &s->b, s->b != NULL);
  dump_options(t, s);
  text_add(t, ")");
}

static void dump_stmt(text_buffer *t, const ast_stmt *s) {
  switch (s->kind) {
  case AS_DECL:
    dump_decl(t, s->decl);
    break;
  case AS_XU:
    dump_parts(t, s->name, s);
    break;
  case AS_ASSIGN:
    dump_parts(t, "=", s);
    break;
  case AS_INCR:
    dump_parts(t, "++", s);
    break;
  case AS_DECR:
    dump_parts(t, "--", s);
    break;
  case AS_SEND:
    dump_parts(t, s->sorted ? "!!" : "!", s);
    break;
  case AS_RECEIVE:
    dump_parts(t, s->peek ? (s->random ? "peek??" : "peek?") : (s->random ? "??" : "?"), s);
    break;
  case AS_IF:
    dump_parts(t, "if", s);
    break;
  case AS_DO:
    dump_parts(t, "do", s);
    break;
  case AS_FOR:
    dump_parts(t, "for", s);
    break;
  case AS_FOR_IN:
    dump_parts(t, "for-in", s);
    break;
  case AS_SELECT:
    dump_parts(t, "select", s);
    break;
  case AS_BREAK:
    text_add(t, "break");
    break;
  case AS_GOTO:
    text_add(t, "(goto %s)", s->name);
    break;
  case AS_LABEL:
    text_add(t, "(%s:%s", s->name, s->body ? " " : "");
    if (s->body)
      dump_stmt(t, s->body);
    text_add(t, ")");
    break;
  case AS_EXPR:
    dump_expr(t, s->a);
    break;
  case AS_ELSE:
    text_add(t, "else");
    break;
  case AS_ATOMIC:
    dump_parts(t, "atomic", s);
    break;
  case AS_D_STEP:
    dump_parts(t, "d_step", s);
    break;
  case AS_BLOCK:
    if (s->inline_id)
      text_add(t, "#%u", (unsigned)s->inline_id);
    dump_parts(t, "block", s);
    break;
  case AS_UNLESS:
    text_add(t, "(unless ");
    dump_stmt(t, s->body);
    text_add(t, " ");
    dump_stmt(t, s->escape);
    text_add(t, ")");
    break;
  case AS_PRINTF:
    text_add(t, "(printf \"%s\"", s->name);
    dump_exprs(t, s->args.at, s->args.count);
    text_add(t, ")");
    break;
  case AS_PRINTM:
    dump_parts(t, "printm", s);
    break;
  case AS_ASSERT:
    dump_parts(t, "assert", s);
    break;
  case AS_SET_PRIORITY:
    dump_parts(t, "set_priority", s);
    break;
  }
}

static void dump_unit(text_buffer *t, const ast_unit *u) {
  static const char *const NAMES[] = {"proctype", "init", "never", "ltl", "trace", "notrace", "", "typedef", "mtype"};
  text_add(t, "(%s%s%s%s%s", u->is_active ? "active " : "", u->is_deterministic ? "D_" : "", NAMES[u->kind],
           u->name ? " " : "", u->name ? u->name : "");
  if (u->instances)
    dump_node(t, "[]", u->instances, NULL, NULL);
  if (u->priority)
    dump_node(t, "priority", u->priority, NULL, NULL);
  if (u->provided)
    dump_node(t, "provided", u->provided, NULL, NULL);
  for (uint32_t i = 0; i < u->decls.count; i++) {
    text_add(t, u->kind == UNIT_DECL ? "" : " ");
    dump_decl(t, u->decls.at[i]);
  }
  for (uint32_t i = 0; i < u->names.count; i++)
    text_add(t, " %s", u->names.at[i]);
  if (u->formula)
    dump_exprs(t, (ast_expr *const *)&u->formula, 1);
  if (u->body.stmts.count) {
    text_add(t, " {");
    dump_seq(t, &u->body);
    text_add(t, "}");
  }
  text_add(t, ")");
}

#endif
