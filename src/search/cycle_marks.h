// Sets of marks (space/product.h) as small numbers. Only the marks that an accepting cycle needs are looked at.
#ifndef SEARCH_CYCLE_MARKS_H
#define SEARCH_CYCLE_MARKS_H

#include "base/vec.h"
#include "space/product.h"

enum {
  CYCLE_MARKS_NONE,
  CYCLE_MARKS_ALL,
  CYCLE_MARKS_ANY = 0xffffffff // no number: whatever the marks are
};

typedef struct cycle_mark_set {
  uint64_t words[PRODUCT_MARK_WORDS];
} cycle_mark_set;

typedef struct cycle_marks {
  mem *m;
  cycle_mark_set needs;
  bool has_needs;           // else every cycle is accepting
  VEC(cycle_mark_set) sets; // by number
  uint32_t *table;          // by the hash of the set: number + 1, or 0
  uint32_t size;            // of the table, a power of two
} cycle_marks;

void cycle_marks_open(cycle_marks *k, mem *m, const space *product);
void cycle_marks_close(cycle_marks *k);
uint32_t cycle_marks_number(cycle_marks *k, const uint64_t *marks); // as of a successor
uint32_t cycle_marks_join(cycle_marks *k, uint32_t a, uint32_t b);  // both sets together

#endif
