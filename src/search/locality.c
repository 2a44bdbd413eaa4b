#include "search/locality.h"

enum {
  PLACES = 4096, // of the table; at most half of them are used
  ENOUGH = 32,   // members of the sample, before anything is said about them
  LATE = 512,    // how many members count as late
  BAD = 4,       // times that a state is expanded, on average
  POOR = 4,      // one of so many is too much
};

// The first bit that is used to thin out the sample. Lower ones choose the place in the table.
#define LEADING ((uint64_t)1 << 32)

void locality_open(locality *l, mem *m) { *l = (locality){.m = m, .hashes = mem_alloc(m, PLACES * sizeof *l->hashes)}; }

void locality_close(locality *l) { mem_free(l->m, l->hashes); }

// True if the hash is new.
static bool put(uint64_t *table, uint64_t hash) {
  uint32_t at = (uint32_t)hash % PLACES;
  for (; table[at]; at = (at + 1) % PLACES)
    if (table[at] == hash)
      return false;
  table[at] = hash;
  return true;
}

// Keeps about half of the sample.
static void thin_out(locality *l) {
  uint64_t *fresh = mem_alloc(l->m, PLACES * sizeof *fresh);
  l->mask = l->mask ? l->mask << 1 | LEADING : LEADING;
  l->count = 0;
  for (uint32_t i = 0; i < PLACES; i++)
    if (l->hashes[i] && !(l->hashes[i] & l->mask))
      l->count += put(fresh, l->hashes[i]);
  mem_free(l->m, l->hashes);
  l->hashes = fresh;
}

void locality_note(locality *l, uint64_t hash) {
  l->expanded++;
  if (hash & l->mask || !hash)
    return;
  bool is_new = put(l->hashes, hash);
  l->seen++;
  l->again += !is_new;
  l->count += is_new;
  if (l->count == PLACES / 2)
    thin_out(l);
  if (l->seen == LATE) {
    l->seen /= 2;
    l->again /= 2;
  }
}

bool locality_is_poor(locality *l) {
  if (l->seen < ENOUGH || l->again * POOR < l->seen)
    return false;
  l->seen = l->again = 0;
  return true;
}

// Of the states expanded, one of so many is in the sample as the mask has values.
bool locality_is_bad(const locality *l) {
  uint64_t different = l->count * (l->mask / LEADING + 1);
  return l->expanded > BAD * different + ENOUGH;
}
