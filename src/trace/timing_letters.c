// Where a claim reads bounds on clocks, times alone do not make a trace right: the bounds must change in an order that
// the claim accepts. So the order is chosen, state by state: which facets hold when the state is entered, and which
// change before it is left. Each choice adds bounds on the times of the steps.
#include "trace/timing_internal.h"

#include "trace/timing_loop.h"

typedef struct letters {
  timing *t;
  answer *out;
  uint32_t budget; // of cells
} letters;

typedef struct cell { // while time passes in the state of a leg
  letters *k;
  uint32_t leg;
  bool *holds;    // by facet
  const bool *at; // by state of the claim: can it be there?
} cell;

static const timing_leg *leg_of(const cell *c) { return &c->k->t->legs.at[c->leg]; }

static bool require(const cell *c, uint32_t point, ref_bound b) {
  timing *t = c->k->t;
  return difference_require(&t->times, timing_bound_with(leg_of(c)->clocks.at, point, b));
}

static void undo(timing *t, difference_mark mark, uint32_t clauses) {
  difference_undo(&t->times, mark);
  while (t->clauses.count > clauses)
    timing_pop_clause(t);
}

// The value of a condition where its bounds have these values. A state in which a step is taken later is no deadlock;
// of the last state it is not known beforehand.
static bool value_of(const cell *c, const expr *e, bool *is_known) {
  const timing_leg *l = leg_of(c);
  ref_actor a = ref_actor_of(c->k->t->m, (ref_state *)&l->state, NET_NONE, false);
  ref_bound b;
  if (e->op == EXPR_DEADLOCK) {
    *is_known &= c->leg + 1 < c->k->t->legs.count || c->k->t->answer->loop_length;
    return false;
  }
  if (e->op == EXPR_BOUND) {
    bool counts = ref_bound_of(&a, e->bound, &b);
    for (uint32_t i = 0; counts && i < l->facets.count; i++)
      if (l->facets.at[i].x == b.x && l->facets.at[i].y == b.y && l->facets.at[i].constant == b.constant &&
          l->facets.at[i].is_strict == b.is_strict)
        return c->holds[i];
    return !counts && a.fault == FAULT_NONE;
  }
  switch ((expr_op)e->op) {
  case EXPR_NOT:
    return !value_of(c, e->a, is_known);
  case EXPR_AND:
    return value_of(c, e->a, is_known) && value_of(c, e->b, is_known);
  case EXPR_OR:
    return value_of(c, e->a, is_known) || value_of(c, e->b, is_known);
  case EXPR_COND:
    return value_of(c, value_of(c, e->a, is_known) ? e->b : e->c, is_known);
  case EXPR_EQ:
  case EXPR_NE:
    if (timing_is_about_clocks(e))
      return (value_of(c, e->a, is_known) == value_of(c, e->b, is_known)) == (e->op == EXPR_EQ);
    return ref_value(&a, e);
  default:
    return ref_value(&a, e);
  }
}

static bool is_possible(const cell *c, const claim *by, const claim_edge *e) {
  for (uint32_t i = 0; i < e->label.count; i++) {
    bool is_known = true, value = value_of(c, by->atoms.at[claim_atom(e->label.at[i])], &is_known);
    if (is_known && value == claim_is_negated(e->label.at[i]))
      return false;
  }
  return true;
}

// The states of the claim after it has read the cell. NULL = there are none. The caller frees it.
static bool *read_cell(const cell *c) {
  const claim *by = c->k->t->answer->claim;
  mem *m = c->k->t->m;
  uint32_t count = by ? by->states.count : 1;
  bool *next = mem_alloc(m, count), is_any = !by;
  for (uint32_t q = 0; by && q < count; q++) {
    const claim_state *s = &by->states.at[q];
    next[q] |= c->at[q] && s->is_bad;
    for (uint32_t i = 0; c->at[q] && i < s->edges.count; i++)
      next[s->edges.at[i].to] |= !next[s->edges.at[i].to] && is_possible(c, by, &s->edges.at[i]);
  }
  for (uint32_t q = 0; q < count; q++)
    is_any |= next[q];
  if (is_any)
    return next;
  mem_free(m, next);
  return NULL;
}

