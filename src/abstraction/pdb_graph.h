// The space of an abstract model as a graph, and the distances of its states to what is asked for.
#ifndef ABSTRACTION_PDB_GRAPH_H
#define ABSTRACTION_PDB_GRAPH_H

#include "abstraction/abstraction.h"
#include "abstraction/pdb.h"
#include "store/store.h"

typedef struct pdb_edge {
  uint32_t from, to;
} pdb_edge;

enum { PDB_MOST_COST = 3, PDB_NO_ERROR = 0xff }; // no step costs more than this; no error at once

typedef struct pdb_graph {
  // Set by the caller, and borrowed:
  mem *m;
  const abstraction *a;
  space *space;
  const cover *order; // of states of the space: one that is covered when it is met is not added; NULL = all are
  bool skips_covered; // states that others cover by the time of their turn are not expanded
  uint32_t zone_size; // bytes of the zone of a state
  const char *what;   // its states are called, in reports of progress
  // Made:
  const pdb_how *how;
  store *states;
  bool is_whole;       // all states have been expanded
  VEC(pdb_edge) edges; // without loops at a state
  VEC(uint8_t) costs;  // by edge
  VEC(uint8_t) errors; // by state: what the cheapest error costs that happens at once, or PDB_NO_ERROR
  uint64_t work;       // of its own: to keep states and edges, and to put them into a table
  uint32_t expanded;   // states before this number have been expanded, or are covered
  bool starts_wrong;   // there is no initial state, because of a fault
  uint32_t *distances; // by state, after pdb_graph_measure(); TABLE_NEVER
  // While a state is expanded:
  uint8_t *state;
  uint32_t state_room, current;
} pdb_graph;

// Explores the space until there are no more states, or a limit of the budget is reached. Does not stop at errors.
void pdb_graph_explore(pdb_graph *g, const pdb_how *how); // borrows how
uint64_t pdb_graph_work(const pdb_graph *g); // in all, in plain transitions; what follows is counted in advance
// The least costs of an error, by state. A state that has not been expanded counts as an error, so that all are lower
// bounds.
void pdb_graph_measure(pdb_graph *g);
void pdb_graph_close(pdb_graph *g);

#endif
