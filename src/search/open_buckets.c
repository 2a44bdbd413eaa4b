#include "search/open.h"

#include <assert.h>

typedef struct bucket {
  VEC(uint32_t) ids;
  uint32_t next; // those before it are gone
} bucket;

typedef struct buckets {
  open_list base;
  mem *m;
  VEC(bucket) by_key;
  uint32_t lowest; // no bucket below holds anything
  uint64_t count;
} buckets;

static void insert(open_list *o, uint32_t id, uint32_t key) {
  buckets *b = (buckets *)o;
  while (b->by_key.count <= key) {
    bucket empty = {0};
    vec_push(b->m, &b->by_key, empty);
  }
  vec_push(b->m, &b->by_key.at[key].ids, id);
  if (key < b->lowest)
    b->lowest = key;
  b->count++;
}

static uint32_t lowest(const buckets *b) {
  uint32_t key = b->lowest;
  while (b->by_key.at[key].next == b->by_key.at[key].ids.count)
    key++;
  return key;
}

static bool least(const open_list *o, uint32_t *key) {
  const buckets *b = (const buckets *)o;
  if (!b->count)
    return false;
  *key = lowest(b);
  return true;
}

static uint32_t remove_one(open_list *o) {
  buckets *b = (buckets *)o;
  assert(b->count);
  b->lowest = lowest(b);
  bucket *from = &b->by_key.at[b->lowest];
  uint32_t id = from->ids.at[from->next++];
  if (from->next == from->ids.count) {
    vec_free(b->m, &from->ids);
    from->next = 0;
  }
  b->count--;
  return id;
}

static uint64_t count(const open_list *o) { return ((const buckets *)o)->count; }

static void close_list(open_list *o) {
  buckets *b = (buckets *)o;
  for (uint32_t i = 0; i < b->by_key.count; i++)
    vec_free(b->m, &b->by_key.at[i].ids);
  vec_free(b->m, &b->by_key);
  mem_free(b->m, b);
}

open_list *open_buckets(mem *m) {
  buckets *b = mem_alloc(m, sizeof *b);
  b->m = m;
  b->base = (open_list){.insert = insert, .least = least, .remove = remove_one, .count = count, .close = close_list};
  return &b->base;
}
