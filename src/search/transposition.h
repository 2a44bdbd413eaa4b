// A table of the states seen last, never more than so many: when the young half is full, the old half is forgotten and
// the young one takes its place. States are kept in full, so that none is taken for another.
#ifndef SEARCH_TRANSPOSITION_H
#define SEARCH_TRANSPOSITION_H

#include "search/state_set.h"

typedef struct transposition_note {
  uint32_t estimate;
  uint32_t round; // in which it was expanded last; 0 = in none
  uint32_t cost;  // at which it was reached then
  uint32_t cut;   // the last round in which it was cut and has not been expanded since; 0 = none
} transposition_note;

typedef struct transposition_half {
  state_set *states;
  VEC(transposition_note) notes; // by number of the state
} transposition_half;

typedef struct transposition {
  mem *m;
  transposition_half young, old;
  uint32_t half; // most states of either
} transposition;

void transposition_open(transposition *t, mem *m, uint32_t most);
void transposition_close(transposition *t);
// What is noted of the state, of which nothing may be; a state that is found becomes young again. The note is borrowed
// until the next call.
transposition_note *transposition_find(transposition *t, const uint8_t *state, uint32_t size, uint64_t hash);
// For a state that was not found.
transposition_note *transposition_add(transposition *t, const uint8_t *state, uint32_t size, uint64_t hash,
                                      transposition_note note);
uint64_t transposition_count(const transposition *t);
uint64_t transposition_bytes(const transposition *t);

#endif
