// Inside abstraction: a timed space whose states know their distance in a table that was made before. Only states with
// the same distance there cover one another, so that a second table, made of this space, tells apart what the first one
// knew to be different.
#ifndef ABSTRACTION_PDB_RANKED_H
#define ABSTRACTION_PDB_RANKED_H

#include "abstraction/pdb.h"

// inner: a space of the copy with clocks. before: its table. Borrows both; close() leaves inner open. A state is the
// discrete part of one of inner, the distance, and the zone.
space *pdb_ranked(mem *m, space *inner, const pdb *before);

#endif
