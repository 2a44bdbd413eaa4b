// The engine of all searches that expand states in the order of a key: they differ in the key and the open list.
#ifndef SEARCH_BEST_FIRST_H
#define SEARCH_BEST_FIRST_H

#include "search/open.h"
#include "search/search.h"

typedef struct best_first_policy {
  open_list *(*open)(mem *m);
  bool keeps_cost;         // a state may be reached more cheaply than it was at first
  bool counts_transitions; // each costs 1, and atomic sequences are taken as one
} best_first_policy;

search *best_first_start(const search_method *method, best_first_policy policy, const search_setup *setup);

#endif
