// The interface of the reference interpreter: finding a step among those that are possible, and taking it.
#include "trace/ref_internal.h"

#include <string.h>

reference *ref_new(mem *m, const network *net) {
  reference *r = mem_alloc(m, sizeof *r);
  r->m = m;
  r->initial = ref_state_initial(m, &r->now, net);
  if (net->is_timed && r->initial == FAULT_NONE)
    r->has_no_initial_state = !ref_invariant_holds(m, &r->now, &r->initial) && r->initial == FAULT_NONE;
  ref_state_copy(m, &r->before, &r->now);
  vec_push(m, &r->log.output, 0);
  return r;
}

void ref_delete(reference *r) {
  if (!r)
    return;
  ref_state_free(r->m, &r->now);
  ref_state_free(r->m, &r->before);
  ref_state_free(r->m, &r->log.witness);
  vec_free(r->m, &r->log.output);
  mem_free(r->m, r);
}

const ref_state *ref_now(const reference *r) { return &r->now; }
const ref_state *ref_before(const reference *r) { return &r->before; }
const ref_state *ref_witness(const reference *r) { return r->log.witness.net ? &r->log.witness : &r->before; }
const net_stmt *ref_failed_assertion(const reference *r) { return r->log.assertion; }
fault ref_initial_fault(const reference *r) { return r->initial; }
bool ref_has_no_initial_state(const reference *r) { return r->has_no_initial_state; }
const char *ref_output(const reference *r) { return r->log.output.at; }

// Counts the steps that are found, and passes them on.
typedef struct tally {
  ref_found found;
  void *context;
  bool timeout; // they need EXPR_TIMEOUT = 1
  uint32_t count;
} tally;

static bool count(void *context, const ref_move *move) {
  tally *t = context;
  t->count++;
  return t->found(t->context, move);
}

static void all_processes_steps(reference *r, tally *t) {
  for (int32_t pid = (int32_t)r->now.processes.count - 1; pid >= 0; pid--)
    if (!ref_process_steps(r->m, &r->now, pid, t->timeout, count, t))
      return;
}

// All possible steps: those of the process in control; if it has none, of all processes; if there are none, with the
// timeout.
static void find_steps(reference *r, tally *t) {
  if (r->initial != FAULT_NONE)
    return;
  if (r->now.control != NET_NONE)
    ref_process_steps(r->m, &r->now, r->now.control, false, count, t);
  if (t->count == 0)
    all_processes_steps(r, t);
  if (t->count == 0) {
    t->timeout = true;
    all_processes_steps(r, t);
  }
}

typedef struct wanted_step {
  const net_action *step;
  bool found;
  fault fault;
} wanted_step;

static bool is_wanted(void *context, const ref_move *move) {
  wanted_step *w = context;
  const net_action *a = &move->by, *b = w->step;
  if (a->pid != b->pid || a->edge != b->edge || a->partner_edge != b->partner_edge)
    return true;
  if (a->partner_edge != NET_ALONE && a->partner != b->partner)
    return true;
  w->found = true;
  w->fault = move->fault;
  return false;
}

static const char *why_not(const reference *r, const net_action *step) {
  const ref_state *s = &r->now;
  if (r->initial != FAULT_NONE)
    return "the initialisation ends in a run-time error";
  if (step->pid >= s->processes.count)
    return "there is no such process";
  if (step->edge >= s->net->edges.count)
    return "there is no such statement";
  const net_location *l = ref_location(s, step->pid);
  bool leaves = false;
  for (uint32_t i = 0; i < l->edges.count; i++)
    leaves = leaves || l->edges.at[i] == step->edge;
  if (!leaves)
    return "the process is not at this statement";
  if (s->control != NET_NONE && s->control != step->pid)
    return "another process is inside an atomic sequence";
  return step->partner_edge == NET_ALONE ? "the statement is not executable" : "the rendezvous cannot take place";
}

static void rendezvous(reference *r, const net_action *step, ref_actor *sender) {
  const net_edge *send = r->now.net->edges.at[step->edge], *receive = r->now.net->edges.at[step->partner_edge];
  ref_values message = {0};
  ref_channel *c = ref_sync_channel(sender, send);
  if (c) {
    ref_fields(sender, send, c, &message);
    ref_take_send(sender, send);
  }
  if (sender->fault == FAULT_NONE) {
    ref_actor receiver = *sender;
    receiver.pid = step->partner;
    ref_take_receive(&receiver, receive, message.at);
    sender->fault = receiver.fault;
    sender->at = receiver.at;
  }
  vec_free(r->m, &message);
}

