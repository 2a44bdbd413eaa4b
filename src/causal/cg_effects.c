// Side effects of transitions. The effects of a step are conditional: which of them take place depends on what holds
// before the step.
#include "causal/cg_costs.h"

static bool applies(cg_costs *c, const cg_context *context, const task_rule *r);

static bool variable_holds(const cg_costs *c, const cg_context *context, uint32_t fact) {
  const task *t = c->g->t;
  uint32_t var = t->var_of[fact], value = fact - t->vars.at[var].first;
  if (var == context->var)
    return value == context->value;
  return !causal_counts(c->g, context->var, var) || value == cg_value_at(c, context, var);
}

// Does the fact hold in the context? What is found to hold holds in every pass. What was not found to hold is asked
// again in the next pass.
static bool holds(cg_costs *c, const cg_context *context, uint32_t fact) {
  const task *t = c->g->t;
  const causal_lists *rules = &c->g->rules;
  if (fact < t->first_derived)
    return variable_holds(c, context, fact);
  cg_known *k = &c->known[fact - t->first_derived];
  bool is_known = k->truth_in == context->number;
  if (is_known && (k->holds || k->pass == c->pass)) {
    c->has_cut |= k->is_open;
    return k->holds;
  }
  mem_poll(c->m);
  k->truth_in = context->number;
  k->pass = c->pass;
  k->holds = false;
  k->is_open = true;
  for (uint32_t i = rules->first[fact]; i < rules->first[fact + 1] && !k->holds; i++)
    k->holds = applies(c, context, &t->rules.at[rules->item[i]]);
  k->is_open = false;
  c->has_grown |= k->holds;
  return k->holds;
}

// Do the facts of the body hold? The step itself is taken, so its fact is ignored.
static bool applies(cg_costs *c, const cg_context *context, const task_rule *r) {
  c->work++;
  for (uint32_t i = 0; i < r->count; i++) {
    uint32_t fact = c->g->t->bodies.at[r->body + i];
    if (fact < c->g->t->first_step && !holds(c, context, fact))
      return false;
  }
  return true;
}

// A fact that requires itself is first taken not to hold. If that happened, and more facts were found to hold, what
// does not hold is evaluated again: a pass that finds nothing new is the least fixed point.
static bool takes_place(cg_costs *c, const cg_context *context, const task_rule *effect) {
  for (;;) {
    c->has_cut = c->has_grown = false;
    bool found = applies(c, context, effect), is_final = !c->has_cut || !c->has_grown;
    c->pass += !is_final;
    if (found || is_final)
      return found;
  }
}

void cg_apply(cg_costs *c, cg_context *context, const causal_transition *taken) {
  const task *t = c->g->t;
  const uint32_t *rules = c->g->side_effects.at;
  uint32_t end = taken->effects + taken->effect_count;
  c->given.count = 0;
  for (uint32_t i = taken->effects, next; i < end; i = next) {
    uint32_t var = t->var_of[t->rules.at[rules[i]].head], given = TASK_NONE, values = 0;
    // If several values are possible, the effect is ignored.
    for (next = i; next < end && t->var_of[t->rules.at[rules[next]].head] == var; next++) {
      const task_rule *effect = &t->rules.at[rules[next]];
      if (values > 1 || effect->head == given || !takes_place(c, context, effect))
        continue;
      given = effect->head;
      values++;
    }
    cg_change change = {var, given - t->vars.at[var].first};
    if (values == 1)
      vec_push(c->m, &c->given, change);
  }
  for (uint32_t i = 0; i < c->given.count; i++)
    cg_set_value(c, context, c->given.at[i].var, c->given.at[i].value);
}
