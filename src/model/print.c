#include "model/print.h"

#include <string.h>

static const int precedences[EXPR_OPERATOR_COUNT] = {
#define X(name, arity, symbol, precedence, value) [EXPR_##name] = precedence,
    EXPR_OPERATORS(X)
#undef X
};
enum { TIGHTEST = 20, CONDITIONAL = 1 };

static const char *text(arena *memory, const network *n, const expr *e, int around);

static int precedence(const expr *e) {
  return e->op < EXPR_OPERATOR_COUNT ? precedences[e->op] : e->op == EXPR_COND ? CONDITIONAL : TIGHTEST;
}

static const char *list(arena *memory, const network *n, const expr *e) {
  const char *all = "";
  for (uint32_t i = 0; i < e->indices.count; i++)
    all = arena_printf(memory, "%s%s%s", all, i ? ", " : "", text(memory, n, e->indices.at[i], 0));
  return all;
}

// A process of Promela: by its template and its number, unless it is the first of the template.
static const char *process(arena *memory, const network *n, const net_template *t, const expr *number) {
  return number->op == EXPR_FIRST ? t->name : arena_printf(memory, "%s[%s]", t->name, text(memory, n, number, 0));
}

static const char *variable(arena *memory, const network *n, const expr *e) {
  const net_var *v = e->var;
  const char *all = "";
  uint32_t next = 0;
  if (e->op == EXPR_REMOTE_VAR && !n->is_timed)
    all = arena_printf(memory, "%s:", process(memory, n, n->templates.at[v->template_], e->a));
  else if (e->op == EXPR_REMOTE_VAR && e->a->op == EXPR_CONST)
    all = arena_printf(memory, "%s.", n->templates.at[v->template_]->name);
  else if (e->op == EXPR_REMOTE_VAR)
    all = arena_printf(memory, "(%s).", text(memory, n, e->a, 0));
  if (!e->indices.count || v->is_scratch) // the name of a scratch variable is longer than its parts: "f.x"
    all = arena_printf(memory, "%s%s", all, v->name);
  for (uint32_t i = 0; e->indices.count && i < v->parts.count; i++) {
    const net_part *p = &v->parts.at[i];
    if (!v->is_scratch)
      all = arena_printf(memory, "%s%s%s", all, i && *p->name ? "." : "", p->name);
    if (p->length && next < e->indices.count)
      all = arena_printf(memory, "%s[%s]", all, text(memory, n, e->indices.at[next++], 0));
  }
  return all;
}

static const char *locations(arena *memory, const network *n, const expr *e) {
  const net_template *t = n->templates.at[e->value];
  const char *all = "";
  for (uint32_t i = 0; i < e->locations.count; i++) {
    const net_location *l = &t->flow.locations.at[e->locations.at[i]];
    all = arena_printf(memory, "%s%s%s.%s", all, i ? " or " : "", t->name, l->name ? l->name : "?");
  }
  return all;
}

// A label that all the locations have.
static const char *common_label(const net_template *t, const expr *e) {
  const net_location *first = &t->flow.locations.at[e->locations.at[0]];
  for (uint32_t i = 0; i < first->labels.count; i++) {
    bool is_common = true;
    for (uint32_t k = 1; k < e->locations.count; k++) {
      const net_location *l = &t->flow.locations.at[e->locations.at[k]];
      bool has_it = false;
      for (uint32_t j = 0; j < l->labels.count; j++)
        has_it |= strcmp(l->labels.at[j], first->labels.at[i]) == 0;
      is_common &= has_it;
    }
    if (is_common)
      return first->labels.at[i];
  }
  return "?";
}

static const char *at_label(arena *memory, const network *n, const expr *e) {
  const net_template *t = n->templates.at[e->value];
  const char *label = e->locations.count ? common_label(t, e) : "?";
  return arena_printf(memory, "%s@%s", process(memory, n, t, e->a), label);
}

static const struct {
  expr_op op;
  const char *name;
} calls[] = {
    {EXPR_LEN, "len"},          {EXPR_FULL, "full"},       {EXPR_EMPTY, "empty"}, {EXPR_NOT_FULL, "nfull"},
    {EXPR_NOT_EMPTY, "nempty"}, {EXPR_ENABLED, "enabled"}, {EXPR_PC, "pc_value"}, {EXPR_PRIORITY, "get_priority"},
    {EXPR_PROCESSES, "_nr_pr"}, {EXPR_LAST, "_last"},      {EXPR_PID, "_pid"},    {EXPR_TIMEOUT, "timeout"},
    {EXPR_UNLABELLED, "np_"}};

static const char *poll(arena *memory, const network *n, const expr *e) {
  const char *all = arena_printf(memory, "%s?%s[", text(memory, n, e->a, TIGHTEST), e->value ? "?" : "");
  for (uint32_t i = 0; i < e->patterns.count; i++) {
    const net_pattern *p = &e->patterns.at[i];
    const char *value = p->kind == PATTERN_ANY ? "_" : text(memory, n, p->value, 0);
    if (p->kind == PATTERN_MATCH && p->value->op != EXPR_CONST)
      value = arena_printf(memory, "eval(%s)", value);
    all = arena_printf(memory, "%s%s%s", all, i ? "," : "", value);
  }
  return arena_printf(memory, "%s]", all);
}

