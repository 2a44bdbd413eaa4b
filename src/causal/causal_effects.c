// What a step that changes a variable does to others on the side. Only those matter that the variable's own conditions
// ask for: nobody looks at the rest on its way.
#include "causal/causal_graph.h"

typedef struct asker {
  causal_graph *g;
  uint32_t var;
  uint32_t *seen;  // by fact: 1 + the last variable that asked for it
  uint32_t *asked; // by variable: the same
} asker;

static void ask(asker *a, uint32_t fact) {
  const task *t = a->g->t;
  const causal_lists *rules = &a->g->rules;
  if (a->seen[fact] == a->var + 1)
    return;
  a->seen[fact] = a->var + 1;
  if (fact < t->first_derived) {
    if (causal_counts(a->g, a->var, t->var_of[fact]))
      a->asked[t->var_of[fact]] = a->var + 1;
    return;
  }
  for (uint32_t i = rules->first[fact]; i < rules->first[fact + 1]; i++) {
    const task_rule *r = &t->rules.at[rules->item[i]];
    for (uint32_t k = 0; k < r->count; k++)
      ask(a, t->bodies.at[r->body + k]);
  }
}

static void add_side_effects(asker *a, causal_transition *made) {
  causal_graph *g = a->g;
  made->effects = g->side_effects.count;
  for (uint32_t i = g->effects.first[made->step]; i < g->effects.first[made->step + 1]; i++) {
    uint32_t rule = g->effects.item[i], var = g->t->var_of[g->t->rules.at[rule].head];
    if (a->asked[var] == a->var + 1 && var != a->var)
      vec_push(g->m, &g->side_effects, rule);
  }
  made->effect_count = g->side_effects.count - made->effects;
}

static void look_at(asker *a) {
  causal_graph *g = a->g;
  const causal_var *var = &g->vars[a->var];
  uint32_t first = g->leaving.first[var->first_node], end = g->leaving.first[var->first_node + var->values + 1];
  for (uint32_t i = first; i < end; i++) {
    const causal_transition *made = &g->transitions.at[g->leaving.item[i]];
    for (uint32_t k = 0; k < made->count; k++)
      ask(a, g->conditions.at[made->conditions + k]);
  }
  // Transitions of one step lie together, and share what they do on the side.
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
  asker a = {.g = g, .seen = mem_alloc(g->m, (g->t->facts + 1) * sizeof *a.seen)};
  a.asked = mem_alloc(g->m, (g->t->vars.count + 1) * sizeof *a.asked);
  for (a.var = 0; a.var < g->t->vars.count; a.var++)
    look_at(&a);
  mem_free(g->m, a.seen);
  mem_free(g->m, a.asked);
}
