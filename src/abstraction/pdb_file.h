// Pattern databases in files: what was left out, and the table. Files of one kind of machine are not for another.
#ifndef ABSTRACTION_PDB_FILE_H
#define ABSTRACTION_PDB_FILE_H

#include "abstraction/pattern.h"
#include "abstraction/pdb.h"

// Each returns NULL, or what is wrong, in memory.
const char *pdb_file_save(arena *memory, const char *file, const pdb *p, const pattern_set *left_out);
// Can the file be loaded for this network and question?
const char *pdb_file_check(arena *memory, const char *file, const network *net, const question *asked);
// The abstraction and what belongs to it lie in memory; the caller closes the database.
const char *pdb_file_load(arena *memory, const char *file, const network *net, facts *known, const question *asked,
                          pdb *out);

#endif
