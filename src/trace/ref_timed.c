// Which steps a timed network has: "Steps" and "Priorities" of docs/network.md.
#include "trace/ref_internal.h"

bool ref_guard_holds(mem *m, ref_state *s, int32_t pid, const net_edge *e, ref_bounds *bounds, int32_t *label,
                     fault *f) {
  ref_actor a = ref_actor_of(m, s, pid, false);
  bool holds = !e->guard || ref_value(&a, e->guard);
  *label = NET_NONE;
  if (holds) {
    ref_add_bounds(&a, &e->bounds, bounds);
    if (e->sync.kind != SYNC_NONE)
      *label = (int32_t)ref_pick(&a, &e->sync.label);
  }
  *f = s->net->faults_block ? FAULT_NONE : a.fault;
  return holds && a.fault == FAULT_NONE;
}

void ref_joint_free(mem *m, ref_joint *j) {
  vec_free(m, &j->parts);
  vec_free(m, &j->bounds);
}

static bool is_committed(const ref_state *s, int32_t pid) { return ref_location(s, pid)->flags & LOC_COMMITTED; }

static bool respects_committed(const ref_state *s, const ref_joint *j) {
  for (uint32_t i = 0; i < j->parts.count; i++)
    if (is_committed(s, j->parts.at[i].pid))
      return true;
  for (uint32_t pid = 0; pid < s->processes.count; pid++)
    if (is_committed(s, (int32_t)pid))
      return false;
  return true;
}

bool ref_report(const ref_query *q, ref_joint *j) {
  if (!respects_committed(q->s, j) || (q->which == REF_AT_ONCE && !ref_all_hold(q->s, &j->bounds)))
    return true;
  return q->found(q->context, j);
}

static void join(mem *m, ref_joint *j, int32_t pid, const net_edge *e) {
  vec_push(m, &j->parts, ((ref_participant){pid, e}));
}

// Adds the edge to the caller's joint, if it can answer.
static bool add_answer(mem *m, ref_state *s, int32_t pid, const net_edge *e, ref_joint *j) {
  fault ignored; // the fault is a step of its own
  int32_t label;
  if (e->sync.kind != SYNC_ANSWER || !ref_guard_holds(m, s, pid, e, &j->bounds, &label, &ignored) || label != j->label)
    return false;
  join(m, j, pid, e);
  j->by.partner = (uint16_t)pid;
  j->by.partner_edge = e->id;
  return true;
}

static bool find_answers(const ref_query *q, ref_joint *j) {
  uint32_t own = j->bounds.count;
  bool go_on = true;
  for (int32_t pid = 0; pid < (int32_t)q->s->processes.count && go_on; pid++) {
    const net_location *location = ref_location(q->s, pid);
    for (uint32_t i = 0; i < location->edges.count && pid != j->by.pid && go_on; i++) {
      if (add_answer(q->m, q->s, pid, q->s->net->edges.at[location->edges.at[i]], j))
        go_on = ref_report(q, j);
      j->bounds.count = own;
      j->parts.count = 1;
    }
  }
  return go_on;
}

static bool try_edge(const ref_query *q, int32_t pid, const net_edge *e, ref_joint *j) {
  *j = (ref_joint){.by = {.edge = e->id, .partner_edge = NET_ALONE, .pid = (uint16_t)pid}};
  join(q->m, j, pid, e);
  bool holds = ref_guard_holds(q->m, q->s, pid, e, &j->bounds, &j->label, &j->fault);
  if (j->fault != FAULT_NONE) {
    j->bounds.count = 0;
    return ref_report(q, j);
  }
  if (!holds || (q->which == REF_AT_ONCE && !ref_all_hold(q->s, &j->bounds)))
    return true;
  if (e->sync.kind == SYNC_NONE)
    return ref_report(q, j);
  if (e->sync.kind != SYNC_CALL)
    return true;
  return q->s->net->labels.at[j->label].is_broadcast ? ref_broadcast_ways(q, j) : find_answers(q, j);
}

bool ref_joints(const ref_query *q) {
  bool go_on = true;
  for (int32_t pid = 0; pid < (int32_t)q->s->processes.count && go_on; pid++) {
    const net_location *location = ref_location(q->s, pid);
    for (uint32_t i = 0; i < location->edges.count && go_on; i++) {
      ref_joint j;
      go_on = try_edge(q, pid, q->s->net->edges.at[location->edges.at[i]], &j);
      ref_joint_free(q->m, &j);
    }
  }
  return go_on;
}

static bool is_outgoing(const ref_state *s, int32_t pid, uint32_t edge) {
  const net_location *l = ref_location(s, pid);
  for (uint32_t i = 0; i < l->edges.count; i++)
    if (l->edges.at[i] == edge)
      return true;
  return false;
}

static const char *find_partner(mem *m, ref_state *s, const net_action *step, ref_joint *out) {
  if (step->partner_edge == NET_ALONE)
    return "the edge must synchronise with another process";
  if (step->partner >= s->processes.count || step->partner == step->pid)
    return "the answering process does not exist";
  if (!is_outgoing(s, step->partner, step->partner_edge))
    return "the answering process is not at this edge";
  return add_answer(m, s, step->partner, s->net->edges.at[step->partner_edge], out)
             ? NULL
             : "the answering process cannot take this edge";
}

