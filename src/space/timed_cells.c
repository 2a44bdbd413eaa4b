// For a product with a claim: what the claim reads must not change while time passes in a state. So the values of a
// state are divided into cells by all bounds on clocks that the conditions contain (their facets). In a cell each
// condition is true or false. Time passes from one cell to the next in steps by net_stutter().
//
// A facet that is a bound on one clock changes at most once while time passes: x <= 3 becomes false after 3, x < 3
// becomes false at 3, x >= 3 becomes true at 3, and x > 3 becomes true after 3. From a cell, time leads to the cells in
// which the facets that change first have changed: several of them if they change at the same moment.
#include "space/timed.h"

#include <assert.h>

typedef struct crossing { // when facets change: when the clock reaches the constant, or just after
  uint32_t clock;
  int32_t constant;
  bool is_after;
} crossing;

typedef struct cells {
  timed *t;
  timed_bounds facets;
  VEC(bool) holds;         // by facet: in the current cell
  VEC(crossing) crossings; // to come in the current cell, each once
  dbm_union parts;         // of a zone
} cells;

static void open_cells(cells *c, timed *t) {
  *c = (cells){.t = t};
  dbm_union_open(&c->parts, t->m, t->n);
}

static void close_cells(cells *c) {
  vec_free(c->t->m, &c->facets);
  vec_free(c->t->m, &c->holds);
  vec_free(c->t->m, &c->crossings);
  dbm_union_close(&c->parts);
}

static void add_facet(cells *c, timed_bound b) {
  for (uint32_t i = 0; i < c->facets.count; i++)
    if (c->facets.at[i].x == b.x && c->facets.at[i].y == b.y && c->facets.at[i].b == b.b)
      return;
  vec_push(c->t->m, &c->facets, b);
}

void timed_find_future(timed *t, const uint8_t *state, const dbm_bound *zone) {
  timed_work *w = &t->asks;
  fault ignored;
  timed_copy(t, t->future, zone);
  exec_reserve(t->machine, &w->step, t->size + t->zone_size);
  memcpy(w->step.bytes, state, t->size);
  timed_invariant(w, &ignored);
  if (t->n > 1 && !timed_is_urgent(t, w->step.bytes)) {
    dbm_up(t->future, t->n);
    timed_constrain(t, t->future, &w->invariant);
  }
}

// Which steps are possible, now or later, is a matter of the bounds of the zones that they are possible from.
static void add_deadlock_facets(cells *c, const uint8_t *state, const dbm_bound *zone) {
  timed *t = c->t;
  timed_find_future(t, state, zone);
  timed_find_possible(t, state, t->future);
  for (uint32_t k = 0; k < t->asks.possible.count; k++) {
    const dbm_bound *possible = dbm_union_zone(&t->asks.possible, k);
    for (uint32_t i = 0; i < t->n; i++)
      for (uint32_t j = 0; j < t->n; j++)
        if (i != j && possible[(size_t)i * t->n + j] < t->future[(size_t)i * t->n + j])
          add_facet(c, (timed_bound){.x = i, .y = j, .b = possible[(size_t)i * t->n + j]});
  }
}

// A bound that cannot be evaluated is left out: where a condition needs it, evaluating the condition is a fault.
static void find_facets(cells *c, const uint8_t *state, const dbm_bound *zone) {
  timed *t = c->t;
  timed_bounds one = {0};
  for (uint32_t i = 0; i < t->code->first_term; i++) {
    one.count = 0;
    if (timed_evaluate(t, (uint8_t *)state, 0, &t->program->bounds[i], 1, &one) == FAULT_NONE && one.count)
      add_facet(c, one.at[0]);
  }
  vec_free(t->m, &one);
  if (t->code->asks_deadlock)
    add_deadlock_facets(c, state, zone);
}

// Divides the zone into c->parts.
static void divide(cells *c, const dbm_bound *zone) {
  dbm_union_clear(&c->parts);
  dbm_union_add(&c->parts, zone);
  timed_split(c->t, &c->parts, &c->facets);
}

