// The exact store: all states one after the other in one array, the offsets of their ends in a second, and a hash table
// of state numbers.
//
// The table has buckets of one cache line: twelve numbers and a byte of each one's hash, filled from the left. A full
// bucket overflows into the next. So a lookup usually touches one line of the table and one state; and a state takes,
// beside its bytes, four for its end and about eight for its share of the table.
#include "store/ends.h"
#include "store/ordered.h"

#include <assert.h>
#include <endian.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
  BUCKET_SLOTS = 12,
  FIRST_BUCKETS = 64,
  // The table doubles when it is fuller than this, in percent.
  MOST_FULL = 85,
};

typedef struct bucket {
  uint8_t tags[BUCKET_SLOTS];
  uint8_t used;
  uint8_t unused[3];
  uint32_t ids[BUCKET_SLOTS];
} bucket;
_Static_assert(sizeof(bucket) == 64, "a bucket is a cache line");

typedef struct hash_store {
  store base;
  mem *m;
  void *table_block; // as allocated; the buckets start at the next multiple of their size
  bucket *buckets;
  uint64_t mask;        // buckets - 1
  uint32_t count, full; // full: the count at which the table grows
  ends ends;            // by state: where it ends in bytes
  uint8_t *bytes;
  uint64_t used, room;
} hash_store;

static const uint8_t *state_of(const hash_store *h, uint32_t id, uint32_t *size) {
  uint64_t start = id ? ends_at(&h->ends, id - 1) : 0;
  *size = (uint32_t)(ends_at(&h->ends, id) - start);
  return h->bytes + start;
}

static bool is_same(const hash_store *h, uint32_t id, const uint8_t *state, uint32_t size) {
  uint32_t other;
  const uint8_t *bytes = state_of(h, id, &other);
  return other == size && memcmp(bytes, state, size) == 0;
}

static void make_table(hash_store *h, uint64_t buckets) {
  h->table_block = mem_alloc(h->m, (buckets + 1) * sizeof(bucket));
  h->buckets = (bucket *)(((uintptr_t)h->table_block + sizeof(bucket) - 1) / sizeof(bucket) * sizeof(bucket));
  h->mask = buckets - 1;
  assert((buckets & h->mask) == 0);
  uint64_t full = buckets * BUCKET_SLOTS / 100 * MOST_FULL;
  h->full = full < UINT32_MAX - 1 ? (uint32_t)full : UINT32_MAX - 1;
}

static uint8_t tag_of(uint64_t hash) { return (uint8_t)(hash >> 56); }

