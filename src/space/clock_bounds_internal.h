// Inside space: the state of the analysis that finds the constants of clocks.
#ifndef SPACE_CLOCK_BOUNDS_INTERNAL_H
#define SPACE_CLOCK_BOUNDS_INTERNAL_H

#include "space/clock_bounds.h"

// The constants L and U of a clock that some bounds demand; DBM_NEVER = none.
typedef struct clock_demand {
  int32_t lower, upper;
} clock_demand;

static const clock_demand clock_no_demand = {DBM_NEVER, DBM_NEVER};

typedef struct clock_template {
  VEC(uint32_t) clocks;    // that its locations may have demands on
  clock_demand *locations; // by location * clocks.count + position in clocks
} clock_template;

typedef struct clock_finder {
  mem *m;
  const network *net;
  const ranges *ranges;
  uint32_t n; // clocks, clock 0 included
  bool is_exact, has_diagonals;
  int32_t most_set; // the greatest value that is ever added to a clock or to 0
  clock_template *templates;
  clock_demand *always;   // by clock: of the conditions
  clock_demand *anywhere; // by clock: the greatest of any location and of the conditions
  clock_demand *now;      // by clock: at the point of the analysis; none between two points
  VEC(const net_stmt *) effect;
} clock_finder;

bool clock_raise(clock_demand *d, clock_demand by); // to the maximum of both; returns whether d has changed

// The clocks first .. last - 1 that a pick may be, by the range of its offset.
void clock_row(const clock_finder *k, const net_pick *pick, uint32_t *first, uint32_t *last);

// Adds the demands of a bound to now; is_both: it also matters where the bound does not hold.
void clock_ask(clock_finder *k, const net_bound *b, bool is_both);
void clock_ask_location(clock_finder *k, const net_location *l); // of its invariant and the bounds of its edges

// Turns the demands after an effect, in now, into those before it.
void clock_before_effect(clock_finder *k, const net_stmt *effect);
void clock_find_sources(clock_finder *k, const net_stmt *effect); // into now: a demand on each clock that is copied

#endif
