// Conditions as facts: guards, their negations, and faults in their evaluation.
#include "relaxation/task_internal.h"

typedef struct {
  const task_process *who;
  const expr *condition, *guard; // guard: the whole that the condition is a part of, which must hold; NULL = none
  bool wanted;
  task_ways ways;
} atom;

static void judge_atom(task_path *x, void *context) {
  atom *a = context;
  interval r = task_eval(x, a->who, a->condition);
  bool may_be = a->wanted ? r.low != 0 || r.high != 0 : interval_holds(r, 0);
  if (!x->is_counting && may_be && !x->must_fault && !task_contradicts(x, a->who, a->guard))
    task_ways_add(x->b, &a->ways, x->path.at, x->path.count);
}

static uint32_t truth_within(task_builder *b, const task_process *who, const expr *e, bool wanted, const expr *guard);

static uint32_t truth_of_both(task_builder *b, const task_process *who, const expr *e, bool wanted, const expr *guard) {
  uint32_t left = truth_within(b, who, e->a, wanted, guard), right = truth_within(b, who, e->b, wanted, guard);
  if ((e->op == EXPR_AND) == wanted)
    return task_fact_both(b, left, right);
  task_ways either = {0};
  task_ways_add_one(b, &either, left);
  task_ways_add_one(b, &either, right);
  return task_ways_fact(b, &either);
}

// A process is, or is not, at a location with one of the flags.
static uint32_t stands_at(task_builder *b, const task_process *p, int32_t flags, bool has_flag) {
  const net_flow *f = &p->template_->flow;
  task_ways w = {0};
  for (uint32_t l = 0; l < f->locations.count; l++)
    if (((f->locations.at[l].flags & (uint32_t)flags) != 0) == has_flag)
      task_ways_add_one(b, &w, task_fact_at(b, p, l));
  if (!has_flag)
    task_ways_add_one(b, &w, task_fact_died(b, p));
  return task_ways_fact(b, &w);
}

static uint32_t unlabelled(task_builder *b, int32_t flags, bool wanted) {
  task_ways w = {0};
  task_body all = {0};
  for (uint32_t i = 0; i < b->count; i++)
    if (wanted)
      task_body_add(b, &all, stands_at(b, &b->processes[i], flags, false));
    else
      task_ways_add_one(b, &w, stands_at(b, &b->processes[i], flags, true));
  if (wanted && !all.is_impossible)
    task_ways_add(b, &w, all.facts.at, all.facts.count);
  task_body_free(b, &all);
  return task_ways_fact(b, &w);
}

static uint32_t truth_within(task_builder *b, const task_process *who, const expr *e, bool wanted, const expr *guard) {
  if (e->op == EXPR_UNLABELLED)
    return unlabelled(b, e->value, wanted);
  if (e->op == EXPR_NOT)
    return truth_within(b, who, e->a, !wanted, guard);
  if (e->op == EXPR_DEADLOCK)
    return wanted ? task_deadlock(b) : FACT_TRUE;
  if (e->op == EXPR_AND || e->op == EXPR_OR)
    return truth_of_both(b, who, e, wanted, guard);
  atom a = {.who = who, .condition = e, .guard = guard, .wanted = wanted};
  task_explore(b, judge_atom, &a);
  return task_ways_fact(b, &a.ways);
}

uint32_t task_truth(task_builder *b, const task_process *who, const expr *e, bool wanted) {
  if (!e)
    return wanted ? FACT_TRUE : FACT_FALSE;
  return truth_within(b, who, e, wanted, NULL);
}

static void add_conjuncts(task_builder *b, const task_process *who, const expr *e, const expr *guard, task_body *body) {
  if (e->op == EXPR_AND) {
    add_conjuncts(b, who, e->a, guard, body);
    add_conjuncts(b, who, e->b, guard, body);
  } else {
    task_body_add(b, body, truth_within(b, who, e, true, guard));
  }
}

void task_guard(task_builder *b, const task_process *who, const expr *guard, task_body *body) {
  if (guard)
    add_conjuncts(b, who, guard, guard, body);
}

static void judge_fault(task_path *x, void *context) {
  atom *a = context;
  task_eval(x, a->who, a->condition);
  if (!x->is_counting && (x->may_fault || x->must_fault))
    task_ways_add(x->b, &a->ways, x->path.at, x->path.count);
}

