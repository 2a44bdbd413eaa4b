// Bounds and clauses on the times of a trace, and the search for a choice that satisfies them all.
#include "trace/timing_internal.h"

static timing_clock clock_at(const timing_clock *clocks, uint32_t point, uint32_t clock) {
  return clock == 0 ? (timing_clock){point, 0} : clocks[clock];
}

// t - tx + ox - (t - ty + oy) <= constant.
difference_bound timing_bound_with(const timing_clock *clocks, uint32_t point, ref_bound b) {
  timing_clock x = clock_at(clocks, point, b.x), y = clock_at(clocks, point, b.y);
  return (difference_bound){.from = y.point, .to = x.point, .gap = x.offset - y.offset - b.constant, b.is_strict};
}

difference_bound timing_bound(const timing *t, uint32_t point, ref_bound b) {
  return timing_bound_with(t->clocks.at, point, b);
}

void timing_require(timing *t, uint32_t point, const ref_bounds *bounds, const char *why) {
  for (uint32_t i = 0; i < bounds->count && !t->why; i++)
    if (!difference_require(&t->times, timing_bound(t, point, bounds->at[i])))
      t->why = why;
}

void timing_add_option(timing *t, timing_clause *c, difference_bound b) {
  timing_option o = {0};
  vec_push(t->m, &o.bounds, b);
  vec_push(t->m, c, o);
}

void timing_add_clause(timing *t, timing_clause *c) {
  vec_push(t->m, &t->clauses, *c);
  *c = (timing_clause){0};
}

void timing_free_clause(timing *t, timing_clause *c) {
  for (uint32_t i = 0; i < c->count; i++)
    vec_free(t->m, &c->at[i].bounds);
  vec_free(t->m, c);
}

void timing_pop_clause(timing *t) { timing_free_clause(t, &t->clauses.at[--t->clauses.count]); }

void timing_combine(timing *t, timing_clause *c, timing_clause *a, timing_clause *b) {
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < b->count; k++) {
      timing_option o = {.is_deadlock = a->at[i].is_deadlock || b->at[k].is_deadlock};
      for (uint32_t n = 0; n < a->at[i].bounds.count; n++)
        vec_push(t->m, &o.bounds, a->at[i].bounds.at[n]);
      for (uint32_t n = 0; n < b->at[k].bounds.count; n++)
        vec_push(t->m, &o.bounds, b->at[k].bounds.at[n]);
      vec_push(t->m, c, o);
    }
  timing_free_clause(t, a);
  timing_free_clause(t, b);
}

static bool option_holds(const timing *t, const timing_option *o) {
  for (uint32_t i = 0; i < o->bounds.count; i++)
    if (!difference_holds(&t->times, o->bounds.at[i]))
      return false;
  return !o->is_deadlock; // its clauses are added only when the option is chosen
}

static bool clause_holds(const timing *t, const timing_clause *c) {
  for (uint32_t i = 0; i < c->count; i++)
    if (option_holds(t, &c->at[i]))
      return true;
  return false;
}

// A clause that the earliest times did not satisfy, and the options tried so far.
typedef struct decision {
  uint32_t clause, tried, clauses;
  difference_mark mark;
} decision;
typedef VEC(decision) decisions;

static bool take_option(timing *t, uint32_t clause, uint32_t option) {
  const timing_option *o = &t->clauses.at[clause].at[option];
  for (uint32_t i = 0; i < o->bounds.count; i++)
    if (!difference_require(&t->times, o->bounds.at[i]))
      return false;
  if (o->is_deadlock)
    timing_add_deadlock(t);
  return true;
}

static void take_back(timing *t, const decision *d) {
  difference_undo(&t->times, d->mark);
  while (t->clauses.count > d->clauses)
    timing_pop_clause(t);
}

// Backtracks: takes the next option of the last decision that has one left.
static bool decide(timing *t, decisions *made) {
  while (made->count > 0) {
    decision *last = &made->at[made->count - 1];
    take_back(t, last);
    while (last->tried < t->clauses.at[last->clause].count) {
      if (take_option(t, last->clause, last->tried++))
        return true;
      take_back(t, last);
    }
    made->count--;
  }
  return false;
}

static bool is_decided(const decisions *made, uint32_t clause) {
  for (uint32_t i = 0; i < made->count; i++)
    if (made->at[i].clause == clause)
      return true;
  return false;
}

// Times only increase, so a clause that was satisfied may have to be decided later. Ends when a whole round over the
// clauses finds all of them satisfied or decided.
bool timing_choose(timing *t) {
  decisions made = {0};
  bool fits = true;
  uint32_t next = 0, satisfied = 0;
  while (fits && satisfied < t->clauses.count) {
    next = next < t->clauses.count ? next : 0;
    bool holds = clause_holds(t, &t->clauses.at[next]);
    if (!holds && !is_decided(&made, next)) {
      decision d = {.clause = next, .clauses = t->clauses.count, .mark = difference_now(&t->times)};
      vec_push(t->m, &made, d);
      fits = decide(t, &made);
      satisfied = 0; // the times have changed: all clauses are tested again
    } else {
      satisfied++;
      next++;
    }
  }
  vec_free(t->m, &made);
  return fits;
}
