#include "causal/cg_costs.h"

static uint32_t value_at(const cg_costs *c, const cg_context *context, uint32_t var) {
  const cg_change *change = c->changes.at + context->changes;
  for (uint32_t i = 0; i < context->count; i++)
    if (change[i].var == var)
      return change[i].value;
  return c->value[var];
}

static void set_value(cg_costs *c, cg_context *context, uint32_t var, uint32_t value) {
  cg_change *change = c->changes.at + context->changes, more = {var, value};
  for (uint32_t i = 0; i < context->count; i++)
    if (change[i].var == var) {
      change[i].value = value;
      return;
    }
  vec_push(c->m, &c->changes, more);
  context->count++;
}

static uint32_t variable_cost(cg_costs *c, const cg_context *context, uint32_t fact) {
  const task *t = c->g->t;
  uint32_t var = t->var_of[fact], value = fact - t->vars.at[var].first;
  if (var == context->var)
    return value == context->value ? 0 : CG_INFINITE;
  if (!causal_counts(c->g, context->var, var))
    return 0;
  uint32_t now = value_at(c, context, var);
  return now == value ? 0 : cg_costs_from(c, var, now)->cost[value];
}

uint32_t cg_cost_at(cg_costs *c, const cg_context *context, uint32_t fact, uint32_t bound) {
  uint32_t cost;
  if (fact >= c->g->t->first_derived)
    return cg_choose(c, context, fact, bound, &cost) ? cost : CG_INFINITE;
  cost = variable_cost(c, context, fact);
  return cost < bound ? cost : CG_INFINITE;
}

static uint32_t rule_cost(cg_costs *c, const cg_context *context, const task_rule *r, uint32_t bound) {
  uint32_t sum = r->cost;
  for (uint32_t i = 0; i < r->count && sum < bound; i++)
    sum = cg_sum(sum, cg_cost_at(c, context, c->g->t->bodies.at[r->body + i], bound - sum));
  return sum;
}

const task_rule *cg_choose(cg_costs *c, const cg_context *context, uint32_t fact, uint32_t bound, uint32_t *cost) {
  const causal_lists *rules = &c->g->rules;
  const task_rule *best = NULL;
  uint32_t was_busy = c->busy[fact];
  *cost = bound;
  if (was_busy == c->depth + 1) // it would require itself
    return NULL;
  c->busy[fact] = c->depth + 1;
  for (uint32_t i = rules->first[fact]; i < rules->first[fact + 1] && *cost > 0; i++) {
    const task_rule *r = &c->g->t->rules.at[rules->item[i]];
    uint32_t sum = rule_cost(c, context, r, *cost);
    if (sum < *cost) {
      *cost = sum;
      best = r;
    }
  }
  c->busy[fact] = was_busy;
  return best;
}

uint32_t cg_require(cg_costs *c, cg_context *context, uint32_t fact, uint32_t bound) {
  const task *t = c->g->t;
  uint32_t cost;
  if (fact < t->first_derived) {
    uint32_t var = t->var_of[fact];
    cost = cg_cost_at(c, context, fact, bound);
    if (cost > 0 && cost < bound)
      set_value(c, context, var, fact - t->vars.at[var].first);
    return cost;
  }
  const task_rule *r = cg_choose(c, context, fact, bound, &cost);
  if (!r)
    return CG_INFINITE;
  for (uint32_t i = 0; i < r->count && cost > 0; i++)
    cg_require(c, context, t->bodies.at[r->body + i], CG_INFINITE);
  return cost;
}

static bool applies(cg_costs *c, const cg_context *context, const task_rule *r);

// Does the fact hold in the context?
static bool holds(cg_costs *c, const cg_context *context, uint32_t fact) {
  const task *t = c->g->t;
  if (fact < t->first_derived) {
    uint32_t var = t->var_of[fact], value = fact - t->vars.at[var].first;
    return var == context->var ? value == context->value
                               : !causal_counts(c->g, context->var, var) || value == value_at(c, context, var);
  }
  const causal_lists *rules = &c->g->rules;
  uint32_t was_busy = c->busy[fact];
  bool found = false;
  if (was_busy == c->depth + 1)
    return false;
  c->busy[fact] = c->depth + 1;
  for (uint32_t i = rules->first[fact]; i < rules->first[fact + 1] && !found; i++)
    found = applies(c, context, &t->rules.at[rules->item[i]]);
  c->busy[fact] = was_busy;
  return found;
}

// Do the facts of the body hold? The step itself is taken, so its fact is ignored.
static bool applies(cg_costs *c, const cg_context *context, const task_rule *r) {
  for (uint32_t i = 0; i < r->count; i++) {
    uint32_t fact = c->g->t->bodies.at[r->body + i];
    if (fact < c->g->t->first_step && !holds(c, context, fact))
      return false;
  }
  return true;
}

void cg_apply(cg_costs *c, cg_context *context, const causal_transition *taken) {
  const task *t = c->g->t;
  const uint32_t *rule = c->g->side_effects.at + taken->effects;
  for (uint32_t i = 0, next; i < taken->effect_count; i = next) {
    uint32_t var = t->var_of[t->rules.at[rule[i]].head], given = TASK_NONE, values = 0;
    // If several values are possible, the effect is ignored.
    for (next = i; next < taken->effect_count && t->var_of[t->rules.at[rule[next]].head] == var; next++) {
      const task_rule *effect = &t->rules.at[rule[next]];
      if (values > 1 || effect->head == given || !applies(c, context, effect))
        continue;
      given = effect->head;
      values++;
    }
    if (values == 1)
      set_value(c, context, var, given - t->vars.at[var].first);
  }
}
