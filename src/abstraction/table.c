#include "abstraction/table.h"

#include "store/narrow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_SLOTS = 256, FIRST_BYTES = 1024, MOST_DISTANCE = 0xfffe, NEVER = 0xffff };

void table_open(table *t, mem *m, uint32_t n, table_lookup lookup) {
  *t = (table){.m = m, .n = n, .lookup = lookup, .mask = FIRST_SLOTS - 1};
  ends_open(&t->ends, m);
  t->slots = mem_alloc(m, FIRST_SLOTS * sizeof *t->slots);
  t->bytes = mem_alloc(m, FIRST_BYTES); // also where all keys are empty
  t->room = FIRST_BYTES;
}

void table_close(table *t) {
  ends_close(&t->ends);
  mem_free(t->m, t->bytes);
  mem_free(t->m, t->slots);
  vec_free(t->m, &t->constants_of);
  vec_free(t->m, &t->constants);
  mem_free(t->m, t->first);
  mem_free(t->m, t->zones);
  mem_free(t->m, t->distances);
}

static const uint8_t *key_of(const table *t, uint32_t number, uint32_t *size) {
  uint64_t start = number ? ends_at(&t->ends, number - 1) : 0;
  *size = (uint32_t)(ends_at(&t->ends, number) - start);
  return t->bytes + start;
}

// The slot of the key, or the free one where it belongs.
static uint32_t *slot_of(const table *t, const uint8_t *key, uint32_t size) {
  uint32_t at = (uint32_t)XXH3_64bits(key, size) & t->mask, other;
  for (; t->slots[at]; at = (at + 1) & t->mask) {
    const uint8_t *bytes = key_of(t, t->slots[at] - 1, &other);
    if (other == size && memcmp(bytes, key, size) == 0)
      break;
  }
  return &t->slots[at];
}

uint32_t table_find(const table *t, const uint8_t *key, uint32_t size) {
  uint32_t slot = *slot_of(t, key, size);
  return slot ? slot - 1 : TABLE_NONE;
}

static void grow_slots(table *t) {
  mem_free(t->m, t->slots);
  t->mask = t->mask * 2 + 1;
  t->slots = mem_alloc(t->m, ((size_t)t->mask + 1) * sizeof *t->slots);
  for (uint32_t i = 0; i < t->ends.count; i++) {
    uint32_t size;
    const uint8_t *key = key_of(t, i, &size);
    *slot_of(t, key, size) = i + 1;
  }
}

uint32_t table_add_key(table *t, const uint8_t *key, uint32_t size, bool *is_new) {
  uint32_t *slot = slot_of(t, key, size);
  *is_new = !*slot;
  if (!*is_new)
    return *slot - 1;
  if (t->ends.count >= (1u << 31) - 1)
    mem_exhausted(t->m);
  if (t->used + size > t->room) {
    t->room = t->used + size + t->room / 2;
    t->bytes = mem_realloc(t->m, t->bytes, t->room);
  }
  memcpy(t->bytes + t->used, key, size);
  t->used += size;
  ends_add(&t->ends, t->used);
  *slot = t->ends.count;
  if (t->ends.count > t->mask / 4 * 3)
    grow_slots(t);
  return t->ends.count - 1;
}

static const int32_t *constants_at(const table *t, uint32_t number) {
  return t->constants.at + (size_t)number * 2 * t->n;
}

// Most keys have the constants of one of the keys shortly before them.
void table_set_constants(table *t, const int32_t *L, const int32_t *U) {
  enum { LOOKED_AT = 64 };
  size_t size = sizeof *L * t->n;
  uint32_t count = t->constants.count / (2 * t->n), number = TABLE_NONE;
  assert(t->n > 1 && t->constants_of.count < t->ends.count);
  for (uint32_t i = 0; L && i < count && i < LOOKED_AT && number == TABLE_NONE; i++) {
    const int32_t *old = constants_at(t, count - 1 - i);
    if (memcmp(old, L, size) == 0 && memcmp(old + t->n, U, size) == 0)
      number = count - 1 - i;
  }
  if (L && number == TABLE_NONE) {
    number = count;
    for (uint32_t i = 0; i < 2 * t->n; i++)
      vec_push(t->m, &t->constants, i < t->n ? L[i] : U[i - t->n]);
  }
  vec_push(t->m, &t->constants_of, number);
}

void table_work_open(table_work *w, mem *m, uint32_t n) {
  row_bounds_open(&w->least, m, true);
  w->zone = mem_alloc(m, sizeof *w->zone * (n * n + 1));
}

void table_work_close(table_work *w) {
  mem_free(w->least.m, w->zone);
  row_bounds_close(&w->least);
}

// The least numbers of a zone of this key that covers the given one.
static void find_least(const table *t, table_work *w, uint32_t key, const dbm_bound *zone) {
  dbm_bound *least = row_bounds_begin(&w->least, t->n * t->n);
  uint32_t number = t->constants_of.at[key];
  if (number == TABLE_NONE)
    memcpy(least, zone, sizeof *zone * t->n * t->n);
  else
    dbm_least_around_lu(zone, t->n, constants_at(t, number), constants_at(t, number) + t->n, least);
}

// The first entry of the key, which is the one of greatest distance, that covers the zone for which find_least() was
// called; end if there is none.
static uint32_t find_cover(const table *t, table_work *w, uint32_t first, uint32_t end) {
  while (first < end && row_bounds_are_broken(&w->least, t->zones + (size_t)first * t->row, t->width))
    first++;
  return first;
}

static int by_distance(const void *a, const void *b) {
  const table_entry *x = a, *y = b;
  if (x->distance != y->distance)
    return x->distance > y->distance ? -1 : 1;
  return x->state < y->state ? -1 : x->state > y->state;
}

