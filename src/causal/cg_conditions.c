#include "causal/cg_costs.h"

uint32_t cg_value_at(const cg_costs *c, const cg_context *context, uint32_t var) {
  for (uint32_t i = 0; i < context->count; i++)
    if (c->changes.at[context->changes + i].var == var)
      return c->changes.at[context->changes + i].value;
  return c->value[var];
}

void cg_set_value(cg_costs *c, cg_context *context, uint32_t var, uint32_t value) {
  cg_change more = {var, value};
  context->number = ++c->contexts;
  for (uint32_t i = 0; i < context->count; i++) {
    cg_change *change = &c->changes.at[context->changes + i];
    if (change->var == var) {
      change->value = value;
      return;
    }
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
  uint32_t now = cg_value_at(c, context, var);
  return now == value ? 0 : cg_costs_from(c, var, now)->cost[value];
}

// Does the fact of a variable hold in the state, and is it unchanged in the context?
static bool has_held(const cg_costs *c, const cg_context *context, uint32_t fact) {
  const task *t = c->g->t;
  uint32_t var = t->var_of[fact], value = fact - t->vars.at[var].first;
  return c->value[var] == value && (var == context->var ? context->value : cg_value_at(c, context, var)) == value;
}

// A product that holds in the state holds until one of its two changes. Later it takes a step that makes it true.
static bool is_held_product(const cg_costs *c, const cg_context *context, uint32_t fact) {
  const cg_product *p = &c->product[fact - c->g->t->first_derived];
  return p->at != TASK_NONE && has_held(c, context, p->at) && has_held(c, context, p->value);
}

uint32_t cg_cost_at(cg_costs *c, const cg_context *context, uint32_t fact, uint32_t bound) {
  uint32_t cost;
  if (cg_is_rough(c))
    return 0;
  if (fact >= c->g->t->first_derived && is_held_product(c, context, fact))
    return 0;
  if (fact >= c->g->t->first_derived)
    return cg_choose(c, context, fact, bound, &cost) ? cost : CG_INFINITE;
  cost = variable_cost(c, context, fact);
  return cost < bound ? cost : CG_INFINITE;
}

static uint32_t rule_cost(cg_costs *c, const cg_context *context, const task_rule *r, uint32_t bound) {
  uint32_t sum = r->cost;
  for (uint32_t i = 0; i < r->count && sum < bound; i++)
    sum = cg_sum(sum, cg_cost_at(c, context, c->g->bodies[r->body + i], bound - sum));
  return sum;
}

static const task_rule *cheapest_rule(cg_costs *c, const cg_context *context, uint32_t fact, uint32_t *cost) {
  const causal_lists *rules = &c->g->rules;
  const task_rule *best = NULL;
  for (uint32_t i = rules->first[fact]; i < rules->first[fact + 1] && *cost > 0; i++) {
    const task_rule *r = &c->g->t->rules.at[rules->item[i]];
    uint32_t sum = rule_cost(c, context, r, *cost);
    c->work++;
    if (sum < *cost) {
      *cost = sum;
      best = r;
    }
  }
  return best;
}

// A choice is not kept if a fact that requires itself was met on the way: it may hold only here, and together with
// other choices it might lead back to itself.
const task_rule *cg_choose(cg_costs *c, const cg_context *context, uint32_t fact, uint32_t bound, uint32_t *cost) {
  cg_known *k = &c->known[fact - c->g->t->first_derived];
  *cost = bound;
  if (k->chosen_in == context->number && (k->rule || bound <= k->cost)) {
    *cost = k->rule && k->cost < bound ? k->cost : bound;
    return k->rule && k->cost < bound ? k->rule : NULL;
  }
  if (k->busy > c->floor) { // it would require itself
    c->cuts++;
    return NULL;
  }
  mem_poll(c->m);
  uint32_t was_busy = k->busy;
  uint64_t cuts = c->cuts;
  k->busy = ++c->evaluating;
  const task_rule *best = cheapest_rule(c, context, fact, cost);
  if (c->cuts == cuts) {
    k->chosen_in = context->number;
    k->rule = best;
    k->cost = *cost;
  }
  c->evaluating--;
  k->busy = was_busy;
  return best;
}

uint32_t cg_require(cg_costs *c, cg_context *context, uint32_t fact, uint32_t bound) {
  const task *t = c->g->t;
  uint32_t cost;
  if (cg_is_rough(c))
    return 0;
  c->work++;
  if (fact < t->first_derived) {
    uint32_t var = t->var_of[fact];
    cost = cg_cost_at(c, context, fact, bound);
    if (cost > 0 && cost < bound)
      cg_set_value(c, context, var, fact - t->vars.at[var].first);
    return cost;
  }
  if (is_held_product(c, context, fact))
    return 0;
  const task_rule *r = cg_choose(c, context, fact, bound, &cost);
  if (!r)
    return CG_INFINITE;
  for (uint32_t i = 0; i < r->count && cost > 0; i++)
    cg_require(c, context, c->g->bodies[r->body + i], CG_INFINITE);
  return cost;
}
