// What the estimates of a search say of a state, taken together.
#ifndef SEARCH_RATING_H
#define SEARCH_RATING_H

#include "search/rows.h"
#include "search/search.h"

typedef struct rating {
  heuristic *const *estimates;
  uint32_t count;
  bool is_admissible; // all are
  bool prunes;        // a dead end may be left out, where the estimate is safe: not by a census, which wants them all
  uint32_t least;     // what every error costs from a state that is none itself
  uint32_t *values;   // of the state rated last, one for each estimate
  mem *m;
  rows by_head;   // values of the heads that...
  bool *is_known; // ...were met
} rating;

void rating_open(rating *r, const search_setup *setup);
void rating_close(rating *r);
void rating_ask(rating *r, const state_view *view); // fills in values
// The same for a state of a space with an order, in which estimates see no more than the head: each is asked once.
void rating_ask_head(rating *r, uint32_t head, const state_view *view);
uint32_t rating_greatest(const rating *r); // of values; never less than `least` if is_admissible
bool rating_is_dead_end(const rating *r);  // by values, for certain

// Asks the estimates that have a preference of the state, so that rating_preferred() can be asked of steps from it.
void rating_prepare(rating *r, const state_view *view);
uint32_t rating_preferred(const rating *r, const net_action *step); // bit i: estimate i prefers it

#endif
