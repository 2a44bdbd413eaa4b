#include "store/ends.h"

#include <assert.h>

void ends_open(ends *e, mem *m) { *e = (ends){.m = m}; }

void ends_close(ends *e) {
  mem_free(e->m, e->low);
  mem_free(e->m, e->high);
}

void ends_add(ends *e, uint64_t end) {
  assert(!e->count || end >= ends_at(e, e->count - 1));
  if (e->count == e->room) {
    uint64_t room = e->room + (e->room / 4 > 4096 ? e->room / 4 : 4096);
    room = room < UINT32_MAX ? room : UINT32_MAX;
    e->low = mem_realloc(e->m, e->low, room * sizeof *e->low);
    e->room = (uint32_t)room;
  }
  while (end >> 32 > e->high_count) {
    e->high = mem_realloc(e->m, e->high, (e->high_count + 1) * sizeof *e->high);
    e->high[e->high_count++] = e->count;
  }
  e->low[e->count++] = (uint32_t)end;
}
