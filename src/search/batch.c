#include "search/batch.h"

#include <string.h>

void batch_open(batch *b, mem *m) { *b = (batch){.m = m}; }

void batch_close(batch *b) {
  mem_free(b->m, b->items);
  mem_free(b->m, b->origins);
  mem_free(b->m, b->bytes);
}

static void make_room(batch *b, uint32_t size) {
  if (b->count == b->room) {
    uint32_t room = b->room * 2 + BATCH_FULL;
    b->items = mem_realloc(b->m, b->items, room * sizeof *b->items);
    b->origins = mem_realloc(b->m, b->origins, room * sizeof *b->origins);
    b->room = room;
  }
  if (b->used + size > b->bytes_room) {
    size_t room = (b->used + size) * 2 + 4096;
    b->bytes = mem_realloc(b->m, b->bytes, room);
    b->bytes_room = room;
  }
}

void batch_add(batch *b, const uint8_t *state, uint32_t size, batch_origin origin) {
  if (__builtin_expect(b->count == b->room || b->used + size > b->bytes_room, 0))
    make_room(b, size);
  memcpy(b->bytes + b->used, state, size);
  b->items[b->count].size = size;
  b->origins[b->count++] = origin;
  b->used += size;
}

void batch_locate(batch *b) {
  const uint8_t *at = b->bytes;
  for (uint32_t i = 0; i < b->count; i++) {
    b->items[i].state = at;
    at += b->items[i].size;
  }
}

void batch_swap(batch *b, uint32_t i, uint32_t j) {
  store_item item = b->items[i];
  b->items[i] = b->items[j];
  b->items[j] = item;
  batch_origin origin = b->origins[i];
  b->origins[i] = b->origins[j];
  b->origins[j] = origin;
}

void batch_put(batch *b, store *visited) {
  batch_locate(b);
  if (visited->is_covered) // otherwise the store does not read the costs
    for (uint32_t i = 0; i < b->count; i++)
      b->items[i].cost = b->origins[i].cost;
  visited->put_all(visited, b->items, b->count);
}

void batch_clear(batch *b) {
  b->count = 0;
  b->used = 0;
}
