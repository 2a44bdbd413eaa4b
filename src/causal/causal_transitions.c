// The transitions of each variable: one for each effect that gives it a value, with the conditions of lower rank.
#include "causal/causal_graph.h"

typedef VEC(uint32_t) numbers;

typedef struct maker {
  causal_graph *g;
  uint32_t *certain;   // by fact: 1 + the last step visited that always gives it
  uint32_t *asked_for; // by fact: 1 + the variable of the last may_cost()...
  bool *answer;        // ...and its result
  numbers from;        // values that the transition may leave; empty: any
  uint32_t var, step;
} maker;

static const uint32_t *body_of(const task *t, const task_rule *r) { return &t->bodies.at[r->body]; }

static bool may_cost(maker *k, uint32_t fact);

static bool rule_may_cost(maker *k, const task_rule *r) {
  if (r->cost > 0)
    return true;
  for (uint32_t i = 0; i < r->count; i++)
    if (may_cost(k, body_of(k->g->t, r)[i]))
      return true;
  return false;
}

// May achieving the fact cost anything, or does it always hold if only the variables that count are considered?
static bool may_cost(maker *k, uint32_t fact) {
  const causal_graph *g = k->g;
  const task *t = g->t;
  if (fact < t->first_derived)
    return t->var_of[fact] == k->var || causal_counts(g, k->var, t->var_of[fact]);
  if (k->asked_for[fact] == k->var + 1)
    return k->answer[fact];
  mem_poll(g->m);
  k->asked_for[fact] = k->var + 1;
  k->answer[fact] = true; // a fact that requires itself can never be achieved
  bool all = true;
  for (uint32_t i = g->rules.first[fact]; all && i < g->rules.first[fact + 1]; i++)
    all = rule_may_cost(k, &t->rules.at[g->rules.item[i]]);
  return k->answer[fact] = all;
}

// Is the derived fact a disjunction of values of the variable itself?
static bool is_own_choice(const maker *k, uint32_t fact) {
  const task *t = k->g->t;
  const causal_lists *rules = &k->g->rules;
  for (uint32_t i = rules->first[fact]; i < rules->first[fact + 1]; i++) {
    const task_rule *r = &t->rules.at[rules->item[i]];
    if (r->count != 1 || *body_of(t, r) >= t->first_derived || t->var_of[*body_of(t, r)] != k->var)
      return false;
  }
  return true;
}

static bool has(const numbers *list, uint32_t value) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list->at[i] == value)
      return true;
  return false;
}

// The transition can leave only these values. False if no value is left.
static bool narrow(maker *k, const numbers *values) {
  if (!k->from.count)
    for (uint32_t i = 0; i < values->count; i++)
      vec_push(k->g->m, &k->from, values->at[i]);
  else {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < k->from.count; i++)
      if (has(values, k->from.at[i]))
        k->from.at[kept++] = k->from.at[i];
    k->from.count = kept;
  }
  return k->from.count;
}

static bool narrow_to_choice(maker *k, uint32_t fact) {
  const causal_lists *rules = &k->g->rules;
  const task *t = k->g->t;
  numbers values = {0};
  for (uint32_t i = rules->first[fact]; i < rules->first[fact + 1]; i++)
    vec_push(k->g->m, &values, *body_of(t, &t->rules.at[rules->item[i]]) - t->vars.at[k->var].first);
  bool possible = narrow(k, &values);
  vec_free(k->g->m, &values);
  return possible;
}

static bool narrow_to_fact(maker *k, uint32_t fact) {
  uint32_t value = fact - k->g->t->vars.at[k->var].first;
  numbers one = {.at = &value, .count = 1};
  return narrow(k, &one);
}

// Where a counter is read, its process must have come there since the value was given: a condition that depends on
// where the process is now, even if its location has a higher rank.
static void add_product(maker *k, uint32_t fact, uint32_t refined) {
  if (refined == fact)
    return;
  vec_push(k->g->m, &k->g->conditions, refined);
  k->g->vars[k->var].is_independent = false;
}

// Adds the facts of a body as conditions. A fact that an effect reads and the step itself has written is not a
// condition. False if the transition is impossible.
static bool add_body(maker *k, const task_rule *r, bool is_effect) {
  const task *t = k->g->t;
  for (uint32_t i = 0; i < r->count; i++) {
    uint32_t fact = body_of(t, r)[i];
    if (fact >= t->first_step || (is_effect && k->certain[fact] == k->step + 1) || !may_cost(k, fact))
      continue;
    add_product(k, fact, k->g->bodies[r->body + i]);
    if (fact < t->first_derived && t->var_of[fact] == k->var) {
      if (!narrow_to_fact(k, fact))
        return false;
    } else if (fact >= t->first_derived && is_own_choice(k, fact)) {
      if (!narrow_to_choice(k, fact))
        return false;
    } else
      vec_push(k->g->m, &k->g->conditions, fact);
  }
  return true;
}

static void add_transitions(maker *k, const task_rule *effect) {
  causal_graph *g = k->g;
  mem_poll(g->m);
  const task_rule *step = &g->t->rules.at[g->t->steps.at[k->step].rule];
  k->var = g->t->var_of[effect->head];
  causal_transition made = {.step = k->step, .cost = effect->cost, .conditions = g->conditions.count};
  uint32_t first_node = g->vars[k->var].first_node;
  made.from = first_node + g->vars[k->var].values;
  made.to = effect->head - g->t->vars.at[k->var].first;
  k->from.count = 0;
  if (!add_body(k, step, false) || !add_body(k, effect, true)) {
    g->conditions.count = made.conditions;
    return;
  }
  made.count = g->conditions.count - made.conditions;
  if (!k->from.count)
    vec_push(g->m, &g->transitions, made);
  for (uint32_t i = 0; i < k->from.count; i++) {
    made.from = first_node + k->from.at[i];
    if (k->from.at[i] != made.to)
      vec_push(g->m, &g->transitions, made);
  }
}

static void add_step(maker *k) {
  const causal_graph *g = k->g;
  uint32_t first = g->effects.first[k->step], end = g->effects.first[k->step + 1];
  for (uint32_t i = first; i < end; i++) {
    const task_rule *effect = &g->t->rules.at[g->effects.item[i]];
    if (effect->count == 1)
      k->certain[effect->head] = k->step + 1;
  }
  for (uint32_t i = first; i < end; i++)
    add_transitions(k, &g->t->rules.at[g->effects.item[i]]);
}

static void group_transitions(causal_graph *g) {
  uint32_t *key = mem_alloc(g->m, (g->transitions.count + 1) * sizeof *key);
  for (uint32_t i = 0; i < g->transitions.count; i++)
    key[i] = g->transitions.at[i].from;
  g->leaving = causal_group(g->m, key, g->transitions.count, g->nodes);
  mem_free(g->m, key);
}

void causal_find_transitions(causal_graph *g) {
  mem *m = g->m;
  size_t facts = g->t->facts + 1;
  maker k = {.g = g, .certain = mem_alloc(m, facts * sizeof *k.certain)};
  k.asked_for = mem_alloc(m, facts * sizeof *k.asked_for);
  k.answer = mem_alloc(m, facts * sizeof *k.answer);
  for (k.step = 0; k.step < g->t->steps.count; k.step++)
    add_step(&k);
  group_transitions(g);
  mem_free(m, k.certain);
  mem_free(m, k.asked_for);
  mem_free(m, k.answer);
  vec_free(m, &k.from);
}
