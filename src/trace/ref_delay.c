// Delays and deadlocks. Which steps are possible changes at finitely many moments only: where a clock reaches the
// constant of a guard or an invariant. So it suffices to examine each of these moments and the intervals between them.
#include "trace/ref_internal.h"

#include <stdlib.h>

bool ref_has_urgent_location(const ref_state *s) {
  for (uint32_t pid = 0; pid < s->processes.count; pid++)
    if (ref_location(s, (int32_t)pid)->flags & (LOC_URGENT | LOC_COMMITTED))
      return true;
  return false;
}

static bool is_never_urgent(void *context, ref_joint *j) { return !ref_is_urgent(context, j); }

bool ref_may_wait(mem *m, ref_state *s) {
  if (ref_has_urgent_location(s))
    return false;
  ref_query q = {.m = m, .s = s, .which = REF_REQUIRED, .found = is_never_urgent, .context = s};
  return ref_joints(&q);
}

void ref_advance(ref_state *s, int64_t parts) {
  for (uint32_t i = 1; i <= s->net->clocks.count; i++)
    s->clocks[i] += parts;
  s->time += parts;
}

// Twice the delay after which a bound becomes true or false, if there is one.
static void add_moments(mem *m, const ref_state *s, const ref_bounds *bounds, ref_moments *out) {
  for (uint32_t i = 0; i < bounds->count; i++) {
    const ref_bound *b = &bounds->at[i];
    if ((b->x == 0) == (b->y == 0))
      continue;
    int64_t delay = b->y == 0 ? b->constant * s->unit - s->clocks[b->x] : -b->constant * s->unit - s->clocks[b->y];
    if (delay > 0)
      vec_push(m, out, 2 * delay);
  }
}

static int compare(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

void ref_find_moments(mem *m, ref_state *s, const ref_bounds *others, ref_moments *out) {
  ref_bounds bounds = {0};
  fault ignored = FAULT_NONE;
  ref_invariant(m, s, &bounds, &ignored);
  for (int32_t pid = 0; pid < (int32_t)s->processes.count; pid++) {
    const net_location *location = ref_location(s, pid);
    int32_t label;
    for (uint32_t i = 0; i < location->edges.count; i++)
      ref_guard_holds(m, s, pid, s->net->edges.at[location->edges.at[i]], &bounds, &label, &ignored);
  }
  vec_push(m, out, 0);
  add_moments(m, s, &bounds, out);
  if (others)
    add_moments(m, s, others, out);
  vec_free(m, &bounds);
  qsort(out->at, out->count, sizeof *out->at, compare);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < out->count; i++)
    if (out->at[i] != out->at[kept - 1])
      out->at[kept++] = out->at[i];
  out->count = kept;
}

// A moment, or the open interval between two of them, with a state at the moment or in the middle of the interval.
typedef struct span {
  mem *m;
  ref_state *s;          // its unit has twice the parts, so that there is a middle
  bool is_open;          // between two moments
  int64_t before, after; // from here to its ends
} span;

static bool is_not_urgent(void *context, ref_joint *j) {
  const ref_state *s = context;
  return !ref_is_urgent(s, j);
}

static bool has_urgent_step(mem *m, ref_state *s) {
  ref_query q = {.m = m, .s = s, .which = REF_AT_ONCE, .found = is_not_urgent, .context = s};
  return !ref_joints(&q);
}

// Do the bounds hold at some point of the span?
static bool hold_within(const span *at, const ref_bounds *bounds) {
  const ref_state *s = at->s;
  int64_t low = -at->before, high = at->after;
  bool low_open = at->is_open, high_open = at->is_open;
  for (uint32_t i = 0; i < bounds->count; i++) {
    const ref_bound *b = &bounds->at[i];
    int64_t slack = b->constant * s->unit - (s->clocks[b->x] - s->clocks[b->y]);
    if ((b->x == 0) == (b->y == 0)) {
      if (!ref_holds(s, b))
        return false;
    } else if (b->y == 0 && (slack < high || (slack == high && b->is_strict))) {
      high = slack;
      high_open = b->is_strict;
    } else if (b->x == 0 && (-slack > low || (-slack == low && b->is_strict))) {
      low = -slack;
      low_open = b->is_strict;
    }
  }
  return low < high || (low == high && !low_open && !high_open);
}