static void add_crossing(cells *c, crossing one) {
  for (uint32_t i = 0; i < c->crossings.count; i++) {
    const crossing *k = &c->crossings.at[i];
    if (k->clock == one.clock && k->constant == one.constant && k->is_after == one.is_after)
      return;
  }
  vec_push(c->t->m, &c->crossings, one);
}

// When the facet changes. False = never while time passes.
static bool is_crossed(const timed_bound *facet, bool holds, crossing *out) {
  int32_t constant = dbm_constant(facet->b);
  bool is_strict = dbm_is_strict(facet->b);
  if (facet->x && !facet->y && holds)
    *out = (crossing){.clock = facet->x, .constant = constant, .is_after = !is_strict};
  else if (!facet->x && facet->y && !holds)
    *out = (crossing){.clock = facet->y, .constant = -constant, .is_after = is_strict};
  else
    return false;
  return true;
}

// The cell that the zone lies in becomes the current one.
static void find_cell(cells *c, const dbm_bound *zone) {
  c->holds.count = c->crossings.count = 0;
  for (uint32_t i = 0; i < c->facets.count; i++) {
    const timed_bound *f = &c->facets.at[i];
    crossing when;
    bool holds = zone[(size_t)f->x * c->t->n + f->y] <= f->b;
    vec_push(c->t->m, &c->holds, holds);
    if (is_crossed(f, holds, &when))
      add_crossing(c, when);
  }
}

static bool constrain_facet(const timed *t, dbm_bound *zone, const timed_bound *f, bool holds) {
  return holds ? dbm_constrain(zone, t->n, f->x, f->y, f->b) : dbm_constrain(zone, t->n, f->y, f->x, dbm_negate(f->b));
}

static bool is_same(const crossing *a, const crossing *b) {
  return a->clock == b->clock && a->constant == b->constant && a->is_after == b->is_after;
}

// Adds the values that can be reached from the zone by delay, first in the current cell and then, at the crossings that
// are marked (NULL = none), in another one. False = there are none.
static bool pass_time(cells *c, const timed_bounds *invariant, dbm_bound *zone, const bool *is_taken) {
  const timed *t = c->t;
  dbm_up(zone, t->n);
  if (!timed_constrain(t, zone, invariant))
    return false;
  for (uint32_t i = 0; i < c->facets.count; i++) {
    crossing when;
    bool holds = c->holds.at[i];
    if (is_taken && is_crossed(&c->facets.at[i], holds, &when))
      for (uint32_t k = 0; k < c->crossings.count; k++)
        if (is_taken[k] && is_same(&when, &c->crossings.at[k]))
          holds = !c->holds.at[i];
    if (!constrain_facet(t, zone, &c->facets.at[i], holds))
      return false;
  }
  return true;
}

void timed_arrive_in_cells(timed_scan *s, const dbm_bound *entered, const net_action *by) {
  timed *t = s->w->t;
  cells c;
  open_cells(&c, t);
  find_facets(&c, s->w->step.bytes, entered);
  divide(&c, entered);
  for (uint32_t i = 0; i < c.parts.count && !s->stopped; i++) {
    dbm_bound *zone = timed_copy(t, s->w->zone, dbm_union_zone(&c.parts, i));
    find_cell(&c, zone);
    if (t->has_waited)
      pass_time(&c, &s->w->invariant, zone, NULL);
    timed_extrapolate(s, zone, by);
  }
  close_cells(&c);
}

// The bound under which the crossing `other` does not come before `first`; is_later: it comes later.
static timed_bound comes_after(const crossing *first, const crossing *other, bool is_later) {
  int32_t apart = other->constant - first->constant;
  bool is_strict = first->is_after == other->is_after ? is_later : first->is_after;
  return (timed_bound){.x = other->clock, .y = first->clock, .b = is_strict ? dbm_lt(apart) : dbm_le(apart)};
}

