// Steps by labels of timed networks: a call with an answer, or a broadcast.
#include "abstraction/factors_internal.h"

#include <stdlib.h>

// All guards are evaluated before the step; the effects are executed one after the other.
static void take_pair(factors_maker *k, const factor_step *step) {
  if (!factors_start_edge(k, step->who, step->edge) || !factors_start_edge(k, step->partner, step->answer))
    return;
  interval one = factors_number_of_label(k, step->who, &step->edge->sync.label);
  interval other = factors_number_of_label(k, step->partner, &step->answer->sync.label);
  if (interval_is_empty(interval_common(one, other))) {
    k->is_impossible = true;
    return;
  }
  factors_take_effect(k, step->who, step->edge);
  if (!k->is_impossible)
    factors_take_effect(k, step->partner, step->answer);
  factors_arrive(k, step->who, step->edge);
  factors_arrive(k, step->partner, step->answer);
}

static bool may_share(const net_pick *a, const net_pick *b) {
  return a->first < b->first + b->count && b->first < a->first + a->count;
}

static void add_pairs(factors_maker *k, const factor_process *who, const net_edge *call) {
  factor_step step = {.who = who, .edge = call, .cost = 1};
  for (uint32_t i = 0; i < k->count; i++) {
    step.partner = &k->processes[i];
    const net_flow *flow = &step.partner->template_->flow;
    for (uint32_t l = 0; l < flow->locations.count && step.partner != who; l++)
      for (uint32_t n = 0; n < flow->locations.at[l].edges.count && !k->is_too_large; n++) {
        step.answer = k->net->edges.at[flow->locations.at[l].edges.at[n]];
        if (step.answer->sync.kind != SYNC_ANSWER || !may_share(&call->sync.label, &step.answer->sync.label))
          continue;
        step.is_risky = factors_is_risky(k, call) || factors_is_risky(k, step.answer);
        factors_explore(k, take_pair, &step);
      }
  }
}

// Broadcasts. Every process that can answer does, by one of its edges; which variables they change, and to what, is not
// told apart.

static bool may_answer(const net_edge *e, uint32_t label) {
  const net_pick *p = &e->sync.label;
  return e->sync.kind == SYNC_ANSWER && label >= p->first && label < p->first + p->count;
}

static bool must_answer(const net_edge *e) {
  return !e->guard && !e->bounds.count && (e->sync.label.count == 1 || !e->sync.label.offset);
}

static bool is_required(const net_label *l, uint32_t pid) {
  for (uint32_t i = 0; i < l->required.count; i++)
    if (l->required.at[i] == pid)
      return true;
  return false;
}

static int compare_pairs(const void *a, const void *b) {
  const factor_pair *x = a, *y = b;
  return x->from != y->from ? (x->from < y->from ? -1 : 1) : x->to < y->to ? -1 : x->to > y->to;
}

static void sort_pairs(factor_crowd *c) {
  uint32_t kept = 0;
  qsort(c->pairs.at, c->pairs.count, sizeof *c->pairs.at, compare_pairs);
  for (uint32_t i = 0; i < c->pairs.count; i++)
    if (!kept || compare_pairs(&c->pairs.at[kept - 1], &c->pairs.at[i]) != 0)
      c->pairs.at[kept++] = c->pairs.at[i];
  c->pairs.count = kept;
}

// False if the process has nothing to do with the label.
static bool gather(factors_maker *k, const factor_process *q, uint32_t label, factor_crowd *out) {
  const net_flow *flow = &q->template_->flow;
  bool is_asked = is_required(&k->net->labels.at[label], q->pid), answers = false;
  *out = (factor_crowd){.factor = q->location};
  for (uint32_t l = 0; l < flow->locations.count; l++) {
    bool must = is_asked;
    for (uint32_t n = 0; n < flow->locations.at[l].edges.count; n++) {
      const net_edge *e = k->net->edges.at[flow->locations.at[l].edges.at[n]];
      if (!may_answer(e, label))
        continue;
      answers = true;
      must |= must_answer(e);
      vec_push(k->m, &out->pairs, ((factor_pair){(uint16_t)l, (uint16_t)e->to}));
    }
    if (!must)
      vec_push(k->m, &out->pairs, ((factor_pair){(uint16_t)l, (uint16_t)l}));
  }
  if (out->pairs.count)
    sort_pairs(out);
  return answers || is_asked;
}

static void let_answer(factors_maker *k, const factor_process *q, uint32_t label) {
  const net_flow *flow = &q->template_->flow;
  accesses *known = facts_accesses(k->setup->facts);
  for (uint32_t l = 0; l < flow->locations.count; l++)
    for (uint32_t n = 0; n < flow->locations.at[l].edges.count; n++) {
      const net_edge *e = k->net->edges.at[flow->locations.at[l].edges.at[n]];
      if (!may_answer(e, label))
        continue;
      k->may_fault |= factors_is_risky(k, e);
      k->may_fail |=
          (access_of_edge(known, e->id)->flags & ACCESS_ASSERTS) && (k->setup->asked.errors & ERROR_ASSERTION);
      factors_forget(k, q, e->id);
    }
}

static void take_broadcast(factors_maker *k, const factor_step *step) {
  k->may_fault |= risk_of_broadcast(k->net, step->label);
  if (!factors_start_edge(k, step->who, step->edge))
    return;
  interval label = factors_number_of_label(k, step->who, &step->edge->sync.label);
  if (!interval_holds(label, (int32_t)step->label)) {
    k->is_impossible = true;
    return;
  }
  factors_take_effect(k, step->who, step->edge);
  for (uint32_t i = 0; i < k->count && !k->is_impossible; i++)
    if (&k->processes[i] != step->who)
      let_answer(k, &k->processes[i], step->label);
  factors_arrive(k, step->who, step->edge);
}

static void add_broadcast(factors_maker *k, const factor_process *who, const net_edge *call, uint32_t label) {
  factor_step step = {.who = who, .edge = call, .cost = 1, .label = label, .is_risky = true};
  factor_crowd *crowd = mem_alloc(k->m, (k->count + 1) * sizeof *crowd);
  uint32_t count = 0;
  for (uint32_t i = 0; i < k->count; i++) {
    const factor_process *q = &k->processes[i];
    if (q == who || q->location == FACTOR_NONE)
      continue;
    if (gather(k, q, label, &crowd[count]))
      count++;
    else
      vec_free(k->m, &crowd[count].pairs);
  }
  k->crowd = crowd;
  k->crowd_count = count;
  factors_explore(k, take_broadcast, &step);
  k->crowd = NULL;
  k->crowd_count = 0;
  for (uint32_t i = 0; i < count; i++)
    vec_free(k->m, &crowd[i].pairs);
  mem_free(k->m, crowd);
}

void factors_add_labelled(factors_maker *k, const factor_process *who, const net_edge *call) {
  const net_pick *row = &call->sync.label;
  if (!k->net->labels.at[row->first].is_broadcast) {
    add_pairs(k, who, call);
    return;
  }
  for (uint32_t i = 0; i < row->count && !k->is_too_large; i++)
    add_broadcast(k, who, call, row->first + i);
}
