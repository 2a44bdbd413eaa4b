// Shared by searches that do not expand all states in the order of one open list (beam, hill, ehc): expands a state,
// puts its new successors into the store, tests them for errors and estimates them. An atomic sequence is taken as one
// transition.
#ifndef SEARCH_EXPLORE_H
#define SEARCH_EXPLORE_H

#include "search/batch.h"
#include "search/registry.h"

typedef struct explore {
  mem *m;
  search *owner; // the search whose statistics are updated
  space *space;  // owned
  const store_kind *store;
  const cover *order; // of the store; NULL = none
  store *visited;
  question asked;
  heuristic *estimate;
  uint32_t bound;
  registry known;          // with the cost of the first path found
  VEC(uint32_t) estimates; // by number of the state
  batch children;          // of the state expanded last, with their numbers; new ones may be dead ends
  uint32_t state, cost;    // being expanded
  judge_finding found;     // the first error
  VEC(net_action) before;  // found.before
} explore;

void explore_open(explore *x, search *owner, const search_setup *setup);
void explore_close(explore *x);
// Enters the initial states; they are the children afterwards.
void explore_begin(explore *x);
// Forgets all states, as if nothing had been explored yet.
void explore_again(explore *x);
void explore_expand(explore *x, uint32_t id);
// After an error was found: fills in the owner's finding.
search_status explore_found(explore *x);
// Updates the owner's statistics at the end of a step. open: the number of open states.
void explore_count(explore *x, uint64_t open);

#endif
