// All estimates of a search, evaluated for one state.
#ifndef SEARCH_RATING_H
#define SEARCH_RATING_H

#include "search/rows.h"
#include "search/search.h"

typedef struct rating {
  heuristic *const *estimates;
  uint32_t count;
  bool is_admissible; // all estimates are
  bool prunes;        // dead ends of safe estimates are pruned: not in a census, which visits all states
  uint32_t least;     // lower bound on the cost of an error, from a state that is not one itself
  uint32_t *values;   // of the state evaluated last, one per estimate
  mem *m;
  bool sees_zone; // some estimate depends on more than the head
  rows by_head;   // values by number of the head...
  bool *is_known; // ...if they were computed
} rating;

void rating_open(rating *r, const search_setup *setup);
void rating_close(rating *r);
void rating_ask(rating *r, const state_view *view); // fills in values
// The same for a space with an order, where most estimates depend on the head of a state only: then evaluates each head
// once.
void rating_ask_head(rating *r, uint32_t head, const state_view *view);
uint32_t rating_greatest(const rating *r); // of values; at least `least` if is_admissible
bool rating_is_dead_end(const rating *r);  // a safe estimate says so, and dead ends are pruned

// Evaluates the estimates that have preferred steps; call it before rating_preferred() for steps from this state.
void rating_prepare(rating *r, const state_view *view);
uint32_t rating_preferred(const rating *r, const net_action *step); // bit i: estimate i prefers it

#endif
