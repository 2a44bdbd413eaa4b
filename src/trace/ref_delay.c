// Letting time pass, and deadlocks. What is possible changes at finitely many moments only: where a clock reaches the
// limit of a guard or an invariant. So it is enough to look at each of these moments and between them.
#include "trace/ref_internal.h"

#include <stdlib.h>

bool ref_stands_still(const ref_state *s) {
  for (uint32_t pid = 0; pid < s->processes.count; pid++)
    if (ref_location(s, (int32_t)pid)->flags & (LOC_URGENT | LOC_COMMITTED))
      return true;
  return false;
}

void ref_advance(ref_state *s, int64_t parts) {
  for (uint32_t i = 1; i <= s->net->clocks.count; i++)
    s->clocks[i] += parts;
  s->time += parts;
}

typedef VEC(int64_t) moments;

// Twice the time from now to the moment at which the limit becomes true or false, if there is one.
static void add_moments(mem *m, const ref_state *s, const ref_limits *limits, moments *out) {
  for (uint32_t i = 0; i < limits->count; i++) {
    const ref_limit *l = &limits->at[i];
    if ((l->x == 0) == (l->y == 0))
      continue;
    int64_t delay = l->y == 0 ? l->limit * s->unit - s->clocks[l->x] : -l->limit * s->unit - s->clocks[l->y];
    if (delay > 0)
      vec_push(m, out, 2 * delay);
  }
}

static int compare(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

// Sorted, each once, beginning with 0.
static void find_moments(mem *m, ref_state *s, moments *out) {
  ref_limits limits = {0};
  fault ignored = FAULT_NONE;
  ref_invariant(m, s, &limits, &ignored);
  for (int32_t pid = 0; pid < (int32_t)s->processes.count; pid++) {
    const net_location *location = ref_location(s, pid);
    int32_t label;
    for (uint32_t i = 0; i < location->edges.count; i++)
      ref_edge_asks(m, s, pid, s->net->edges.at[location->edges.at[i]], &limits, &label, &ignored);
  }
  vec_push(m, out, 0);
  add_moments(m, s, &limits, out);
  vec_free(m, &limits);
  qsort(out->at, out->count, sizeof *out->at, compare);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < out->count; i++)
    if (out->at[i] != out->at[kept - 1])
      out->at[kept++] = out->at[i];
  out->count = kept;
}

// A moment, or all the time between two of them, seen from a state that stands at it or in the middle.
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

static bool calls_urgently(mem *m, ref_state *s) {
  ref_look_out o = {.m = m, .s = s, .which = REF_AT_ONCE, .found = is_not_urgent, .context = s};
  return !ref_joints(&o);
}

// Do the limits hold at some point of the span?
static bool meet(const span *at, const ref_limits *limits) {
  const ref_state *s = at->s;
  int64_t low = -at->before, high = at->after;
  bool low_open = at->is_open, high_open = at->is_open;
  for (uint32_t i = 0; i < limits->count; i++) {
    const ref_limit *l = &limits->at[i];
    int64_t slack = l->limit * s->unit - (s->clocks[l->x] - s->clocks[l->y]);
    if ((l->x == 0) == (l->y == 0)) {
      if (!ref_holds(s, l))
        return false;
    } else if (l->y == 0 && (slack < high || (slack == high && l->is_strict))) {
      high = slack;
      high_open = l->is_strict;
    } else if (l->x == 0 && (-slack > low || (-slack == low && l->is_strict))) {
      low = -slack;
      low_open = l->is_strict;
    }
  }
  return low < high || (low == high && !low_open && !high_open);
}

// Whether the step is possible at some point of the span. Its own limits hold all the while.
static bool cannot_happen(void *context, ref_joint *j) {
  const span *at = context;
  if (j->fault != FAULT_NONE)
    return false;
  ref_state after;
  ref_limits limits = {0};
  ref_resets resets = {0};
  const net_stmt *ignored;
  ref_state_copy(at->m, &after, at->s);
  fault f = ref_run_joint(at->m, &after, j, NULL, &resets, &ignored);
  bool is_there = f == FAULT_NONE && ref_invariant(at->m, &after, &limits, &f);
  ref_limits_before(&resets, &limits);
  bool happens = f == FAULT_NONE ? is_there && meet(at, &limits) : !at->s->net->faults_block;
  ref_state_free(at->m, &after);
  vec_free(at->m, &limits);
  vec_free(at->m, &resets);
  return !happens;
}

