// Follows a trace, collects the bounds on the times of its steps, and solves them. Locations and variables do not
// depend on times.
#include "trace/timing_internal.h"

#include "trace/replay.h"
#include "trace/timing_loop.h"

// Returns false where a fault ends the execution.
static bool enter(timing *t, const char *why) {
  fault f = FAULT_NONE;
  t->invariant.count = 0;
  if (!ref_invariant(t->m, &t->now, &t->invariant, &f) && f == FAULT_NONE)
    t->why = why;
  if (f == FAULT_NONE)
    timing_require(t, t->point, &t->invariant, why);
  return f == FAULT_NONE;
}

// What the claim reads in the current state, before it is left.
static void note_leg(timing *t, uint32_t entered) {
  timing_leg l = {.entered = entered, .left = entered + 1};
  if (!t->reads_clocks)
    return;
  for (uint32_t i = 0; i < t->clocks.count; i++)
    vec_push(t->m, &l.clocks, t->clocks.at[i]);
  ref_state_copy(t->m, &l.state, &t->now);
  timing_facets(t->m, t->answer, &t->now, &l.facets);
  l.may_wait = ref_may_wait(t->m, &t->now);
  vec_push(t->m, &t->legs, l);
}

// Time passes in the current state, up to a new point.
static void stay(timing *t) {
  uint32_t entered = t->point;
  note_leg(t, entered);
  t->point = difference_point(&t->times);
  difference_require(&t->times, (difference_bound){.from = entered, .to = t->point});
  if (ref_has_urgent_location(&t->now)) {
    difference_require(&t->times, (difference_bound){.from = t->point, .to = entered});
    return;
  }
  // An invariant that holds at both ends holds in between.
  timing_require(t, t->point, &t->invariant, "the invariant does not let enough time pass before this step");
  if (!t->why)
    timing_add_urgent(t, entered, t->point);
}

static void set_clocks(timing *t, const ref_resets *resets) {
  for (uint32_t i = 0; i < resets->count; i++) {
    const ref_reset *r = &resets->at[i];
    timing_clock from = r->from == 0 ? (timing_clock){t->point, 0} : t->clocks.at[r->from];
    t->clocks.at[r->clock] = (timing_clock){from.point, from.offset + r->value};
  }
}

// Returns false where a fault ends the execution.
static bool take(timing *t, const net_action *step) {
  ref_joint j;
  const net_stmt *at;
  fault f = FAULT_NONE;
  ref_resets resets = {0};
  t->why = ref_joint_of(t->m, &t->now, step, &j);
  if (!t->why)
    timing_require(t, t->point, &j.bounds, "the clocks never allow this step");
  if (!t->why)
    timing_add_priorities(t, &j);
  if (!t->why)
    f = j.fault != FAULT_NONE ? j.fault : ref_run_joint(t->m, &t->now, &j, NULL, &resets, &at);
  set_clocks(t, &resets);
  bool goes_on = f == FAULT_NONE;
  if (!t->why && f == FAULT_NONE)
    goes_on = enter(t, "the invariant cannot hold after this step");
  ref_joint_free(t->m, &j);
  vec_free(t->m, &resets);
  return goes_on;
}

static void keep_deadline(timing *t) {
  uint32_t half_units = t->answer->deadline - 1;
  difference_bound b = {.from = t->point, .gap = -(int64_t)((half_units + 1) / 2), .is_strict = half_units % 2};
  if (!difference_require(&t->times, b))
    t->why = "the end cannot be reached before the deadline";
}

bool timing_is_bounded(timing *t) {
  bool is_bounded = !ref_may_wait(t->m, &t->now);
  for (uint32_t i = 0; i < t->invariant.count; i++)
    is_bounded |= timing_kind_of(&t->invariant.at[i]) == BOUND_UPPER;
  return is_bounded;
}

// Neither a deadlock, nor what an assertion, a condition or a claim is about.
static bool ends_in_fault(const answer *a) {
  fault f = a->end.fault;
  bool is_about_state = f == FAULT_DEADLOCK || f == FAULT_INVARIANT || f == FAULT_ASSERT || f == FAULT_CLAIM;
  return a->end.kind == OUTCOME_ERROR && !is_about_state;
}

static void end(timing *t) {
  if (t->answer->deadline)
    keep_deadline(t);
  if (t->why)
    return;
  const answer *a = t->answer;
  if (a->end.kind == OUTCOME_CYCLE && !a->loop_length && !t->reads_clocks && timing_is_bounded(t))
    timing_add_deadlock(t);
  bool is_reached = a->end.kind == OUTCOME_REACHED;
  if (a->end.fault == FAULT_DEADLOCK)
    timing_add_deadlock(t);
  else if ((is_reached || a->end.fault == FAULT_INVARIANT) && a->condition)
    timing_add_condition(t, a->condition, is_reached);
  else if (ends_in_fault(a) && (a->condition || a->claim))
    timing_add_fault(t);
}

static void begin_loop(timing *t) {
  t->loop = t->point;
  for (uint32_t i = 0; i < t->clocks.count; i++)
    vec_push(t->m, &t->loop_clocks, t->clocks.at[i]);
}

// Returns the step at which t->why was set, from 1.
static uint32_t walk(timing *t) {
  uint32_t i = 0;
  bool goes_on = enter(t, "the invariant does not hold at the start");
  for (; i < t->answer->steps.count && !t->why; i++) {
    if (!goes_on) {
      t->why = "a run-time error ends the execution here, but the trace has more steps";
      return i;
    }
    stay(t);
    if (t->answer->loop_length && i + t->answer->loop_length == t->answer->steps.count)
      begin_loop(t);
    if (!t->why)
      goes_on = take(t, &t->answer->steps.at[i]);
  }
  if (t->why)
    return i;
  if (goes_on) {
    stay(t);
    if (!t->why)
      end(t);
  } else {
    difference_point(&t->times); // the time of the end is that of the fault
    difference_require(&t->times, (difference_bound){.from = t->point, .to = t->point + 1});
  }
  return i + 1;
}

