// From an accepting cycle that a search has run into to a short lasso, at little cost: what is near the initial state
// is explored once more, by breadth. What the search has on its stack is the lasso if no other is found soon.
#ifndef SEARCH_CYCLE_LASSO_H
#define SEARCH_CYCLE_LASSO_H

#include "search/cycle_loop.h"

typedef struct cycle_lasso {
  cycle_graph *graph;
  // Filled in by the search. A path from an initial state on. From `loop_at` on it is an accepting cycle, of a plain
  // graph, which an edge from its last state closes; or loop_at is its last state, and is_open: one through that state
  // has to be found.
  VEC(uint32_t) path;
  uint32_t loop_at;
  bool is_open;
  uint64_t effort;     // expansions that are worth it
  judge_finding fault; // the path leads to a state with this error, or with a step that has it
  VEC(net_action) before;
  // Of the work in progress:
  bool is_running;
  cycle_is_member is_member;
  cycle_path stems;
  cycle_loop loops;
  VEC(cycle_hop) stem, loop; // the best ones so far; stem begins with an initial state
  uint32_t cost;             // of both together
  uint32_t tries;
  uint64_t spent; // expansions made, once it is done
} cycle_lasso;

// An error that cycle_graph_expand() has found, instead of a cycle. Call it before start(). An empty path: it is an
// error before the initial state. Any path to an error of the same kind will do.
void cycle_lasso_note_fault(cycle_lasso *l, const cycle_graph *g);
// is_member, as of cycle_loop: is the state known to be on an accepting cycle? If is_open, there is one of such states.
void cycle_lasso_start(cycle_lasso *l, cycle_graph *g, cycle_is_member is_member, const void *context);
// Works for about so many expansions. True if it is done; then *found is filled in.
bool cycle_lasso_advance(cycle_lasso *l, uint32_t work, search_finding *found);
void cycle_lasso_clear(cycle_lasso *l); // as it was before anything was filled in
void cycle_lasso_close(cycle_lasso *l); // also without start()

#endif
