// Side effects: changes of other variables by a step that changes a variable. Only variables matter on which
// transitions of that variable have conditions; others are never read in its context.
#include "causal/causal_graph.h"

typedef struct collector {
  causal_graph *g;
  uint32_t var;
  uint32_t *seen;     // by fact: 1 + the last variable with a condition on it
  uint32_t *required; // by variable: the same
} collector;

static void require(collector *a, uint32_t fact) {
  const task *t = a->g->t;
  const causal_lists *rules = &a->g->rules;
  if (a->seen[fact] == a->var + 1)
    return;
  a->seen[fact] = a->var + 1;
  if (fact < t->first_derived) {
    if (causal_counts(a->g, a->var, t->var_of[fact]))
      a->required[t->var_of[fact]] = a->var + 1;
    return;
  }
  for (uint32_t i = rules->first[fact]; i < rules->first[fact + 1]; i++) {
    const task_rule *r = &t->rules.at[rules->item[i]];
    for (uint32_t k = 0; k < r->count; k++)
      require(a, t->bodies.at[r->body + k]);
  }
}

static void add_side_effects(collector *a, causal_transition *made) {
  causal_graph *g = a->g;
  mem_poll(g->m);
  made->effects = g->side_effects.count;
  for (uint32_t i = g->effects.first[made->step]; i < g->effects.first[made->step + 1]; i++) {
    uint32_t rule = g->effects.item[i], var = g->t->var_of[g->t->rules.at[rule].head];
    if (a->required[var] == a->var + 1 && var != a->var)
      vec_push(g->m, &g->side_effects, rule);
  }
  made->effect_count = g->side_effects.count - made->effects;
}

static void find_for_variable(collector *a) {
  causal_graph *g = a->g;
  const causal_var *var = &g->vars[a->var];
  uint32_t first = g->leaving.first[var->first_node], end = g->leaving.first[var->first_node + var->values + 1];
  for (uint32_t i = first; i < end; i++) {
    const causal_transition *made = &g->transitions.at[g->leaving.item[i]];
    mem_poll(g->m);
    for (uint32_t k = 0; k < made->count; k++)
      require(a, g->conditions.at[made->conditions + k]);
  }
  // Transitions of the same step are adjacent and share their side effects.
  const causal_transition *last = NULL;
  for (uint32_t i = first; i < end; i++) {
    causal_transition *made = &g->transitions.at[g->leaving.item[i]];
    if (last && last->step == made->step) {
      made->effects = last->effects;
      made->effect_count = last->effect_count;
    } else
      add_side_effects(a, made);
    last = made;
  }
}

void causal_find_side_effects(causal_graph *g) {
  collector a = {.g = g, .seen = mem_alloc(g->m, (g->t->facts + 1) * sizeof *a.seen)};
  a.required = mem_alloc(g->m, (g->t->vars.count + 1) * sizeof *a.required);
  for (a.var = 0; a.var < g->t->vars.count; a.var++)
    find_for_variable(&a);
  mem_free(g->m, a.seen);
  mem_free(g->m, a.required);
}
