// Facts for: an edge of a timed network is not enabled. Clocks are ignored: an edge with a clock bound may always be
// disabled, and so may an edge to a state whose invariants may not hold.
#include "relaxation/task_internal.h"

static bool may_break(const task_builder *b, const task_process *who, const net_edge *e) {
  return risk_of_invariant(b->net, b->places, who->template_, e);
}

static bool may_fail(const task_builder *b, const task_process *who, const net_edge *e) {
  bool is_committed = who->template_->flow.locations.at[e->from].flags & LOC_COMMITTED;
  if (b->places->are_committed && !is_committed) // another process may be at a committed location
    return true;
  return e->bounds.count || may_break(b, who, e);
}

static bool may_answer(const net_edge *e, uint32_t label) {
  const net_pick *p = &e->sync.label;
  return e->sync.kind == SYNC_ANSWER && label >= p->first && label - p->first < p->count;
}

typedef struct {
  const task_process *who;
  const net_edge *edge;
  uint32_t label;
  task_ways ways;
} refusal;

static void judge_label(task_path *x, void *context) {
  refusal *r = context;
  uint32_t label = task_pick(x, r->who, &r->edge->sync.label);
  if (!x->is_counting && label != r->label)
    task_ways_add(x->b, &r->ways, x->path.at, x->path.count);
}

// An edge whose test causes a fault may be disabled by it.
static uint32_t is_not_ready(task_builder *b, const task_process *who, const net_edge *e) {
  task_ways w = {0};
  task_ways_add_one(b, &w, task_truth(b, who, e->guard, false));
  task_ways_add_one(b, &w, task_test_fault(b, who, e));
  return task_ways_fact(b, &w);
}

static uint32_t refuses(task_builder *b, const task_process *q, const net_edge *e, uint32_t label) {
  refusal r = {.who = q, .edge = e, .label = label};
  if (!may_answer(e, label) || may_fail(b, q, e))
    return FACT_TRUE;
  task_explore(b, judge_label, &r);
  task_ways_add_one(b, &r.ways, is_not_ready(b, q, e));
  return task_ways_fact(b, &r.ways);
}

static uint32_t find_silence(task_builder *b, const task_process *q, uint32_t label) {
  const net_flow *f = &q->template_->flow;
  task_ways w = {0};
  for (uint32_t i = 0; i < f->locations.count; i++) {
    task_body here = {0};
    task_body_add(b, &here, task_fact_at(b, q, i));
    for (uint32_t k = 0; k < f->locations.at[i].edges.count && !here.is_impossible; k++)
      task_body_add(b, &here, refuses(b, q, b->net->edges.at[f->locations.at[i].edges.at[k]], label));
    task_ways_add(b, &w, here.facts.at, here.facts.count);
    task_body_free(b, &here);
  }
  return task_ways_fact(b, &w);
}

// The fact that the process does not answer, computed once for all callers.
static uint32_t is_silent(task_builder *b, uint32_t pid, uint32_t label) {
  if (!b->silent)
    b->silent = ARENA_ARRAY(b->scratch, uint32_t, (size_t)b->cast * b->net->labels.count + 1);
  uint32_t *known = &b->silent[(size_t)pid * b->net->labels.count + label];
  if (!*known)
    *known = find_silence(b, &b->processes[pid], label) + 1;
  return *known - 1;
}

// Any process that answers a broadcast, required or not, may disable its step by an invariant.
static bool may_break_broadcast(const task_builder *b, const task_process *caller, uint32_t label) {
  for (uint32_t i = 0; i < b->cast; i++) {
    const task_process *q = &b->processes[i];
    for (uint32_t l = 0; l < q->template_->flow.locations.count && q != caller; l++) {
      const net_location *at = &q->template_->flow.locations.at[l];
      for (uint32_t k = 0; k < at->edges.count; k++) {
        const net_edge *e = b->net->edges.at[at->edges.at[k]];
        if (may_answer(e, label) && may_break(b, q, e))
          return true;
      }
    }
  }
  return false;
}

// The call of a broadcast is answered if all required processes answer, any other call if one process does.
static uint32_t is_unanswered(task_builder *b, const task_process *caller, uint32_t label) {
  const net_label *l = &b->net->labels.at[label];
  task_ways w = {0};
  task_body all = {0};
  if (l->is_broadcast && may_break_broadcast(b, caller, label))
    return FACT_TRUE;
  for (uint32_t i = 0; i < l->required.count && l->is_broadcast; i++)
    if (l->required.at[i] != caller->pid)
      task_ways_add_one(b, &w, is_silent(b, l->required.at[i], label));
  for (uint32_t i = 0; i < b->cast && !l->is_broadcast && !all.is_impossible; i++)
    if (i != caller->pid)
      task_body_add(b, &all, is_silent(b, i, label));
  if (!l->is_broadcast)
    task_ways_add(b, &w, all.facts.at, all.facts.count);
  task_body_free(b, &all);
  return task_ways_fact(b, &w);
}

// An answer is blocked if all callers are, so it needs no facts of its own.
uint32_t task_cannot_timed(task_builder *b, const task_process *who, const net_edge *e) {
  task_ways w = {0};
  task_ends ends = {0};
  if (e->sync.kind == SYNC_ANSWER || may_fail(b, who, e))
    return FACT_TRUE;
  task_ways_add_one(b, &w, is_not_ready(b, who, e));
  if (e->sync.kind == SYNC_CALL)
    task_find_labels(b, who, e, &ends);
  for (uint32_t i = 0; i < ends.count && !b->is_too_large; i++)
    task_ways_add(b, &w, (uint32_t[]){ends.at[i].condition, is_unanswered(b, who, ends.at[i].channel)}, 2);
  vec_free(b->m, &ends);
  return task_ways_fact(b, &w);
}