// A facet that would change does not as long as time can pass: the invariant stops time before.
static void add_never_crossed(timing *t, const timing_cross *when) {
  timing_clause c = {0};
  for (uint32_t i = 0; i < t->invariant.count; i++) {
    const ref_bound *b = &t->invariant.at[i];
    if (!b->x || b->y)
      continue;
    bool is_strict = !when->is_after && !b->is_strict;
    ref_bound stops = {when->clock, b->x, when->constant - b->constant, is_strict};
    timing_add_option(t, &c, timing_bound(t, t->point, stops));
  }
  timing_add_clause(t, &c);
}

// The execution stays in the last state.
static bool try_stay(const cell *c, bool is_deadlock) {
  timing *t = c->k->t;
  const timing_leg *l = leg_of(c);
  timing_clause never = {0};
  if (is_deadlock) {
    timing_add_deadlock(t);
  } else if (timing_reads_deadlock(t->answer)) {
    timing_add_never_deadlock(t, &never);
    timing_add_clause(t, &never);
  }
  for (uint32_t i = 0; i < l->facets.count && l->may_wait; i++) {
    timing_cross when;
    if (timing_crossing(&l->facets.at[i], c->holds[i], &when))
      add_never_crossed(t, &when);
  }
  return timing_settle(t, c->k->out);
}

static bool try_end(const cell *c) {
  timing *t = c->k->t;
  const answer *a = t->answer;
  if (a->end.kind != OUTCOME_CYCLE || a->loop_length)
    return timing_settle(t, c->k->out);
  difference_mark mark = difference_now(&t->times);
  uint32_t clauses = t->clauses.count;
  bool is_bounded = timing_is_bounded(t);
  if (!is_bounded && try_stay(c, false))
    return true;
  undo(t, mark, clauses);
  return (is_bounded || timing_reads_deadlock(a)) && try_stay(c, true);
}

static bool try_leg(letters *k, uint32_t leg, const bool *at);
static bool try_cell(cell *c);

// The state is left in this cell. Facets that are fixed, or have changed already, stay as they are.
static bool try_leave(const cell *c, const bool *next) {
  const timing_leg *l = leg_of(c);
  for (uint32_t i = 0; i < l->facets.count; i++) {
    timing_cross ignored;
    if (timing_crossing(&l->facets.at[i], c->holds[i], &ignored) &&
        !require(c, l->left, c->holds[i] ? l->facets.at[i] : ref_not(l->facets.at[i])))
      return false;
  }
  return c->leg + 1 < c->k->t->legs.count ? try_leg(c->k, c->leg + 1, next) : try_end(c);
}

static bool is_same(const timing_cross *a, const timing_cross *b) {
  return a->clock == b->clock && a->constant == b->constant && a->is_after == b->is_after;
}

