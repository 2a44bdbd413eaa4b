// Successors that are put into the store together, which hides the memory latency of the lookups.
#ifndef SEARCH_BATCH_H
#define SEARCH_BATCH_H

#include "store/store.h"

enum { BATCH_FULL = 32 }; // when to put them into the store

typedef struct batch_origin {
  uint32_t parent, cost; // cost: of the path to the successor through this parent
  uint32_t preferred;    // bit i: estimate i prefers this step
} batch_origin;

typedef struct batch {
  mem *m;
  uint32_t count, room;
  store_item *items; // state is set by batch_locate() and batch_put()
  batch_origin *origins;
  uint8_t *bytes;
  size_t used, bytes_room;
} batch;

void batch_open(batch *b, mem *m);
void batch_close(batch *b);
void batch_add(batch *b, const uint8_t *state, uint32_t size, batch_origin origin);
void batch_locate(batch *b);                       // no more may be added until batch_clear()
void batch_swap(batch *b, uint32_t i, uint32_t j); // two items, after batch_locate()
void batch_put(batch *b, store *visited); // fills in the results of the store for each item; then call batch_clear()
void batch_clear(batch *b);

#endif