typedef enum { STEP_POSSIBLE, TIME_STOPS, TIME_GOES_ON } outlook;

static outlook look_at_span(span *at) {
  fault f;
  if (!ref_is_there(at->m, at->s, &f))
    return TIME_STOPS;
  bool urgent = calls_urgently(at->m, at->s);
  if (at->is_open && urgent) // there is no first point of it that time could reach
    return TIME_STOPS;
  ref_look_out o = {.m = at->m, .s = at->s, .which = REF_AT_ONCE, .found = cannot_happen, .context = at};
  if (!ref_joints(&o))
    return STEP_POSSIBLE;
  return urgent || ref_stands_still(at->s) ? TIME_STOPS : TIME_GOES_ON;
}

static void scale(ref_state *s) {
  s->unit *= 2;
  s->time *= 2;
  for (uint32_t i = 1; i <= s->net->clocks.count; i++)
    s->clocks[i] *= 2;
}

bool ref_is_timed_deadlock(mem *m, const ref_state *s) {
  moments when = {0};
  ref_state trial;
  ref_state_copy(m, &trial, s);
  find_moments(m, &trial, &when);
  scale(&trial);
  outlook seen = TIME_GOES_ON;
  int64_t now = 0;
  for (uint32_t i = 0; i < when.count && seen == TIME_GOES_ON; i++) {
    span point = {.m = m, .s = &trial};
    ref_advance(&trial, when.at[i] - now);
    seen = look_at_span(&point);
    if (seen != TIME_GOES_ON)
      break;
    bool is_last = i + 1 == when.count;
    int64_t half = is_last ? 1 : (when.at[i + 1] - when.at[i]) / 2;
    span between = {.m = m, .s = &trial, .is_open = true, .before = half, .after = is_last ? INT64_MAX : half};
    now = when.at[i] + half;
    ref_advance(&trial, half);
    seen = look_at_span(&between);
  }
  ref_state_free(m, &trial);
  vec_free(m, &when);
  return seen != STEP_POSSIBLE;
}

static bool has_urgent_labels(const network *n) {
  for (uint32_t i = 0; i < n->labels.count; i++)
    if (n->labels.at[i].is_urgent)
      return true;
  return false;
}

// Is a step by an urgent label possible before so many parts have passed?
static bool is_called_before(mem *m, const ref_state *s, int64_t parts) {
  moments when = {0};
  ref_state trial;
  ref_state_copy(m, &trial, s);
  find_moments(m, &trial, &when);
  scale(&trial);
  bool is_called = false;
  int64_t now = 0, end = 2 * parts;
  for (uint32_t i = 0; i < when.count && when.at[i] < end && !is_called; i++) {
    int64_t next = i + 1 < when.count && when.at[i + 1] < end ? when.at[i + 1] : end;
    ref_advance(&trial, when.at[i] - now);
    is_called = calls_urgently(m, &trial);
    now = when.at[i] + (next - when.at[i]) / 2;
    ref_advance(&trial, now - when.at[i]);
    is_called = is_called || calls_urgently(m, &trial);
  }
  ref_state_free(m, &trial);
  vec_free(m, &when);
  return is_called;
}

const char *ref_why_no_delay(mem *m, ref_state *s, int64_t parts) {
  if (parts < 0)
    return "time does not go back";
  if (parts == 0)
    return NULL;
  if (ref_stands_still(s))
    return "time may not pass: a process is at an urgent or committed location";
  if (has_urgent_labels(s->net) && is_called_before(m, s, parts))
    return "time may not pass so far: an urgent step is possible";
  fault f;
  ref_advance(s, parts);
  bool is_there = ref_is_there(m, s, &f);
  ref_advance(s, -parts);
  return is_there ? NULL : "time may not pass so far: the invariant of a location would not hold";
}
