// A number that tells networks and questions apart: a database that was saved is loaded only for the same.
#ifndef ABSTRACTION_PDB_MARK_H
#define ABSTRACTION_PDB_MARK_H

#include "model/network.h"

// memory: for what it needs meanwhile.
uint64_t pdb_mark(arena *memory, const network *net, const question *asked);

#endif
