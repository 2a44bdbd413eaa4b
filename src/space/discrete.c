#include "space/discrete.h"

#include "base/work.h"
#include "facts/independence.h"

#include <assert.h>

bool discrete_is_provided(discrete *d, uint8_t *state, layout *l, uint32_t pid) {
  exec_enter(d->machine, state, l, pid);
  return exec_test(d->machine, d->program->templates[l->shape[pid]->template_->index].provided) == EXEC_TRUE;
}

// Is there another process of greater priority that is enabled?
static bool is_outranked(discrete *d, uint8_t *state, layout *l, uint32_t pid) {
  int32_t priority = frame_priority(l->shape[pid], state + l->frame[pid]);
  for (uint32_t q = 0; q < l->processes; q++) {
    if (q == pid || frame_priority(l->shape[q], state + l->frame[q]) <= priority)
      continue;
    if (discrete_is_provided(d, state, l, q) && exec_is_enabled(d->machine, q))
      return true;
  }
  return false;
}

// Do provided and priorities allow the process to move?
static bool may_move(discrete *d, uint8_t *state, layout *l, uint32_t pid) {
  return discrete_is_provided(d, state, l, pid) && !(d->program->net->uses_priority && is_outranked(d, state, l, pid));
}

bool discrete_can_move(discrete *d, uint8_t *state, layout *l, uint32_t pid) {
  machine *m = d->machine;
  const exec_location *location = exec_location_of(l, state, pid);
  bool old_timeout = m->timeout, moves = false;
  m->timeout = false;
  uint32_t edges = !d->restricts_moves || may_move(d, state, l, pid) ? location->count : 0;
  for (uint32_t i = 0; i < edges && !moves; i++) {
    const exec_edge *e = &location->edges[i];
    exec_enter(m, state, l, pid);
    exec_result result = e->is_end ? pid == l->processes - 1 : exec_test(m, e->guard);
    moves = result == EXEC_TRUE || result == EXEC_FAULT;
    if (result == EXEC_OFFER) {
      scan probe = {.d = d, .state = state, .layout = l, .sent = &d->probe, .message = d->probe_message};
      rendezvous_offer(&probe, pid, e);
      moves = probe.count > 0;
    }
  }
  m->timeout = old_timeout;
  return moves;
}

// Is the edge enabled, a rendezvous partner aside? any: an edge before it was.
static inline exec_result test_edge(const scan *s, uint32_t pid, const exec_edge *e, const uint8_t *frame, bool any) {
  if (e->guard) {
    if (exec_is_filtered(e->filter, s->state, frame))
      return EXEC_FALSE;
    if (e->filter.is_all)
      return EXEC_TRUE;
    exec_enter(s->d->machine, s->state, s->layout, pid);
    return exec_run(s->d->machine, e->guard);
  }
  if (e->is_else)
    return any ? EXEC_FALSE : EXEC_TRUE;
  return e->is_end && pid != s->layout->processes - 1 ? EXEC_FALSE : EXEC_TRUE;
}

enum { WORK_OF_EXPANSION = WORK_STEP / 2 };

static void try_process(scan *s, uint32_t pid) {
  discrete *d = s->d;
  machine *m = d->machine;
  const frame_shape *shape = s->layout->shape[pid];
  const uint8_t *frame = s->state + s->layout->frame[pid];
  const exec_location *l = &shape->code[frame_number(shape, frame)];
  if (d->restricts_moves && !may_move(d, s->state, s->layout, pid))
    return;
  bool any = false;
  uint32_t taken = 0, choice = 0;
  d->base.work += l->count;
  for (const exec_edge *e = l->edges, *end = e + l->count; e < end && !s->stopped; e++) {
    if (taken > 0 && e->rank != taken)
      return;
    if (e->choice > 0 && e->choice == choice)
      continue;
    exec_result result = test_edge(s, pid, e, frame, any);
    if (result == EXEC_FALSE)
      continue;
    if (result == EXEC_OFFER) {
      uint32_t before = s->count;
      rendezvous_offer(s, pid, e);
      if (s->count == before)
        continue;
      any = true;
    } else if (result == EXEC_FAULT || (any && shape->template_->is_deterministic)) {
      net_action by = {.edge = e->id, .partner_edge = NET_ALONE, .pid = (uint16_t)pid};
      if (result != EXEC_FAULT)
        m->fault_at = NULL;
      step_fault(s, &by, result == EXEC_FAULT ? m->fault : FAULT_CHOICE);
      any = true;
    } else {
      step_take(s, pid, e);
      any = true;
    }
    taken = e->rank;
    if (e->choice > 0)
      choice = e->choice;
  }
}

static void try_all_processes(scan *s) {
  for (uint32_t pid = s->layout->processes; pid-- > 0 && !s->stopped;)
    try_process(s, pid);
}

// Partial order reduction: the steps of one process suffice, if they are an ample set.
static void try_ample(scan *s) {
  for (uint32_t pid = s->layout->processes; pid-- > 0 && !s->count;) {
    const frame_shape *shape = s->layout->shape[pid];
    if (s->d->is_ample[shape->template_->index][frame_location(shape, s->state + s->layout->frame[pid])])
      try_process(s, pid);
  }
}

static bool may_be(space *base, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f);

