// The pattern databases of one question. They are made when an estimate first asks for them, each group in a memory of
// its own, and shared by all that ask for the same.
#ifndef ABSTRACTION_PDB_POOL_H
#define ABSTRACTION_PDB_POOL_H

#include "abstraction/pattern.h"
#include "abstraction/pdb.h"
#include "heuristic/heuristic.h"

// Which databases an estimate looks up, by its options.
typedef struct pdb_order {
  const pattern_method *method; // NULL: one database for each automaton, which keeps that automaton only
  bool is_sum;                  // of those, the sum counts, and not the greatest
  uint32_t depth;               // of layers
  const char *file;             // of user; NULL = none
  const char *save, *load;      // files of the database; NULL = none. Not with one for each automaton
  pdb_how how;
} pdb_order;

typedef struct pdb_group {
  VEC(pdb *) at;
  bool is_sum;      // each step counts in one of them only, so that the sum of their distances is a lower bound
  const char *why;  // there are none, because of this; NULL = there are some
  const char *note; // what was made, for --verbose
} pdb_group;

typedef struct pdb_pool pdb_pool;
pdb_pool *pdb_pool_open(mem *m);
void pdb_pool_close(pdb_pool *p);            // NULL is fine
uint64_t pdb_pool_states(const pdb_pool *p); // that were explored for all of them; NULL is fine

// The group for an estimate: setup->net, asked, keys and kind say whether it is there already. Borrowed. Leaves as
// mem_alloc() does where making it is stopped or there is no memory; then nothing of it is kept.
const pdb_group *pdb_pool_get(pdb_pool *p, const heuristic_kind *kind, const heuristic_setup *setup,
                              const pdb_order *order);

#endif
