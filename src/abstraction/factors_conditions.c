// Comparisons of several variables that guards and the property make, as factors.
#include "abstraction/factors_internal.h"

typedef struct {
  factors_maker *k;
  const factor_process *who;
  bool is_simple; // it reads nothing but a few cells that are always the same
  factor_known found;
} reading;

static void read_part(const expr *e, void *context) {
  reading *r = context;
  int32_t index = 0;
  if (e->op == EXPR_CONST || (e->op < EXPR_OPERATOR_COUNT && e->op != EXPR_DIV && e->op != EXPR_MOD))
    return;
  bool is_cell = e->op == EXPR_VAR && !e->var->is_scratch && !e->var->is_ghost && e->indices.count < 2;
  if (is_cell && e->indices.count)
    is_cell = expr_is_const(e->indices.at[0], &index) && index >= 0 && (uint32_t)index < e->var->cells;
  if (is_cell && e->var->template_ != NET_NONE)
    is_cell = r->who && r->who->pid != FACTOR_ANYBODY && r->who->template_->index == (uint32_t)e->var->template_;
  if (!is_cell || r->k->is_unread[e->var->index]) {
    r->is_simple = false;
    return;
  }
  uint32_t first = e->var->template_ == NET_NONE ? 0 : r->who->first_cell;
  if (r->k->is_written[e->var->index])
    vec_push(r->k->m, &r->found.cells, first + e->var->first_cell + (uint32_t)index);
}

static bool is_there(const factors_maker *k, const factor_process *who, const expr *e) {
  for (uint32_t i = 0; i < k->conditions.count; i++)
    if (k->conditions.at[i].who == who && expr_is_same(k->f->all.at[k->conditions.at[i].factor].condition, e))
      return true;
  return false;
}

typedef struct {
  factors_maker *k;
  const factor_process *who;
} walk;

static void consider(const expr *e, void *context) {
  const walk *w = context;
  factors_maker *k = w->k;
  if (e->op < EXPR_LT || e->op > EXPR_NE || k->conditions.count == k->setup->most_conditions)
    return;
  reading r = {.k = k, .who = w->who, .is_simple = true};
  expr_walk(e, read_part, &r);
  r.found.who = w->who;
  if (!r.is_simple || r.found.cells.count < 2 || is_there(k, w->who, e)) {
    vec_free(k->m, &r.found.cells);
    return;
  }
  factor_automaton f = {.kind = FACTOR_CONDITION, .count = 2, .condition = e, .is_of_process = w->who != NULL};
  f.pid = w->who ? w->who->pid : 0;
  r.found.factor = k->f->all.count;
  vec_push(k->m, &k->f->all, f);
  vec_push(k->m, &k->conditions, r.found);
}

void factors_choose_conditions(factors_maker *k) {
  walk w = {.k = k};
  expr_walk(k->setup->asked.condition, consider, &w);
  for (uint32_t i = 0; i < k->cast; i++) {
    w.who = &k->processes[i];
    const net_flow *flow = &w.who->template_->flow;
    for (uint32_t l = 0; l < flow->locations.count; l++)
      for (uint32_t n = 0; n < flow->locations.at[l].edges.count; n++)
        net_walk_edge(k->net->edges.at[flow->locations.at[l].edges.at[n]], consider, &w);
  }
}
