#include "causal/causal_graph.h"

causal_lists causal_group(mem *m, const uint32_t *key, uint32_t count, uint32_t keys) {
  causal_lists l = {mem_alloc(m, (keys + 1) * sizeof *l.first), mem_alloc(m, (count + 1) * sizeof *l.item)};
  for (uint32_t i = 0; i < count; i++)
    if (key[i] < keys)
      l.first[key[i] + 1]++;
  for (uint32_t k = 0; k < keys; k++)
    l.first[k + 1] += l.first[k];
  uint32_t *next = mem_alloc(m, (keys + 1) * sizeof *next);
  for (uint32_t i = 0; i < count; i++)
    if (key[i] < keys)
      l.item[l.first[key[i]] + next[key[i]]++] = i;
  mem_free(m, next);
  return l;
}

// The step whose effect the rule is, or TASK_NONE.
static uint32_t step_of(const task *t, const task_rule *r) {
  if (r->head < t->first_derived)
    for (uint32_t i = 0; i < r->count; i++)
      if (t->bodies.at[r->body + i] >= t->first_step)
        return t->bodies.at[r->body + i] - t->first_step;
  return TASK_NONE;
}

static void group_rules(causal_graph *g) {
  const task *t = g->t;
  uint32_t *key = mem_alloc(g->m, (t->rules.count + 1) * sizeof *key);
  for (uint32_t i = 0; i < t->rules.count; i++)
    key[i] = t->rules.at[i].head;
  g->rules = causal_group(g->m, key, t->rules.count, t->facts);
  // Grouping is stable, so the rules stay sorted by head.
  for (uint32_t i = 0; i < t->rules.count; i++)
    key[i] = step_of(t, &t->rules.at[g->rules.item[i]]);
  g->effects = causal_group(g->m, key, t->rules.count, t->steps.count);
  for (uint32_t i = 0; i < g->effects.first[t->steps.count]; i++)
    g->effects.item[i] = g->rules.item[g->effects.item[i]];
  mem_free(g->m, key);
}

causal_graph *causal_graph_open(mem *m, const task *t) {
  causal_graph *g = mem_alloc(m, sizeof *g);
  g->m = m;
  g->t = t;
  g->bodies = t->products.count ? t->refined.at : t->bodies.at;
  g->vars = mem_alloc(m, (t->vars.count + 1) * sizeof *g->vars);
  for (uint32_t v = 0; v < t->vars.count; v++) {
    g->vars[v].values = t->vars.at[v].count + 1;
    g->vars[v].first_node = g->nodes;
    g->nodes += g->vars[v].values + 1;
  }
  group_rules(g);
  causal_find_arcs(g);
  causal_order(g);
  causal_find_transitions(g);
  causal_find_side_effects(g);
  return g;
}

void causal_lists_free(mem *m, causal_lists *l) {
  mem_free(m, l->first);
  mem_free(m, l->item);
}

void causal_graph_close(causal_graph *g) {
  mem *m = g->m;
  mem_free(m, g->vars);
  vec_free(m, &g->arcs);
  vec_free(m, &g->transitions);
  vec_free(m, &g->conditions);
  vec_free(m, &g->side_effects);
  causal_lists_free(m, &g->rules);
  causal_lists_free(m, &g->effects);
  causal_lists_free(m, &g->leaving);
  mem_free(m, g);
}
