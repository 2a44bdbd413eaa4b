// Random numbers by splitmix64, from a state that the caller owns: the same seed gives the same search.
#ifndef SEARCH_RANDOM_H
#define SEARCH_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state) {
  uint64_t x = *state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

// From 0 to limit - 1.
static inline uint32_t random_below(uint64_t *state, uint32_t limit) {
  return (uint32_t)((random_next(state) >> 32) * limit >> 32);
}

#endif
