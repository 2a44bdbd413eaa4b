// The greatest and least values that clocks and variables take.
#include "space/timed.h"

#include <assert.h>

void timed_keep_term_clocks(const timed *t, int32_t *L, int32_t *U) {
  for (uint32_t i = 0; i < t->code->clocks.count; i++) {
    uint32_t clock = t->code->clocks.at[i];
    L[clock] = L[clock] > t->horizon ? L[clock] : t->horizon;
    U[clock] = U[clock] > t->horizon ? U[clock] : t->horizon;
  }
}

// If time may pass without bound, every clock grows without bound. Otherwise an unbounded clock is the result of
// extrapolation.
static bool may_wait_forever(const timed *t, const dbm_bound *zone) {
  if (!t->has_waited)
    return false;
  for (uint32_t i = 1; i < t->n; i++)
    if (zone[(size_t)i * t->n] != DBM_INFINITY)
      return false;
  return true;
}

static space_extreme of_clock(const timed *t, const dbm_bound *zone, uint32_t clock) {
  space_extreme e = {.is_reached = true};
  dbm_bound b = t->code->asked.is_least ? zone[clock] : zone[(size_t)clock * t->n];
  e.is_infinite = !t->code->asked.is_least && may_wait_forever(t, zone);
  e.value = b == DBM_INFINITY ? 0 : t->code->asked.is_least ? -dbm_constant(b) : dbm_constant(b);
  e.is_beyond = !e.is_infinite && (b == DBM_INFINITY || e.value > t->horizon);
  e.is_strict = dbm_is_strict(b);
  return e;
}

static bool is_more(const timed *t, const space_extreme *one, const space_extreme *than) {
  if (!than->is_reached)
    return true;
  if (one->is_infinite || than->is_infinite)
    return one->is_infinite;
  if (one->is_beyond != than->is_beyond)
    return one->is_beyond != t->code->asked.is_least;
  if (one->value != than->value)
    return (one->value > than->value) != t->code->asked.is_least;
  return than->is_strict && !one->is_strict;
}

static void note(timed *t, uint8_t *state, const dbm_bound *zone, uint32_t term) {
  timed_bounds one = {0};
  // A term that ends in a fault has no value.
  if (timed_evaluate(t, state, 0, &t->program->bounds[t->code->first_term + term], 1, &one) == FAULT_NONE) {
    space_extreme e = {.is_reached = true, .value = dbm_constant(one.at[0].b)};
    if (one.at[0].x)
      e = of_clock(t, zone, one.at[0].x);
    if (is_more(t, &e, &t->extremes[term]))
      t->extremes[term] = e;
  }
  vec_free(t->m, &one);
}

void timed_note_extremes(timed *t, uint8_t *state, const dbm_bound *zone) {
  dbm_union parts;
  dbm_union_open(&parts, t->m, t->n);
  if (t->code->asked.condition_count)
    timed_parts(t, state, zone, t->code->conditions[0], true, &parts);
  else
    dbm_union_add(&parts, zone);
  for (uint32_t i = 0; i < parts.count; i++)
    for (uint32_t term = 0; term < t->code->asked.term_count; term++)
      note(t, state, dbm_union_zone(&parts, i), term);
  dbm_union_close(&parts);
}

const space_extreme *space_timed_extreme(const space *s, uint32_t term) {
  while (s->inner)
    s = s->inner;
  const timed *t = (const timed *)s;
  assert(s->net->is_timed && term < t->code->asked.term_count);
  return &t->extremes[term];
}
