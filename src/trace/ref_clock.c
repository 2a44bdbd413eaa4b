// Clocks in the reference interpreter: bounds, invariants, setting them.
#include "trace/ref_internal.h"

uint32_t ref_pick(ref_actor *a, const net_pick *p) {
  if (p->count == 0)
    return 0;
  int32_t offset = p->offset ? ref_value(a, p->offset) : 0;
  if (a->fault != FAULT_NONE)
    return 0;
  if (offset < 0 || (uint32_t)offset >= p->count) {
    ref_fail(a, FAULT_INDEX);
    return 0;
  }
  return p->first + (uint32_t)offset;
}

bool ref_bound_of(ref_actor *a, const net_bound *b, ref_bound *out) {
  if (b->when && !ref_value(a, b->when))
    return false;
  *out = (ref_bound){.x = ref_pick(a, &b->x), .y = ref_pick(a, &b->y), .is_strict = b->is_strict};
  out->constant = ref_value(a, b->limit);
  if (out->constant < -NET_MAX_TIME || out->constant > NET_MAX_TIME)
    ref_fail(a, FAULT_RANGE);
  return a->fault == FAULT_NONE;
}

void ref_add_bounds(ref_actor *a, const net_bounds *bounds, ref_bounds *out) {
  for (uint32_t i = 0; i < bounds->count && a->fault == FAULT_NONE; i++) {
    ref_bound bound;
    if (ref_bound_of(a, &bounds->at[i], &bound))
      vec_push(a->m, out, bound);
  }
}

bool ref_holds(const ref_state *s, const ref_bound *b) {
  int64_t difference = s->clocks[b->x] - s->clocks[b->y], constant = b->constant * s->unit;
  return b->is_strict ? difference < constant : difference <= constant;
}

bool ref_all_hold(const ref_state *s, const ref_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++)
    if (!ref_holds(s, &bounds->at[i]))
      return false;
  return true;
}

// Not x - y <= c is y - x < -c.
ref_bound ref_not(ref_bound b) { return (ref_bound){b.y, b.x, -b.constant, !b.is_strict}; }

void ref_set_clock(ref_actor *a, const net_stmt *s) {
  uint32_t clock = ref_pick(a, &s->clock), from = ref_pick(a, &s->from);
  int32_t value = ref_value(a, s->value);
  if (a->fault != FAULT_NONE)
    return;
  int64_t sum;
  if (value < 0 || value > NET_MAX_TIME ||
      __builtin_add_overflow(a->state->clocks[from], value * a->state->unit, &sum)) {
    ref_fail(a, FAULT_RANGE);
    return;
  }
  a->state->clocks[clock] = sum;
  if (a->resets)
    vec_push(a->m, a->resets, ((ref_reset){clock, from, value}));
}

void ref_bounds_before(const ref_resets *resets, ref_bounds *bounds) {
  for (uint32_t i = resets->count; i-- > 0;) {
    const ref_reset *r = &resets->at[i];
    for (uint32_t k = 0; k < bounds->count; k++) {
      ref_bound *b = &bounds->at[k];
      bool is_x = b->x == r->clock, is_y = b->y == r->clock;
      if (is_x) {
        b->x = r->from;
        b->constant -= r->value;
      }
      if (is_y) {
        b->y = r->from;
        b->constant += r->value;
      }
    }
  }
}

bool ref_invariant(mem *m, ref_state *s, ref_bounds *out, fault *f) {
  bool holds = true;
  for (int32_t pid = 0; pid < (int32_t)s->processes.count && holds; pid++) {
    const net_location *location = ref_location(s, pid);
    ref_actor a = ref_actor_of(m, s, pid, false);
    holds = !location->invariant || ref_value(&a, location->invariant);
    if (holds)
      ref_add_bounds(&a, &location->bounds, out);
    *f = a.fault;
    holds = holds && a.fault == FAULT_NONE;
  }
  return holds;
}

bool ref_invariant_holds(mem *m, ref_state *s, fault *f) {
  ref_bounds bounds = {0};
  *f = FAULT_NONE;
  bool holds = ref_invariant(m, s, &bounds, f) && ref_all_hold(s, &bounds);
  vec_free(m, &bounds);
  return holds;
}
