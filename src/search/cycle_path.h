// Cheapest paths between states of the product, by expanding them again: those that a search for cycles has stored, and
// others near them.
#ifndef SEARCH_CYCLE_PATH_H
#define SEARCH_CYCLE_PATH_H

#include "search/cycle_graph.h"

enum { CYCLE_PATH_NONE = 0xffffffff };

typedef struct cycle_path_node { // a state that was reached
  uint32_t state;
  uint32_t parent; // a node; CYCLE_PATH_NONE = it is a start
  uint32_t marks;  // of the edge from the parent
  uint32_t cost;
  bool is_settled;
} cycle_path_node;

typedef struct cycle_path_entry { // of the queue: a node, and the next entry with the same cost
  uint32_t node, next;
} cycle_path_entry;

typedef struct cycle_path {
  cycle_graph *graph;
  uint32_t *node_of; // by state: node + 1, or 0
  uint32_t room;
  VEC(cycle_path_node) nodes;
  VEC(cycle_path_entry) queue;
  VEC(uint32_t) heads; // by cost: entry + 1, or 0
  uint32_t cost;       // of the node settled last
  uint64_t expanded;
} cycle_path;

void cycle_path_open(cycle_path *p, cycle_graph *g);
void cycle_path_close(cycle_path *p);
void cycle_path_clear(cycle_path *p); // no state is reached
// The state can be reached at this cost from a node, by an edge with these marks, or is a start.
void cycle_path_reach(cycle_path *p, uint32_t state, uint32_t parent, uint32_t marks, uint32_t cost);
// Settles the cheapest node that is not, and returns it; CYCLE_PATH_NONE = there is none.
uint32_t cycle_path_next(cycle_path *p);
// Expands the node's state: its edges are in the graph's `edges` afterwards. Call cycle_path_reach() for those to
// follow.
void cycle_path_expand(cycle_path *p, uint32_t node, cycle_selection which);
// The node of a state; CYCLE_PATH_NONE = it was not reached, or not yet at its least cost.
uint32_t cycle_path_settled(const cycle_path *p, uint32_t state);

#endif
