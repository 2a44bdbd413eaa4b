// A UPPAAL tree as text, so that a test can say in one line what it expects.
#ifndef TEST_UPPAAL_DUMP_H
#define TEST_UPPAAL_DUMP_H

#include "base/text.h"
#include "lang/uppaal/ast.h"

static void dump_expr(text_buffer *t, const upp_expr *e);
static void dump_type(text_buffer *t, const upp_type *type);
static void dump_decl(text_buffer *t, const upp_decl *d);

static const char *const DUMP_SIGNS[] = {
    [UPP_NEGATE] = "-",      [UPP_NOT] = "!",         [UPP_POWER] = "**",     [UPP_MUL] = "*",
    [UPP_DIV] = "/",         [UPP_MOD] = "%",         [UPP_ADD] = "+",        [UPP_SUB] = "-",
    [UPP_SHL] = "<<",        [UPP_SHR] = ">>",        [UPP_MIN] = "<?",       [UPP_MAX] = ">?",
    [UPP_LT] = "<",          [UPP_LE] = "<=",         [UPP_GT] = ">",         [UPP_GE] = ">=",
    [UPP_EQ] = "==",         [UPP_NE] = "!=",         [UPP_BIT_AND] = "&",    [UPP_BIT_XOR] = "^",
    [UPP_BIT_OR] = "|",      [UPP_AND] = "&&",        [UPP_OR] = "||",        [UPP_XOR] = "xor",
    [UPP_IMPLY] = "imply",   [UPP_COND] = "?",        [UPP_ASSIGN] = "=",     [UPP_PRE_INC] = "++_",
    [UPP_PRE_DEC] = "--_",   [UPP_POST_INC] = "_++",  [UPP_POST_DEC] = "_--", [UPP_COMMA] = ",",
    [UPP_FORALL] = "forall", [UPP_EXISTS] = "exists", [UPP_SUM] = "sum",      [UPP_INDEX] = "[]",
    [UPP_RATE] = "'",
};

static void dump_exprs(text_buffer *t, const upp_exprs *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    text_add(t, " ");
    dump_expr(t, list->at[i]);
  }
}

static void dump_operator(text_buffer *t, const upp_expr *e) {
  const upp_expr *operands[] = {e->a, e->b, e->c};
  text_add(t, e->kind == UPP_ASSIGN_OP ? "(%s=" : "(%s", DUMP_SIGNS[e->kind == UPP_ASSIGN_OP ? e->op : e->kind]);
  if (e->type) {
    text_add(t, " %s:", e->name);
    dump_type(t, e->type);
  }
  for (int i = 0; i < 3; i++) {
    if (operands[i]) {
      text_add(t, " ");
      dump_expr(t, operands[i]);
    }
  }
  text_add(t, ")");
}

static void dump_expr(text_buffer *t, const upp_expr *e) {
  switch (e ? e->kind : UPP_NAME) {
  case UPP_NUMBER:
    text_add(t, e->is_bool ? e->value ? "true" : "false" : "%d", (int)e->value);
    break;
  case UPP_NAME:
    text_add(t, "%s", e ? e->name : "none");
    break;
  case UPP_FIELD:
    dump_expr(t, e->a);
    text_add(t, ".%s", e->name);
    break;
  case UPP_CALL:
    text_add(t, "(call ");
    dump_expr(t, e->a);
    dump_exprs(t, &e->args);
    text_add(t, ")");
    break;
  case UPP_DEADLOCK:
    text_add(t, "deadlock");
    break;
  default:
    dump_operator(t, e);
  }
}

static void dump_range(text_buffer *t, const upp_type *type) {
  if (!type->high)
    return;
  text_add(t, "[");
  if (type->low) {
    dump_expr(t, type->low);
    text_add(t, ",");
  }
  dump_expr(t, type->high);
  text_add(t, "]");
}

static void dump_decls(text_buffer *t, const upp_decls *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    text_add(t, i ? "; " : "");
    dump_decl(t, list->at[i]);
  }
}

static void dump_type(text_buffer *t, const upp_type *type) {
  static const char *const NAMES[] = {"int",  "bool", "double", "string", "clock",
                                      "chan", "void", "scalar", "struct", ""};
  if (!type) {
    text_add(t, "old const");
    return;
  }
  text_add(t, "%s%s%s%s%s%s", type->is_const ? "const " : "", type->is_meta ? "meta " : "",
           type->is_urgent ? "urgent " : "", type->is_broadcast ? "broadcast " : "", type->is_hybrid ? "hybrid " : "",
           type->kind == UPP_NAMED ? type->name : NAMES[type->kind]);
  dump_range(t, type);
  if (type->kind != UPP_STRUCT)
    return;
  text_add(t, "{");
  dump_decls(t, &type->fields);
  text_add(t, "}");
}

static void dump_init(text_buffer *t, const upp_init *init) {
  if (init->field)
    text_add(t, "%s:", init->field);
  if (init->value) {
    dump_expr(t, init->value);
    return;
  }
  text_add(t, "{");
  for (uint32_t i = 0; i < init->list.count; i++) {
    text_add(t, i ? "," : "");
    dump_init(t, init->list.at[i]);
  }
  text_add(t, "}");
}

