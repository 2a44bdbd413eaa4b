// Which steps a timed network has: "Steps" and "Priorities" of docs/network.md.
#include "trace/ref_internal.h"

bool ref_edge_asks(mem *m, ref_state *s, int32_t pid, const net_edge *e, ref_limits *limits, int32_t *label, fault *f) {
  ref_actor a = ref_actor_of(m, s, pid, false);
  bool holds = !e->guard || ref_value(&a, e->guard);
  *label = NET_NONE;
  if (holds) {
    ref_add_limits(&a, &e->bounds, limits);
    if (e->sync.kind != SYNC_NONE)
      *label = (int32_t)ref_pick(&a, &e->sync.label);
  }
  *f = s->net->faults_block ? FAULT_NONE : a.fault;
  return holds && a.fault == FAULT_NONE;
}

void ref_joint_free(mem *m, ref_joint *j) {
  vec_free(m, &j->parts);
  vec_free(m, &j->limits);
}

static bool is_committed(const ref_state *s, int32_t pid) { return ref_location(s, pid)->flags & LOC_COMMITTED; }

static bool may_go_first(const ref_state *s, const ref_joint *j) {
  for (uint32_t i = 0; i < j->parts.count; i++)
    if (is_committed(s, j->parts.at[i].pid))
      return true;
  for (uint32_t pid = 0; pid < s->processes.count; pid++)
    if (is_committed(s, (int32_t)pid))
      return false;
  return true;
}

bool ref_tell(const ref_look_out *o, ref_joint *j) {
  if (!may_go_first(o->s, j) || (o->which == REF_AT_ONCE && !ref_all_hold(o->s, &j->limits)))
    return true;
  return o->found(o->context, j);
}

static void join(mem *m, ref_joint *j, int32_t pid, const net_edge *e) {
  vec_push(m, &j->parts, ((ref_participant){pid, e}));
}

// Adds the answer to the caller's joint, if it is one.
static bool add_answer(mem *m, ref_state *s, int32_t pid, const net_edge *e, ref_joint *j) {
  fault ignored; // the edge is a step of its own then
  int32_t label;
  if (e->sync.kind != SYNC_ANSWER || !ref_edge_asks(m, s, pid, e, &j->limits, &label, &ignored) || label != j->label)
    return false;
  join(m, j, pid, e);
  j->by.partner = (uint8_t)pid;
  j->by.partner_edge = e->id;
  return true;
}

static bool look_for_one_answer(const ref_look_out *o, ref_joint *j) {
  uint32_t own = j->limits.count;
  bool go_on = true;
  for (int32_t pid = 0; pid < (int32_t)o->s->processes.count && go_on; pid++) {
    const net_location *location = ref_location(o->s, pid);
    for (uint32_t i = 0; i < location->edges.count && pid != j->by.pid && go_on; i++) {
      if (add_answer(o->m, o->s, pid, o->s->net->edges.at[location->edges.at[i]], j))
        go_on = ref_tell(o, j);
      j->limits.count = own;
      j->parts.count = 1;
    }
  }
  return go_on;
}

static bool look_at_edge(const ref_look_out *o, int32_t pid, const net_edge *e, ref_joint *j) {
  *j = (ref_joint){.by = {.edge = e->id, .partner_edge = NET_ALONE, .pid = (uint8_t)pid}};
  join(o->m, j, pid, e);
  bool asks = ref_edge_asks(o->m, o->s, pid, e, &j->limits, &j->label, &j->fault);
  if (j->fault != FAULT_NONE) {
    j->limits.count = 0;
    return ref_tell(o, j);
  }
  if (!asks || (o->which == REF_AT_ONCE && !ref_all_hold(o->s, &j->limits)))
    return true;
  if (e->sync.kind == SYNC_NONE)
    return ref_tell(o, j);
  if (e->sync.kind != SYNC_CALL)
    return true;
  return o->s->net->labels.at[j->label].is_broadcast ? ref_broadcast_ways(o, j) : look_for_one_answer(o, j);
}

bool ref_joints(const ref_look_out *o) {
  bool go_on = true;
  for (int32_t pid = 0; pid < (int32_t)o->s->processes.count && go_on; pid++) {
    const net_location *location = ref_location(o->s, pid);
    for (uint32_t i = 0; i < location->edges.count && go_on; i++) {
      ref_joint j;
      go_on = look_at_edge(o, pid, o->s->net->edges.at[location->edges.at[i]], &j);
      ref_joint_free(o->m, &j);
    }
  }
  return go_on;
}

static bool leaves(const ref_state *s, int32_t pid, uint32_t edge) {
  const net_location *l = ref_location(s, pid);
  for (uint32_t i = 0; i < l->edges.count; i++)
    if (l->edges.at[i] == edge)
      return true;
  return false;
}

static const char *find_partner(mem *m, ref_state *s, const net_action *step, ref_joint *out) {
  if (step->partner_edge == NET_ALONE)
    return "somebody must answer";
  if (step->partner >= s->processes.count || step->partner == step->pid)
    return "there is no such process to answer";
  if (!leaves(s, step->partner, step->partner_edge))
    return "the process that is to answer does not stand before this statement";
  return add_answer(m, s, step->partner, s->net->edges.at[step->partner_edge], out) ? NULL
                                                                                    : "the other process cannot answer";
}

static const char *find_joint(mem *m, ref_state *s, const net_action *step, ref_joint *out) {
  if (step->pid >= s->processes.count)
    return "there is no such process";
  if (step->edge >= s->net->edges.count)
    return "there is no such statement";
  if (!leaves(s, step->pid, step->edge))
    return "the process does not stand before this statement";
  const net_edge *e = s->net->edges.at[step->edge];
  join(m, out, step->pid, e);
  bool is_alone = step->partner_edge == NET_ALONE;
  bool asks = ref_edge_asks(m, s, step->pid, e, &out->limits, &out->label, &out->fault);
  if (out->fault != FAULT_NONE) {
    out->limits.count = 0;
    return is_alone ? NULL : "the statement runs into an error before anybody can answer";
  }
  if (!asks)
    return "the guard does not hold";
  if (e->sync.kind == SYNC_NONE)
    return is_alone ? NULL : "nobody answers this statement";
  if (e->sync.kind != SYNC_CALL)
    return "the statement waits to be called";
  if (!s->net->labels.at[out->label].is_broadcast)
    return find_partner(m, s, step, out);
  return is_alone || step->partner == NET_BROADCAST ? ref_broadcast_way(m, s, step->partner_edge, out)
                                                    : "this label is answered by all who can";
}

const char *ref_joint_of(mem *m, ref_state *s, const net_action *step, ref_joint *out) {
  *out = (ref_joint){.by = *step, .label = NET_NONE};
  const char *why = find_joint(m, s, step, out);
  return why || may_go_first(s, out) ? why : "another process is at a committed location";
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
  if (!ref_all_hold(s, &j->limits))
    return false;
  *f = ref_run_joint(m, s, j, log, NULL, at);
  bool is_there = *f != FAULT_NONE || ref_is_there(m, s, f);
  return *f == FAULT_NONE ? is_there : !s->net->faults_block;
}

typedef struct rivalry {
  mem *m;
  ref_state *s;
  const ref_joint *j;
} rivalry;

static bool no_rival(void *context, ref_joint *other) {
  rivalry *r = context;
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
  rivalry r = {m, s, j};
  ref_look_out o = {.m = m, .s = s, .which = REF_AT_ONCE, .found = no_rival, .context = &r};
  return !ref_joints(&o);
}
