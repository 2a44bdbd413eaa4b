// What a trace asks of its times beyond guards and invariants: that nothing urgent is passed by, and that no step is
// outranked.
#include "trace/timing_internal.h"

timing_limit_kind timing_kind_of(const ref_limit *l) {
  return (l->x == 0) == (l->y == 0) ? LIMIT_FIXED : l->x == 0 ? LIMIT_LOWER : LIMIT_UPPER;
}

// From a lower limit y >= a to an upper one x <= b no time is left: b - x < a - y.
static ref_limit too_late(const ref_limit *lower, const ref_limit *upper) {
  return (ref_limit){lower->y, upper->x, -lower->limit - upper->limit, !(lower->is_strict || upper->is_strict)};
}

void timing_add_never(timing *t, timing_clause *c, uint32_t point, const ref_limits *limits) {
  for (uint32_t i = 0; i < limits->count; i++) {
    const ref_limit *l = &limits->at[i];
    if (timing_kind_of(l) != LIMIT_LOWER)
      timing_add_option(t, c, timing_bound(t, point, ref_not(*l)));
    for (uint32_t k = 0; k < limits->count && timing_kind_of(l) == LIMIT_LOWER; k++)
      if (timing_kind_of(&limits->at[k]) == LIMIT_UPPER)
        timing_add_option(t, c, timing_bound(t, point, too_late(l, &limits->at[k])));
  }
}

void timing_add_not_now(timing *t, timing_clause *c, uint32_t point, const ref_limits *limits) {
  for (uint32_t i = 0; i < limits->count; i++)
    timing_add_option(t, c, timing_bound(t, point, ref_not(limits->at[i])));
}

typedef struct stay { // in a state, from one point to another
  timing *t;
  uint32_t entered, left;
} stay;

// Time may pass up to the first moment at which the step is possible: to where one of its lower limits is reached.
static bool add_one_urgent(void *context, ref_joint *j) {
  const stay *s = context;
  timing *t = s->t;
  if (!ref_is_urgent(&t->now, j))
    return true;
  timing_clause c = {0};
  timing_add_option(t, &c, (difference_bound){.from = s->left, .to = s->entered});
  for (uint32_t i = 0; i < j->limits.count; i++) {
    const ref_limit *l = &j->limits.at[i];
    if (timing_kind_of(l) == LIMIT_LOWER)
      timing_add_option(t, &c, timing_bound(t, s->left, (ref_limit){l->y, 0, -l->limit, false}));
  }
  timing_add_never(t, &c, s->entered, &j->limits);
  if (c.count > 1) {
    timing_add_clause(t, &c);
    return true;
  }
  if (!difference_require(&t->times, c.at[0].bounds.at[0]))
    t->why = "time must pass, but an urgent step is possible";
  timing_free_clause(t, &c);
  return false; // no time passes at all: that is all that could be asked
}

void timing_add_urgent(timing *t, uint32_t entered, uint32_t left) {
  bool has_any = false;
  for (uint32_t i = 0; i < t->n->labels.count && !has_any; i++)
    has_any = t->n->labels.at[i].is_urgent;
  if (!has_any)
    return;
  stay s = {t, entered, left};
  ref_look_out o = {.m = t->m, .s = &t->now, .which = REF_REQUIRED, .found = add_one_urgent, .context = &s};
  ref_joints(&o);
}

bool timing_all_limits(timing *t, const ref_joint *j, ref_limits *out) {
  ref_state after;
  ref_limits target = {0};
  ref_resets resets = {0};
  const net_stmt *at;
  bool is_possible = true;
  fault f = j->fault;
  if (f == FAULT_NONE) {
    ref_state_copy(t->m, &after, &t->now);
    f = ref_run_joint(t->m, &after, j, NULL, &resets, &at);
    if (f == FAULT_NONE)
      is_possible = ref_invariant(t->m, &after, &target, &f);
    ref_limits_before(&resets, &target);
    ref_state_free(t->m, &after);
  }
  if (f != FAULT_NONE) {
    is_possible = !t->n->faults_block;
    target.count = 0;
  }
  for (uint32_t i = 0; i < j->limits.count; i++)
    vec_push(t->m, out, j->limits.at[i]);
  for (uint32_t i = 0; i < target.count; i++)
    vec_push(t->m, out, target.at[i]);
  vec_free(t->m, &target);
  vec_free(t->m, &resets);
  return is_possible;
}

typedef struct rivals {
  timing *t;
  const ref_joint *taken;
} rivals;

static bool add_rival(void *context, ref_joint *j) {
  rivals *r = context;
  timing *t = r->t;
  ref_limits limits = {0};
  if (!ref_has_greater_priority(&t->now, j, r->taken) || !timing_all_limits(t, j, &limits)) {
    vec_free(t->m, &limits);
    return true;
  }
  timing_clause c = {0};
  timing_add_not_now(t, &c, t->point, &limits);
  if (c.count == 0)
    t->why = "a step of greater priority is possible";
  timing_add_clause(t, &c);
  vec_free(t->m, &limits);
  return !t->why;
}

void timing_add_priorities(timing *t, const ref_joint *taken) {
  if (!t->n->orders_steps)
    return;
  rivals r = {t, taken};
  ref_look_out o = {.m = t->m, .s = &t->now, .which = REF_EVER, .found = add_rival, .context = &r};
  ref_joints(&o);
}
