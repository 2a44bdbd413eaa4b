// Local steps first, at no cost until they are needed: a reduction that keeps the lengths of shortest traces.
//
// Where partial order reduction explores one process alone (facts/independence.h), its step is *local*: others neither
// see it nor prevent it. It comes first whether an error needs it or not, so plain reduction makes traces longer. Here
// a local step is pending, and costs nothing. A process pays for its pending steps when its next step is not local:
// without them it would not be there. What is still pending in the end was not needed, and is left out of the trace
// (local_trim()).
//
// Why lengths are kept: let d(s, v) be the least |w| + (sum of v_p for all processes p that move in w), over all
// executions w from s to an error, in the space without reduction; v_p is the number of pending steps of p. Let p be
// the process whose local steps are explored alone in s, and w a best execution.
// - If p moves in w, its first step a there is one of these, and can come first. The rest of w costs the same from the
//   state after a, where p has one pending step more.
// - If p does not move in w, w is an execution after any step of p, to the same error: no watched condition, no step of
//   others and no fault depends on it. The pending step of p is not paid for.
// Conversely, an execution after a, with a before it if p moves in it, or else without a, is one from s. So d is the
// same. In other states all steps are explored, and a step costs what it adds to |w| and v.
// In a deadlock all processes are needed: a local step that is possible would be a step. The same holds for a step that
// is possible only because of timeout.
//
// Local steps that may fault are not taken first: their error would hide a nearer one. A process that has entered an
// atomic sequence by a step that is not local has to leave it before others can move: its steps inside are paid for.
#include "space/local.h"

#include <assert.h>
#include <string.h>

enum { NOBODY = NET_MAX_PROCESSES };

// A state is one of inner, the number of pending steps of each process up to the last that has some, and how many
// processes these are.
static uint32_t inner_size(const uint8_t *state, uint32_t size) { return size - 1 - state[size - 1]; }

void local_open_state(local_space *l, const uint8_t *state, uint32_t size) {
  uint32_t control = l->inner->program->plan->control;
  l->state = state;
  l->size = inner_size(state, size);
  l->pending = state + l->size;
  l->count = state[size - 1];
  l->control = control != LAYOUT_ABSENT && state[control] ? state[control] - 1u : NOBODY;
}

uint32_t local_pending_of(const local_space *l, uint32_t pid) { return pid < l->count ? l->pending[pid] : 0; }

static bool is_local_step(const local_space *l, const net_action *by) {
  if (by->partner_edge != NET_ALONE || (by->pid == l->control && !local_pending_of(l, by->pid)))
    return false;
  const layout *at = layout_of(l->inner->machine->layouts, l->state, l->size);
  return l->inner->is_ample[at->shape[by->pid]->template_->index][l->inner->base.net->edges.at[by->edge]->from];
}

// Starts the state that is passed on, with so many bytes for pending steps, as they were before.
static uint8_t *begin_next(local_space *l, const successor *s, uint32_t count) {
  if (l->room < s->size + count + 1) {
    l->room = 2 * (s->size + count + 1);
    l->next = mem_realloc(l->m, l->next, l->room);
  }
  memcpy(l->next, s->state, s->size);
  uint8_t *pending = l->next + s->size;
  memset(pending, 0, count + 1);
  for (uint32_t i = 0; i < count && i < l->count; i++)
    pending[i] = l->pending[i];
  return pending;
}

static bool end_next(local_space *l, successor *s, uint8_t *pending, uint32_t count) {
  while (count && !pending[count - 1])
    count--;
  pending[count] = (uint8_t)count;
  s->state = l->next;
  s->size += count + 1;
  return l->visit(l->context, s);
}

uint32_t local_sum_pending(const local_space *l) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < l->count; i++)
    sum += l->pending[i];
  return sum;
}

