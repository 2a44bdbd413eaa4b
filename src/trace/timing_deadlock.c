// Whether a state is a deadlock, as clauses on the times of a trace: which steps are possible after any delay.
#include "trace/timing_internal.h"

typedef struct delayed { // steps after any delay from the current state
  timing *t;
  bool is_urgent;
  timing_clause *possible; // NULL: all must be impossible; else options are added, each for one that is possible
  bool is_for_ever;        // it stays possible, however long the delay is
} delayed;

// The late lower bound becomes true only after the early one: strictly later if it is not strict itself.
static difference_bound comes_after(const timing *t, const ref_bound *late, const ref_bound *early) {
  return timing_bound(t, t->point, (ref_bound){late->y, early->y, early->constant - late->constant, !late->is_strict});
}

// An urgent step stops time at the first moment at which it is possible: a step that waits for a later lower bound
// never becomes possible.
static bool add_stop(timing *t, const ref_bounds *waiting, const ref_joint *urgent, timing_clause *c) {
  timing_clause never = {0};
  timing_add_never(t, &never, t->point, &urgent->bounds);
  for (uint32_t i = 0; i < waiting->count; i++) {
    const ref_bound *late = &waiting->at[i];
    if (timing_kind_of(late) != BOUND_LOWER)
      continue;
    timing_option o = {0};
    vec_push(t->m, &o.bounds, timing_bound(t, t->point, ref_not(*late)));
    for (uint32_t k = 0; k < never.count; k++)
      vec_push(t->m, &o.bounds, difference_not(never.at[k].bounds.at[0]));
    for (uint32_t k = 0; k < urgent->bounds.count; k++) {
      const ref_bound *early = &urgent->bounds.at[k];
      if (timing_kind_of(early) == BOUND_LOWER)
        vec_push(t->m, &o.bounds, comes_after(t, late, early));
    }
    vec_push(t->m, c, o);
  }
  timing_free_clause(t, &never);
  return true;
}

typedef struct stopping {
  timing *t;
  const ref_bounds *waiting;
  timing_clause *c;
} stopping;

static bool add_urgent_stop(void *context, ref_joint *j) {
  stopping *s = context;
  return !ref_is_urgent(&s->t->now, j) || add_stop(s->t, s->waiting, j, s->c);
}

static void add_stops(timing *t, const ref_bounds *waiting, timing_clause *c, ref_joint_found found) {
  stopping s = {t, waiting, c};
  ref_query q = {.m = t->m, .s = &t->now, .which = REF_REQUIRED, .found = found, .context = &s};
  ref_joints(&q);
}

// The step is possible if none of the options of never holds.
static void add_possible(timing *t, timing_clause *to, const timing_clause *never) {
  timing_option o = {0};
  for (uint32_t i = 0; i < never->count; i++)
    vec_push(t->m, &o.bounds, difference_not(never->at[i].bounds.at[0]));
  vec_push(t->m, to, o);
}

// Adds options under which each lower bound of the waiting step becomes true before the urgent step stops time.
static void add_in_time(timing *t, timing_clause *c, const ref_bounds *waiting, const ref_bounds *urgent) {
  timing_clause all = {0};
  vec_push(t->m, &all, ((timing_option){0}));
  for (uint32_t i = 0; i < waiting->count; i++) {
    timing_clause one = {0}, both = {0};
    if (timing_kind_of(&waiting->at[i]) != BOUND_LOWER)
      continue;
    timing_add_option(t, &one, timing_bound(t, t->point, waiting->at[i]));
    for (uint32_t k = 0; k < urgent->count; k++)
      if (timing_kind_of(&urgent->at[k]) == BOUND_LOWER)
        timing_add_option(t, &one, difference_not(comes_after(t, &waiting->at[i], &urgent->at[k])));
    timing_combine(t, &both, &all, &one);
    all = both;
  }
  for (uint32_t i = 0; i < all.count; i++)
    vec_push(t->m, c, all.at[i]);
  vec_free(t->m, &all);
}

// Combines the options so far with those under which the urgent step does not stop time too early.
static bool add_no_stop(void *context, ref_joint *j) {
  stopping *s = context;
  timing_clause ways = {0}, both = {0};
  if (!ref_is_urgent(&s->t->now, j))
    return true;
  timing_add_never(s->t, &ways, s->t->point, &j->bounds);
  add_in_time(s->t, &ways, s->waiting, &j->bounds);
  timing_combine(s->t, &both, s->c, &ways);
  *s->c = both;
  return true;
}

static void add_reachable(timing *t, timing_clause *to, const ref_bounds *bounds, const timing_clause *never,
                          bool is_urgent) {
  timing_clause options = {0};
  add_possible(t, &options, never);
  if (!is_urgent)
    add_stops(t, bounds, &options, add_no_stop);
  for (uint32_t i = 0; i < options.count; i++)
    vec_push(t->m, to, options.at[i]);
  vec_free(t->m, &options);
}

static bool has_upper_bound(const ref_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++)
    if (timing_kind_of(&bounds->at[i]) == BOUND_UPPER)
      return true;
  return false;
}

static bool add_delayed(void *context, ref_joint *j) {
  delayed *d = context;
  timing *t = d->t;
  ref_bounds bounds = {0};
  timing_clause never = {0};
  if (!timing_all_bounds(t, j, &bounds) || (d->is_for_ever && has_upper_bound(&bounds))) {
    vec_free(t->m, &bounds);
    return true;
  }
  for (uint32_t i = 0; i < t->invariant.count && !d->is_urgent; i++)
    vec_push(t->m, &bounds, t->invariant.at[i]);
  if (d->is_urgent)
    timing_add_not_now(t, &never, t->point, &bounds);
  else
    timing_add_never(t, &never, t->point, &bounds);
  if (d->possible) {
    add_reachable(t, d->possible, &bounds, &never, d->is_urgent);
    timing_free_clause(t, &never);
  } else {
    if (!d->is_urgent)
      add_stops(t, &bounds, &never, add_urgent_stop);
    timing_add_clause(t, &never);
  }
  vec_free(t->m, &bounds);
  return true;
}

static void add_delayed_steps(timing *t, timing_clause *possible, bool is_for_ever) {
  delayed d = {.t = t, .is_urgent = ref_has_urgent_location(&t->now), .possible = possible, .is_for_ever = is_for_ever};
  ref_query q = {.m = t->m, .s = &t->now, .which = REF_EVER, .found = add_delayed, .context = &d};
  ref_joints(&q);
}

void timing_add_deadlock(timing *t) { add_delayed_steps(t, NULL, false); }
void timing_add_no_deadlock(timing *t, timing_clause *c) { add_delayed_steps(t, c, false); }
void timing_add_never_deadlock(timing *t, timing_clause *c) { add_delayed_steps(t, c, true); }
