// Local distances: how many steps of its own a process needs from one location to others, whatever guards say. Every
// step of a search costs one for each process that moves in it, so these are lower bounds of what a process must pay.
// (A step by a label costs one for all together: then only the greatest distance is a lower bound, not their sum.)
//
// The locations of all templates together are the nodes of one graph; one more node, absent, stands for a process that
// does not exist: it has died, or was not started yet.
#ifndef FACTS_DISTANCE_H
#define FACTS_DISTANCE_H

#include "model/network.h"

enum { DISTANCE_NEVER = UINT32_MAX };

typedef struct distance_arc {
  uint32_t from, to; // nodes
} distance_arc;

typedef struct distance_graph {
  mem *m;
  const network *net;
  uint32_t *first; // by template: the node of its location 0
  uint32_t absent;
  uint32_t nodes;           // absent included
  VEC(distance_arc) starts; // from where a run is, to where the started process begins
  VEC(distance_arc) moves;  // sorted by to
  uint32_t *first_move;     // by node: the first of the moves that lead there
  bool *is_started;         // by template: there is a run of it
} distance_graph;

// What else leads from a process to a target, besides its own moves:
typedef enum {
  DISTANCE_ALONE,   // nothing; who dies never comes back
  DISTANCE_STARTS,  // the process that it starts, which takes one step as well
  DISTANCE_RETURNS, // another process may start one with the same number, which the number itself does not pay for
} distance_ways;

distance_graph *distance_open(mem *m, const network *net);
void distance_close(distance_graph *g);
static inline uint32_t distance_node(const distance_graph *g, uint32_t template_, uint32_t location) {
  return g->first[template_] + location;
}
// By node: the distance to the nearest target, DISTANCE_NEVER if there is none. Returns owned, from m.
uint32_t *distance_to(mem *m, const distance_graph *g, const bool *is_target, distance_ways ways);

// Distances between two locations of one template, found when they are first asked for. Borrows g.
typedef struct distance_rows {
  mem *m;
  const distance_graph *graph;
  uint32_t **to; // by node
} distance_rows;
void distance_rows_open(distance_rows *r, mem *m, const distance_graph *g);
void distance_rows_close(distance_rows *r);
uint32_t distance_between(distance_rows *r, uint32_t template_, uint32_t from, uint32_t to);

// Is a step's cost at least the number of processes that move in it?
bool distance_adds_up(const network *net);

// Calls visit for every statement of the effect, those inside blocks included (each block once for each statement that
// runs it).
void distance_walk(const network *net, const net_stmt *effect, void (*visit)(const net_stmt *s, void *context),
                   void *context);

static inline uint32_t distance_plus(uint32_t a, uint32_t b) {
  return a >= DISTANCE_NEVER - b ? DISTANCE_NEVER : a + b;
}

#endif