uint32_t task_fault(task_builder *b, const task_process *who, const expr *e) {
  atom a = {.who = who, .condition = e};
  if (!e)
    return FACT_FALSE;
  task_explore(b, judge_fault, &a);
  return task_ways_fact(b, &a.ways);
}

// A `provided` clause whose evaluation causes a fault does not hold.
uint32_t task_not_provided(task_builder *b, const task_process *who) {
  task_ways w = {0};
  task_ways_add_one(b, &w, task_truth(b, who, who->template_->provided, false));
  task_ways_add_one(b, &w, task_fault(b, who, who->template_->provided));
  return task_ways_fact(b, &w);
}

static void note_process_read(const expr *e, void *context) {
  *(bool *)context |= e->op == EXPR_AT || e->op == EXPR_PC || e->op == EXPR_REMOTE_VAR || e->op == EXPR_UNLABELLED;
}

bool task_reads_processes(const expr *e) {
  bool looks = false;
  expr_walk(e, note_process_read, &looks);
  return looks;
}

// Testing whether an edge is enabled may cause a fault in the guard, the clock bounds, the channel and the patterns.

typedef struct {
  const task_process *who;
  const net_edge *edge;
  task_ways ways;
} test;

static void test_sync(task_path *x, const task_process *who, const net_sync *s) {
  if (s->kind == SYNC_CALL || s->kind == SYNC_ANSWER) {
    task_pick(x, who, &s->label);
    return;
  }
  uint32_t channel = task_channel_of(x, who, s->channel);
  uint32_t fields = s->kind == SYNC_SEND ? s->fields.count : s->patterns.count;
  if (channel == CHANNEL_NONE)
    return;
  if (channel == CHANNEL_ELSEWHERE) {
    x->may_fault = true;
  } else {
    const net_channel *type = task_channel_type(x->b, channel);
    bool is_wrong = type->fields.count != fields, is_rendezvous = type->capacity == 0;
    x->must_fault |= is_rendezvous && (s->peek || (is_wrong && s->kind == SYNC_SEND));
    x->may_fault |= is_wrong; // if a message is sent or received
  }
  for (uint32_t i = 0; i < s->patterns.count && !x->must_fault; i++)
    if (s->patterns.at[i].kind == PATTERN_MATCH)
      task_eval(x, who, s->patterns.at[i].value);
}

static void test_bounds(task_path *x, const task_process *who, const net_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count && !x->must_fault; i++)
    task_bound(x, who, &bounds->at[i]);
}

static void judge_test(task_path *x, void *context) {
  test *l = context;
  const net_edge *e = l->edge;
  interval r = {1, 1};
  if (e->guard)
    r = task_eval(x, l->who, e->guard);
  bool may_go_on = (r.low != 0 || r.high != 0) && !x->must_fault;
  if (may_go_on)
    test_bounds(x, l->who, &e->bounds);
  if (may_go_on && !x->must_fault && e->sync.kind != SYNC_NONE)
    test_sync(x, l->who, &e->sync);
  if (!x->is_counting && (x->may_fault || x->must_fault))
    task_ways_add(x->b, &l->ways, x->path.at, x->path.count);
}

uint32_t task_test_fault(task_builder *b, const task_process *who, const net_edge *e) {
  test l = {.who = who, .edge = e};
  task_explore(b, judge_test, &l);
  uint32_t fact = task_ways_fact(b, &l.ways);
  // The receiver's edge is tested after the sender's part, so what it reads may have changed.
  bool is_late = e->sync.kind == SYNC_RECEIVE && b->net->has_rendezvous;
  if (fact != FACT_FALSE && is_late && (b->sends_have_effects || task_reads_processes(e->guard)))
    return FACT_TRUE;
  return fact;
}

typedef struct {
  const task_process *who;
  const net_location *location;
  task_ways ways;
} stay;

static void judge_stay(task_path *x, void *context) {
  stay *s = context;
  test_bounds(x, s->who, &s->location->bounds);
  if (s->location->invariant && !x->must_fault)
    task_eval(x, s->who, s->location->invariant);
  if (!x->is_counting && (x->may_fault || x->must_fault))
    task_ways_add(x->b, &s->ways, x->path.at, x->path.count);
}

uint32_t task_invariant_fault(task_builder *b, const task_process *who, const net_location *l) {
  stay s = {.who = who, .location = l};
  if (!l->invariant && !l->bounds.count)
    return FACT_FALSE;
  task_explore(b, judge_stay, &s);
  return task_ways_fact(b, &s.ways);
}
