#include "trace/timing_loop.h"

#include "trace/timing_internal.h"

// What happens between two steps of the loop. Its bounds are those that the answer keeps, so that the values with which
// another round takes the same way are a zone.
typedef struct leg {
  ref_bounds entered; // hold when its state is entered...
  ref_bounds left;    // ...and when it is left by the next step
  ref_resets resets;  // of the step that enters it
  bool may_wait;
} leg;

typedef struct looping {
  mem *m;
  const network *n;
  const answer *answer;
  timing now; // only the state, for what other files compute of it
  VEC(leg) legs;
  uint32_t time; // a clock of zones, beside those of the network: the time since the loop began
} looping;

static void keep(looping *k, ref_bounds *to, const ref_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++)
    vec_push(k->m, to, bounds->at[i]);
}

static void keep_facets(looping *k, ref_bounds *to, const ref_bounds *facets) {
  for (uint32_t i = 0; i < facets->count; i++) {
    bool holds = ref_holds(&k->now.now, &facets->at[i]);
    vec_push(k->m, to, holds ? facets->at[i] : ref_not(facets->at[i]));
  }
}

static bool add_outranking(void *context, ref_joint *j) {
  void **both = context;
  looping *k = both[0];
  const ref_joint *taken = both[1];
  ref_bounds bounds = {0};
  if (ref_has_greater_priority(&k->now.now, j, taken) && timing_all_bounds(&k->now, j, &bounds))
    for (uint32_t i = 0; i < bounds.count; i++)
      if (!ref_holds(&k->now.now, &bounds.at[i])) {
        vec_push(k->m, &k->legs.at[k->legs.count - 1].left, ref_not(bounds.at[i]));
        break;
      }
  vec_free(k->m, &bounds);
  return true;
}

// The bounds of the step and those under which it is not outranked.
static const char *keep_step(looping *k, const net_action *step) {
  ref_joint j;
  const char *why = ref_joint_of(k->m, &k->now.now, step, &j);
  if (!why) {
    keep(k, &k->legs.at[k->legs.count - 1].left, &j.bounds);
    void *both[] = {k, &j};
    ref_query q = {.m = k->m, .s = &k->now.now, .which = REF_EVER, .found = add_outranking, .context = both};
    if (k->n->orders_steps)
      ref_joints(&q);
  }
  ref_joint_free(k->m, &j);
  return why;
}

// The order in which facets change while time passes: those that have changed since the state was entered.
static void keep_order(looping *k, const ref_bounds *facets, const bool *held) {
  leg *l = &k->legs.at[k->legs.count - 1];
  const ref_state *s = &k->now.now;
  for (uint32_t a = 0; a < facets->count; a++)
    for (uint32_t b = 0; b < facets->count; b++) {
      timing_cross first, other;
      if (a == b || ref_holds(s, &facets->at[a]) == held[a] || ref_holds(s, &facets->at[b]) == held[b] ||
          !timing_crossing(&facets->at[a], held[a], &first) || !timing_crossing(&facets->at[b], held[b], &other))
        continue;
      ref_bound not_before = timing_comes_after(&first, &other, false);
      ref_bound later = timing_comes_after(&first, &other, true);
      if (ref_holds(s, &later))
        vec_push(k->m, &l->left, later);
      else if (ref_holds(s, &not_before))
        vec_push(k->m, &l->left, not_before);
    }
}

// Stays in the state until the step, and keeps what holds then.
static const char *follow_leg(looping *k, int64_t delay, const net_action *step) {
  ref_state *s = &k->now.now;
  ref_bounds facets = {0}, invariant = {0};
  fault ignored = FAULT_NONE;
  leg *l = &k->legs.at[k->legs.count - 1];
  timing_facets(k->m, k->answer, s, &facets);
  ref_invariant(k->m, s, &invariant, &ignored);
  l->may_wait = ref_may_wait(k->m, s);
  keep(k, &l->entered, &invariant);
  keep_facets(k, &l->entered, &facets);
  bool *held = mem_alloc(k->m, facets.count + 1);
  for (uint32_t i = 0; i < facets.count; i++)
    held[i] = ref_holds(s, &facets.at[i]);
  ref_advance(s, delay);
  keep(k, &l->left, &invariant);
  keep_facets(k, &l->left, &facets);
  keep_order(k, &facets, held);
  mem_free(k->m, held);
  vec_free(k->m, &facets);
  vec_free(k->m, &invariant);
  return keep_step(k, step);
}

