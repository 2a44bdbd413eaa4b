// Open lists: the states that are still to be expanded, in some order. A state may be in a list more than once, and may
// have been expanded already when it is removed; the search checks that.
#ifndef SEARCH_OPEN_H
#define SEARCH_OPEN_H

#include "space/view.h"

typedef struct open_state { // an entry for insert()
  uint32_t id;
  uint32_t cost;             // g: to reach it
  uint32_t estimate;         // h: the greatest of all estimates
  const uint32_t *estimates; // all estimates; borrowed during the call, as view is
  uint32_t preferred;        // bit i: estimate i prefers the step that led here
  uint32_t useful;           // bit i: it is useful by estimate i, see search/preference.h
  uint32_t context;          // how far it is from interfering with the step before; less than 16
  const state_view *view;    // NULL if the state is reopened
} open_state;

typedef struct open_list open_list;
struct open_list {
  void (*insert)(open_list *o, const open_state *s);
  bool (*least)(const open_list *o, uint32_t *key); // key of the state to be removed next; false if the list is empty
  uint32_t (*remove)(open_list *o);                 // the list must not be empty
  void (*close)(open_list *o);
};

// First in, first out, for searches that insert every state once, in the order of numbers and of costs. It takes no
// memory per state. The key is the cost.
open_list *open_arrival(mem *m);

// Tie-breaking among equal keys.
typedef enum {
  OPEN_LESS_ESTIMATE, // least estimate first, then last in, first out
  OPEN_LESS_COST,     // least cost first, then last in, first out
  OPEN_LAST_IN,
  OPEN_FIRST_IN,
} open_ties;

// What comes before the key: a state that has less of it comes first.
typedef enum {
  OPEN_NO_RANK,
  OPEN_USELESS, // the step that led to the state is useless by this estimate
  OPEN_CONTEXT, // its distance from interfering with the step before
} open_rank;

enum { OPEN_GREATEST = UINT32_MAX };

typedef struct open_order {
  uint32_t cost_weight, estimate_weight; // the key is the weighted sum of cost and estimate
  uint32_t estimate;                     // index of the estimate, or OPEN_GREATEST
  open_ties ties;
  open_rank rank;      // the estimate must not be OPEN_GREATEST
  bool only_preferred; // only states reached by a step that this estimate prefers
} open_order;

// Least key first. States that the estimate calls dead ends come last.
open_list *open_sorted(mem *m, open_order order);

// By type, which is the pair of cost and first estimate: removes a random state of a random type, so that a large
// plateau does not hold up the search.
open_list *open_types(mem *m, uint64_t seed);

// Only novel states: a process is at a location, or a global variable has a value, for the first time in the search.
// Ordered by the first estimate, least first.
open_list *open_novel(mem *m);

typedef struct open_sublist {
  open_list *list;
  bool is_boosted; // used more often after an estimate has reached a new minimum
} open_sublist;

// Alternates between several lists; each state is inserted into all of them. Takes ownership of the lists; copies the
// array. The key is always 0.
open_list *open_alternate(mem *m, const open_sublist *sublists, uint32_t count, uint32_t estimates);

#endif
