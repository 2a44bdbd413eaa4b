#include "model/unread.h"

#include "model/formula.h"

static void note_read(const expr *e, void *context) {
  network *net = context;
  if (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR)
    net->vars.at[e->var->index]->is_unread = false;
}

static void note_reads(const expr *e, network *net) { expr_walk(e, note_read, net); }

// The indices of a variable that is written or printed.
static void note_indices(const expr *e, network *net) {
  for (uint32_t i = 0; e && i < e->indices.count; i++)
    note_reads(e->indices.at[i], net);
}

// A printed value decides nothing, but whether evaluating it is a fault may depend on what it reads.
static void note_printed(const expr *e, network *net) {
  bool is_total =
      e->op < EXPR_OPERATOR_COUNT && e->op != EXPR_DIV && e->op != EXPR_MOD && e->op != EXPR_AND && e->op != EXPR_OR;
  if (e->op == EXPR_VAR) {
    note_indices(e, net);
  } else if (is_total) {
    note_printed(e->a, net);
    if (e->b)
      note_printed(e->b, net);
  } else {
    note_reads(e, net);
  }
}

// x = x + constant, where every value fits
static bool counts(const net_stmt *s) {
  const expr *to = s->target, *value = s->value;
  if (s->kind != STMT_ASSIGN || to->var->type.is_checked || (value->op != EXPR_ADD && value->op != EXPR_SUB) ||
      value->b->op != EXPR_CONST)
    return false;
  const expr *from = value->a;
  return from == to || (from->op == EXPR_VAR && from->var == to->var && to->var->cells == 1 && !from->indices.count);
}

static void note_statement(const net_stmt *s, network *net) {
  note_indices(s->target, net);
  if (s->value && !counts(s))
    note_reads(s->value, net);
  for (uint32_t i = 0; i < s->args.count; i++)
    if (s->kind == STMT_PRINT)
      note_printed(s->args.at[i], net);
    else
      note_reads(s->args.at[i], net);
}

static void note_edge(const net_edge *e, network *net) {
  note_reads(e->guard, net);
  note_reads(e->sync.channel, net);
  for (uint32_t i = 0; i < e->sync.fields.count; i++)
    note_reads(e->sync.fields.at[i], net);
  for (uint32_t i = 0; i < e->sync.patterns.count; i++) {
    const net_pattern *p = &e->sync.patterns.at[i];
    if (p->kind == PATTERN_BIND)
      note_indices(p->value, net);
    else
      note_reads(p->value, net);
  }
  for (const net_stmt *s = e->effect; s; s = s->next)
    note_statement(s, net);
}

static void note_network(network *net) {
  for (uint32_t i = 0; i < net->vars.count; i++)
    for (uint32_t k = 0; k < net->vars.at[i]->init.count; k++)
      note_reads(net->vars.at[i]->init.at[k], net);
  for (uint32_t i = 0; i < net->edges.count; i++)
    note_edge(net->edges.at[i], net);
  for (uint32_t i = 0; i < net->templates.count; i++)
    note_reads(net->templates.at[i]->provided, net);
  for (uint32_t i = 0; i < net->properties.count; i++) {
    note_reads(net->properties.at[i].question.condition, net);
    formula_walk(net->properties.at[i].question.formula, note_read, net);
  }
  note_reads(net->end_condition, net);
}

void net_find_unread(network *net) {
  for (uint32_t i = 0; i < net->vars.count; i++) {
    net_var *v = net->vars.at[i];
    v->is_unread = !net->is_timed && !v->is_scratch && v->channel < 0 && v->type.kind != KIND_CHANNEL;
  }
  note_network(net);
}

static void keep(const expr *e, void *context) {
  bool *is_left_out = context;
  if (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR)
    is_left_out[e->var->index] = false;
}

bool *net_left_out(mem *m, const network *net, expr *const *conditions, uint32_t count) {
  bool *is_left_out = mem_alloc(m, net->vars.count + 1);
  for (uint32_t i = 0; i < net->vars.count; i++)
    is_left_out[i] = net->vars.at[i]->is_unread;
  for (uint32_t i = 0; i < count; i++)
    expr_walk(conditions[i], keep, is_left_out);
  return is_left_out;
}
