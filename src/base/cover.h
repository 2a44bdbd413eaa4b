// Inclusion of packed states, for spaces in which one state can cover another (zones). If state A covers state B, then
// every state that is reachable from B is reachable from A by the same steps, so B need not be expanded. If A was also
// reached at no greater cost than B, these steps cost no more from A.
#ifndef BASE_COVER_H
#define BASE_COVER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cover {
  void *context;
  // The number of leading bytes that must be equal for two states to be comparable. Comparable states have the same
  // size.
  uint32_t (*head)(void *context, const uint8_t *state, uint32_t size);
  // Does `large` cover `small`? Both have the same head and this size. Reflexive.
  bool (*covers)(void *context, const uint8_t *large, const uint8_t *small, uint32_t size);
  // Both NULL, unless the bytes after the head are 32-bit numbers. Then each function computes as many numbers for a
  // state S. A state with the same head covers S if and only if none of its numbers is less than in `least`. If S
  // covers a state, none of that state's numbers is greater than in `most`.
  void (*least)(void *context, const uint8_t *state, uint32_t size, int32_t *numbers);
  void (*most)(void *context, const uint8_t *state, uint32_t size, int32_t *numbers);
} cover;

#endif