static const char *find_joint(mem *m, ref_state *s, const net_action *step, ref_joint *out) {
  if (step->pid >= s->processes.count)
    return "there is no such process";
  if (step->edge >= s->net->edges.count)
    return "there is no such statement";
  if (!is_outgoing(s, step->pid, step->edge))
    return "the process is not at this statement";
  const net_edge *e = s->net->edges.at[step->edge];
  join(m, out, step->pid, e);
  bool is_alone = step->partner_edge == NET_ALONE;
  bool holds = ref_guard_holds(m, s, step->pid, e, &out->bounds, &out->label, &out->fault);
  if (out->fault != FAULT_NONE) {
    out->bounds.count = 0;
    return is_alone ? NULL : "evaluating the edge ends in a run-time error";
  }
  if (!holds)
    return "the guard does not hold";
  if (e->sync.kind == SYNC_NONE)
    return is_alone ? NULL : "this edge does not synchronise with another process";
  if (e->sync.kind != SYNC_CALL)
    return "this edge only answers: another process must start the step";
  if (!s->net->labels.at[out->label].is_broadcast)
    return find_partner(m, s, step, out);
  return is_alone || step->partner == NET_BROADCAST
             ? ref_broadcast_way(m, s, step->partner_edge, out)
             : "this edge is a broadcast: every process that can answer takes part";
}

const char *ref_joint_of(mem *m, ref_state *s, const net_action *step, ref_joint *out) {
  *out = (ref_joint){.by = *step, .label = NET_NONE};
  const char *why = find_joint(m, s, step, out);
  return why || respects_committed(s, out) ? why : "another process is at a committed location";
}

static int32_t label_priority(const ref_state *s, const ref_joint *j) {
  return j->label == NET_NONE ? 0 : s->net->labels.at[j->label].priority;
}

static int32_t process_priority(const ref_state *s, const ref_joint *j) {
  int32_t greatest = INT32_MIN;
  for (uint32_t i = 0; i < j->parts.count; i++) {
    int32_t priority = s->processes.at[j->parts.at[i].pid].priority;
    greatest = priority > greatest ? priority : greatest;
  }
  return greatest;
}

bool ref_has_greater_priority(const ref_state *s, const ref_joint *a, const ref_joint *b) {
  int32_t x = label_priority(s, a), y = label_priority(s, b);
  return x != y ? x > y : process_priority(s, a) > process_priority(s, b);
}

bool ref_is_urgent(const ref_state *s, const ref_joint *j) {
  return j->label != NET_NONE && j->fault == FAULT_NONE && s->net->labels.at[j->label].is_urgent;
}

fault ref_run_joint(mem *m, ref_state *s, const ref_joint *j, ref_log *log, ref_resets *resets, const net_stmt **at) {
  ref_actor a = ref_actor_of(m, s, NET_NONE, false);
  a.log = log;
  a.resets = resets;
  for (uint32_t i = 0; i < j->parts.count && a.fault == FAULT_NONE; i++) {
    a.pid = j->parts.at[i].pid;
    ref_run_effect(&a, j->parts.at[i].edge->effect);
  }
  for (uint32_t i = 0; i < j->parts.count && a.fault == FAULT_NONE; i++)
    s->processes.at[j->parts.at[i].pid].location = j->parts.at[i].edge->to;
  s->last = j->by.pid;
  *at = a.at;
  return a.fault;
}

bool ref_take_joint(mem *m, ref_state *s, const ref_joint *j, ref_log *log, fault *f, const net_stmt **at) {
  *f = j->fault;
  *at = NULL;
  if (j->fault != FAULT_NONE)
    return true;
  if (!ref_all_hold(s, &j->bounds))
    return false;
  *f = ref_run_joint(m, s, j, log, NULL, at);
  bool holds = *f != FAULT_NONE || ref_invariant_holds(m, s, f);
  return *f == FAULT_NONE ? holds : !s->net->faults_block;
}

typedef struct priority_test {
  mem *m;
  ref_state *s;
  const ref_joint *j;
} priority_test;

static bool is_not_outranking(void *context, ref_joint *other) {
  priority_test *r = context;
  if (!ref_has_greater_priority(r->s, other, r->j))
    return true;
  ref_state trial;
  fault f;
  const net_stmt *at;
  ref_state_copy(r->m, &trial, r->s);
  bool is_possible = ref_take_joint(r->m, &trial, other, NULL, &f, &at);
  ref_state_free(r->m, &trial);
  return !is_possible;
}

bool ref_is_outranked(mem *m, ref_state *s, const ref_joint *j) {
  if (!s->net->orders_steps)
    return false;
  priority_test r = {m, s, j};
  ref_query q = {.m = m, .s = s, .which = REF_AT_ONCE, .found = is_not_outranking, .context = &r};
  return !ref_joints(&q);
}
