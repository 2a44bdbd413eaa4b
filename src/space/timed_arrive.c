// Entering a state: time passes, and the zone is extrapolated to one of finitely many.
#include "space/timed.h"

#include "base/work.h"

#include <assert.h>

uint32_t timed_least_time(const timed *t, const dbm_bound *zone) {
  dbm_bound b = zone[t->time]; // of 0 - time
  return t->time ? (uint32_t)(-2 * dbm_constant(b)) + dbm_is_strict(b) : 0;
}

enum { WORK_OF_ARRIVAL = WORK_STEP / 4, WORK_OF_BOUND = 2 };

static void emit(timed_scan *s, const dbm_bound *zone, const net_action *by) {
  timed *t = s->w->t;
  uint8_t *state = s->w->step.bytes;
  assert(s->w->step.room >= t->size + t->zone_size);
  memcpy(state + t->size, zone, t->zone_size);
  successor next = {.state = state,
                    .size = t->size + t->zone_size,
                    .cost = by && !net_is_stutter(by) ? net_step_cost(t->base.net, by) : 0};
  next.by = by ? *by : (net_action){.partner_edge = NET_ALONE};
  if (t->time) // at the start too: the target may hold only after a delay
    next.cost = timed_least_time(t, zone) - s->time;
  if (by && s->w->assertion) {
    next.fault = FAULT_ASSERT;
    next.fault_at = s->w->assertion;
  }
  t->base.work += WORK_OF_ARRIVAL + WORK_OF_BOUND * t->n * t->n + t->processes;
  s->count++;
  s->stopped = !s->visit(s->context, &next);
}

static void find_bounds(timed *t, const uint8_t *state, int32_t *L, int32_t *U) {
  for (uint32_t pid = 0; pid < t->processes; pid++)
    t->locations[pid] = frame_location(t->layout->shape[pid], state + t->layout->frame[pid]);
  clock_bounds_of(t->code->bounds, t->locations, t->asks_deadlocks || t->is_for_claim, L, U);
  timed_keep_term_clocks(t, L, U);
  if (t->time)
    L[t->time] = U[t->time] = TIMED_EXACT;
}

void timed_split(timed *t, dbm_union *pieces, const timed_bounds *by) {
  for (uint32_t i = 0; i < by->count; i++) {
    const timed_bound *d = &by->at[i];
    uint32_t count = pieces->count;
    for (uint32_t k = 0; k < count; k++) {
      timed_copy(t, t->small, dbm_union_zone(pieces, k));
      bool has_other = dbm_constrain(t->small, t->n, d->y, d->x, dbm_negate(d->b));
      if (!has_other)
        continue;
      timed_copy(t, t->large, dbm_union_zone(pieces, k));
      if (dbm_constrain(t->large, t->n, d->x, d->y, d->b)) {
        timed_copy(t, dbm_union_zone(pieces, k), t->large);
        dbm_union_add(pieces, t->small);
      }
    }
  }
}

// Extrapolation may cross diagonal bounds. So the zone is split by all of them first, and each piece is extrapolated by
// the greatest constants (Bengtsson and Yi). It stays on its side of each bound whose clocks are still compared: their
// constants are not less than that of the bound (clock_ask), so extrapolation keeps the piece's bounds on the
// difference.
static void extrapolate_split(timed_scan *s, const dbm_bound *zone, const net_action *by) {
  timed *t = s->w->t;
  dbm_union *pieces = &s->w->pieces;
  dbm_union_clear(pieces);
  dbm_union_add(pieces, zone);
  timed_split(t, pieces, &t->code->diagonals);
  for (uint32_t i = 1; i < t->n; i++) // the greatest constants
    t->L[i] = t->L[i] > t->U[i] ? t->L[i] : t->U[i];
  for (uint32_t i = 0; i < pieces->count; i++)
    dbm_extra_m(dbm_union_zone(pieces, i), t->n, t->L);
  for (uint32_t i = 0; i < pieces->count && !s->stopped; i++)
    emit(s, dbm_union_zone(pieces, i), by);
}

// Reaching a state later is never better. So all later times are added, and a zone covers those with the same clock
// values that are reached later. The least time does not change.
static void allow_later(const timed *t, dbm_bound *zone) {
  for (uint32_t i = 0; i < t->n; i++)
    if (i != t->time)
      zone[(size_t)t->time * t->n + i] = DBM_INFINITY;
}

