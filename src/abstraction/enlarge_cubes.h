// Target enlargement: the conditions under which an error is at most so far away, by regression of the error labels
// over the labels of a network's factors. A condition is a cube: for each factor, a set of values.
#ifndef ABSTRACTION_ENLARGE_CUBES_H
#define ABSTRACTION_ENLARGE_CUBES_H

#include "abstraction/factors.h"

typedef struct enlarge_cube {
  uint32_t cost;
  uint64_t *bits; // value v of factor f is bit first_bit[f] + v
} enlarge_cube;

typedef struct enlarge_cubes {
  mem *m;
  const factors *f;
  uint32_t *first_bit, words;
  uint64_t *full; // the cube that allows everything
  VEC(enlarge_cube) all;
  // Every state with an error at a cost up to this one is in a cube of at most that cost. Cubes of greater cost are
  // error labels that are as expensive themselves.
  uint32_t depth;
} enlarge_cubes;

static inline bool enlarge_has(const uint64_t *bits, uint32_t bit) { return bits[bit / 64] >> bit % 64 & 1; }

// Regression up to the depth, or until there are more than `most` cubes.
enlarge_cubes *enlarge_cubes_open(mem *m, const factors *f, uint32_t depth, uint32_t most);

#endif
