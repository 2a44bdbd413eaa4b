// Error labels: what is asked for, and faults that are no part of a step of their own.
#include "abstraction/factors_internal.h"

static void hold(factors_maker *k, const factor_step *step) {
  interval r = factors_eval(k, NULL, step->condition);
  bool may_be = step->wanted ? !interval_is_one(r) || r.low != 0 : interval_holds(r, 0);
  k->is_impossible |= !may_be && !(k->may_fault && step->is_risky);
}

// A disjunction is one goal for each part.
static void add_condition(factors_maker *k, const expr *e, bool wanted) {
  if (e->op == EXPR_NOT) {
    add_condition(k, e->a, !wanted);
  } else if (e->op == (wanted ? EXPR_OR : EXPR_AND)) {
    add_condition(k, e->a, wanted);
    add_condition(k, e->b, wanted);
  } else {
    bool is_risky = risk_of_expr(facts_risks(k->setup->facts), k->setup->asked.condition);
    factors_explore(k, hold, &(factor_step){.condition = e, .wanted = wanted, .is_goal = true, .is_risky = is_risky});
  }
}

// In a deadlock every process is at a location where it may be blocked, or has died.
static void be_stuck(factors_maker *k, const factor_step *step) {
  (void)step;
  const risk_places *places = facts_places(k->setup->facts);
  for (uint32_t i = 0; i < k->cast; i++) {
    const factor_process *p = &k->processes[i];
    if (p->location == FACTOR_NONE)
      continue;
    uint32_t count = k->f->all.at[p->location].count;
    bool *marked = mem_alloc(k->m, count);
    for (uint32_t l = 0; l < count; l++)
      marked[l] = l >= p->template_->flow.locations.count || risk_of_blocking(k->net, places, p->template_, l);
    interval r = factors_is_among(k, p->location, marked, FACTOR_NONE);
    k->is_impossible |= interval_is_one(r) && !r.low;
    mem_free(k->m, marked);
  }
}

// Processes at one location, whatever else.
static void be_at(factors_maker *k, const factor_step *step) {
  if (step->who->location != FACTOR_NONE)
    factors_allow_only(k, step->who->location, step->label);
}

static void do_nothing(factors_maker *k, const factor_step *step) { (void)k, (void)step; }

static bool is_bound_risky(factors_maker *k, const net_bound *b) {
  risks *known = facts_risks(k->setup->facts);
  interval limit = ranges_hull(k->ranges, b->limit);
  return b->x.offset || b->y.offset || risk_of_expr(known, b->when) || risk_of_expr(known, b->limit) ||
         !interval_lies_within(limit, -NET_MAX_TIME, NET_MAX_TIME);
}

static bool is_invariant_risky(factors_maker *k, const net_location *l) {
  bool is_risky = l->invariant && risk_of_expr(facts_risks(k->setup->facts), l->invariant);
  for (uint32_t i = 0; i < l->bounds.count; i++)
    is_risky |= is_bound_risky(k, &l->bounds.at[i]);
  return is_risky;
}

// The evaluation of an invariant may be a fault at any time; two possible edges of a deterministic process are one.
static void add_faults(factors_maker *k) {
  for (uint32_t i = 0; i < k->count; i++) {
    const factor_process *p = &k->processes[i];
    for (uint32_t l = 0; l < p->template_->flow.locations.count; l++) {
      const net_location *at = &p->template_->flow.locations.at[l];
      bool is_choice = p->template_->is_deterministic && at->edges.count > 1;
      bool is_risky = k->net->is_timed && !k->net->faults_block && is_invariant_risky(k, at);
      if (is_choice || is_risky)
        factors_explore(k, be_at, &(factor_step){.who = p, .label = l, .cost = is_choice, .is_goal = true});
    }
  }
}

// Too many processes or channels: a step of cost 1 makes at most as many as one edge does.
static void add_growth(factors_maker *k) {
  risk_growth most = risk_growth_of(k->net);
  if (!k->may_start || !most.processes)
    return;
  uint32_t cost = (NET_MAX_PROCESSES + 1 - k->cast + most.processes - 1) / most.processes;
  uint32_t rest = NET_MAX_CHANNELS + 1 - k->setup->state->channels;
  if (most.channels && (rest + most.channels - 1) / most.channels < cost)
    cost = (rest + most.channels - 1) / most.channels;
  factors_explore(k, do_nothing, &(factor_step){.cost = cost, .is_goal = true});
}

void factors_add_goals(factors_maker *k) {
  const question *asked = &k->setup->asked;
  if (question_seeks_condition(asked) && asked->condition)
    add_condition(k, asked->condition, question_sought(asked));
  else if (question_seeks_condition(asked))
    factors_explore(k, do_nothing, &(factor_step){.is_goal = true});
  if (question_seeks_deadlock(asked))
    factors_explore(k, be_stuck, &(factor_step){.is_goal = true});
  add_faults(k);
  add_growth(k);
}
