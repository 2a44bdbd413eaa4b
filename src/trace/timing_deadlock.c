// That a state is a deadlock, or is none, as clauses on the times of a trace: what is possible after any delay from it.
#include "trace/timing_internal.h"

typedef struct delayed { // steps after any delay from the state now
  timing *t;
  bool is_still;
  timing_clause *possible; // NULL: they must not be; else options for that they are
} delayed;

// Does the late limit become true only after the early one? That is, by more than nothing if it is not strict.
static difference_bound comes_after(const timing *t, const ref_limit *late, const ref_limit *early) {
  return timing_bound(t, t->point, (ref_limit){late->y, early->y, early->limit - late->limit, !late->is_strict});
}

// An urgent step stops the time at the first moment at which it is possible, so that what waits for a lower limit
// beyond that never comes.
static bool add_stop(timing *t, const ref_limits *waiting, const ref_joint *urgent, timing_clause *c) {
  timing_clause never = {0};
  timing_add_never(t, &never, t->point, &urgent->limits);
  for (uint32_t i = 0; i < waiting->count; i++) {
    const ref_limit *late = &waiting->at[i];
    if (timing_kind_of(late) != LIMIT_LOWER)
      continue;
    timing_option o = {0};
    vec_push(t->m, &o.bounds, timing_bound(t, t->point, ref_not(*late)));
    for (uint32_t k = 0; k < never.count; k++)
      vec_push(t->m, &o.bounds, difference_not(never.at[k].bounds.at[0]));
    for (uint32_t k = 0; k < urgent->limits.count; k++) {
      const ref_limit *early = &urgent->limits.at[k];
      if (timing_kind_of(early) == LIMIT_LOWER)
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

static void look_at_stops(timing *t, const ref_limits *waiting, timing_clause *c, ref_joint_found found) {
  stopping s = {t, waiting, c};
  ref_look_out o = {.m = t->m, .s = &t->now, .which = REF_REQUIRED, .found = found, .context = &s};
  ref_joints(&o);
}

// The step is possible if none of the ways in which it is not holds.
static void add_possible(timing *t, timing_clause *to, const timing_clause *never) {
  timing_option o = {0};
  for (uint32_t i = 0; i < never->count; i++)
    vec_push(t->m, &o.bounds, difference_not(never->at[i].bounds.at[0]));
  vec_push(t->m, to, o);
}

// Options for that each lower limit of what waits becomes true before the urgent step stops the time.
static void add_in_time(timing *t, timing_clause *c, const ref_limits *waiting, const ref_limits *urgent) {
  timing_clause all = {0};
  vec_push(t->m, &all, ((timing_option){0}));
  for (uint32_t i = 0; i < waiting->count; i++) {
    timing_clause one = {0}, both = {0};
    if (timing_kind_of(&waiting->at[i]) != LIMIT_LOWER)
      continue;
    timing_add_option(t, &one, timing_bound(t, t->point, waiting->at[i]));
    for (uint32_t k = 0; k < urgent->count; k++)
      if (timing_kind_of(&urgent->at[k]) == LIMIT_LOWER)
        timing_add_option(t, &one, difference_not(comes_after(t, &waiting->at[i], &urgent->at[k])));
    timing_combine(t, &both, &all, &one);
    all = both;
  }
  for (uint32_t i = 0; i < all.count; i++)
    vec_push(t->m, c, all.at[i]);
  vec_free(t->m, &all);
}

// The options so far, with all ways in which the urgent step does not stop the time too early.
static bool add_no_stop(void *context, ref_joint *j) {
  stopping *s = context;
  timing_clause ways = {0}, both = {0};
  if (!ref_is_urgent(&s->t->now, j))
    return true;
  timing_add_never(s->t, &ways, s->t->point, &j->limits);
  add_in_time(s->t, &ways, s->waiting, &j->limits);
  timing_combine(s->t, &both, s->c, &ways);
  *s->c = both;
  return true;
}

static void add_reachable(timing *t, timing_clause *to, const ref_limits *limits, const timing_clause *never,
                          bool is_still) {
  timing_clause options = {0};
  add_possible(t, &options, never);
  if (!is_still)
    look_at_stops(t, limits, &options, add_no_stop);
  for (uint32_t i = 0; i < options.count; i++)
    vec_push(t->m, to, options.at[i]);
  vec_free(t->m, &options);
}

static bool add_delayed(void *context, ref_joint *j) {
  delayed *d = context;
  timing *t = d->t;
  ref_limits limits = {0};
  timing_clause never = {0};
  if (!timing_all_limits(t, j, &limits)) {
    vec_free(t->m, &limits);
    return true;
  }
  for (uint32_t i = 0; i < t->invariant.count && !d->is_still; i++)
    vec_push(t->m, &limits, t->invariant.at[i]);
  if (d->is_still)
    timing_add_not_now(t, &never, t->point, &limits);
  else
    timing_add_never(t, &never, t->point, &limits);
  if (d->possible) {
    add_reachable(t, d->possible, &limits, &never, d->is_still);
    timing_free_clause(t, &never);
  } else {
    if (!d->is_still)
      look_at_stops(t, &limits, &never, add_urgent_stop);
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