static bool is_good_end(const scan *s) {
  fault f;
  uint32_t condition = s->d->code->end_condition;
  if (condition != LAYOUT_ABSENT && s->layout->processes > 0 &&
      !may_be(&s->d->base, s->state, s->layout->size, condition, true, &f))
    return false;
  for (uint32_t pid = 0; pid < s->layout->processes; pid++)
    if (!(exec_location_of(s->layout, s->state, pid)->flags & LOC_END))
      return false;
  return true;
}

static expansion expand(space *base, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  discrete *d = (discrete *)base;
  const layout_plan *plan = d->program->plan;
  scan s = {.d = d,
            .state = (uint8_t *)state,
            .layout = layout_of(d->machine->layouts, state, size),
            .visit = visit,
            .context = context};
  assert(s.layout->size == size);
  base->work += WORK_OF_EXPANSION;
  s.sent = &d->step;
  s.message = d->message;
  d->machine->timeout = false;
  if (plan->control != LAYOUT_ABSENT && state[plan->control]) {
    assert(state[plan->control] <= s.layout->processes);
    try_process(&s, state[plan->control] - 1u);
  }
  if (!s.count && d->is_ample)
    try_ample(&s);
  if (!s.count)
    try_all_processes(&s);
  if (!s.count && d->program->net->uses_timeout) {
    d->machine->timeout = true;
    try_all_processes(&s);
  }
  expansion result = {.count = s.count, .is_stuck = s.count == 0, .stopped = s.stopped};
  result.is_end = result.is_stuck && is_good_end(&s);
  return result;
}

static void initial(space *base, space_visit visit, void *context) {
  discrete *d = (discrete *)base;
  successor first = {.by = {.partner_edge = NET_ALONE}};
  d->machine->timeout = false;
  first.fault = exec_initial(d->machine, &d->step);
  if (first.fault == FAULT_NONE) {
    first.state = d->step.bytes;
    first.size = d->machine->layout->size;
  }
  visit(context, &first);
}

static bool is_inside(space *base, const uint8_t *state) {
  uint32_t control = ((discrete *)base)->program->plan->control;
  return control != LAYOUT_ABSENT && state[control];
}

// Is the expansion of this state reduced to one process?
__attribute__((noinline)) static bool is_reduced(discrete *d, const uint8_t *state, uint32_t size) {
  layout *l = layout_of(d->machine->layouts, state, size);
  for (uint32_t pid = l->processes; pid-- > 0;) {
    uint32_t location = frame_location(l->shape[pid], state + l->frame[pid]);
    if (d->is_ample[l->shape[pid]->template_->index][location] && discrete_can_move(d, (uint8_t *)state, l, pid))
      return true;
  }
  return false;
}

static bool is_passed(space *base, const uint8_t *state, uint32_t size) {
  return is_inside(base, state) || (((discrete *)base)->is_ample && is_reduced((discrete *)base, state, size));
}

static bool may_be(space *base, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  discrete *d = (discrete *)base;
  machine *m = d->machine;
  bool old_timeout = m->timeout; // the call can come during an expansion, for a successor
  assert(condition < d->program->condition_count);
  m->state = m->frame = (uint8_t *)state;
  m->layout = layout_of(d->machine->layouts, state, size);
  m->pid = NET_MAX_PROCESSES; // no process
  m->timeout = false;
  exec_result result = exec_run(m, d->program->conditions[condition]);
  m->timeout = old_timeout;
  *f = result == EXEC_FAULT ? m->fault : FAULT_NONE;
  return result == (value ? EXEC_TRUE : EXEC_FALSE);
}

static const state_view *view(space *base, const uint8_t *state, uint32_t size) {
  discrete *d = (discrete *)base;
  if (!d->views)
    d->views = view_open(d->m, d->machine->layouts);
  return view_make(d->views, state, size);
}

static void close_space(space *base) {
  discrete *d = (discrete *)base;
  mem *m = d->m;
  if (d->views)
    view_close(d->views);
  exec_machine_free(d->machine);
  space_code_free(d->owned);
  if (d->is_ample)
    independence_free(m, base->net, d->is_ample);
  mem_free(m, d->step.bytes);
  mem_free(m, d->partner.bytes);
  mem_free(m, d->probe.bytes);
  mem_free(m, d->message);
  mem_free(m, d->probe_message);
  mem_free(m, d);
}

space *discrete_open(mem *m, const space_code *code, space_code *owned) {
  const network *net = code->net;
  assert(!net->is_timed && (!owned || owned == code));
  discrete *d = mem_alloc(m, sizeof *d);
  d->m = m;
  d->code = code;
  d->owned = owned;
  d->base = (space){.name = "discrete", .is_exact = true, .net = net};
  d->base.initial = initial;
  d->base.expand = expand;
  d->base.is_inside = is_inside;
  d->base.is_passed = is_passed;
  d->base.may_be = may_be;
  d->base.view = view;
  d->base.close = close_space;
  d->program = code->program;
  d->machine = exec_machine(m, d->program);
  d->restricts_moves = net->uses_provided || net->uses_priority;
  d->message = mem_alloc(m, sizeof *d->message * (d->program->fields + 1));
  d->probe_message = mem_alloc(m, sizeof *d->probe_message * (d->program->fields + 1));
  return &d->base;
}
