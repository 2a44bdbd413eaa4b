// The whole space of a model for one goal, as a graph, and what it really costs to get from each state to the nearest
// error: what estimates are measured against.
#ifndef ESTIMATES_GRAPH_H
#define ESTIMATES_GRAPH_H

#include "search/search.h"

enum { GRAPH_NOWHERE = UINT32_MAX, GRAPH_NEVER = UINT32_MAX };

typedef struct graph_edge {
  uint32_t to; // GRAPH_NOWHERE: the step ends in an error, and a search goes no farther
  uint32_t cost;
  net_action by;
} graph_edge;

typedef struct graph {
  mem *m;
  space *space;
  question goal;
  store *states; // the start is state 0
  uint32_t count;
  bool is_whole;              // false: there were more states than the limit
  bool starts_wrong;          // the error comes before there is a state
  VEC(graph_edge) edges;      // those of state s: first.at[s] .. first.at[s + 1] - 1
  VEC(uint32_t) first;        // count + 1
  VEC(bool) is_error;         // the state itself is one: a deadlock, a violated invariant, the target
  uint32_t *exact;            // by state: the cost of getting to the nearest error; GRAPH_NEVER if there is no way
  const uint8_t *error_bytes; // a state that shows the nearest error; NULL = there is no error, or none with a state
  uint32_t error_size;        // of error_bytes
  VEC(uint8_t) error_kept;    // what error_bytes points to
} graph;

// Goes everywhere a search with this goal may have to go: not past an error. Everything is borrowed but the result.
graph *graph_explore(mem *m, space *s, question goal, uint32_t limit);
void graph_close(graph *g);
// Of the start.
uint32_t graph_start_cost(const graph *g);
// The state taken apart; borrowed until the next call.
const state_view *graph_view(const graph *g, uint32_t state);

#endif
