// Hidden variables. SPIN keeps them outside the state. That is sound only for variables that are never read, so only
// those are left out.
#include "lang/promela/lower.h"

static void note_read(const expr *e, void *context) {
  bool *is_read = context;
  if (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR)
    is_read[e->var->index] = true;
}

static void note_target(const expr *target, bool *is_read) {
  for (uint32_t i = 0; target && i < target->indices.count; i++)
    expr_walk(target->indices.at[i], note_read, is_read);
}

static void note_reads(const net_edge *e, bool *is_read) {
  expr_walk(e->guard, note_read, is_read);
  expr_walk(e->sync.channel, note_read, is_read);
  for (uint32_t i = 0; i < e->sync.fields.count; i++)
    expr_walk(e->sync.fields.at[i], note_read, is_read);
  for (uint32_t i = 0; i < e->sync.patterns.count; i++) {
    const net_pattern *x = &e->sync.patterns.at[i];
    if (x->kind == PATTERN_BIND)
      note_target(x->value, is_read);
    else
      expr_walk(x->value, note_read, is_read);
  }
  for (const net_stmt *s = e->effect; s; s = s->next) {
    note_target(s->target, is_read);
    expr_walk(s->value, note_read, is_read);
    for (uint32_t i = 0; i < s->args.count; i++)
      expr_walk(s->args.at[i], note_read, is_read);
  }
}

void pml_leave_out_hidden(pml *p) {
  bool *is_read = mem_alloc(p->m, p->net->vars.count + 1);
  for (uint32_t i = 0; i < p->net->edges.count; i++)
    note_reads(p->net->edges.at[i], is_read);
  for (uint32_t i = 0; i < p->net->vars.count; i++)
    for (uint32_t k = 0; k < p->net->vars.at[i]->init.count; k++)
      expr_walk(p->net->vars.at[i]->init.at[k], note_read, is_read);
  for (uint32_t i = 0; i < p->net->templates.count; i++)
    expr_walk(p->net->templates.at[i]->provided, note_read, is_read);
  for (const symbol *y = p->globals->symbols; y; y = y->next)
    for (uint32_t i = 0; y->is_hidden && i < y->leaves.count; i++) {
      net_var *v = y->leaves.at[i];
      if (!is_read[v->index] && v->channel < 0)
        v->is_ghost = true;
      else
        diag_add(p->d, DIAG_WARNING, y->at, NULL, "hidden variable '%s' is read, so it is kept as a part of the state",
                 y->name);
    }
  mem_free(p->m, is_read);
}

static void refuse(const expr *e, void *context) {
  if ((e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR) && e->var && e->var->is_ghost)
    pml_error(context, e->at, "remove 'hidden' from its declaration",
              "'%s' is hidden and the model never reads it, so it is not part of the state", e->var->name);
}

void pml_refuse_hidden(pml *p, const expr *condition) { expr_walk(condition, refuse, p); }