// Leads from the zone to the cells behind the crossing `first`, from the values for which none comes before it.
static void cross(cells *c, timed_scan *s, const dbm_bound *from, uint32_t first) {
  timed *t = c->t;
  const net_action by = net_stutter();
  const crossing *pivot = &c->crossings.at[first];
  timed_bounds not_before = {0}, later = {0};
  dbm_union parts;
  bool *is_taken = mem_alloc(t->m, c->crossings.count);
  for (uint32_t i = 0; i < c->crossings.count; i++)
    if (i != first) {
      vec_push(t->m, &not_before, comes_after(pivot, &c->crossings.at[i], i < first));
      vec_push(t->m, &later, comes_after(pivot, &c->crossings.at[i], true));
    }
  dbm_union_open(&parts, t->m, t->n);
  if (timed_constrain(t, timed_copy(t, s->w->zone, from), &not_before)) {
    dbm_union_add(&parts, s->w->zone);
    timed_split(t, &parts, &later);
  }
  for (uint32_t k = 0; k < parts.count && !s->stopped; k++) {
    dbm_bound *zone = timed_copy(t, s->w->zone, dbm_union_zone(&parts, k));
    for (uint32_t i = 0; i < c->crossings.count; i++) {
      const timed_bound *b = i == first ? NULL : &later.at[i < first ? i : i - 1];
      is_taken[i] = !b || zone[(size_t)b->x * t->n + b->y] > b->b;
    }
    if (pass_time(c, &s->w->invariant, zone, is_taken))
      timed_extrapolate(s, zone, &by);
  }
  dbm_union_close(&parts);
  vec_free(t->m, &not_before);
  vec_free(t->m, &later);
  mem_free(t->m, is_taken);
}

// s->w->step becomes the state that is expanded, with its invariant.
static void stay_there(timed_scan *s) {
  timed_work *w = s->w;
  fault ignored;
  exec_reserve(w->t->machine, &w->step, w->t->size + w->t->zone_size);
  memcpy(w->step.bytes, w->state, w->t->size);
  w->assertion = NULL;
  timed_invariant(w, &ignored);
}

static bool has_upper_bound(const timed_bounds *invariant) {
  for (uint32_t i = 0; i < invariant->count; i++)
    if (invariant->at[i].x && !invariant->at[i].y)
      return true;
  return false;
}

// Is there a value in the current cell, in the zone, from which no step is possible, now or later, and from which time
// leads to no other cell?
static bool has_end(cells *c, const uint8_t *state, const dbm_bound *zone) {
  timed *t = c->t;
  dbm_union left;
  dbm_union_open(&left, t->m, t->n);
  dbm_union_add(&left, zone);
  timed_find_future(t, state, zone);
  for (uint32_t i = 0; i < c->facets.count && left.count && t->n > 1; i++) {
    crossing ignored;
    timed_copy(t, t->small, t->future);
    if (is_crossed(&c->facets.at[i], c->holds.at[i], &ignored) &&
        constrain_facet(t, t->small, &c->facets.at[i], !c->holds.at[i])) {
      dbm_down(t->small, t->n);
      dbm_union_subtract(&left, t->small);
    }
  }
  if (left.count)
    timed_find_possible(t, state, t->future);
  for (uint32_t i = 0; i < t->asks.possible.count && left.count; i++)
    dbm_union_subtract(&left, dbm_union_zone(&t->asks.possible, i));
  bool has_one = left.count > 0;
  dbm_union_close(&left);
  return has_one;
}

bool timed_pass_time(timed_scan *s) {
  timed_work *w = s->w;
  timed *t = w->t;
  bool can_stay = false, may_wait = !timed_is_urgent(t, w->state);
  cells c;
  open_cells(&c, t);
  find_facets(&c, w->state, w->source);
  divide(&c,
         w->source); // the cell itself, unless extrapolation has added values beyond facets that decide nothing there
  stay_there(s);
  bool is_bounded = has_upper_bound(&w->invariant);
  for (uint32_t k = 0; k < c.parts.count && !s->stopped; k++) {
    const dbm_bound *zone = dbm_union_zone(&c.parts, k);
    find_cell(&c, zone);
    for (uint32_t i = 0; i < c.crossings.count && may_wait && !s->stopped; i++)
      cross(&c, s, zone, i);
    can_stay = can_stay || (may_wait && !is_bounded && !c.crossings.count) || has_end(&c, w->state, zone);
  }
  close_cells(&c);
  return can_stay;
}