static bool pass_on(void *context, const successor *found) {
  local_space *l = context;
  successor s = *found;
  bool is_partner = s.by.partner_edge != NET_ALONE, needs_all = l->inner->machine->timeout;
  uint32_t pid = s.by.pid, partner = is_partner ? s.by.partner : pid;
  if (is_local_step(l, &s.by)) {
    assert(s.fault == FAULT_NONE && s.state);
    uint32_t count = l->count > pid ? l->count : pid + 1;
    uint8_t *pending = begin_next(l, &s, count);
    assert(pending[pid] < UINT8_MAX);
    pending[pid]++;
    s.cost = 0;
    return end_next(l, &s, pending, count);
  }
  s.cost +=
      needs_all ? local_sum_pending(l) : local_pending_of(l, pid) + (is_partner ? local_pending_of(l, partner) : 0);
  if (!s.state)
    return l->visit(l->context, &s);
  uint8_t *pending = begin_next(l, &s, needs_all ? 0 : l->count);
  if (!needs_all && pid < l->count)
    pending[pid] = 0;
  if (!needs_all && partner < l->count)
    pending[partner] = 0;
  return end_next(l, &s, pending, needs_all ? 0 : l->count);
}

// A deadlock needs all steps: one more step, in which nothing happens, pays for those that are pending.
static expansion settle(local_space *l) {
  successor s = {.state = l->state, .size = l->size, .by = net_stutter(), .cost = local_sum_pending(l)};
  uint8_t *pending = begin_next(l, &s, 0);
  bool goes_on = end_next(l, &s, pending, 0);
  return (expansion){.count = 1, .stopped = !goes_on};
}

static expansion expand(space *base, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  local_space *l = (local_space *)base;
  local_open_state(l, state, size);
  l->visit = visit;
  l->context = context;
  expansion x = base->inner->expand(base->inner, state, l->size, pass_on, l);
  return x.is_stuck && !x.is_end && l->count ? settle(l) : x;
}

static bool pass_initial(void *context, const successor *found) {
  local_space *l = context;
  successor s = *found;
  return s.state ? end_next(l, &s, begin_next(l, &s, 0), 0) : l->visit(l->context, &s);
}

static void initial(space *base, space_visit visit, void *context) {
  local_space *l = (local_space *)base;
  l->visit = visit;
  l->context = context;
  l->count = 0;
  base->inner->initial(base->inner, pass_initial, l);
}

// Only where all steps are free: then the order of paths does not matter.
static bool is_passed(space *base, const uint8_t *state, uint32_t size) {
  local_space at = *(local_space *)base; // another state may be being expanded
  local_open_state(&at, state, size);
  return at.control == NOBODY ? base->inner->is_passed(base->inner, state, at.size)
                              : local_pending_of(&at, at.control) > 0;
}

static bool may_be(space *base, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  return base->inner->may_be(base->inner, state, inner_size(state, size), condition, value, f);
}

static const state_view *view(space *base, const uint8_t *state, uint32_t size) {
  return base->inner->view(base->inner, state, inner_size(state, size));
}

static void close_space(space *base) {
  local_space *l = (local_space *)base;
  mem_free(l->m, l->next);
  mem_free(l->m, l);
}

space *local_open(discrete *inner) {
  local_space *l = mem_alloc(inner->m, sizeof *l);
  l->m = inner->m;
  l->inner = inner;
  space_inherit(&l->base, &inner->base);
  l->base.name = "local";
  l->base.has_free_steps = true;
  l->base.initial = initial;
  l->base.expand = expand;
  l->base.is_passed = is_passed;
  l->base.may_be = may_be;
  l->base.view = view;
  l->base.close = close_space;
  return &l->base;
}

static space *apply(space *s, facts *known, expr *const *watched, uint32_t count) {
  discrete *d = (discrete *)s;
  assert(!s->inner && !s->net->is_timed && !d->is_ample);
  d->is_ample = local_locations(d->m, s->net, known, watched, count);
  return d->is_ample ? local_open(d) : NULL;
}

const space_reduction space_local = {
    .name = "local",
    .summary = "local steps first, counted only where they are needed: fewer states, and shortest traces are kept",
    .is_exact = true,
    .keeps_lengths = true,
    .apply = apply,
    .trim = local_trim,
};
