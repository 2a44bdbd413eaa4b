#include "base/bitset.h"

#include <assert.h>
#include <string.h>

static size_t word_count(uint32_t size) { return ((size_t)size + 63) / 64; }

bitset bitset_new(mem *m, uint32_t size) { return (bitset){mem_alloc(m, word_count(size) * sizeof(uint64_t)), size}; }

bitset bitset_in(arena *a, uint32_t size) { return (bitset){ARENA_ARRAY(a, uint64_t, word_count(size)), size}; }

void bitset_free(mem *m, bitset *s) {
  mem_free(m, s->words);
  *s = (bitset){0};
}

void bitset_clear(bitset *s) {
  if (s->size)
    memset(s->words, 0, word_count(s->size) * sizeof(uint64_t));
}

bool bitset_merge(bitset *s, const bitset *other) {
  assert(s->size == other->size);
  uint64_t added = 0;
  for (size_t i = 0; i < word_count(s->size); i++) {
    added |= other->words[i] & ~s->words[i];
    s->words[i] |= other->words[i];
  }
  return added != 0;
}

bool bitset_meets(const bitset *s, const bitset *other) {
  assert(s->size == other->size);
  for (size_t i = 0; i < word_count(s->size); i++)
    if (s->words[i] & other->words[i])
      return true;
  return false;
}

uint32_t bitset_count(const bitset *s) {
  uint32_t count = 0;
  for (size_t i = 0; i < word_count(s->size); i++)
    count += (uint32_t)__builtin_popcountll(s->words[i]);
  return count;
}

uint32_t bitset_next(const bitset *s, uint32_t from) {
  if (from >= s->size)
    return s->size;
  size_t i = from / 64;
  uint64_t word = s->words[i] & UINT64_MAX << from % 64;
  while (!word && ++i < word_count(s->size))
    word = s->words[i];
  return word ? (uint32_t)(i * 64) + (uint32_t)__builtin_ctzll(word) : s->size;
}
