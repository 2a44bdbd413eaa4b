// A transposition table of bounded size for the states seen last. When the young half is full, the old half is deleted,
// and the young half becomes the old one. States are stored in full, so that no two are confused.
#ifndef SEARCH_TRANSPOSITION_H
#define SEARCH_TRANSPOSITION_H

#include "search/state_set.h"

typedef struct transposition_note {
  uint32_t estimate;
  uint32_t round; // in which it was last expanded; 0 = none
  uint32_t cost;  // at which it was expanded then
  uint32_t cut;   // the round in which it was last cut, if it was not expanded since; 0 = none
} transposition_note;

typedef struct transposition_half {
  state_set *states;
  VEC(transposition_note) notes; // by number of the state
} transposition_half;

typedef struct transposition {
  mem *m;
  transposition_half young, old;
  uint32_t half; // greatest number of states in each
} transposition;

void transposition_open(transposition *t, mem *m, uint32_t most); // most: greatest number of states
void transposition_close(transposition *t);
// The entry of the state, or NULL. A state found in the old half moves to the young one. The entry is borrowed until
// the next call.
transposition_note *transposition_find(transposition *t, const uint8_t *state, uint32_t size, uint64_t hash);
// For a state that was not found.
transposition_note *transposition_add(transposition *t, const uint8_t *state, uint32_t size, uint64_t hash,
                                      transposition_note note);
uint64_t transposition_count(const transposition *t);
uint64_t transposition_bytes(const transposition *t);

#endif
