// What a trace asks of its times beyond guards and invariants: that nothing urgent is passed by, that no step is
// outranked, and that a deadlock is one.
#include "trace/timing_internal.h"

typedef enum { LOWER, UPPER, FIXED } limit_kind; // what becomes of it as time passes: true, false, or neither

static limit_kind kind_of(const ref_limit *l) { return (l->x == 0) == (l->y == 0) ? FIXED : l->x == 0 ? LOWER : UPPER; }

// From a lower limit y >= a to an upper one x <= b no time is left: b - x < a - y.
static ref_limit too_late(const ref_limit *lower, const ref_limit *upper) {
  return (ref_limit){lower->y, upper->x, -lower->limit - upper->limit, !(lower->is_strict || upper->is_strict)};
}

// Options for that the limits do not hold together, at the point or at any time after it.
static void add_never(timing *t, timing_clause *c, uint32_t point, const ref_limits *limits) {
  for (uint32_t i = 0; i < limits->count; i++) {
    const ref_limit *l = &limits->at[i];
    if (kind_of(l) != LOWER)
      timing_add_option(t, c, timing_bound(t, point, ref_not(*l)));
    for (uint32_t k = 0; k < limits->count && kind_of(l) == LOWER; k++)
      if (kind_of(&limits->at[k]) == UPPER)
        timing_add_option(t, c, timing_bound(t, point, too_late(l, &limits->at[k])));
  }
}

static void add_not_now(timing *t, timing_clause *c, uint32_t point, const ref_limits *limits) {
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
    if (kind_of(l) == LOWER)
      timing_add_option(t, &c, timing_bound(t, s->left, (ref_limit){l->y, 0, -l->limit, false}));
  }
  add_never(t, &c, s->entered, &j->limits);
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

// All that a step asks of the clocks before it, the invariant afterwards included. False = it is not possible at all.
static bool all_limits(timing *t, const ref_joint *j, ref_limits *out) {
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
  if (!ref_has_greater_priority(&t->now, j, r->taken) || !all_limits(t, j, &limits)) {
    vec_free(t->m, &limits);
    return true;
  }
  timing_clause c = {0};
  add_not_now(t, &c, t->point, &limits);
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

typedef struct delayed { // steps after any delay from the state now
  timing *t;
  bool is_still;
  timing_clause *possible; // NULL: they must not be; else options for that they are
} delayed;

// An urgent step stops the time at the first moment at which it is possible, so that what waits for a lower limit
// beyond that never comes.
static bool add_stop(timing *t, const ref_limits *waiting, const ref_joint *urgent, timing_clause *c) {
  timing_clause never = {0};
  add_never(t, &never, t->point, &urgent->limits);
  for (uint32_t i = 0; i < waiting->count; i++) {
    const ref_limit *late = &waiting->at[i];
    if (kind_of(late) != LOWER)
      continue;
    timing_option o = {0};
    vec_push(t->m, &o.bounds, timing_bound(t, t->point, ref_not(*late)));
    for (uint32_t k = 0; k < never.count; k++)
      vec_push(t->m, &o.bounds, difference_not(never.at[k].bounds.at[0]));
    for (uint32_t k = 0; k < urgent->limits.count; k++) {
      const ref_limit *early = &urgent->limits.at[k];
      if (kind_of(early) == LOWER)
        vec_push(
            t->m, &o.bounds,
            timing_bound(t, t->point, (ref_limit){late->y, early->y, early->limit - late->limit, !late->is_strict}));
    }
    vec_push(t->m, c, o);
  }
  timing_free_clause(t, &never);
  return true;
}

typedef struct stopping {
  timing *t;
  const ref_limits *waiting;
  timing_clause *c;
} stopping;

static bool add_urgent_stop(void *context, ref_joint *j) {
  stopping *s = context;
  return !ref_is_urgent(&s->t->now, j) || add_stop(s->t, s->waiting, j, s->c);
}

static void add_stops(timing *t, const ref_limits *waiting, timing_clause *c) {
  stopping s = {t, waiting, c};
  ref_look_out o = {.m = t->m, .s = &t->now, .which = REF_REQUIRED, .found = add_urgent_stop, .context = &s};
  ref_joints(&o);
}

// The step is possible if none of the ways in which it is not holds.
static void add_possible(timing *t, timing_clause *to, const timing_clause *never) {
  timing_option o = {0};
  for (uint32_t i = 0; i < never->count; i++)
    vec_push(t->m, &o.bounds, difference_not(never->at[i].bounds.at[0]));
  vec_push(t->m, to, o);
}

static bool add_delayed(void *context, ref_joint *j) {
  delayed *d = context;
  timing *t = d->t;
  ref_limits limits = {0};
  timing_clause never = {0};
  if (!all_limits(t, j, &limits)) {
    vec_free(t->m, &limits);
    return true;
  }
  for (uint32_t i = 0; i < t->invariant.count && !d->is_still; i++)
    vec_push(t->m, &limits, t->invariant.at[i]);
  if (d->is_still)
    add_not_now(t, &never, t->point, &limits);
  else
    add_never(t, &never, t->point, &limits);
  if (d->possible) {
    add_possible(t, d->possible, &never);
    timing_free_clause(t, &never);
  } else {
    if (!d->is_still)
      add_stops(t, &limits, &never);
    timing_add_clause(t, &never);
  }
  vec_free(t->m, &limits);
  return true;
}

static void look_at_delayed(timing *t, timing_clause *possible) {
  delayed d = {.t = t, .is_still = ref_stands_still(&t->now), .possible = possible};
  ref_look_out o = {.m = t->m, .s = &t->now, .which = REF_EVER, .found = add_delayed, .context = &d};
  ref_joints(&o);
}

void timing_add_deadlock(timing *t) { look_at_delayed(t, NULL); }
void timing_add_no_deadlock(timing *t, timing_clause *c) { look_at_delayed(t, c); }
