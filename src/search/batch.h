// Successors on their way into the store, several at a time, so that the store can look for them side by side.
#ifndef SEARCH_BATCH_H
#define SEARCH_BATCH_H

#include "store/store.h"

enum { BATCH_FULL = 32 }; // when to put them into the store

typedef struct batch_origin {
  uint32_t parent, cost; // cost: to reach the successor by this way
  uint32_t preferred;    // bit i: estimate i prefers this way
} batch_origin;

typedef struct batch {
  mem *m;
  uint32_t count, room;
  store_item *items; // state is set by batch_put
  batch_origin *origins;
  uint8_t *bytes;
  size_t used, bytes_room;
} batch;

void batch_open(batch *b, mem *m);
void batch_close(batch *b);
void batch_add(batch *b, const uint8_t *state, uint32_t size, batch_origin origin);
void batch_put(batch *b, store *visited); // fills in what the store says of each item; batch_clear() then
void batch_clear(batch *b);

#endif