static void dump_part(text_buffer *t, const char *before, const upp_expr *e) {
  if (e) {
    text_add(t, "%s", before);
    dump_expr(t, e);
  }
}

static void dump_stmt(text_buffer *t, const upp_stmt *s) {
  static const char *const NAMES[] = {"", "", "if", "while", "do", "for", "for", "return", "assert", "empty"};
  text_add(t, s->kind == UPP_BLOCK ? "{" : "(%s", NAMES[s->kind]);
  if (s->kind == UPP_FOR_EACH) {
    text_add(t, " %s:", s->name);
    dump_type(t, s->type);
  }
  dump_decls(t, &s->decls);
  for (uint32_t i = 0; i < s->body.count; i++) {
    text_add(t, i || s->decls.count ? " " : "");
    dump_stmt(t, s->body.at[i]);
  }
  dump_part(t, " start=", s->start);
  dump_part(t, " ", s->condition);
  dump_part(t, " step=", s->step);
  if (s->then) {
    text_add(t, " ");
    dump_stmt(t, s->then);
  }
  if (s->otherwise) {
    text_add(t, " else ");
    dump_stmt(t, s->otherwise);
  }
  text_add(t, s->kind == UPP_BLOCK ? "}" : ")");
}

static void dump_levels(text_buffer *t, const upp_decl *d) {
  for (uint32_t i = 0; i < d->levels.count; i++) {
    text_add(t, i ? " <" : "");
    dump_exprs(t, &d->levels.at[i].channels);
  }
}

static void dump_decl(text_buffer *t, const upp_decl *d) {
  text_add(t, d->kind == UPP_TYPEDEF ? "typedef " : d->kind == UPP_PRIORITY ? "priority" : "");
  if (d->kind == UPP_PRIORITY) {
    dump_levels(t, d);
    return;
  }
  dump_type(t, d->type);
  text_add(t, " %s%s", d->is_reference ? "&" : "", d->name);
  for (uint32_t i = 0; i < d->dimensions.count; i++) {
    text_add(t, "[");
    if (d->dimensions.at[i].type)
      text_add(t, "type ");
    if (d->dimensions.at[i].type)
      dump_type(t, d->dimensions.at[i].type);
    else
      dump_expr(t, d->dimensions.at[i].size);
    text_add(t, "]");
  }
  if (d->init) {
    text_add(t, "=");
    dump_init(t, d->init);
  }
  if (d->function) {
    text_add(t, "(");
    dump_decls(t, &d->function->parameters);
    text_add(t, ") ");
    dump_stmt(t, d->function->body);
  }
}

static void dump_edge(text_buffer *t, const upp_edge *e) {
  text_add(t, " %u->%u(", (unsigned)e->source, (unsigned)e->target);
  for (uint32_t i = 0; i < e->selects.count; i++) {
    text_add(t, "%s:", e->selects.at[i].name);
    dump_type(t, e->selects.at[i].type);
    text_add(t, " ");
  }
  dump_part(t, "", e->guard);
  dump_part(t, e->sync == UPP_SEND ? " send " : " receive ", e->channel);
  if (e->update.count)
    text_add(t, " do");
  dump_exprs(t, &e->update);
  text_add(t, ")");
}

static void dump_template(text_buffer *t, const upp_template *p) {
  text_add(t, "%s(", p->name);
  dump_decls(t, &p->parameters);
  text_add(t, "){");
  dump_decls(t, &p->decls);
  text_add(t, "}");
  for (uint32_t i = 0; i < p->locations.count; i++) {
    const upp_location *l = &p->locations.at[i];
    text_add(t, " %s%s%s%s", i == p->initial ? ">" : "", l->is_urgent ? "u:" : "", l->is_committed ? "c:" : "",
             l->name ? l->name : "-");
    dump_part(t, "/", l->invariant);
  }
  for (uint32_t i = 0; i < p->edges.count; i++)
    dump_edge(t, &p->edges.at[i]);
}

static void dump_system(text_buffer *t, const upp_model *m) {
  for (uint32_t i = 0; i < m->instances.count; i++) {
    const upp_instance *instance = &m->instances.at[i];
    text_add(t, "%s(", instance->name);
    dump_decls(t, &instance->parameters);
    text_add(t, ")=%s(", instance->template_);
    dump_exprs(t, &instance->args);
    text_add(t, ") ");
  }
  text_add(t, "system");
  for (uint32_t i = 0; i < m->processes.count; i++) {
    const upp_process *process = &m->processes.at[i];
    text_add(t, " %s@%u", process->name, (unsigned)process->level);
    dump_exprs(t, &process->args);
  }
}

static void dump_query(text_buffer *t, const upp_query *q) {
  static const char *const NAMES[] = {"E<>", "A[]", "E[]", "A<>", "-->", "sup", "inf", "other"};
  text_add(t, "%s%s", NAMES[q->kind], q->kind == UPP_OTHER_QUERY ? " " : "");
  if (q->kind == UPP_OTHER_QUERY)
    text_add(t, "%s", q->what);
  dump_part(t, " ", q->a);
  dump_part(t, " ", q->b);
  if (q->terms.count)
    text_add(t, " of");
  dump_exprs(t, &q->terms);
}

#endif
