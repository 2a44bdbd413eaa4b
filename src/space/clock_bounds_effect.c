// From the demands after an effect to those before it. A clock that is set has none before; one that is copied has
// those of the copy.
#include "space/clock_bounds_internal.h"

// The constant for a clock that `by` is added to before it is compared.
static int32_t less(int32_t constant, int64_t by) {
  return constant == DBM_NEVER || constant < by ? DBM_NEVER : (int32_t)(constant - by);
}

// The constants of diagonal bounds do not become less when both clocks grow.
static clock_demand of_source(const clock_finder *k, clock_demand copy, const expr *added) {
  int64_t by = ranges_hull(k->ranges, added).low;
  if (by <= 0 || k->has_diagonals)
    return copy;
  return (clock_demand){less(copy.lower, by), less(copy.upper, by)};
}

// Other processes may compare the copy too, at any of their locations.
static clock_demand of_copies(const clock_finder *k, uint32_t first, uint32_t last) {
  clock_demand d = clock_no_demand;
  for (uint32_t clock = first; clock < last; clock++) {
    clock_raise(&d, k->now[clock]);
    clock_raise(&d, k->anywhere[clock]);
  }
  return d;
}

static bool before_set(clock_finder *k, const net_stmt *s, bool is_sure) {
  uint32_t first, last, from, from_end;
  bool has_changed = false;
  clock_row(k, &s->clock, &first, &last);
  clock_demand d = of_copies(k, first, last);
  if (is_sure && last == first + 1)
    k->now[first] = clock_no_demand;
  if (s->from.count == 0)
    return false;
  clock_row(k, &s->from, &from, &from_end);
  d = of_source(k, d, s->value);
  for (uint32_t clock = from; clock < from_end; clock++)
    has_changed |= clock_raise(&k->now[clock], d);
  return has_changed;
}

typedef bool visitor(clock_finder *k, const net_stmt *s);

// Visits the statements that set clocks, in a block and the blocks within.
static bool visit_block(clock_finder *k, const net_flow *f, visitor *visit) {
  bool has_changed = false;
  for (uint32_t i = 0; i < f->locations.count; i++)
    for (uint32_t n = 0; n < f->locations.at[i].edges.count; n++)
      for (const net_stmt *s = k->net->edges.at[f->locations.at[i].edges.at[n]]->effect; s; s = s->next)
        if (s->kind == STMT_SET_CLOCK)
          has_changed |= visit(k, s);
        else if (s->kind == STMT_BLOCK)
          has_changed |= visit_block(k, &k->net->blocks.at[s->block], visit);
  return has_changed;
}

static bool before_maybe(clock_finder *k, const net_stmt *s) { return before_set(k, s, false); }

void clock_before_effect(clock_finder *k, const net_stmt *effect) {
  k->effect.count = 0;
  for (const net_stmt *s = effect; s; s = s->next)
    vec_push(k->m, &k->effect, s);
  while (k->effect.count > 0) {
    const net_stmt *s = k->effect.at[--k->effect.count];
    if (s->kind == STMT_SET_CLOCK)
      before_set(k, s, true);
    else if (s->kind == STMT_BLOCK) // its statements may be executed in any order, any number of times
      while (visit_block(k, &k->net->blocks.at[s->block], before_maybe))
        ;
  }
}

static bool note_source(clock_finder *k, const net_stmt *s) {
  uint32_t first = 0, last = 0;
  if (s->from.count)
    clock_row(k, &s->from, &first, &last);
  for (; first < last; first++)
    clock_raise(&k->now[first], (clock_demand){0, 0});
  return false;
}

void clock_find_sources(clock_finder *k, const net_stmt *effect) {
  for (const net_stmt *s = effect; s; s = s->next)
    if (s->kind == STMT_SET_CLOCK)
      note_source(k, s);
    else if (s->kind == STMT_BLOCK)
      visit_block(k, &k->net->blocks.at[s->block], note_source);
}
