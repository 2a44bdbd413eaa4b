#include "causal/cg_goal.h"

typedef struct evaluated { // a derived fact or a step
  uint64_t state;          // the last state in which it was evaluated
  uint32_t cost;
  const task_rule *rule; // the cheapest; NULL = none
} evaluated;

struct cg_goal {
  mem *m;
  const task *t;
  causal_graph *g;
  cg_costs *costs;
  evaluated *evaluated; // by fact - first_derived
  uint32_t seen;        // the fact whose cost was the last estimate; TASK_NONE = none
  // Preferred steps, computed when they are first asked for.
  uint64_t *visited; // by fact: the last state in which it was followed back
  VEC(uint32_t) first_steps;
  uint64_t first_steps_of; // a state
  uint64_t *followed;      // by fact - first_derived: the last context in which it was followed back as a condition
};

static uint32_t variable_cost(cg_goal *e, uint32_t fact) {
  uint32_t var = e->t->var_of[fact], value = fact - e->t->vars.at[var].first;
  uint32_t now = e->costs->value[var];
  return now == value ? 0 : cg_costs_from(e->costs, var, now)->cost[value];
}

static uint32_t rule_cost(cg_goal *e, const task_rule *r, uint32_t bound) {
  uint32_t sum = r->cost;
  for (uint32_t i = 0; i < r->count && sum < bound; i++)
    sum = cg_sum(sum, cg_goal_cost(e, e->t->bodies.at[r->body + i]));
  return sum;
}

uint32_t cg_goal_cost(cg_goal *e, uint32_t fact) {
  const causal_lists *rules = &e->g->rules;
  if (fact < e->t->first_derived)
    return variable_cost(e, fact);
  evaluated *j = &e->evaluated[fact - e->t->first_derived];
  if (j->state == e->costs->state)
    return j->cost;
  *j = (evaluated){.state = e->costs->state, .cost = CG_INFINITE}; // a fact that requires itself cannot be achieved
  uint32_t best = CG_INFINITE;
  for (uint32_t i = rules->first[fact]; i < rules->first[fact + 1] && best > 0; i++) {
    const task_rule *r = &e->t->rules.at[rules->item[i]];
    uint32_t sum = rule_cost(e, r, best);
    if (sum < best) {
      best = sum;
      j->rule = r;
    }
  }
  return j->cost = best;
}

uint32_t cg_goal_estimate(cg_goal *e, const uint32_t *facts, uint32_t count) {
  const uint32_t wanted[] = {e->t->goal, e->t->doubt};
  cg_costs_set(e->costs, facts, count);
  for (uint32_t i = 0; i < 2; i++) {
    e->seen = wanted[i];
    uint32_t cost = e->seen == TASK_NONE ? CG_INFINITE : cg_goal_cost(e, e->seen);
    if (cost < CG_INFINITE)
      return cost;
  }
  e->seen = TASK_NONE;
  return CG_INFINITE;
}

static void follow(cg_goal *e, uint32_t fact);

// Follows back a condition of a first transition, which must be achieved from the state itself.
static void follow_condition(cg_goal *e, const cg_context *context, uint32_t fact) {
  uint32_t cost = cg_cost_at(e->costs, context, fact, CG_INFINITE);
  if (cost == 0 || cost == CG_INFINITE)
    return;
  if (fact < e->t->first_derived) {
    follow(e, fact);
    return;
  }
  uint64_t *followed = &e->followed[fact - e->t->first_derived];
  if (*followed == context->number)
    return;
  *followed = context->number;
  const task_rule *r = cg_choose(e->costs, context, fact, CG_INFINITE, &cost);
  if (r && r->cost > 0 && r->cost == cost && r->count && e->g->bodies[r->body] >= e->t->first_step) // of a product
    vec_push(e->m, &e->first_steps, e->g->bodies[r->body] - e->t->first_step);
  for (uint32_t i = 0; r && i < r->count; i++)
    follow_condition(e, context, e->g->bodies[r->body + i]);
}

static void follow_value(cg_goal *e, uint32_t fact) {
  uint32_t var = e->t->var_of[fact], now = e->costs->value[var];
  uint32_t first = cg_costs_from(e->costs, var, now)->first[fact - e->t->vars.at[var].first];
  if (first == CG_NO_TRANSITION)
    return;
  const causal_transition *t = &e->g->transitions.at[first];
  cg_context context = {.var = var, .value = now, .number = ++e->costs->contexts};
  bool is_ready = true;
  for (uint32_t i = 0; i < t->count; i++) {
    uint32_t condition = e->g->conditions.at[t->conditions + i];
    is_ready &= cg_cost_at(e->costs, &context, condition, 1) == 0;
    follow_condition(e, &context, condition);
  }
  if (is_ready)
    vec_push(e->m, &e->first_steps, t->step);
}

// Follows the path to the fact back to its first steps.
static void follow(cg_goal *e, uint32_t fact) {
  if (e->visited[fact] == e->costs->state || cg_goal_cost(e, fact) == 0)
    return;
  e->visited[fact] = e->costs->state;
  if (fact < e->t->first_derived) {
    follow_value(e, fact);
    return;
  }
  const task_rule *r = e->evaluated[fact - e->t->first_derived].rule;
  uint32_t step = r && r->count ? e->t->bodies.at[r->body] : 0;
  if (step >= e->t->first_step && cg_goal_cost(e, fact) == r->cost)
    vec_push(e->m, &e->first_steps, step - e->t->first_step);
  for (uint32_t i = 0; r && i < r->count; i++)
    follow(e, e->t->bodies.at[r->body + i]);
}

bool cg_goal_prefers(cg_goal *e, const net_action *step) {
  if (e->first_steps_of != e->costs->state) {
    e->first_steps_of = e->costs->state;
    e->first_steps.count = 0;
    if (e->seen != TASK_NONE)
      follow(e, e->seen);
  }
  for (uint32_t i = 0; i < e->first_steps.count; i++)
    if (task_stands_for(&e->t->steps.at[e->first_steps.at[i]].action, step))
      return true;
  return false;
}

cg_goal *cg_goal_open(mem *m, const task *t) {
  cg_goal *e = mem_alloc(m, sizeof *e);
  e->m = m;
  e->t = t;
  e->g = causal_graph_open(m, t);
  e->costs = cg_costs_open(m, e->g);
  e->evaluated = mem_alloc(m, (t->facts - t->first_derived + 1) * sizeof *e->evaluated);
  e->visited = mem_alloc(m, (t->facts + 1) * sizeof *e->visited);
  e->followed = mem_alloc(m, (t->facts - t->first_derived + 1) * sizeof *e->followed);
  e->seen = TASK_NONE;
  return e;
}

const task *cg_goal_task(const cg_goal *e) { return e->t; }

void cg_goal_close(cg_goal *e) {
  cg_costs_close(e->costs);
  causal_graph_close(e->g);
  mem_free(e->m, e->evaluated);
  mem_free(e->m, e->visited);
  mem_free(e->m, e->followed);
  vec_free(e->m, &e->first_steps);
  mem_free(e->m, e);
}
