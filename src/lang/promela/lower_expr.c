#include "lang/promela/lower.h"

#include <string.h>

// What a reference such as x[i].f[j] denotes: one variable of the network, or a record, which has several variables.
typedef struct {
  const symbol *symbol;
  const char *path;
  net_var *leaf; // NULL: a record
  expr_list indices;
  uint32_t depth; // parts of the path
} denoted;

static net_var *leaf_under(const symbol *y, const char *path, bool *is_exact) {
  size_t length = strlen(path);
  for (uint32_t i = 0; i < y->leaves.count; i++) {
    const char *name = y->leaves.at[i]->name;
    if (strncmp(name, path, length) == 0 && (name[length] == 0 || name[length] == '.')) {
      *is_exact = name[length] == 0;
      return y->leaves.at[i];
    }
  }
  return NULL;
}

static bool denote(pml *p, const ast_ref *r, denoted *out) {
  const symbol *y = pml_lookup(p, r->name);
  bool is_exact = false;
  *out = (denoted){.symbol = y, .path = r->name};
  if (!y) {
    pml_error(p, r->at, pml_similar(p, r->name), "'%s' is not declared", r->name);
    return false;
  }
  for (const ast_ref *s = r; s; s = s->next, out->depth++) {
    if (s != r)
      out->path = arena_printf(p->memory, "%s.%s", out->path, s->name);
    net_var *v = leaf_under(y, out->path, &is_exact);
    if (!v) {
      pml_error(p, s->at, NULL, y->record ? "'%s' has no field '%s'" : "'%s' is not a record, so it has no field '%s'",
                r->name, s->name);
      return false;
    }
    if (v->parts.at[out->depth].length > 0 && !s->index) {
      pml_error(p, s->at, "give the index, as in a[0]", "'%s' is an array and needs an index", s->name);
      return false;
    }
    if (v->parts.at[out->depth].length > 0)
      vec_push(p->m, &out->indices, pml_expr(p, s->index));
    else if (s->index && !(s->index->kind == AX_CONST && s->index->value == 0))
      diag_add(p->d, DIAG_WARNING, s->at, NULL, "'%s' is not an array: the index is ignored", s->name);
    out->leaf = is_exact ? v : NULL;
  }
  return true;
}

static expr *variable(pml *p, net_var *v, const expr_list *indices, place at) {
  expr *e = expr_new(p->memory, EXPR_VAR, at);
  e->var = v;
  for (uint32_t i = 0; i < indices->count; i++)
    vec_push(p->m, &e->indices, indices->at[i]);
  return e;
}

static expr *zero(pml *p, place at) { return expr_const(p->memory, 0, at); }

expr *pml_target(pml *p, const ast_ref *r) {
  denoted d;
  if (strcmp(r->name, "_") == 0) {
    expr *e = expr_new(p->memory, EXPR_VAR, r->at);
    e->var = pml_sink(p);
    return e;
  }
  if (strcmp(r->name, "_pid") == 0 || strcmp(r->name, "_last") == 0 || strcmp(r->name, "_nr_pr") == 0) {
    pml_error(p, r->at, "in a receive, write eval() around it to compare", "'%s' cannot be assigned to", r->name);
    return NULL;
  }
  if (!denote(p, r, &d))
    return NULL;
  if (!d.leaf) {
    pml_error(p, r->at, "assign its fields one by one", "'%s' is a record", d.path);
    return NULL;
  }
  return variable(p, d.leaf, &d.indices, r->at);
}

static expr *reference(pml *p, const ast_ref *r) {
  static const struct {
    const char *name;
    expr_op op;
  } predefined[] = {{"_pid", EXPR_PID}, {"_nr_pr", EXPR_PROCESSES}, {"_last", EXPR_LAST}};
  denoted d;
  int32_t value;
  int16_t set;
  for (size_t i = 0; i < sizeof predefined / sizeof predefined[0]; i++)
    if (strcmp(r->name, predefined[i].name) == 0)
      return expr_new(p->memory, predefined[i].op, r->at);
  if (strcmp(r->name, "_priority") == 0) {
    expr *e = expr_new(p->memory, EXPR_PRIORITY, r->at);
    e->a = expr_new(p->memory, EXPR_PID, r->at);
    return e;
  }
  if (strcmp(r->name, "_") == 0) {
    pml_error(p, r->at, NULL, "'_' can only be written, not read");
    return zero(p, r->at);
  }
  if (!r->next && !r->index && !pml_lookup(p, r->name) && pml_constant(p, r->name, &value, &set))
    return expr_const(p->memory, value, r->at);
  if (!denote(p, r, &d))
    return zero(p, r->at);
  if (!d.leaf) {
    pml_error(p, r->at, "name one of its fields", "'%s' is a record and has no single value", d.path);
    return zero(p, r->at);
  }
  return variable(p, d.leaf, &d.indices, r->at);
}