void timed_extrapolate(timed_scan *s, dbm_bound *zone, const net_action *by) {
  timed *t = s->w->t;
  if (t->time)
    allow_later(t, zone);
  if (t->code->has_unknown_diagonals) {
    emit(s, zone, by);
    return;
  }
  find_bounds(t, s->w->step.bytes, t->L, t->U);
  if (t->code->diagonals.count) {
    extrapolate_split(s, zone, by);
    return;
  }
  dbm_extra_lu_plus(zone, t->n, t->L, t->U);
  emit(s, zone, by);
}

static void arrive_in_parts(timed_scan *s, const dbm_bound *zone, const net_action *by) {
  timed *t = s->w->t;
  dbm_union parts;
  dbm_union_open(&parts, t->m, t->n);
  fault f = timed_parts(t, s->w->step.bytes, zone, t->code->conditions[0], false, &parts);
  if (f == FAULT_NONE)
    timed_parts(t, s->w->step.bytes, zone, t->code->conditions[0], true, &parts);
  else
    dbm_union_add(&parts, zone); // evaluating the condition again reports the fault
  for (uint32_t i = 0; i < parts.count && !s->stopped; i++)
    timed_extrapolate(s, timed_copy(t, s->w->zone, dbm_union_zone(&parts, i)), by);
  dbm_union_close(&parts);
}

void timed_arrive(timed_scan *s, dbm_bound *zone, const net_action *by) {
  timed *t = s->w->t;
  uint8_t *state = s->w->step.bytes;
  t->has_waited = t->n > 1 && !timed_is_urgent(t, state);
  if (t->is_for_claim) {
    timed_arrive_in_cells(s, zone, by);
    return;
  }
  if (t->has_waited) {
    dbm_up(zone, t->n);
    timed_constrain(t, zone, &s->w->invariant);
  }
  if (t->code->asked.term_count)
    timed_note_extremes(t, state, zone);
  // The least time at which a condition fails is that of the part in which it does.
  if (t->time && t->code->asked.condition_count && t->code->conditions[0]->kind != WHERE_CODE)
    arrive_in_parts(s, zone, by);
  else
    timed_extrapolate(s, zone, by);
}

static uint32_t head(void *context, const uint8_t *state, uint32_t size) {
  (void)state;
  (void)size;
  return ((const timed *)context)->size;
}

static void find_cover_bounds(timed *t, const uint8_t *state) {
  if (t->has_cover_head && memcmp(t->cover_head, state, t->size) == 0)
    return;
  memcpy(t->cover_head, state, t->size);
  t->has_cover_head = true;
  find_bounds(t, state, t->cover_L, t->cover_U);
}

static bool covers(void *context, const uint8_t *large, const uint8_t *small, uint32_t size) {
  timed *t = context;
  (void)size;
  if (t->n == 1)
    return true;
  memcpy(t->large, large + t->size, t->zone_size);
  memcpy(t->small, small + t->size, t->zone_size);
  if (t->code->diagonals.count || t->code->has_unknown_diagonals)
    return dbm_includes(t->large, t->small, t->n);
  find_cover_bounds(t, large);
  return dbm_includes_lu(t->large, t->small, t->n, t->cover_L, t->cover_U);
}

bool space_timed_constants(space *base, const uint8_t *state, int32_t *L, int32_t *U) {
  timed *t = (timed *)base;
  if (t->code->diagonals.count || t->code->has_unknown_diagonals)
    return false;
  find_cover_bounds(t, state);
  memcpy(L, t->cover_L, sizeof *L * t->n);
  memcpy(U, t->cover_U, sizeof *U * t->n);
  return true;
}

static void least(void *context, const uint8_t *state, uint32_t size, int32_t *numbers) {
  timed *t = context;
  (void)size;
  memcpy(t->small, state + t->size, t->zone_size);
  if (t->code->diagonals.count || t->code->has_unknown_diagonals || t->n == 1) {
    memcpy(numbers, t->small, t->zone_size);
    return;
  }
  find_cover_bounds(t, state);
  dbm_least_around_lu(t->small, t->n, t->cover_L, t->cover_U, numbers);
}

static void most(void *context, const uint8_t *state, uint32_t size, int32_t *numbers) {
  timed *t = context;
  (void)size;
  memcpy(t->large, state + t->size, t->zone_size);
  if (t->code->diagonals.count || t->code->has_unknown_diagonals || t->n == 1) {
    memcpy(numbers, t->large, t->zone_size);
    return;
  }
  find_cover_bounds(t, state);
  dbm_most_within_lu(t->large, t->n, t->cover_L, t->cover_U, numbers);
}

cover timed_cover(timed *t) {
  return (cover){.context = t, .head = head, .covers = covers, .least = least, .most = most};
}