// The entries by key and decreasing distance. A table can have many millions of them: one qsort() of all could not be
// stopped.
static table_entry *sort(const table *t, const table_entry *entries, uint32_t count) {
  uint32_t *starts = mem_alloc(t->m, sizeof *starts * ((size_t)t->ends.count + 2));
  table_entry *sorted = mem_alloc(t->m, sizeof *sorted * ((size_t)count + 1));
  for (uint32_t i = 0; i < count; i++) {
    mem_poll(t->m);
    starts[entries[i].head + 2]++;
  }
  for (uint32_t key = 1; key < t->ends.count + 2; key++)
    starts[key] += starts[key - 1];
  for (uint32_t i = 0; i < count; i++) {
    mem_poll(t->m);
    sorted[starts[entries[i].head + 1]++] = entries[i];
  }
  for (uint32_t key = 0; key < t->ends.count; key++) {
    mem_poll(t->m);
    qsort(sorted + starts[key], starts[key + 1] - starts[key], sizeof *sorted, by_distance);
  }
  mem_free(t->m, starts);
  return sorted;
}

// A distance that is too great for the table is a lower bound all the same if it is made less.
static uint16_t narrowed(uint32_t distance) {
  return (uint16_t)(distance == TABLE_NEVER ? NEVER : distance < MOST_DISTANCE ? distance : MOST_DISTANCE);
}

static void finish_plain(table *t, const table_entry *entries, uint32_t count) {
  t->count = t->ends.count;
  t->distances = mem_alloc(t->m, sizeof *t->distances * (t->count + 1));
  for (uint32_t i = 0; i < count; i++) // the last one of each key is the least
    t->distances[entries[i].head] = narrowed(entries[i].distance);
}

static void add_zone(table *t, const int32_t *zone, uint32_t distance) {
  narrow_pack(t->zones + (size_t)t->count * t->row, (const uint8_t *)zone, t->n * t->n * (uint32_t)sizeof *zone,
              t->width);
  t->distances[t->count++] = narrowed(distance);
}

static void finish_zones(table *t, const table_entry *entries, uint32_t count, uint32_t width, table_zone zone_of,
                         void *context) {
  assert(t->constants_of.count == t->ends.count);
  table_work w;
  table_work_open(&w, t->m, t->n);
  t->width = width;
  t->row = narrow_size(t->n * t->n * (uint32_t)sizeof(int32_t), width);
  t->zones = mem_alloc(t->m, (size_t)count * t->row + ROW_SLACK);
  t->distances = mem_alloc(t->m, sizeof *t->distances * (count + 1));
  t->first = mem_alloc(t->m, sizeof *t->first * (t->ends.count + 1));
  for (uint32_t i = 0, key = 0; key < t->ends.count; key++) {
    t->first[key] = t->count;
    for (; i < count && entries[i].head == key; i++) {
      mem_poll(t->m);
      const int32_t *zone = zone_of(context, &entries[i]);
      if (t->lookup == TABLE_COVERS)
        find_least(t, &w, key, zone);
      if (t->lookup == TABLE_MEETS || find_cover(t, &w, t->first[key], t->count) == t->count)
        add_zone(t, zone, entries[i].distance);
    }
  }
  t->first[t->ends.count] = t->count;
  t->zones = mem_realloc(t->m, t->zones, (size_t)t->count * t->row + ROW_SLACK);
  t->distances = mem_realloc(t->m, t->distances, sizeof *t->distances * (t->count + 1));
  table_work_close(&w);
}

void table_finish(table *t, const table_entry *entries, uint32_t count, uint32_t width, table_zone zone_of,
                  void *context) {
  table_entry *sorted = sort(t, entries, count);
  if (t->n < 2)
    finish_plain(t, sorted, count);
  else
    finish_zones(t, sorted, count, width, zone_of, context);
  mem_free(t->m, sorted);
}

static uint32_t distance_at(const table *t, uint32_t entry) {
  return t->distances[entry] == NEVER ? TABLE_NEVER : t->distances[entry];
}

static uint32_t ask_covering(const table *t, table_work *w, uint32_t key, const dbm_bound *zone) {
  find_least(t, w, key, zone);
  uint32_t end = t->first[key + 1], found = find_cover(t, w, t->first[key], end);
  if (found < end)
    return distance_at(t, found);
  return t->is_whole && end > t->first[key] ? distance_at(t, end - 1) : 0;
}

// The entries of a key have decreasing distances.
static uint32_t ask_meeting(const table *t, table_work *w, uint32_t key, const dbm_bound *zone) {
  for (uint32_t i = t->first[key + 1]; i > t->first[key] && t->is_whole; i--) {
    uint8_t *other = (uint8_t *)w->zone;
    narrow_unpack(other, t->zones + (size_t)(i - 1) * t->row, t->n * t->n * (uint32_t)sizeof *zone, t->width);
    if (dbm_meets(w->zone, zone, t->n))
      return distance_at(t, i - 1);
  }
  return 0;
}

uint32_t table_ask(const table *t, table_work *w, const uint8_t *key, uint32_t size, const dbm_bound *zone) {
  uint32_t number = table_find(t, key, size);
  if (number == TABLE_NONE)
    return 0;
  if (t->n < 2)
    return distance_at(t, number);
  return (t->lookup == TABLE_COVERS ? ask_covering : ask_meeting)(t, w, number, zone);
}

uint64_t table_bytes(const table *t) {
  return t->used + t->ends.count * sizeof(uint32_t) + ((uint64_t)t->mask + 1) * sizeof *t->slots +
         (t->constants_of.count + (uint64_t)t->constants.count) * sizeof(uint32_t) +
         (uint64_t)t->count * (t->row + sizeof *t->distances) + (t->first ? t->ends.count * sizeof *t->first : 0);
}