expr *pml_channel(pml *p, const ast_ref *r) {
  expr *e = reference(p, r);
  if (e->op == EXPR_VAR && e->var->type.kind != KIND_CHANNEL)
    pml_error(p, r->at, NULL, "'%s' is not a channel", e->var->name);
  else if (e->op != EXPR_VAR && p->d->errors == 0)
    pml_error(p, r->at, NULL, "'%s' is not a channel", r->name);
  return e;
}

// All cells of a record, in order, with all indices for the arrays inside it.
static void record_cells(pml *p, const denoted *d, place at, expr_list *out) {
  size_t length = strlen(d->path);
  for (uint32_t i = 0; i < d->symbol->leaves.count; i++) {
    net_var *v = d->symbol->leaves.at[i];
    if (strncmp(v->name, d->path, length) != 0 || v->name[length] != '.')
      continue;
    uint32_t times = 1;
    for (uint32_t k = d->depth; k < v->parts.count; k++)
      times *= v->parts.at[k].length ? v->parts.at[k].length : 1;
    for (uint32_t n = 0; n < times; n++) {
      expr *e = variable(p, v, &d->indices, at);
      uint32_t below = times, rest = n;
      for (uint32_t k = d->depth; k < v->parts.count; k++)
        if (v->parts.at[k].length) {
          below /= v->parts.at[k].length;
          vec_push(p->m, &e->indices, expr_const(p->memory, (int32_t)(rest / below), at));
          rest %= below;
        }
      vec_push(p->m, out, e);
    }
  }
}

static bool is_record(pml *p, const ast_expr *e, denoted *d) {
  if (e->kind != AX_REF)
    return false;
  const symbol *y = pml_lookup(p, e->ref->name);
  if (!y || !y->record)
    return false;
  return denote(p, e->ref, d) && !d->leaf;
}

void pml_arguments(pml *p, const ast_expr *const *args, uint32_t count, expr_list *out) {
  for (uint32_t i = 0; i < count; i++) {
    denoted d;
    if (is_record(p, args[i], &d))
      record_cells(p, &d, args[i]->at, out);
    else
      vec_push(p->m, out, pml_expr(p, args[i]));
  }
}

static void add_pattern(pml *p, pattern_list *out, pattern_kind kind, expr *value) {
  net_pattern pattern = {kind, value};
  vec_push(p->m, out, pattern);
}

void pml_patterns(pml *p, const ast_expr *const *args, uint32_t count, pattern_list *out, bool is_poll) {
  for (uint32_t i = 0; i < count; i++) {
    const ast_expr *a = args[i];
    denoted d;
    int32_t value;
    int16_t set;
    if (a->kind == AX_EVAL) {
      add_pattern(p, out, PATTERN_MATCH, pml_expr(p, a->a));
    } else if (a->kind != AX_REF) {
      add_pattern(p, out, PATTERN_MATCH, pml_expr(p, a));
    } else if (strcmp(a->ref->name, "_") == 0) {
      add_pattern(p, out, PATTERN_ANY, NULL);
    } else if (!a->ref->next && !a->ref->index && !pml_lookup(p, a->ref->name) &&
               pml_constant(p, a->ref->name, &value, &set)) {
      add_pattern(p, out, PATTERN_MATCH, expr_const(p->memory, value, a->at));
    } else if (is_record(p, a, &d)) {
      expr_list cells = {0};
      record_cells(p, &d, a->at, &cells);
      for (uint32_t k = 0; k < cells.count; k++)
        add_pattern(p, out, is_poll ? PATTERN_ANY : PATTERN_BIND, cells.at[k]);
      vec_free(p->m, &cells);
    } else {
      expr *target = pml_target(p, a->ref);
      if (target) // a poll does not assign: a variable matches every value
        add_pattern(p, out, is_poll ? PATTERN_ANY : PATTERN_BIND, is_poll ? NULL : target);
    }
  }
}

static expr *remote(pml *p, const ast_expr *e) {
  expr *r = expr_new(p->memory, e->kind == AX_REMOTE_LABEL ? EXPR_AT : EXPR_REMOTE_VAR, e->at);
  pending later = {.target = r, .proctype = e->name, .label = e->label, .label_at = e->label_at, .variable = e->ref};
  r->a = e->a ? pml_expr(p, e->a) : NULL;
  if (e->kind == AX_REMOTE_VAR && e->ref->index)
    vec_push(p->m, &r->indices, pml_expr(p, e->ref->index));
  vec_push(p->m, &p->pendings, later);
  return r;
}

