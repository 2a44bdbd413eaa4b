// Do states come back after they were forgotten? Notices that on a sample of the states expanded, in a fixed amount of
// memory. States are told by their hashes, and a state is in the sample or not by its hash, so that it is met again
// there.
#ifndef SEARCH_LOCALITY_H
#define SEARCH_LOCALITY_H

#include "base/mem.h"

typedef struct locality {
  mem *m;
  uint64_t *hashes;     // a table of the sample; 0 = free
  uint32_t count;       // of the sample
  uint64_t mask;        // a hash is in the sample if it has none of these bits
  uint32_t seen, again; // of late: members of the sample that were expanded; those of them for a second time
  uint64_t expanded;    // states in all
} locality;

void locality_open(locality *l, mem *m);
void locality_close(locality *l);
void locality_note(locality *l, uint64_t hash); // of a state that is expanded
// Are many of the states expanded of late known from before? After true, counting starts again.
bool locality_is_poor(locality *l);
// Has every state been expanded several times, on average?
bool locality_is_bad(const locality *l);

#endif
