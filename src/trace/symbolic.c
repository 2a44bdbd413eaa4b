#include "trace/symbolic.h"

// The zone's number of a clock of the network; clock 0 is the constant 0.
static uint32_t in_zone(uint32_t clock) { return clock == 0 ? 0 : clock - 1 + SYMBOLIC_FIRST_CLOCK; }

static bool require_all(symbolic *s, const ref_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++) {
    const ref_bound *b = &bounds->at[i];
    if (!zone_require(&s->zone, in_zone(b->x), in_zone(b->y), zone_bound(b->constant, b->is_strict)))
      return false;
  }
  return true;
}

static bool enter(symbolic *s, fault *f) {
  ref_bounds invariant = {0};
  bool holds = ref_invariant(s->m, &s->now, &invariant, f) && require_all(s, &invariant);
  if (holds && *f == FAULT_NONE && ref_may_wait(s->m, &s->now)) {
    zone_let_time_pass(&s->zone);
    require_all(s, &invariant);
  }
  vec_free(s->m, &invariant);
  return holds || *f != FAULT_NONE;
}

symbolic symbolic_start(mem *m, const network *n) {
  symbolic s = {.m = m, .zone = zone_new(m, n->clocks.count + SYMBOLIC_FIRST_CLOCK)};
  fault f = ref_state_initial(m, &s.now, n);
  if (f == FAULT_NONE)
    enter(&s, &f);
  return s;
}

symbolic symbolic_copy(const symbolic *s) {
  symbolic made = {.m = s->m, .zone = zone_copy(&s->zone)};
  ref_state_copy(s->m, &made.now, &s->now);
  return made;
}

void symbolic_free(symbolic *s) {
  ref_state_free(s->m, &s->now);
  zone_free(&s->zone);
}

static void set_clocks(symbolic *s, const ref_resets *resets) {
  for (uint32_t i = 0; i < resets->count; i++)
    zone_set(&s->zone, in_zone(resets->at[i].clock), in_zone(resets->at[i].from), resets->at[i].value);
}

static const char *take(symbolic *s, const ref_joint *j, fault *f) {
  const net_stmt *at;
  ref_resets resets = {0};
  if (!require_all(s, &j->bounds))
    return "the clocks never allow this step";
  *f = j->fault != FAULT_NONE ? j->fault : ref_run_joint(s->m, &s->now, j, NULL, &resets, &at);
  bool holds = true;
  if (*f == FAULT_NONE) {
    set_clocks(s, &resets);
    holds = enter(s, f);
  }
  vec_free(s->m, &resets);
  return holds ? NULL : "the invariant cannot hold after this step";
}

const char *symbolic_step(symbolic *s, const net_action *step, fault *f) {
  ref_joint j;
  *f = FAULT_NONE;
  const char *why = ref_joint_of(s->m, &s->now, step, &j);
  if (!why)
    why = take(s, &j, f);
  ref_joint_free(s->m, &j);
  return why;
}
