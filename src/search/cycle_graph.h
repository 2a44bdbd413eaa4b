// The product of a model and a claim as a graph of numbers: what the searches for accepting cycles explore.
#ifndef SEARCH_CYCLE_GRAPH_H
#define SEARCH_CYCLE_GRAPH_H

#include "search/batch.h"
#include "search/cycle_marks.h"
#include "search/judge.h"

enum { CYCLE_NO_STATE = JUDGE_NO_STATE };

typedef struct cycle_edge {
  uint32_t to, marks; // marks: a number of cycle_marks
  uint32_t cost;
  bool is_new;   // the state has just been stored
  uint64_t rank; // edges with a lesser rank come first
} cycle_edge;

typedef struct cycle_graph {
  mem *m;
  space *product;
  space *sequences; // the product with atomic sequences as one transition, owned; NULL = steps are counted singly
  const claim *claim;
  store *visited;
  question asked;
  heuristic *estimate; // orders the edges; NULL = none
  // The acceptance of an edge is that of the state it leaves: one acceptance set, no fairness. Only such products take
  // atomic sequences as one transition, since the marks of the steps inside are lost.
  bool is_plain;
  cycle_marks marks;
  VEC(cycle_edge) edges; // of the state expanded last
  uint32_t claim_state;  // of that state...
  bool is_accepting;     // ...its acceptance, if is_plain...
  bool is_silent;        // ...and: the claim does not read it, so that no step from it has a mark
  judge_finding fault;   // the error of a step of it that ends the search, if there is one
  VEC(net_action) before;
  uint64_t generated;
  // Of the current expansion:
  batch children;
  uint32_t component; // only edges to states of this component of the claim; CYCLE_NO_STATE = all
} cycle_graph;

typedef enum {
  CYCLE_ALL_EDGES,
  CYCLE_IN_ORDER,    // all edges; first those whose claim state is nearest to acceptance, then by the estimate
  CYCLE_IN_COMPONENT // edges within a component of the claim: no cycle has others
} cycle_selection;

// The space of the setup must be a product.
void cycle_graph_open(cycle_graph *g, const search_setup *setup);
void cycle_graph_close(cycle_graph *g);
// Fills in edges to the initial states. Marks are none.
void cycle_graph_initial(cycle_graph *g);
// Fills in the edges of a state. False if one of its steps has an error that answers the question: then see `fault`.
bool cycle_graph_expand(cycle_graph *g, uint32_t state, cycle_selection which);
// The state of the claim in a stored state, and whether the stored state is accepting, if is_plain.
uint32_t cycle_graph_claim_state(cycle_graph *g, uint32_t state);
bool cycle_graph_is_accepting(cycle_graph *g, uint32_t state);
// Appends to the answer the cheapest steps that are an edge between the two states with these marks, which exists.
// Returns their cost.
uint32_t cycle_graph_steps(cycle_graph *g, uint32_t from, uint32_t to, uint32_t marks, answer *a);

static inline space *cycle_graph_space(const cycle_graph *g) { return g->sequences ? g->sequences : g->product; }

#endif
