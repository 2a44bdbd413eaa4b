// Inside the lasso search: the steps of a product on which an accepting cycle can lie, as arrays of numbers.
#ifndef SEARCH_LASSO_GRAPH_H
#define SEARCH_LASSO_GRAPH_H

#include "search/state_set.h"
#include "space/product.h"

enum { LASSO_NONE = 0xffffffff, LASSO_NO_MARKS = (1 << 29) - 1, LASSO_COSTS = 8 };

typedef struct lasso_edge {
  uint32_t to;         // number of the state
  uint32_t marks : 29; // number of the set of marks, less than LASSO_NO_MARKS
  uint32_t cost : 3;   // less than LASSO_COSTS
} lasso_edge;

typedef struct lasso_source { // a state that steps of the graph leave; its edges end where those of the next begin
  uint32_t state, distance, first;
} lasso_source;

// The graph as it is found: states are added in the order of their distances from the initial state.
typedef struct lasso_graph {
  mem *m;
  uint64_t needs[PRODUCT_MARK_WORDS]; // marks of an accepting cycle
  state_set *marks;                   // the sets of marks that occur, without those that are not needed
  uint64_t last[PRODUCT_MARK_WORDS];  // the set looked up last...
  uint32_t last_number;               // ...and its number; LASSO_NONE = none yet
  VEC(lasso_source) sources;          // by rank
  VEC(lasso_edge) edges;
  uint32_t *rank; // by number of a state: among the sources, or LASSO_NONE
  uint32_t room;  // of rank
} lasso_graph;

void lasso_graph_open(lasso_graph *g, mem *m, const space *product);
void lasso_graph_close(lasso_graph *g);
uint32_t lasso_graph_marks(lasso_graph *g, const uint64_t marks[PRODUCT_MARK_WORDS]); // their number as a set
// All edges of a state are added one after the other, after those of every state that is nearer.
void lasso_graph_add(lasso_graph *g, uint32_t state, uint32_t distance, lasso_edge e);
void lasso_graph_make_room(lasso_graph *g, uint32_t states);

static inline uint32_t lasso_graph_rank(const lasso_graph *g, uint32_t state) {
  return state < g->room ? g->rank[state] : LASSO_NONE;
}

static inline uint32_t lasso_graph_end(const lasso_graph *g, uint32_t rank) {
  return rank + 1 < g->sources.count ? g->sources.at[rank + 1].first : g->edges.count;
}

void lasso_graph_set(const lasso_graph *g, uint32_t number, uint64_t marks[PRODUCT_MARK_WORDS]);

// The strongly connected components that have accepting cycles: a copy of them with states numbered anew, in the order
// of their distances, and with few marks.
typedef struct lasso_core_edge {
  uint32_t to;
  uint32_t seen; // marks that matter in the component, by bit
  uint32_t from; // the edge of the lasso_graph
} lasso_core_edge;

typedef struct lasso_core {
  mem *m;
  uint32_t count;
  uint32_t *rank;  // by state: in the lasso_graph
  uint32_t *first; // by state, and one more: its first edge
  uint32_t *all;   // by state: the marks that a cycle through it needs
  VEC(lasso_core_edge) edges;
  bool is_cut; // components are left out, because too many marks matter in them
} lasso_core;

// Of the part of the graph with ranks from first_rank on, and distances less than limit. Frees what *c had.
void lasso_core_make(lasso_core *c, const lasso_graph *g, uint32_t first_rank, uint32_t limit);
void lasso_core_close(lasso_core *c);

// A cheapest accepting cycle.
typedef struct lasso_node { // a state of the core, with the marks of the steps that led there
  uint32_t state, seen, cost;
  uint32_t before, by; // the node before, and the edge of the core from there
  bool is_done;
} lasso_node;

typedef struct lasso_cycle {
  mem *m;
  VEC(lasso_node) nodes;
  uint32_t *table; // of numbers of nodes + 1, by hash
  uint32_t mask;
  VEC(uint32_t) open[3]; // nodes by their cost modulo 3: no step costs more than 2
  VEC(uint32_t) path;    // edges of the lasso_graph, in order
  uint32_t cost;
} lasso_cycle;

void lasso_cycle_open(lasso_cycle *c, mem *m);
void lasso_cycle_close(lasso_cycle *c);
// Looks for a cycle from start back to start that has all marks, visits only states from start on, and costs less than
// limit. Fills in a cheapest one: path and cost. Adds the number of edges looked at to *work.
bool lasso_cycle_find(lasso_cycle *c, const lasso_graph *g, const lasso_core *core, uint32_t start, uint32_t limit,
                      uint64_t *work);

#endif
