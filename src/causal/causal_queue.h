// A heap of pairs of a key and an item, least key first, then least item. Several heaps can be stacked in one vector:
// each starts at its base, and only the last one may be used.
#ifndef CAUSAL_CAUSAL_QUEUE_H
#define CAUSAL_CAUSAL_QUEUE_H

#include "base/vec.h"

typedef struct causal_queue {
  VEC(uint64_t) heap; // key << 32 | item
} causal_queue;

static inline void causal_queue_put(mem *m, causal_queue *q, uint32_t base, uint32_t key, uint32_t item) {
  uint64_t entry = (uint64_t)key << 32 | item;
  vec_push(m, &q->heap, entry);
  uint64_t *at = q->heap.at + base;
  uint32_t i = q->heap.count - base - 1;
  for (; i && entry < at[(i - 1) / 2]; i = (i - 1) / 2)
    at[i] = at[(i - 1) / 2];
  at[i] = entry;
}

// Removes the least pair; the queue must not be empty.
static inline void causal_queue_take(causal_queue *q, uint32_t base, uint32_t *key, uint32_t *item) {
  uint64_t *at = q->heap.at + base, entry = q->heap.at[--q->heap.count];
  uint32_t count = q->heap.count - base, i = 0, k;
  *key = (uint32_t)(at[0] >> 32);
  *item = (uint32_t)at[0];
  for (; (k = 2 * i + 1) < count; i = k) {
    if (k + 1 < count && at[k + 1] < at[k])
      k++;
    if (entry <= at[k])
      break;
    at[i] = at[k];
  }
  if (count)
    at[i] = entry;
}

#endif
