// Clauses on the times of a trace beyond guards and invariants: no delay while an urgent step is possible, and no step
// while one of greater priority is.
#include "trace/timing_internal.h"

timing_bound_kind timing_kind_of(const ref_bound *b) {
  return (b->x == 0) == (b->y == 0) ? BOUND_FIXED : b->x == 0 ? BOUND_LOWER : BOUND_UPPER;
}

// The lower bound y >= a becomes true only after the upper bound x <= b has become false: b - x < a - y.
static ref_bound too_late(const ref_bound *lower, const ref_bound *upper) {
  return (ref_bound){lower->y, upper->x, -lower->constant - upper->constant, !(lower->is_strict || upper->is_strict)};
}

void timing_add_never(timing *t, timing_clause *c, uint32_t point, const ref_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++) {
    const ref_bound *b = &bounds->at[i];
    if (timing_kind_of(b) != BOUND_LOWER)
      timing_add_option(t, c, timing_bound(t, point, ref_not(*b)));
    for (uint32_t k = 0; k < bounds->count && timing_kind_of(b) == BOUND_LOWER; k++)
      if (timing_kind_of(&bounds->at[k]) == BOUND_UPPER)
        timing_add_option(t, c, timing_bound(t, point, too_late(b, &bounds->at[k])));
  }
}

void timing_add_not_now(timing *t, timing_clause *c, uint32_t point, const ref_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++)
    timing_add_option(t, c, timing_bound(t, point, ref_not(bounds->at[i])));
}

typedef struct stay { // in a state, from one point to another
  timing *t;
  uint32_t entered, left;
} stay;

// Time may pass up to the first moment at which the step is possible, where one of its lower bounds becomes true.
static bool add_one_urgent(void *context, ref_joint *j) {
  const stay *s = context;
  timing *t = s->t;
  if (!ref_is_urgent(&t->now, j))
    return true;
  timing_clause c = {0};
  timing_add_option(t, &c, (difference_bound){.from = s->left, .to = s->entered});
  for (uint32_t i = 0; i < j->bounds.count; i++) {
    const ref_bound *b = &j->bounds.at[i];
    if (timing_kind_of(b) == BOUND_LOWER)
      timing_add_option(t, &c, timing_bound(t, s->left, (ref_bound){b->y, 0, -b->constant, false}));
  }
  timing_add_never(t, &c, s->entered, &j->bounds);
  if (c.count > 1) {
    timing_add_clause(t, &c);
    return true;
  }
  if (!difference_require(&t->times, c.at[0].bounds.at[0]))
    t->why = "a delay is needed, but an urgent step is possible";
  timing_free_clause(t, &c);
  return false; // no delay at all is allowed: other urgent steps add nothing
}

void timing_add_urgent(timing *t, uint32_t entered, uint32_t left) {
  bool has_any = false;
  for (uint32_t i = 0; i < t->n->labels.count && !has_any; i++)
    has_any = t->n->labels.at[i].is_urgent;
  if (!has_any)
    return;
  stay s = {t, entered, left};
  ref_query q = {.m = t->m, .s = &t->now, .which = REF_REQUIRED, .found = add_one_urgent, .context = &s};
  ref_joints(&q);
}

bool timing_all_bounds(timing *t, const ref_joint *j, ref_bounds *out) {
  ref_state after;
  ref_bounds target = {0};
  ref_resets resets = {0};
  const net_stmt *at;
  bool is_possible = true;
  fault f = j->fault;
  if (f == FAULT_NONE) {
    ref_state_copy(t->m, &after, &t->now);
    f = ref_run_joint(t->m, &after, j, NULL, &resets, &at);
    if (f == FAULT_NONE)
      is_possible = ref_invariant(t->m, &after, &target, &f);
    ref_bounds_before(&resets, &target);
    ref_state_free(t->m, &after);
  }
  if (f != FAULT_NONE) {
    is_possible = !t->n->faults_block;
    target.count = 0;
  }
  for (uint32_t i = 0; i < j->bounds.count; i++)
    vec_push(t->m, out, j->bounds.at[i]);
  for (uint32_t i = 0; i < target.count; i++)
    vec_push(t->m, out, target.at[i]);
  vec_free(t->m, &target);
  vec_free(t->m, &resets);
  return is_possible;
}

typedef struct outranking {
  timing *t;
  const ref_joint *taken;
} outranking;

static bool add_outranking(void *context, ref_joint *j) {
  outranking *r = context;
  timing *t = r->t;
  ref_bounds bounds = {0};
  if (!ref_has_greater_priority(&t->now, j, r->taken) || !timing_all_bounds(t, j, &bounds)) {
    vec_free(t->m, &bounds);
    return true;
  }
  timing_clause c = {0};
  timing_add_not_now(t, &c, t->point, &bounds);
  if (c.count == 0)
    t->why = "a step of greater priority is possible";
  timing_add_clause(t, &c);
  vec_free(t->m, &bounds);
  return !t->why;
}

void timing_add_priorities(timing *t, const ref_joint *taken) {
  if (!t->n->orders_steps)
    return;
  outranking r = {t, taken};
  ref_query q = {.m = t->m, .s = &t->now, .which = REF_EVER, .found = add_outranking, .context = &r};
  ref_joints(&q);
}