// A process that has ended or cannot move does not hold control: equal situations must be equal states.
static void update_control(reference *r, const net_action *step) {
  bool alone = step->partner_edge == NET_ALONE;
  int32_t mover = alone ? step->pid : step->partner;
  ref_state *s = &r->now;
  bool keeps = s->net->edges.at[alone ? step->edge : step->partner_edge]->keeps_control;
  s->last = mover;
  s->control = NET_NONE;
  if (keeps && (uint32_t)mover < s->processes.count && ref_can_move(r->m, s, mover, false))
    s->control = mover;
}

static void clear_log(reference *r) {
  ref_state_free(r->m, &r->log.witness);
  r->log.assertion = NULL;
  r->log.output.count = 0;
}

static fault take(reference *r, const net_action *step, bool timeout, const net_stmt **at) {
  ref_actor a = ref_actor_of(r->m, &r->now, step->pid, timeout);
  a.log = &r->log;
  if (step->partner_edge == NET_ALONE)
    ref_take(&a, r->now.net->edges.at[step->edge]);
  else
    rendezvous(r, step, &a);
  *at = a.at;
  if (a.fault == FAULT_NONE) {
    update_control(r, step);
  } else {
    ref_state_free(r->m, &r->log.witness);
    r->log.witness = r->now;
    r->now = (ref_state){0};
    ref_state_copy(r->m, &r->now, &r->before);
  }
  return a.fault;
}

ref_status ref_step(reference *r, const net_action *step, fault *f, const net_stmt **at, const char **why) {
  *f = FAULT_NONE;
  *at = NULL;
  clear_log(r);
  ref_state_assign(r->m, &r->before, &r->now);
  if (r->now.net->is_timed)
    return ref_step_timed(r, step, f, at, why);
  wanted_step w = {.step = step};
  tally t = {.found = is_wanted, .context = &w};
  find_steps(r, &t);
  if (w.found)
    *f = w.fault != FAULT_NONE ? w.fault : take(r, step, t.timeout, at);
  vec_push(r->m, &r->log.output, 0);
  if (!w.found) {
    *why = why_not(r, step);
    return REF_IMPOSSIBLE;
  }
  if (*f == FAULT_NONE && r->log.assertion) {
    *f = FAULT_ASSERT;
    *at = r->log.assertion;
  }
  return REF_OK;
}

static bool pass_on(void *context, const ref_move *move) {
  ref_listener *l = context;
  l->visit(l->context, &move->by);
  return true;
}

void ref_possible(reference *r, void (*visit)(void *context, const net_action *step), void *context) {
  ref_listener l = {visit, context};
  if (r->now.net->is_timed) {
    ref_possible_timed(r, l);
    return;
  }
  tally t = {.found = pass_on, .context = &l};
  find_steps(r, &t);
}

static bool stop_at_first(void *context, const ref_move *move) {
  (void)context;
  (void)move;
  return false;
}

bool ref_is_deadlock(reference *r) {
  if (r->now.net->is_timed)
    return r->initial == FAULT_NONE && !r->has_no_initial_state && ref_is_timed_deadlock(r->m, &r->now);
  tally t = {.found = stop_at_first};
  find_steps(r, &t);
  if (t.count > 0 || r->initial != FAULT_NONE)
    return false;
  for (uint32_t pid = 0; pid < r->now.processes.count; pid++)
    if (!(ref_location(&r->now, (int32_t)pid)->flags & LOC_END))
      return true;
  fault f = FAULT_NONE;
  const expr *condition = r->now.net->end_condition;
  return condition && r->now.processes.count > 0 && !ref_eval(r, condition, &f);
}

int32_t ref_eval(reference *r, const expr *e, fault *f) { return ref_eval_as(r, &r->now, NET_NONE, e, f); }

int32_t ref_eval_as(reference *r, const ref_state *s, int32_t pid, const expr *e, fault *f) {
  ref_state view = *s; // expressions only read
  ref_actor a = ref_actor_of(r->m, &view, pid, false);
  int32_t value = ref_value(&a, e);
  *f = a.fault;
  return value;
}
