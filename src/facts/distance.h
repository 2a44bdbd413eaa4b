// Graph distances between locations: the number of steps of its own that a process needs from one location to another,
// ignoring guards. A step costs one for each process that moves in it, so the sum over processes is a lower bound on
// cost. (A step by a label costs one for all processes together: then only the maximum is a lower bound.)
//
// The locations of all templates are the nodes of one graph. One more node, absent, represents a process that does not
// exist: it has died or was not started yet.
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
  uint32_t nodes;           // including absent
  VEC(distance_arc) starts; // from a location with a run, to the initial location of the process started
  VEC(distance_arc) moves;  // sorted by to
  uint32_t *first_move;     // by node: the first of the moves to it
  bool *is_started;         // by template: some run starts it
} distance_graph;

// What counts as a path to a target, besides the moves of the process itself:
typedef enum {
  DISTANCE_ALONE,   // nothing; a process that has died stays absent
  DISTANCE_STARTS,  // moves of a process that it starts; the start is one step
  DISTANCE_RETURNS, // another process may start one with the same number, which costs this number nothing
} distance_ways;

distance_graph *distance_open(mem *m, const network *net);
void distance_close(distance_graph *g);
static inline uint32_t distance_node(const distance_graph *g, uint32_t template_, uint32_t location) {
  return g->first[template_] + location;
}
// By node: the distance to the nearest target; DISTANCE_NEVER if none can be reached. Returns owned, from m.
uint32_t *distance_to(mem *m, const distance_graph *g, const bool *is_target, distance_ways ways);

// Distances between two locations of one template, computed at the first call for each target. Borrows g.
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

// Calls visit for every statement of the effect, including those inside blocks, each block once for each statement that
// runs it.
void distance_walk(const network *net, const net_stmt *effect, void (*visit)(const net_stmt *s, void *context),
                   void *context);

static inline uint32_t distance_plus(uint32_t a, uint32_t b) {
  return a >= DISTANCE_NEVER - b ? DISTANCE_NEVER : a + b;
}

#endif