static const char *take(looping *k, const net_action *step, ref_resets *resets) {
  ref_joint j;
  const net_stmt *at;
  const char *why = ref_joint_of(k->m, &k->now.now, step, &j);
  if (!why && (j.fault != FAULT_NONE || ref_run_joint(k->m, &k->now.now, &j, NULL, resets, &at) != FAULT_NONE))
    why = "a step of the loop ends in a run-time error";
  ref_joint_free(k->m, &j);
  return why;
}

static int64_t delay_before(const answer *t, uint32_t step) {
  return t->times.at[step] - (step ? t->times.at[step - 1] : 0);
}

// Follows the answer up to the first step of the loop.
static const char *follow_stem(looping *k, uint32_t length) {
  const answer *t = k->answer;
  const char *why = NULL;
  for (uint32_t i = 0; i < length && !why; i++) {
    ref_resets ignored = {0};
    ref_advance(&k->now.now, delay_before(t, i));
    why = take(k, &t->steps.at[i], &ignored);
    vec_free(k->m, &ignored);
  }
  ref_advance(&k->now.now, delay_before(t, length));
  return why;
}

static const char *follow_loop(looping *k) {
  const answer *t = k->answer;
  uint32_t first = t->steps.count - t->loop_length;
  const char *why = NULL;
  for (uint32_t i = first; i < t->steps.count && !why; i++) {
    vec_push(k->m, &k->legs, ((leg){0}));
    why = take(k, &t->steps.at[i], &k->legs.at[k->legs.count - 1].resets);
    if (!why)
      why = follow_leg(k, delay_before(t, i + 1), &t->steps.at[i + 1 < t->steps.count ? i + 1 : first]);
  }
  return why;
}

static bool require_all(zone *z, const ref_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++) {
    const ref_bound *b = &bounds->at[i];
    if (!zone_require(z, b->x, b->y, zone_bound(b->constant, b->is_strict)))
      return false;
  }
  return true;
}

// From values at the end of a round to those at its beginning. is_moving: some time passes in the round.
static bool go_back(const looping *k, zone *z, bool is_moving) {
  if (is_moving && !zone_require(z, 0, k->time, zone_bound(0, true)))
    return false;
  for (uint32_t i = k->legs.count; i-- > 0;) {
    const leg *l = &k->legs.at[i];
    if (!require_all(z, &l->left))
      return false;
    if (l->may_wait)
      zone_let_time_go_back(z);
    if (!require_all(z, &l->entered))
      return false;
    for (uint32_t n = l->resets.count; n-- > 0;)
      if (!zone_undo_set(z, l->resets.at[n].clock, l->resets.at[n].from, l->resets.at[n].value))
        return false;
  }
  return require_all(z, &k->legs.at[k->legs.count - 1].left) && zone_undo_set(z, k->time, 0, 0);
}

enum { MOST_ROUNDS = 1000 };

// The greatest set of values from which a round leads back into the set. False = it is empty, or not found.
static bool find_values(const looping *k, bool is_moving, zone *out) {
  *out = zone_all(k->m, k->time + 1);
  for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
    zone before = zone_copy(out);
    bool is_there = go_back(k, out, is_moving), is_same = is_there && zone_is_same(&before, out);
    zone_free(&before);
    mem_poll(k->m);
    if (is_same)
      return true;
    if (!is_there)
      break;
  }
  zone_free(out);
  return false;
}

// A clock that is bounded from above in the loop and never set there: time cannot diverge.
static bool has_blocking_clock(const looping *k) {
  bool is_blocking = false;
  for (uint32_t clock = 1; clock < k->time && !is_blocking; clock++) {
    bool is_set = false;
    for (uint32_t i = 0; i < k->legs.count; i++) {
      const leg *l = &k->legs.at[i];
      for (uint32_t n = 0; n < l->resets.count; n++)
        is_set |= l->resets.at[n].clock == clock && l->resets.at[n].from != clock;
      for (uint32_t n = 0; n < l->left.count; n++)
        is_blocking |= l->left.at[n].x == clock && l->left.at[n].y == 0;
    }
    is_blocking &= !is_set;
  }
  return is_blocking;
}