static int64_t parts_of(difference_time t, int64_t unit) { return t.units * unit + t.bits; }

// The number of bits that make a unit: more than any time has, and a power of ten unless it is 1 or 2, so that times
// are short decimal numbers.
static int64_t find_unit(const timing *t) {
  int64_t most = 0, unit = 10;
  for (uint32_t i = 0; i < t->times.times.count; i++)
    most = t->times.times.at[i].bits > most ? t->times.times.at[i].bits : most;
  if (most < 2)
    return most + 1;
  while (unit <= most)
    unit *= 10;
  return unit;
}

static const char *fill_in(const timing *t, answer *out) {
  int64_t unit = find_unit(t), latest;
  out->times.count = 0;
  for (uint32_t i = 1; i < t->times.times.count; i++) {
    difference_time time = t->times.times.at[i];
    if (__builtin_mul_overflow(time.units, 4 * unit, &latest))
      return "the times are too large";
    vec_push(t->m, &out->times, parts_of(time, unit));
  }
  out->unit = unit;
  return NULL;
}

// The loop begins and ends with values from which it can be taken for ever.
static bool require_repeat(timing *t, const zone *values) {
  uint32_t clocks = t->n->clocks.count + 1;
  for (uint32_t x = 0; x < clocks; x++)
    for (uint32_t y = 0; y < clocks; y++) {
      int64_t bound = values->at[x * values->clocks + y];
      ref_bound b = {x, y, zone_constant(bound), zone_is_strict(bound)};
      if (bound < ZONE_NO_BOUND && x != y &&
          (!difference_require(&t->times, timing_bound_with(t->loop_clocks.at, t->loop, b)) ||
           !difference_require(&t->times, timing_bound(t, t->point, b))))
        return false;
    }
  return true;
}

enum { MOST_TRIES = 3 };

bool timing_settle(timing *t, answer *out) {
  const answer *a = t->answer;
  difference_mark mark = difference_now(&t->times);
  uint32_t clauses = t->clauses.count;
  bool is_there = false, is_claimed = a->end.kind == OUTCOME_CYCLE || a->end.fault == FAULT_CLAIM;
  for (uint32_t i = 0; i < MOST_TRIES && !is_there; i++) {
    if (!timing_choose(t) || (t->why = fill_in(t, out)) != NULL)
      return false;
    timing_repeat repeat = {0};
    if (a->loop_length)
      repeat = timing_repeat_of(t->m, t->n, out);
    is_there = !repeat.why_not && (!is_claimed || trace_replay(t->m, t->n, out, NULL).ok);
    difference_undo(&t->times, mark);
    while (t->clauses.count > clauses)
      timing_pop_clause(t);
    bool can_retry = repeat.why_not && repeat.values.m && require_repeat(t, &repeat.values);
    if (repeat.values.m)
      zone_free(&repeat.values);
    if (!is_there && !can_retry)
      return false;
  }
  return is_there;
}

static void free_legs(timing *t) {
  for (uint32_t i = 0; i < t->legs.count; i++) {
    vec_free(t->m, &t->legs.at[i].clocks);
    vec_free(t->m, &t->legs.at[i].facets);
    ref_state_free(t->m, &t->legs.at[i].state);
  }
  vec_free(t->m, &t->legs);
}

static void close(timing *t) {
  free_legs(t);
  vec_free(t->m, &t->loop_clocks);
  while (t->clauses.count > 0)
    timing_pop_clause(t);
  vec_free(t->m, &t->clauses);
  vec_free(t->m, &t->clocks);
  vec_free(t->m, &t->invariant);
  ref_state_free(t->m, &t->now);
  difference_free(&t->times);
}

const char timing_gave_up[] = "no times were found at which the execution can go on for ever";

const char *timing_solve(mem *m, const network *n, answer *t, uint32_t *step) {
  timing w = {.m = m, .n = n, .answer = t, .times = {.m = m}};
  w.reads_clocks = !ends_in_fault(t) && timing_reads_clocks(t); // a fault counts wherever the claim is
  *step = 0;
  if (ref_state_initial(m, &w.now, n) != FAULT_NONE) {
    ref_state_free(m, &w.now);
    return "the initialisation ends in a run-time error";
  }
  for (uint32_t i = 0; i <= n->clocks.count; i++)
    vec_push(m, &w.clocks, ((timing_clock){0}));
  w.point = difference_point(&w.times);
  *step = walk(&w);
  if (!w.why && !(w.reads_clocks ? timing_choose_letters(&w, t) : timing_settle(&w, t))) {
    bool is_infinite = t->end.kind == OUTCOME_CYCLE;
    w.why = w.why ? w.why : is_infinite ? timing_gave_up : "there are no times at which this is possible";
    *step = t->steps.count + 1;
  }
  close(&w);
  return w.why;
}

const char *timing_find(mem *m, const network *n, answer *t) {
  uint32_t step;
  const char *why = timing_solve(m, n, t, &step);
  if (!why) {
    trace_result tried = trace_replay(m, n, t, NULL);
    why = tried.ok ? NULL : tried.why;
  }
  if (why) {
    vec_free(m, &t->times);
    t->unit = 0;
  }
  return why;
}
