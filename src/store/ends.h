// Where things stored one after the other end: offsets of 64 bits that never decrease, kept in four bytes each.
#ifndef STORE_ENDS_H
#define STORE_ENDS_H

#include "base/mem.h"

typedef struct ends {
  mem *m;
  uint32_t *low; // the low half of each end
  uint32_t count, room;
  // Ends grow with their number, so the high half of an end follows from the position of its number among these.
  uint32_t *high; // high[k]: the first number whose end is at or beyond (k + 1) << 32
  uint32_t high_count;
} ends;

void ends_open(ends *e, mem *m);
void ends_close(ends *e);
void ends_add(ends *e, uint64_t end); // not less than the last one

static inline uint64_t ends_at(const ends *e, uint32_t number) {
  uint32_t k = e->high_count;
  while (k > 0 && number < e->high[k - 1])
    k--;
  return (uint64_t)k << 32 | e->low[number];
}

#endif
