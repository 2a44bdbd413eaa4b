// What is asked of clocks while it is found out.
#ifndef SPACE_CLOCK_BOUNDS_INTERNAL_H
#define SPACE_CLOCK_BOUNDS_INTERNAL_H

#include "facts/ranges.h"
#include "space/clock_bounds.h"

typedef struct clock_demand { // DBM_NEVER = none
  int32_t lower, upper;
} clock_demand;

static const clock_demand clock_no_demand = {DBM_NEVER, DBM_NEVER};

typedef struct clock_template {
  VEC(uint32_t) clocks;    // those of which its locations may ask something, whoever sets them
  clock_demand *locations; // by location * clocks.count + position in clocks
} clock_template;

typedef struct clock_finder {
  mem *m;
  const network *net;
  ranges *ranges; // without guards: what is found is for verdicts
  uint32_t n;     // clocks, clock 0 included
  bool is_exact, has_diagonals;
  int32_t most_set; // the greatest value that is ever added to a clock or to 0
  clock_template *templates;
  clock_demand *always;   // by clock: what the conditions ask
  clock_demand *anywhere; // by clock: the most that is asked at any location, conditions included
  clock_demand *now;      // by clock: at the place that is looked at; none elsewhere
  VEC(const net_stmt *) effect;
} clock_finder;

bool clock_raise(clock_demand *d, clock_demand by); // whether it was less before

// Numbers first .. last - 1 that a pick of clocks may be, as far as its offset is known.
void clock_row(const clock_finder *k, const net_pick *pick, uint32_t *first, uint32_t *last);

// What a bound asks, into now. With is_both it matters as well where it does not hold.
void clock_ask(clock_finder *k, const net_bound *b, bool is_both);
void clock_ask_location(clock_finder *k, const net_location *l); // its invariant and the bounds of its edges

// From what is asked after an effect (now) to what is asked before it.
void clock_go_back(clock_finder *k, const net_stmt *effect);
void clock_find_sources(clock_finder *k, const net_stmt *effect); // into now: clocks that are copied ask for something

#endif