static void judge(looping *k, const int64_t *first, timing_repeat *out) {
  zone moving;
  if (!find_values(k, false, &out->values)) {
    out->why_not = "the loop cannot be taken for ever";
    return;
  }
  int64_t unit = k->now.now.unit;
  int64_t *last = mem_alloc(k->m, sizeof *last * (k->time + 1));
  for (uint32_t i = 0; i < k->time; i++)
    last[i] = k->now.now.clocks[i];
  if (!zone_has_point(&out->values, first, unit) || !zone_has_point(&out->values, last, unit))
    out->why_not = "the loop cannot be taken for ever at these times";
  mem_free(k->m, last);
  out->stops_time = has_blocking_clock(k) || !find_values(k, true, &moving);
  if (!out->stops_time) {
    out->stops_time = !zone_has_point(&moving, first, unit);
    zone_free(&moving);
  }
}

static void close(looping *k) {
  for (uint32_t i = 0; i < k->legs.count; i++) {
    vec_free(k->m, &k->legs.at[i].entered);
    vec_free(k->m, &k->legs.at[i].left);
    vec_free(k->m, &k->legs.at[i].resets);
  }
  vec_free(k->m, &k->legs);
  ref_state_free(k->m, &k->now.now);
}

timing_repeat timing_repeat_of(mem *m, const network *n, const answer *t) {
  looping k = {.m = m, .n = n, .answer = t, .now = {.m = m, .n = n, .answer = t}, .time = n->clocks.count + 1};
  timing_repeat result = {0};
  if (ref_state_initial(m, &k.now.now, n) != FAULT_NONE)
    result.why_not = "the initialisation ends in a run-time error";
  k.now.now.unit = t->unit;
  if (!result.why_not)
    result.why_not = follow_stem(&k, t->steps.count - t->loop_length);
  int64_t *first = mem_alloc(m, sizeof *first * (k.time + 1)); // with the time since the loop began, which is 0
  for (uint32_t i = 0; i < k.time && !result.why_not; i++)
    first[i] = k.now.now.clocks[i];
  if (!result.why_not)
    result.why_not = follow_loop(&k);
  if (!result.why_not)
    judge(&k, first, &result);
  mem_free(m, first);
  close(&k);
  return result;
}

static bool has_upper_bound(const ref_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++)
    if (bounds->at[i].x && !bounds->at[i].y)
      return true;
  return false;
}

// Does something that the claim reads change as time passes, as far as it can?
static bool changes_later(mem *m, const answer *t, ref_state *s) {
  ref_bounds facets = {0};
  bool changes = false;
  timing_facets(m, t, s, &facets);
  ref_double_unit(s); // just after a moment is one part after it
  for (uint32_t i = 0; i < facets.count && !changes; i++) {
    timing_cross when;
    if (timing_crossing(&facets.at[i], ref_holds(s, &facets.at[i]), &when)) {
      int64_t delay = when.constant * s->unit - s->clocks[when.clock] + when.is_after;
      changes = !ref_why_no_delay(m, s, delay);
    }
  }
  vec_free(m, &facets);
  return changes;
}

// A state that is no deadlock becomes one only where time reaches one of the moments at which something changes.
static bool becomes_deadlock(mem *m, const ref_state *s) {
  ref_state late;
  ref_moments when = {0};
  ref_state_copy(m, &late, s);
  ref_find_moments(m, &late, NULL, &when);
  ref_double_unit(&late);
  ref_advance(&late, when.at[when.count - 1] + 1);
  bool is_one = ref_is_timed_deadlock(m, &late);
  ref_state_free(m, &late);
  vec_free(m, &when);
  return is_one;
}

const char *timing_why_not_stay(mem *m, const answer *t, const ref_state *s, bool *stops_time) {
  ref_state now;
  ref_bounds invariant = {0};
  fault ignored = FAULT_NONE;
  ref_state_copy(m, &now, s);
  ref_invariant(m, &now, &invariant, &ignored);
  bool is_deadlock = ref_is_timed_deadlock(m, s);
  *stops_time = !ref_may_wait(m, &now) || has_upper_bound(&invariant);
  const char *why = NULL;
  if (*stops_time && !is_deadlock)
    why = "the execution cannot stay in the last state for ever: time cannot, and a step is possible";
  else if (changes_later(m, t, &now) || (!is_deadlock && timing_reads_deadlock(t) && becomes_deadlock(m, s)))
    why = "a condition changes while time passes in the last state";
  ref_state_free(m, &now);
  vec_free(m, &invariant);
  return why;
}
