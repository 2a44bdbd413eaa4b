// Pattern databases (Culberson and Schaeffer; for timed automata: Kupferschmid, Hoffmann and Larsen, "Fast directed
// model checking via Russian doll abstraction"): all states of an abstract model with their exact distances to what is
// asked for, as an estimate for the original.
#ifndef ABSTRACTION_PDB_H
#define ABSTRACTION_PDB_H

#include "abstraction/pdb_key.h"
#include "abstraction/table.h"
#include "heuristic/heuristic.h"
#include "space/space.h"

// When the exploration of an abstract space ends early. The table is then cut off: states that were not expanded count
// as errors, so distances are lower bounds still. 0 = no limit.
typedef struct pdb_budget {
  uint64_t states, bytes;
  uint64_t work; // in plain transitions (base/work.h); of both rounds together, where there are two
  double seconds;
} pdb_budget;

// Which states of an abstract timed space are not explored because another one covers them. A state that is not
// explored counts as the one that covers it, whose distance may be less.
typedef enum {
  // In a first round as PDB_PRUNE_SIMULATED. In a second, when they are met, those that are simulated by one of the
  // same
  // distance in the table of the first: that keeps apart what matters, and takes few states more.
  PDB_PRUNE_REFINED,
  PDB_PRUNE_SIMULATED, // before they are expanded: those that are simulated by another. The fewest states
  PDB_PRUNE_INCLUDED,  // when they are met: those whose zone is included in one that was met before
  PDB_PRUNE_NONE,      // all are explored: then distances are exact
} pdb_pruning;

typedef struct pdb_how {
  pdb_budget budget;
  pdb_pruning pruning;
  const bool *is_counted;       // by edge of the copy: its part of the cost of a step counts; NULL = that of all edges
  table_lookup lookup;          // TABLE_MEETS needs PDB_PRUNE_INCLUDED or PDB_PRUNE_NONE
  heuristic_progress *progress; // NULL = nobody listens
} pdb_how;

typedef struct pdb { // read-only once it is made
  const abstraction *a;
  question about; // the original
  pdb_keys keys;
  table table;
  uint32_t *clocks; // by clock of the copy: its number in the original; [0] = 0
  uint64_t states;  // of the abstract space that were expanded
  uint64_t work;    // that making it took, in plain transitions
  bool is_merged;   // different states of the copy have the same key
  uint32_t start;   // distance of the initial state
} pdb;

// asked: the question about the original. Borrows the abstraction. Can be stopped (mem_set_stop).
void pdb_make(pdb *p, mem *m, const abstraction *a, const question *asked, const pdb_how *how);
// The same with an empty table, which the caller fills in.
void pdb_begin(pdb *p, mem *m, const abstraction *a, const question *asked, table_lookup lookup);
void pdb_close(pdb *p);

typedef struct pdb_work { // of one who looks up
  mem *m;
  pdb_key key;
  table_work table;
  dbm_bound *zone;
} pdb_work;
void pdb_work_open(pdb_work *w, mem *m, const pdb *p);
void pdb_work_close(pdb_work *w);
// A lower bound of the distance of a state of the original; TABLE_NEVER: there is no error.
uint32_t pdb_ask(const pdb *p, pdb_work *w, const state_view *state);
uint32_t pdb_ask_copy(const pdb *p, pdb_work *w, const state_view *state); // the same of a state of the copy

#endif