// Is the step impossible at every point of the span? Its own bounds hold throughout.
static bool is_impossible(void *context, ref_joint *j) {
  const span *at = context;
  if (j->fault != FAULT_NONE)
    return false;
  ref_state after;
  ref_bounds bounds = {0};
  ref_resets resets = {0};
  const net_stmt *ignored;
  ref_state_copy(at->m, &after, at->s);
  fault f = ref_run_joint(at->m, &after, j, NULL, &resets, &ignored);
  bool holds = f == FAULT_NONE && ref_invariant(at->m, &after, &bounds, &f);
  ref_bounds_before(&resets, &bounds);
  bool is_possible = f == FAULT_NONE ? holds && hold_within(at, &bounds) : !at->s->net->faults_block;
  ref_state_free(at->m, &after);
  vec_free(at->m, &bounds);
  vec_free(at->m, &resets);
  return !is_possible;
}

typedef enum { STEP_POSSIBLE, TIME_STOPS, TIME_GOES_ON } span_result;

static span_result examine_span(span *at) {
  fault f;
  if (!ref_invariant_holds(at->m, at->s, &f))
    return TIME_STOPS;
  bool urgent = has_urgent_step(at->m, at->s);
  if (at->is_open && urgent) // an open interval has no first point, so time cannot enter it
    return TIME_STOPS;
  ref_query q = {.m = at->m, .s = at->s, .which = REF_AT_ONCE, .found = is_impossible, .context = at};
  if (!ref_joints(&q))
    return STEP_POSSIBLE;
  return urgent || ref_has_urgent_location(at->s) ? TIME_STOPS : TIME_GOES_ON;
}

void ref_double_unit(ref_state *s) {
  s->unit *= 2;
  s->time *= 2;
  for (uint32_t i = 1; i <= s->net->clocks.count; i++)
    s->clocks[i] *= 2;
}

bool ref_is_timed_deadlock(mem *m, const ref_state *s) {
  ref_moments when = {0};
  ref_state trial;
  ref_state_copy(m, &trial, s);
  ref_find_moments(m, &trial, NULL, &when);
  ref_double_unit(&trial);
  span_result result = TIME_GOES_ON;
  int64_t now = 0;
  for (uint32_t i = 0; i < when.count && result == TIME_GOES_ON; i++) {
    span point = {.m = m, .s = &trial};
    ref_advance(&trial, when.at[i] - now);
    result = examine_span(&point);
    if (result != TIME_GOES_ON)
      break;
    bool is_last = i + 1 == when.count;
    int64_t half = is_last ? 1 : (when.at[i + 1] - when.at[i]) / 2;
    span between = {.m = m, .s = &trial, .is_open = true, .before = half, .after = is_last ? INT64_MAX : half};
    now = when.at[i] + half;
    ref_advance(&trial, half);
    result = examine_span(&between);
  }
  ref_state_free(m, &trial);
  vec_free(m, &when);
  return result != STEP_POSSIBLE;
}

static bool has_urgent_labels(const network *n) {
  for (uint32_t i = 0; i < n->labels.count; i++)
    if (n->labels.at[i].is_urgent)
      return true;
  return false;
}

// Is a step by an urgent label possible before the end of this delay?
static bool has_urgent_step_before(mem *m, const ref_state *s, int64_t parts) {
  ref_moments when = {0};
  ref_state trial;
  ref_state_copy(m, &trial, s);
  ref_find_moments(m, &trial, NULL, &when);
  ref_double_unit(&trial);
  bool has_urgent = false;
  int64_t now = 0, end = 2 * parts;
  for (uint32_t i = 0; i < when.count && when.at[i] < end && !has_urgent; i++) {
    int64_t next = i + 1 < when.count && when.at[i + 1] < end ? when.at[i + 1] : end;
    ref_advance(&trial, when.at[i] - now);
    has_urgent = has_urgent_step(m, &trial);
    now = when.at[i] + (next - when.at[i]) / 2;
    ref_advance(&trial, now - when.at[i]);
    has_urgent = has_urgent || has_urgent_step(m, &trial);
  }
  ref_state_free(m, &trial);
  vec_free(m, &when);
  return has_urgent;
}

const char *ref_why_no_delay(mem *m, ref_state *s, int64_t parts) {
  if (parts < 0)
    return "the delay is negative";
  if (parts == 0)
    return NULL;
  if (ref_has_urgent_location(s))
    return "no delay is allowed: a process is at an urgent or committed location";
  if (has_urgent_labels(s->net) && has_urgent_step_before(m, s, parts))
    return "the delay is too long: an urgent step becomes possible";
  fault f;
  ref_advance(s, parts);
  bool holds = ref_invariant_holds(m, s, &f);
  ref_advance(s, -parts);
  return holds ? NULL : "the delay is too long: the invariant of a location would not hold";
}
