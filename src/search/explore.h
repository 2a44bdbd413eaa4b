// Shared by the searches that keep only a part of what they see in mind: a state is expanded, and what is new is
// entered into the store, judged and estimated. Atomic sequences are taken as one transition.
#ifndef SEARCH_EXPLORE_H
#define SEARCH_EXPLORE_H

#include "search/batch.h"
#include "search/registry.h"

typedef struct explore {
  mem *m;
  search *owner; // whose statistics are kept
  space *space;  // own
  const store_kind *store;
  const cover *order; // that the store is opened with
  store *visited;
  question asked;
  heuristic *estimate;
  uint32_t bound;
  registry known;          // with costs: of the first way found
  VEC(uint32_t) estimates; // by number of the state
  batch children;          // of the state expanded last, with their numbers; those that are new may be dead ends
  uint32_t state, cost;    // being expanded
  judge_finding found;     // the first error
  VEC(net_action) before;  // found.before
} explore;

void explore_open(explore *x, search *owner, const search_setup *setup);
void explore_close(explore *x);
// Enters the initial states: they are the children then.
void explore_begin(explore *x);
// Forgets all states, as if nothing had been explored yet.
void explore_again(explore *x);
void explore_expand(explore *x, uint32_t id);
// After an error was found: fills in the owner's error.
search_status explore_found(explore *x);
// Fills in what the owner's statistics say at the end of a step.
void explore_count(explore *x, uint64_t open);

#endif
