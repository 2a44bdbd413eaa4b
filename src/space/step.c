#include "space/discrete.h"

#include "base/work.h"

enum { WORK_OF_STEP = WORK_STEP / 2, BYTES_OF_WORK = 8 };

void step_prepare(discrete *d, exec_buffer *b, const uint8_t *state, layout *l, uint32_t pid) {
  machine *m = d->machine;
  exec_reserve(m, b, l->size);
  memcpy(b->bytes, state, l->size);
  exec_enter(m, b->bytes, l, pid);
  m->buffer = b;
  m->has_ended = false;
  m->assertion_failed = false;
}

void step_move(machine *m, uint32_t to) {
  if (!m->has_ended)
    frame_set_number(m->layout->shape[m->pid], m->frame, to);
}

void step_fault(scan *s, const net_action *by, fault f) {
  s->count++;
  if (!s->visit) {
    s->stopped = true;
    return;
  }
  successor next = {
      .by = *by, .cost = net_step_cost(s->d->base.net, by), .fault = f, .fault_at = s->d->machine->fault_at};
  s->stopped = !s->visit(s->context, &next);
}

void step_fail(scan *s, const net_action *by) {
  machine *m = s->d->machine;
  if (m->assertion_failed && s->visit) { // before the fault, in the same step: both are reported
    successor first = {
        .by = *by, .cost = net_step_cost(s->d->base.net, by), .fault = FAULT_ASSERT, .fault_at = m->assertion};
    s->count++;
    s->stopped = !s->visit(s->context, &first);
  }
  if (!s->stopped)
    step_fault(s, by, m->fault);
}

// A process that cannot continue does not hold control: equal situations must be equal states.
static bool can_continue(discrete *d, uint8_t *state, layout *l, uint32_t pid) {
  const exec_location *location = exec_location_of(l, state, pid);
  return (location->always_moves && !d->restricts_moves) || discrete_can_move(d, state, l, pid);
}

void step_finish(scan *s, exec_buffer *b, uint32_t mover, const exec_edge *e, const net_action *by) {
  discrete *d = s->d;
  machine *m = d->machine;
  const layout_plan *plan = d->program->plan;
  layout *l = m->layout;
  uint8_t *state = b->bytes;
  if (l != s->layout)
    layout_write(l, state);
  if (plan->last != LAYOUT_ABSENT)
    state[plan->last] = (uint8_t)mover;
  successor next = {.size = l->size, .by = *by, .cost = net_step_cost(s->d->base.net, by)};
  if (m->assertion_failed) {
    next.fault = FAULT_ASSERT;
    next.fault_at = m->assertion;
  }
  if (plan->control != LAYOUT_ABSENT)
    state[plan->control] =
        (uint8_t)(e->keeps_control && !m->has_ended && can_continue(d, state, l, mover) ? mover + 1 : 0);
  next.state = state;
  d->base.work += WORK_OF_STEP + l->size / BYTES_OF_WORK;
  s->count++;
  s->stopped = !s->visit(s->context, &next);
}

void step_take(scan *s, uint32_t pid, const exec_edge *e) {
  discrete *d = s->d;
  machine *m = d->machine;
  net_action by = {.edge = e->id, .partner_edge = NET_ALONE, .pid = (uint16_t)pid};
  step_prepare(d, &d->step, s->state, s->layout, pid);
  if (e->effect && exec_run(m, e->effect) == EXEC_FAULT) {
    step_fail(s, &by);
    return;
  }
  step_move(m, e->to);
  step_finish(s, &d->step, pid, e, &by);
}
