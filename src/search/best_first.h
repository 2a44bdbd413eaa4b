// The engine of all searches that expand states in the order of an open list: they differ in the list, and in what they
// keep and may leave out.
#ifndef SEARCH_BEST_FIRST_H
#define SEARCH_BEST_FIRST_H

#include "search/open.h"
#include "search/search.h"

typedef struct best_first_policy {
  open_list *open;         // takes it
  bool keeps_cost;         // of each state; else the list's key is the cost
  bool reopens;            // a state that is reached more cheaply than before is opened again; needs keeps_cost
  bool uses_estimates;     // needs keeps_cost
  bool asks_preferred;     // tell the list which steps the estimates prefer
  bool stops_at_first;     // any error will do; else the list's key must never be more than an error beyond it costs,
                           // if the estimates are admissible
  bool takes_sequences;    // what is passed (space_atomic) is taken as one
  bool counts_transitions; // each costs 1
  uint32_t together;       // so many states are expanded before their successors are looked at; 0: all of one key
} best_first_policy;

search *best_first_start(const search_method *method, best_first_policy policy, const search_setup *setup);

#endif
