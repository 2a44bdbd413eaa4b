// The engine of all searches that expand states in the order of an open list. A policy says which open list, what is
// stored per state and what may be pruned.
#ifndef SEARCH_BEST_FIRST_H
#define SEARCH_BEST_FIRST_H

#include "search/open.h"
#include "search/search.h"

typedef struct best_first_policy {
  open_list *open;                // takes ownership
  bool keeps_cost;                // stores the cost of each state; otherwise the key in the open list is the cost
  bool reopens;                   // a state reached at a lower cost is reopened; needs keeps_cost
  bool uses_estimates;            // needs keeps_cost
  bool asks_preferred;            // tells the open list which steps the estimates prefer
  bool asks_useful, asks_context; // the same for useful ones and contexts (search/preference.h); need together = 1
  bool stops_at_first;     // ends at the first error; otherwise the key of a state must be a lower bound on the cost of
                           // any error reached through it, if the estimates are admissible
  bool takes_sequences;    // takes an atomic sequence (space_atomic) as one transition
  bool counts_transitions; // every transition costs 1
  uint32_t together;       // states expanded before their successors are evaluated; 0: all of one key
} best_first_policy;

search *best_first_start(const search_method *method, best_first_policy policy, const search_setup *setup);

#endif
