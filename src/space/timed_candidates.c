#include "space/timed.h"

#include <assert.h>

// False after a fault.
static bool evaluate(machine *m, const exec_bound *b, timed_bounds *out, mem *memory) {
  if (b->when) {
    exec_result when = exec_run(m, b->when);
    if (when != EXEC_TRUE)
      return when == EXEC_FALSE;
  }
  int32_t x, y, constant;
  if (!exec_number_value(m, &b->x, &x) || !exec_number_value(m, &b->y, &y) ||
      !exec_number_value(m, &b->constant, &constant))
    return false;
  assert(x >= 0 && y >= 0);
  timed_bound one = {.x = (uint32_t)x, .y = (uint32_t)y, .b = b->is_strict ? dbm_lt(constant) : dbm_le(constant)};
  vec_push(memory, out, one);
  return true;
}

// The machine is in the process.
static fault evaluate_all(timed *t, const exec_bound *bounds, uint32_t count, timed_bounds *out) {
  for (uint32_t i = 0; i < count; i++)
    if (!evaluate(t->machine, &bounds[i], out, t->m))
      return t->machine->fault;
  return FAULT_NONE;
}

fault timed_evaluate(timed *t, uint8_t *state, uint32_t pid, const exec_bound *bounds, uint32_t count,
                     timed_bounds *out) {
  exec_enter(t->machine, state, t->layout, pid);
  return evaluate_all(t, bounds, count, out);
}

// The machine is in the process. Does the guard hold? Evaluates the label.
static exec_result test(machine *m, const exec_edge *e, const uint8_t *state, uint32_t *label) {
  if (e->guard) {
    if (exec_is_filtered(e->filter, state, m->frame))
      return EXEC_FALSE;
    exec_result result = e->filter.is_all ? EXEC_TRUE : exec_run(m, e->guard);
    if (result != EXEC_TRUE)
      return result;
  }
  int32_t number = 0;
  if (e->sync != SYNC_NONE && !exec_number_value(m, &e->label, &number))
    return EXEC_FAULT;
  *label = (uint32_t)number;
  return EXEC_TRUE;
}

// The machine is in the process.
static void add_candidate(timed_work *w, uint32_t pid, const exec_edge *e) {
  timed *t = w->t;
  machine *m = t->machine;
  timed_candidate c = {.pid = pid, .edge = e, .first = w->bounds.count};
  m->fault_at = NULL;
  exec_result result = test(m, e, w->state, &c.label);
  if (result == EXEC_FALSE)
    return;
  c.fault = result == EXEC_FAULT ? m->fault : evaluate_all(t, e->bounds, e->bound_count, &w->bounds);
  c.at = c.fault == FAULT_NONE ? NULL : m->fault_at;
  if (c.fault != FAULT_NONE && t->base.net->faults_block)
    return;
  c.count = w->bounds.count - c.first;
  vec_push(t->m, &w->candidates, c);
}

// Lists the answers to each label, in order. Where the parts of many processes are left out, each state has many calls
// and answers.
static void list_answers(timed_work *w) {
  for (uint32_t i = 0; i < w->candidates.count; i++)
    if (w->candidates.at[i].edge->sync != SYNC_NONE && w->candidates.at[i].fault == FAULT_NONE)
      w->first_answer[w->candidates.at[i].label] = TIMED_NONE;
  for (uint32_t i = w->candidates.count; i-- > 0;) {
    timed_candidate *c = &w->candidates.at[i];
    if (c->edge->sync != SYNC_ANSWER || c->fault != FAULT_NONE)
      continue;
    c->next_answer = w->first_answer[c->label];
    w->first_answer[c->label] = i;
  }
}

void timed_find_candidates(timed_work *w) {
  timed *t = w->t;
  w->candidates.count = w->bounds.count = 0;
  w->is_committed = false;
  for (uint32_t pid = 0; pid < t->processes; pid++) {
    const exec_location *l = exec_location_of(t->layout, w->state, pid);
    w->is_committed |= (l->flags & LOC_COMMITTED) != 0;
    w->first[pid] = w->candidates.count;
    exec_enter(t->machine, w->state, t->layout, pid);
    for (uint32_t i = 0; i < l->count; i++)
      add_candidate(w, pid, &l->edges[i]);
  }
  w->first[t->processes] = w->candidates.count;
  list_answers(w);
}

// Does the guard of an edge with a label hold? Faults are reported when the state itself is expanded.
static bool is_ready(timed *t, uint8_t *state, uint32_t pid, const exec_edge *e, uint32_t *label) {
  exec_enter(t->machine, state, t->layout, pid);
  return test(t->machine, e, state, label) == EXEC_TRUE;
}

static bool is_answered_by(timed *t, uint8_t *state, uint32_t pid, uint32_t label) {
  const exec_location *l = exec_location_of(t->layout, state, pid);
  for (uint32_t i = 0; i < l->count; i++) {
    uint32_t own;
    const exec_edge *e = &l->edges[i];
    if (e->sync == SYNC_ANSWER && (e->label.code || (uint32_t)e->label.value == label) &&
        is_ready(t, state, pid, e, &own) && own == label)
      return true;
  }
  return false;
}

static bool is_answered(timed *t, uint8_t *state, uint32_t caller, uint32_t label) {
  const net_label *l = &t->base.net->labels.at[label];
  if (l->is_broadcast) {
    for (uint32_t i = 0; i < l->required.count; i++)
      if (l->required.at[i] != caller && !is_answered_by(t, state, l->required.at[i], label))
        return false;
    return true;
  }
  for (uint32_t pid = 0; pid < t->processes; pid++)
    if (pid != caller && is_answered_by(t, state, pid, label))
      return true;
  return false;
}

static bool has_urgent_call(timed *t, uint8_t *state, uint32_t pid) {
  const exec_location *l = exec_location_of(t->layout, state, pid);
  for (uint32_t i = 0; i < l->count; i++) {
    const exec_edge *e = &l->edges[i];
    uint32_t label;
    if (e->sync != SYNC_CALL || (!e->label.code && !t->base.net->labels.at[e->label.value].is_urgent))
      continue;
    if (is_ready(t, state, pid, e, &label) && t->base.net->labels.at[label].is_urgent &&
        is_answered(t, state, pid, label))
      return true;
  }
  return false;
}

bool timed_is_urgent(timed *t, uint8_t *state) {
  for (uint32_t pid = 0; pid < t->processes; pid++)
    if (exec_location_of(t->layout, state, pid)->flags & (LOC_URGENT | LOC_COMMITTED))
      return true;
  for (uint32_t pid = 0; pid < t->processes && t->code->has_urgent_labels; pid++)
    if (has_urgent_call(t, state, pid))
      return true;
  return false;
}
