// An order on packed states that are more than just equal or different: where one covers another, whatever can be
// reached from the other can be reached from it as well, by the same steps, and the other need not be looked at. Nor do
// these steps lead to a greater cost, if it was itself reached at no greater cost than the other.
#ifndef BASE_COVER_H
#define BASE_COVER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cover {
  void *context;
  // So many of a state's first bytes must be the same for two states to be compared; they then have the same size.
  uint32_t (*head)(void *context, const uint8_t *state, uint32_t size);
  // Both have the same head, and the size is that of each. Reflexive.
  bool (*covers)(void *context, const uint8_t *large, const uint8_t *small, uint32_t size);
  // Where what follows the head is a row of 32-bit numbers, two rows of as many that need not be kept with the state
  // (or NULL: both). It is covered by a state with its head if and only if no number of that is less than in `least`;
  // and no number of a state that it covers is greater than in `most`.
  void (*least)(void *context, const uint8_t *state, uint32_t size, int32_t *numbers);
  void (*most)(void *context, const uint8_t *state, uint32_t size, int32_t *numbers);
} cover;

#endif