static const char *call(arena *memory, const network *n, const expr *e) {
  for (uint32_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (calls[i].op == e->op)
      return e->a ? arena_printf(memory, "%s(%s)", calls[i].name, text(memory, n, e->a, 0)) : calls[i].name;
  return "?";
}

static const char *plain(arena *memory, const network *n, const expr *e) {
  switch ((int)e->op) {
  case EXPR_CONST:
    return arena_printf(memory, "%d", e->value);
  case EXPR_VAR:
  case EXPR_REMOTE_VAR:
    return variable(memory, n, e);
  case EXPR_AT:
    return n->is_timed ? locations(memory, n, e) : at_label(memory, n, e);
  case EXPR_POLL:
    return poll(memory, n, e);
  case EXPR_COND:
    if (!n->is_timed)
      return arena_printf(memory, "(%s -> %s : %s)", text(memory, n, e->a, 0), text(memory, n, e->b, 0),
                          text(memory, n, e->c, 0));
    return arena_printf(memory, "%s ? %s : %s", text(memory, n, e->a, 2), text(memory, n, e->b, 1),
                        text(memory, n, e->c, 1));
  case EXPR_CALL:
    return arena_printf(memory, "%s(%s)", n->functions.at[e->value].name, list(memory, n, e));
  case EXPR_BOUND:
    return arena_printf(memory, "{%s}", net_bound_text(memory, n, e->bound));
  case EXPR_DEADLOCK:
    return "deadlock";
  default:
    break;
  }
  if (e->op >= EXPR_OPERATOR_COUNT)
    return call(memory, n, e);
  int own = precedence(e);
  const char *symbol = expr_symbol((expr_op)e->op);
  if (expr_arity((expr_op)e->op) == 1)
    return arena_printf(memory, "%s%s", symbol, text(memory, n, e->a, own));
  return arena_printf(memory, "%s %s %s", text(memory, n, e->a, own), symbol, text(memory, n, e->b, own + 1));
}

static const char *text(arena *memory, const network *n, const expr *e, int around) {
  const char *inside = plain(memory, n, e);
  return precedence(e) < around ? arena_printf(memory, "(%s)", inside) : inside;
}

const char *net_expr_text(arena *memory, const network *n, const expr *e) { return text(memory, n, e, 0); }

// first and last: the names of the first and the last element of the array
static const char *pick_text(arena *memory, const network *n, const net_pick *p, const char *first, const char *last) {
  if (!p->offset)
    return first;
  return arena_printf(memory, "%s..%s at %s", first, last, text(memory, n, p->offset, TIGHTEST));
}

static const char *clock_text(arena *memory, const network *n, const net_pick *p) {
  return pick_text(memory, n, p, n->clocks.at[p->first - 1].name, n->clocks.at[p->first + p->count - 2].name);
}

const char *net_label_text(arena *memory, const network *n, const net_pick *p) {
  return pick_text(memory, n, p, n->labels.at[p->first].name, n->labels.at[p->first + p->count - 1].name);
}

const char *net_bound_text(arena *memory, const network *n, const net_bound *b) {
  const char *when = b->when ? arena_printf(memory, "%s: ", text(memory, n, b->when, 0)) : "";
  const char *limit = text(memory, n, b->limit, precedences[EXPR_LT] + 1);
  if (!b->x.count) { // 0 - y <= limit
    int32_t known;
    limit = expr_is_const(b->limit, &known) ? arena_printf(memory, "%lld", -(long long)known)
                                            : arena_printf(memory, "-%s", text(memory, n, b->limit, TIGHTEST));
    return arena_printf(memory, "%s%s %s %s", when, clock_text(memory, n, &b->y), b->is_strict ? ">" : ">=", limit);
  }
  const char *x = clock_text(memory, n, &b->x);
  if (b->y.count)
    x = arena_printf(memory, "%s - %s", x, clock_text(memory, n, &b->y));
  return arena_printf(memory, "%s%s %s %s", when, x, b->is_strict ? "<" : "<=", limit);
}

const char *net_stmt_text(arena *memory, const network *n, const net_stmt *s) {
  const char *value = s->value ? text(memory, n, s->value, 0) : "";
  switch (s->kind) {
  case STMT_ASSIGN:
    return arena_printf(memory, "%s := %s", text(memory, n, s->target, 0), value);
  case STMT_ASSERT:
    return arena_printf(memory, "assert(%s)", value);
  case STMT_SET_CLOCK:
    if (s->from.count)
      value = arena_printf(memory, "%s + %s", clock_text(memory, n, &s->from), value);
    return arena_printf(memory, "%s := %s", clock_text(memory, n, &s->clock), value);
  case STMT_BLOCK:
    return arena_printf(memory, "block %u", s->block);
  default:
    return "?";
  }
}
