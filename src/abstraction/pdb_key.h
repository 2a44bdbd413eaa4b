// The key of a state: what an abstract model keeps of it, except its zone, packed in bytes. A state of the original and
// the state of the copy that corresponds to it have the same key. Two states of the copy may have the same key where a
// part of them cannot be told from a state of the original: a variable that states of the original do not have.
#ifndef ABSTRACTION_PDB_KEY_H
#define ABSTRACTION_PDB_KEY_H

#include "abstraction/abstraction.h"
#include "exec/cell.h"
#include "space/view.h"

typedef struct pdb_cell {
  uint32_t at; // index among the cells of its scope
  cell_width width;
  const net_map *mapping; // the key has the class of the value; NULL = the value itself
} pdb_cell;
typedef VEC(pdb_cell) pdb_cells;

typedef struct pdb_scope { // what the key has of the globals, or of an instance of a template
  bool has_location;
  cell_width location;
  pdb_cells cells;
} pdb_scope;

typedef struct pdb_reader { // of the states of one network
  pdb_scope globals;
  pdb_scope *templates; // by index
} pdb_reader;

typedef struct pdb_keys {
  mem *m;
  const network *net;           // the copy
  bool has_control, has_last;   // they are part of the key...
  bool has_priority, has_casts; // ...and priorities, and the templates of processes
  cell_width template_;
  bool *knows_field;   // by position in a message
  bool *knows_channel; // by type of channel
  pdb_reader original, copy;
} pdb_keys;

typedef VEC(uint8_t) pdb_key; // memory of the keys' mem

// asked: the question about the original. Borrows the abstraction.
void pdb_keys_open(pdb_keys *k, mem *m, const abstraction *a, const question *asked);
void pdb_keys_close(pdb_keys *k);
// Replaces what is in the key.
void pdb_key_of(const pdb_keys *k, const pdb_reader *reader, const state_view *state, mem *m, pdb_key *out);

#endif