// A bit for each of eight bytes that equals the tag; rarely also for one that does not.
static uint32_t match_eight(const uint8_t *bytes, uint8_t tag) {
  const uint64_t ones = UINT64_C(0x0101010101010101);
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  word = le64toh(word) ^ ones * tag;
  uint64_t zeros = (word - ones) & ~word & ones << 7; // the top bit of each byte that is zero
  return (uint32_t)((zeros >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

// The slots of a bucket that may hold a state with this tag, as bits.
static uint32_t candidates(const bucket *b, uint8_t tag) {
  uint32_t first = match_eight(b->tags, tag), last = match_eight(b->tags + BUCKET_SLOTS - 8, tag);
  return (first | last << (BUCKET_SLOTS - 8)) & ((1u << b->used) - 1);
}

static void insert(hash_store *h, uint64_t hash, uint32_t id) {
  uint64_t at = hash & h->mask;
  while (h->buckets[at].used == BUCKET_SLOTS)
    at = (at + 1) & h->mask;
  bucket *b = &h->buckets[at];
  b->tags[b->used] = tag_of(hash);
  b->ids[b->used++] = id;
}

// Hashes are not kept; computing them again goes through the states in order, which is cheap.
static void grow_table(hash_store *h) {
  void *old = h->table_block;
  make_table(h, (h->mask + 1) * 2);
  mem_free(h->m, old);
  enum { AHEAD = 32 };
  uint64_t hashes[AHEAD];
  for (uint32_t id = 0; id < h->count; id += AHEAD) {
    uint32_t count = h->count - id < AHEAD ? h->count - id : AHEAD;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t size;
      const uint8_t *state = state_of(h, id + i, &size);
      hashes[i] = XXH3_64bits(state, size);
      __builtin_prefetch(&h->buckets[hashes[i] & h->mask], 1);
    }
    for (uint32_t i = 0; i < count; i++)
      insert(h, hashes[i], id + i);
  }
}

static uint32_t append(hash_store *h, const uint8_t *state, uint32_t size) {
  assert(state || size == 0);
  if (h->count == UINT32_MAX - 1)
    mem_exhausted(h->m);
  if (h->used + size > h->room) {
    uint64_t least = h->used + size + (1 << 16), next = h->room + h->room / 4, room = next > least ? next : least;
    h->bytes = mem_realloc(h->m, h->bytes, room);
    h->room = room;
  }
  memcpy(h->bytes + h->used, state, size);
  h->used += size;
  ends_add(&h->ends, h->used);
  return h->count++;
}

static uint32_t put_hashed(hash_store *h, uint64_t hash, const uint8_t *state, uint32_t size, bool *is_new) {
  if (h->count >= h->full)
    grow_table(h);
  uint8_t tag = tag_of(hash);
  for (uint64_t at = hash & h->mask;; at = (at + 1) & h->mask) {
    const bucket *b = &h->buckets[at];
    for (uint32_t found = candidates(b, tag); found; found &= found - 1) {
      uint32_t id = b->ids[__builtin_ctz(found)];
      if (is_same(h, id, state, size)) {
        *is_new = false;
        return id;
      }
    }
    if (b->used < BUCKET_SLOTS)
      break;
  }
  uint32_t id = append(h, state, size);
  insert(h, hash, id);
  *is_new = true;
  return id;
}

static uint32_t put(store *s, const uint8_t *state, uint32_t size, bool *is_new) {
  return put_hashed((hash_store *)s, XXH3_64bits(state, size), state, size, is_new);
}

// Each pass over the items prefetches what the next pass reads.
static void put_all(store *s, store_item *items, uint32_t count) {
  hash_store *h = (hash_store *)s;
  for (uint32_t i = 0; i < count; i++) {
    items[i].hash = XXH3_64bits(items[i].state, items[i].size);
    __builtin_prefetch(&h->buckets[items[i].hash & h->mask]);
  }
  for (uint32_t i = 0; i < count; i++) {
    const bucket *b = &h->buckets[items[i].hash & h->mask];
    uint32_t found = candidates(b, tag_of(items[i].hash));
    items[i].is_new = found == 0;
    items[i].id = found ? b->ids[__builtin_ctz(found)] : 0;
    if (items[i].id)
      __builtin_prefetch(&h->ends.low[items[i].id - 1]);
  }
  for (uint32_t i = 0; i < count; i++)
    if (!items[i].is_new) {
      uint32_t size;
      const uint8_t *state = state_of(h, items[i].id, &size);
      for (uint32_t at = 0; at < size && at < 256; at += 64)
        __builtin_prefetch(state + at);
    }
  for (uint32_t i = 0; i < count; i++)
    items[i].id = put_hashed(h, items[i].hash, items[i].state, items[i].size, &items[i].is_new);
}

static const uint8_t *get(store *s, uint32_t id, uint32_t *size) {
  hash_store *h = (hash_store *)s;
  assert(id < h->count);
  return state_of(h, id, size);
}

static uint64_t count_states(const store *s) { return ((const hash_store *)s)->count; }

static uint64_t count_bytes(const store *s) {
  const hash_store *h = (const hash_store *)s;
  return h->used + h->count * sizeof *h->ends.low + (h->mask + 1) * sizeof(bucket);
}

static void close_store(store *s) {
  hash_store *h = (hash_store *)s;
  mem_free(h->m, h->table_block);
  ends_close(&h->ends);
  mem_free(h->m, h->bytes);
  mem_free(h->m, h);
}

static store *open_store(mem *m, const cover *order) {
  if (order)
    return store_open_ordered(m, order);
  hash_store *h = mem_alloc(m, sizeof *h);
  h->m = m;
  ends_open(&h->ends, m);
  h->base = (store){.kind = &store_hash, .put = put, .put_all = put_all, .get = get};
  h->base.count = count_states;
  h->base.bytes = count_bytes;
  h->base.close = close_store;
  make_table(h, FIRST_BUCKETS);
  return &h->base;
}

const store_kind store_hash = {
    .name = "hash",
    .summary = "every state in full, found by its hash",
    .is_exact = true,
    .can_recall = true,
    .open = open_store,
};