static expr *with_operand(pml *p, expr_op op, expr *a, place at) {
  expr *e = expr_new(p->memory, op, at);
  e->a = a;
  return e;
}

static expr *poll(pml *p, const ast_expr *e) {
  expr *q = with_operand(p, EXPR_POLL, pml_channel(p, e->ref), e->at);
  pattern_list patterns = {0};
  q->value = e->value;
  pml_patterns(p, (const ast_expr *const *)e->args.at, e->args.count, &patterns, true);
  for (uint32_t i = 0; i < patterns.count; i++)
    vec_push(p->m, &q->patterns, patterns.at[i]);
  vec_free(p->m, &patterns);
  return q;
}

expr *pml_expr(pml *p, const ast_expr *e) {
  switch (e->kind) {
  case AX_CONST:
    return expr_const(p->memory, e->value, e->at);
  case AX_REF:
    return reference(p, e->ref);
  case AX_OPERATOR:
    if (expr_arity(e->op) == 1)
      return expr_unary(p->memory, e->op, pml_expr(p, e->a));
    return expr_binary(p->memory, e->op, pml_expr(p, e->a), pml_expr(p, e->b));
  case AX_COND: {
    expr *c = with_operand(p, EXPR_COND, pml_expr(p, e->a), e->at);
    c->b = pml_expr(p, e->b);
    c->c = pml_expr(p, e->c);
    return c;
  }
  case AX_RUN:
    diag_add(p->d, DIAG_UNSUPPORTED, e->at, "write it as a separate statement, or as x = run ...",
             "'run' inside an expression is not supported");
    return zero(p, e->at);
  case AX_LEN:
    return with_operand(p, EXPR_LEN, pml_channel(p, e->ref), e->at);
  case AX_FULL:
    return with_operand(p, EXPR_FULL, pml_channel(p, e->ref), e->at);
  case AX_EMPTY:
    return with_operand(p, EXPR_EMPTY, pml_channel(p, e->ref), e->at);
  case AX_NFULL:
    return with_operand(p, EXPR_NOT_FULL, pml_channel(p, e->ref), e->at);
  case AX_NEMPTY:
    return with_operand(p, EXPR_NOT_EMPTY, pml_channel(p, e->ref), e->at);
  case AX_ENABLED:
    return with_operand(p, EXPR_ENABLED, pml_expr(p, e->a), e->at);
  case AX_PC_VALUE:
    return with_operand(p, EXPR_PC, pml_expr(p, e->a), e->at);
  case AX_GET_PRIORITY:
    return with_operand(p, EXPR_PRIORITY, pml_expr(p, e->a), e->at);
  case AX_POLL:
    return poll(p, e);
  case AX_TIMEOUT:
    return expr_new(p->memory, EXPR_TIMEOUT, e->at);
  case AX_NP:
    return expr_unlabelled(p->memory, LOC_PROGRESS, e->at);
  case AX_REMOTE_LABEL:
  case AX_REMOTE_VAR:
    return remote(p, e);
  case AX_EVAL:
    return pml_expr(p, e->a);
  case AX_LTL:
    pml_error(p, e->at, NULL, "temporal operators are allowed in an ltl block only");
    return zero(p, e->at);
  }
  return zero(p, e->at);
}

static bool is_temporal(const ast_expr *e) {
  return e && (e->kind == AX_LTL || (e->kind == AX_OPERATOR && (is_temporal(e->a) || is_temporal(e->b))));
}

const net_formula *pml_formula(pml *p, const ast_expr *e) {
  net_formula *f = ARENA_NEW(p->memory, net_formula);
  if (!is_temporal(e)) {
    f->op = LTL_ATOM;
    f->atom = pml_expr(p, e);
    return f;
  }
  if (e->kind == AX_LTL)
    f->op = e->ltl;
  else if (e->op == EXPR_NOT)
    f->op = LTL_NOT;
  else if (e->op == EXPR_AND)
    f->op = LTL_AND;
  else if (e->op == EXPR_OR)
    f->op = LTL_OR;
  else {
    pml_error(p, e->at, NULL, "'%s' cannot be applied to a temporal formula", expr_symbol(e->op));
    return f;
  }
  f->left = e->a ? pml_formula(p, e->a) : NULL;
  f->right = e->b ? pml_formula(p, e->b) : NULL;
  return f;
}