// Facet `first` changes next, and each one from `other` on at the same time or later.
static bool try_cross(cell *c, uint32_t first, uint32_t other, const bool *changes) {
  const timing_leg *l = leg_of(c);
  timing *t = c->k->t;
  timing_cross pivot, when;
  timing_crossing(&l->facets.at[first], c->holds[first], &pivot);
  while (other < l->facets.count && (changes[other] || !timing_crossing(&l->facets.at[other], c->holds[other], &when)))
    other++;
  if (other == l->facets.count) {
    cell next = *c;
    next.holds = mem_alloc(t->m, l->facets.count + 1);
    for (uint32_t i = 0; i < l->facets.count; i++)
      next.holds[i] = c->holds[i] != changes[i];
    bool is_found = try_cell(&next);
    mem_free(t->m, next.holds);
    return is_found;
  }
  difference_mark mark = difference_now(&t->times);
  uint32_t clauses = t->clauses.count;
  bool *more = mem_alloc(t->m, l->facets.count + 1);
  for (uint32_t i = 0; i < l->facets.count; i++)
    more[i] = changes[i];
  more[other] = true;
  bool is_found =
      require(c, l->entered, timing_comes_after(&pivot, &when, true)) && try_cross(c, first, other + 1, changes);
  if (!is_found)
    undo(t, mark, clauses);
  if (!is_found && other > first && pivot.is_after == when.is_after)
    is_found = require(c, l->entered, timing_comes_after(&pivot, &when, false)) &&
               require(c, l->entered, timing_comes_after(&when, &pivot, false)) &&
               require(c, l->left, c->holds[other] ? ref_not(l->facets.at[other]) : l->facets.at[other]) &&
               try_cross(c, first, other + 1, more);
  if (!is_found)
    undo(t, mark, clauses);
  mem_free(t->m, more);
  return is_found;
}

// The facets that change at the same moment whatever the values are; false if the first of them is another one.
static bool find_like(const cell *c, uint32_t first, bool *changes) {
  const timing_leg *l = leg_of(c);
  timing_cross pivot, when;
  if (!timing_crossing(&l->facets.at[first], c->holds[first], &pivot))
    return false;
  for (uint32_t i = 0; i < l->facets.count; i++)
    changes[i] = timing_crossing(&l->facets.at[i], c->holds[i], &when) && is_same(&pivot, &when);
  for (uint32_t i = 0; i < first; i++)
    if (changes[i])
      return false;
  return true;
}

static bool try_cell(cell *c) {
  const timing_leg *l = leg_of(c);
  timing *t = c->k->t;
  mem_poll(t->m);
  if (c->k->budget == 0)
    return false;
  c->k->budget--;
  bool *next = read_cell(c), *changes = mem_alloc(t->m, l->facets.count + 1);
  difference_mark mark = difference_now(&t->times);
  uint32_t clauses = t->clauses.count;
  bool is_found = next && try_leave(c, next);
  for (uint32_t i = 0; next && i < l->facets.count && !is_found && l->may_wait; i++) {
    undo(t, mark, clauses);
    cell then = *c;
    then.at = next;
    is_found = find_like(c, i, changes) &&
               require(c, l->left, c->holds[i] ? ref_not(l->facets.at[i]) : l->facets.at[i]) &&
               try_cross(&then, i, 0, changes);
  }
  if (!is_found)
    undo(t, mark, clauses);
  mem_free(t->m, next);
  mem_free(t->m, changes);
  return is_found;
}

// Facets before this one are decided.
static bool try_entry(cell *c, uint32_t facet) {
  const timing_leg *l = leg_of(c);
  timing *t = c->k->t;
  if (facet == l->facets.count)
    return try_cell(c);
  for (int value = 1; value >= 0; value--) {
    difference_mark mark = difference_now(&t->times);
    c->holds[facet] = value;
    if (require(c, l->entered, value ? l->facets.at[facet] : ref_not(l->facets.at[facet])) && try_entry(c, facet + 1))
      return true;
    difference_undo(&t->times, mark);
  }
  return false;
}

static bool try_leg(letters *k, uint32_t leg, const bool *at) {
  cell c = {.k = k, .leg = leg, .at = at};
  c.holds = mem_alloc(k->t->m, leg_of(&c)->facets.count + 1);
  bool is_found = try_entry(&c, 0);
  mem_free(k->t->m, c.holds);
  return is_found;
}

enum { MOST_CELLS = 50000 };

bool timing_choose_letters(timing *t, answer *out) {
  letters k = {.t = t, .out = out, .budget = MOST_CELLS};
  const claim *c = t->answer->claim;
  bool *at = mem_alloc(t->m, c ? c->states.count : 1);
  at[c ? c->initial : 0] = true;
  bool is_found = try_leg(&k, 0, at);
  mem_free(t->m, at);
  return is_found;
}
