// A set of small numbers below a size fixed at birth.
#ifndef BASE_BITSET_H
#define BASE_BITSET_H

#include "base/arena.h"

typedef struct bitset {
  uint64_t *words;
  uint32_t size;
} bitset;

bitset bitset_new(mem *m, uint32_t size);
bitset bitset_in(arena *a, uint32_t size); // dies with the arena, must not be freed
void bitset_free(mem *m, bitset *s);
void bitset_clear(bitset *s);
// Adds what is in other, of the same size. Says whether that changed anything.
bool bitset_merge(bitset *s, const bitset *other);
bool bitset_meets(const bitset *s, const bitset *other); // same size; is anything in both?
uint32_t bitset_count(const bitset *s);
// The least element that is not below from; size if there is none:
// for (uint32_t i = bitset_next(s, 0); i < s->size; i = bitset_next(s, i + 1))
uint32_t bitset_next(const bitset *s, uint32_t from);

static inline bool bitset_has(const bitset *s, uint32_t i) { return s->words[i / 64] >> i % 64 & 1; }
static inline void bitset_add(bitset *s, uint32_t i) { s->words[i / 64] |= UINT64_C(1) << i % 64; }
static inline void bitset_remove(bitset *s, uint32_t i) { s->words[i / 64] &= ~(UINT64_C(1) << i % 64); }

#endif
