// Open lists: the states that are still to be expanded, in some order. A state may be in one several times, or be
// expanded by the time it is removed; the search tells by what it knows of the state.
#ifndef SEARCH_OPEN_H
#define SEARCH_OPEN_H

#include "space/view.h"

typedef struct open_state { // what an open list is told of a state
  uint32_t id;
  uint32_t cost;             // to reach it
  uint32_t estimate;         // of the cost from it to an error: the greatest of all estimates
  const uint32_t *estimates; // each of them; borrowed during the call, as view is
  uint32_t preferred;        // bit i: estimate i prefers the step that led here
  const state_view *view;    // NULL if the state is entered again
} open_state;

typedef struct open_list open_list;
struct open_list {
  void (*insert)(open_list *o, const open_state *s);
  bool (*least)(const open_list *o, uint32_t *key); // of what would be removed next; false if there is nothing
  uint32_t (*remove)(open_list *o);                 // there must be one
  void (*close)(open_list *o);
};

// For searches that insert every state once, in the order of numbers and with costs that never get less: takes no
// memory. The key is the cost.
open_list *open_arrival(mem *m);

// Which comes first among those of the same key.
typedef enum {
  OPEN_LESS_ESTIMATE, // the one with the least estimate, of these the last one in
  OPEN_LESS_COST,     // the one with the least cost, of these the last one in
  OPEN_LAST_IN,
  OPEN_FIRST_IN,
} open_ties;

enum { OPEN_GREATEST = UINT32_MAX };

typedef struct open_order {
  uint32_t cost_weight, estimate_weight; // the key is the sum of both with these weights
  uint32_t estimate;                     // which of the estimates; OPEN_GREATEST
  open_ties ties;
  bool only_preferred; // states not reached by a step that this estimate prefers are left out
} open_order;

// By key, the least first. What an estimate takes for a dead end comes last.
open_list *open_sorted(mem *m, open_order order);

// By type, that is cost and first estimate: from a type taken at random one state taken at random, so that no plateau
// swallows the whole search.
open_list *open_types(mem *m, uint64_t seed);

// Only states that show something new: a process where it has not been before, or a global variable with a value that
// it has not had before. Least first estimate first.
open_list *open_novel(mem *m);

typedef struct open_lane {
  open_list *list;
  bool is_favoured; // served more often whenever an estimate gets lower than ever before
} open_lane;

// Several lists that are served in turn; each state goes into all of them. Takes the lists; copies lanes. Its key is 0.
open_list *open_alternate(mem *m, const open_lane *lanes, uint32_t count, uint32_t estimates);

#endif
