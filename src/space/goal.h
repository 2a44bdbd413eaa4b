// What counts as an error.
#ifndef SPACE_GOAL_H
#define SPACE_GOAL_H

#include "model/network.h"

// Other faults of the model (index, division ...) always count, unless census or a target is set.
typedef struct space_goal {
  bool assertions, deadlocks;
  bool invariant;        // condition 0 of the space must hold in every state that is not inside an atomic sequence
  bool census;           // stop at no error
  const expr *condition; // the invariant itself, for those who look into it; NULL unless invariant
  // Not an error but a state to be reached: only it counts then, and nothing else. NULL = none. Borrowed.
  const uint8_t *target;
  uint32_t target_size;
} space_goal;

#endif
