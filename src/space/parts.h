// A network that falls into parts which are independent of each other: no step of one reads, changes or forbids what is
// in another. Its space is the product of the spaces of the parts; this one is their sum.
#ifndef SPACE_PARTS_H
#define SPACE_PARTS_H

#include "space/space.h"

enum { SPACE_NO_PART = UINT32_MAX };

// Which parts there are, and how they answer the question together.
typedef struct space_split {
  uint32_t count;             // of the parts, which are numbered 0, 1, 2 ...
  const uint32_t *of_process; // by process: its part; SPACE_NO_PART: it stays where it starts
  const uint32_t *of_var;     // by variable: the part that a global one belongs to; SPACE_NO_PART = none, or several...
  const uint32_t *of_channel; // ...and by type of channel
  // True: the question is answered where every part has reached its goal, which is condition 1 + its number. No step of
  // a part that has a goal is a fault. False: whatever answers the question happens in one part, while the others are
  // where they start.
  bool are_all_needed;
  expr *const *conditions; // of the space: 0 is that of the question, if there is one; then the goals
  uint32_t condition_count;
} space_split;

// inner: a space of the network, with the conditions of the split. Borrows both; close() closes inner.
//
// If all parts are needed, part 0 moves until it has reached its goal, then part 1, and so on. All states in which a
// part has reached its goal are one: that which is found first. Otherwise one part moves, and the others stay where
// they start. A shortest trace is a shortest one of inner, and there is one if and only if inner has one. States that
// have no successors are no deadlocks.
space *space_parts(mem *m, space *inner, const space_split *by);

#endif
