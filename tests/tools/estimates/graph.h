// The whole state space of a model for one goal, as a graph, with the exact cost from each state to a nearest error.
// Estimates are compared with it.
#ifndef ESTIMATES_GRAPH_H
#define ESTIMATES_GRAPH_H

#include "search/search.h"

enum { GRAPH_NOWHERE = UINT32_MAX, GRAPH_NEVER = UINT32_MAX };

typedef struct graph_edge {
  uint32_t to; // GRAPH_NOWHERE: the step ends in an error, where searches stop
  uint32_t cost;
  net_action by;
} graph_edge;

typedef struct graph {
  mem *m;
  space *space;
  question goal;
  store *states; // the initial state is number 0
  uint32_t count;
  bool is_whole;              // false: there were more states than the limit
  bool starts_wrong;          // the error occurs before there is an initial state
  VEC(graph_edge) edges;      // those of state s: first.at[s] .. first.at[s + 1] - 1
  VEC(uint32_t) first;        // count + 1
  VEC(bool) is_error;         // the state itself is one: a deadlock, a violated invariant, the target
  uint32_t *exact;            // by state: the cost to a nearest error; GRAPH_NEVER = no error is reachable
  uint32_t *rank;             // by state that reaches an error: along a nearest way to one the ranks decrease
  const uint8_t *error_bytes; // a state that shows the nearest error; NULL = there is no error, or none with a state
  uint32_t error_size;        // of error_bytes
  VEC(uint8_t) error_kept;    // what error_bytes points to
} graph;

// Explores all states that a search with this goal may expand: not beyond an error. All arguments are borrowed.
graph *graph_explore(mem *m, space *s, question goal, uint32_t limit);
void graph_close(graph *g);
// Of the initial state.
uint32_t graph_start_cost(const graph *g);
// The view of a state; borrowed until the next call.
const state_view *graph_view(const graph *g, uint32_t state);

#endif
