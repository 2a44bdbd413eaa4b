#include "space/discrete.h"

#include "facts/independence.h"

bool discrete_is_provided(discrete *d, uint8_t *state, layout *l, uint32_t pid) {
  exec_enter(d->machine, state, l, pid);
  return exec_test(d->machine, d->program->templates[l->shape[pid]->template_->index].provided) == EXEC_TRUE;
}

// Is there another process of greater priority that could move?
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

bool discrete_may_move(discrete *d, uint8_t *state, layout *l, uint32_t pid) {
  return discrete_is_provided(d, state, l, pid) && !(d->program->net->uses_priority && is_outranked(d, state, l, pid));
}

bool discrete_can_move(discrete *d, uint8_t *state, layout *l, uint32_t pid) {
  machine *m = d->machine;
  const exec_location *location = exec_location_of(d->program, l, state, pid);
  bool old_timeout = m->timeout, moves = false;
  m->timeout = false;
  uint32_t edges = !d->asks_leave || discrete_may_move(d, state, l, pid) ? location->count : 0;
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

static void try_process(scan *s, uint32_t pid) {
  discrete *d = s->d;
  machine *m = d->machine;
  const frame_shape *shape = s->layout->shape[pid];
  const exec_template *t = &d->program->templates[shape->template_->index];
  const uint8_t *frame = s->state + s->layout->frame[pid];
  const exec_location *l = &t->locations[frame_location(shape, frame)];
  if (d->asks_leave && !discrete_may_move(d, s->state, s->layout, pid))
    return;
  bool any = false;
  uint32_t taken = 0, choice = 0;
  for (const exec_edge *e = l->edges, *end = e + l->count; e < end && !s->stopped; e++) {
    if (taken > 0 && e->rank != taken)
      return;
    if (e->choice > 0 && e->choice == choice)
      continue;
    exec_result result = EXEC_TRUE;
    if (e->guard) {
      if (exec_is_filtered(e->filter, s->state, frame))
        continue;
      if (!e->filter.is_all) {
        exec_enter(m, s->state, s->layout, pid);
        result = exec_run(m, e->guard);
      }
    } else if (e->is_else) {
      result = !any;
    } else if (e->is_end) {
      result = pid == s->layout->processes - 1;
    }
    if (result == EXEC_FALSE)
      continue;
    if (result == EXEC_OFFER) {
      uint32_t before = s->count;
      rendezvous_offer(s, pid, e);
      if (s->count == before)
        continue;
      any = true;
    } else if (result == EXEC_FAULT || (any && t->is_deterministic)) {
      net_action by = {.edge = e->id, .partner_edge = NET_ALONE, .pid = (uint8_t)pid};
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

static void try_everybody(scan *s) {
  for (uint32_t pid = s->layout->processes; pid-- > 0 && !s->stopped;)
    try_process(s, pid);
}

// Partial order reduction: one process that minds its own business is enough.
static void try_private(scan *s) {
  for (uint32_t pid = s->layout->processes; pid-- > 0 && !s->count;) {
    const frame_shape *shape = s->layout->shape[pid];
    if (s->d->is_private[shape->template_->index][frame_location(shape, s->state + s->layout->frame[pid])])
      try_process(s, pid);
  }
}

static bool holds(space *base, const uint8_t *state, uint32_t size, uint32_t condition, fault *f);

static bool is_good_end(const scan *s) {
  fault f;
  if (s->d->end_condition != LAYOUT_ABSENT && s->layout->processes > 0 &&
      !holds(&s->d->base, s->state, s->layout->size, s->d->end_condition, &f))
    return false;
  for (uint32_t pid = 0; pid < s->layout->processes; pid++)
    if (!(exec_location_of(s->d->program, s->layout, s->state, pid)->flags & LOC_END))
      return false;
  return true;
}

static expansion expand(space *base, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  discrete *d = (discrete *)base;
  const layouts *all = d->program->layouts;
  scan s = {
      .d = d, .state = (uint8_t *)state, .layout = layout_of(all, state, size), .visit = visit, .context = context};
  s.sent = &d->step;
  s.message = d->message;
  d->machine->timeout = false;
  if (all->control != LAYOUT_ABSENT && state[all->control])
    try_process(&s, state[all->control] - 1u);
  if (!s.count && d->is_private)
    try_private(&s);
  if (!s.count)
    try_everybody(&s);
  if (!s.count && d->program->net->uses_timeout) {
    d->machine->timeout = true;
    try_everybody(&s);
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
  uint32_t control = ((discrete *)base)->program->layouts->control;
  return control != LAYOUT_ABSENT && state[control];
}

static bool is_passed(space *base, const uint8_t *state, uint32_t size) {
  discrete *d = (discrete *)base;
  if (is_inside(base, state))
    return true;
  if (!d->is_private)
    return false;
  layout *l = layout_of(d->program->layouts, state, size);
  for (uint32_t pid = l->processes; pid-- > 0;) {
    uint32_t location = frame_location(l->shape[pid], state + l->frame[pid]);
    if (d->is_private[l->shape[pid]->template_->index][location] && discrete_can_move(d, (uint8_t *)state, l, pid))
      return true;
  }
  return false;
}

static bool holds(space *base, const uint8_t *state, uint32_t size, uint32_t condition, fault *f) {
  discrete *d = (discrete *)base;
  machine *m = d->machine;
  m->state = m->frame = (uint8_t *)state;
  m->layout = layout_of(d->program->layouts, state, size);
  m->pid = NET_MAX_PROCESSES; // nobody
  m->timeout = false;
  exec_result result = exec_run(m, d->program->conditions[condition]);
  *f = result == EXEC_FAULT ? m->fault : FAULT_NONE;
  return result == EXEC_TRUE;
}

static const state_view *view(space *base, const uint8_t *state, uint32_t size) {
  discrete *d = (discrete *)base;
  if (!d->views)
    d->views = view_open(d->m, d->program->layouts);
  return view_make(d->views, state, size);
}

static void close_space(space *base) {
  discrete *d = (discrete *)base;
  mem *m = d->m;
  if (d->views)
    view_close(d->views);
  exec_machine_free(d->machine);
  exec_free(d->program);
  if (d->is_private)
    net_free_private_locations(m, base->net, d->is_private);
  mem_free(m, d->step.bytes);
  mem_free(m, d->partner.bytes);
  mem_free(m, d->probe.bytes);
  mem_free(m, d->message);
  mem_free(m, d->probe_message);
  mem_free(m, d);
}

// The network's own condition comes after those that are asked from outside.
static program *compile(mem *m, const network *net, expr *const *conditions, uint32_t count) {
  if (!net->end_condition)
    return exec_compile(m, net, conditions, count);
  expr **all = mem_alloc(m, sizeof *all * (count + 1));
  for (uint32_t i = 0; i < count; i++)
    all[i] = conditions[i];
  all[count] = net->end_condition;
  program *p = exec_compile(m, net, all, count + 1);
  mem_free(m, all);
  return p;
}

space *space_discrete(mem *m, const network *net, expr *const *conditions, uint32_t count) {
  discrete *d = mem_alloc(m, sizeof *d);
  d->m = m;
  d->base = (space){.name = "discrete", .is_exact = true, .net = net};
  d->base.initial = initial;
  d->base.expand = expand;
  d->base.is_inside = is_inside;
  d->base.is_passed = is_passed;
  d->base.holds = holds;
  d->base.view = view;
  d->base.close = close_space;
  d->end_condition = net->end_condition ? count : LAYOUT_ABSENT;
  d->program = compile(m, net, conditions, count);
  d->machine = exec_machine(d->program);
  d->asks_leave = net->uses_provided || net->uses_priority;
  d->message = mem_alloc(m, sizeof *d->message * (d->program->fields + 1));
  d->probe_message = mem_alloc(m, sizeof *d->probe_message * (d->program->fields + 1));
  return &d->base;
}
