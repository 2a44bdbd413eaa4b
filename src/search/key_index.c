#include "search/key_index.h"

enum { FIRST_SIZE = 64 };

void key_index_open(key_index *k, mem *m) {
  *k = (key_index){.m = m, .size = FIRST_SIZE};
  k->table = mem_alloc(m, FIRST_SIZE * sizeof *k->table);
}

void key_index_close(key_index *k) {
  vec_free(k->m, &k->keys);
  mem_free(k->m, k->table);
}

static uint32_t slot_of(const key_index *k, uint64_t key) {
  uint64_t hash = (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
  uint32_t at = (uint32_t)(hash >> 32) & (k->size - 1);
  while (k->table[at] && k->keys.at[k->table[at] - 1] != key)
    at = (at + 1) & (k->size - 1);
  return at;
}

static void enlarge(key_index *k) {
  if (k->size > UINT32_MAX / 2)
    mem_exhausted(k->m);
  mem_free(k->m, k->table);
  k->table = NULL;
  k->size *= 2;
  k->table = mem_alloc(k->m, k->size * sizeof *k->table);
  for (uint32_t i = 0; i < k->keys.count; i++)
    k->table[slot_of(k, k->keys.at[i])] = i + 1;
}

uint32_t key_index_number(key_index *k, uint64_t key) {
  uint32_t at = slot_of(k, key);
  if (k->table[at])
    return k->table[at] - 1;
  vec_push(k->m, &k->keys, key);
  k->table[at] = k->keys.count;
  if (k->keys.count > k->size / 2)
    enlarge(k);
  return k->keys.count - 1;
}
