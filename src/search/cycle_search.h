// Inside the searches for accepting cycles: what they have in common. Each of them is a depth-first search whose stack
// holds numbers of states, with a loop of its own.
#ifndef SEARCH_CYCLE_SEARCH_H
#define SEARCH_CYCLE_SEARCH_H

#include "search/cycle_lasso.h"
#include "search/cycle_stack.h"

typedef struct cycle_search {
  search base;
  mem *m;
  cycle_graph graph;
  cycle_lasso lasso;
  uint32_t bound;
  uint64_t spent; // expansions for lassos so far
  bool has_found; // the path of the lasso is filled in
  bool has_started;
} cycle_search;

void cycle_search_open(cycle_search *s, const search_setup *setup);
void cycle_search_close(cycle_search *s);

// The edges of the graph are those to the initial states afterwards, and the start, CYCLE_NO_STATE, is on the stack.
void cycle_search_begin(cycle_search *s, cycle_stack *k);
void cycle_search_count(cycle_search *s); // the states that an expansion has stored
// Statistics after a step; bytes: for each state, besides those of the store.
void cycle_search_measure(cycle_search *s, const cycle_stack *k, uint32_t bytes);
// A step of the state on top of the stack has an error, which ends the search.
void cycle_search_note_fault(cycle_search *s, const cycle_stack *k);
// Appends the states of these frames to the path of the lasso.
void cycle_search_take_frames(cycle_search *s, const cycle_stack *k, uint32_t from, uint32_t to);
// Works on the lasso of what was found. SEARCH_RUNNING also if it is dropped because of the bound: then has_found is
// false, and the search goes on. is_member: with the search as its context; see cycle_lasso.h.
search_status cycle_search_conclude(cycle_search *s, uint32_t work, cycle_is_member is_member);

#endif
