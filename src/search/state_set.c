// All states in one block, and a hash table of numbers with linear probing. The state added last can be removed by
// clearing its place in the table: no later insertion has probed beyond it.
#include "search/state_set.h"

#include <assert.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_PLACES = 64 };

static const store_kind kind = {
    .name = "set",
    .summary = "full states; those added last can be removed",
    .is_exact = true,
    .can_recall = true,
};

uint64_t state_set_hash(const uint8_t *state, uint32_t size) { return XXH3_64bits(state, size); }

static const uint8_t *get(store *base, uint32_t id, uint32_t *size) {
  const state_set *s = (const state_set *)base;
  assert(id < s->entries.count);
  size_t start = id ? s->entries.at[id - 1].end : 0;
  *size = (uint32_t)(s->entries.at[id].end - start);
  return s->bytes + start;
}

static bool is_same(const state_set *s, uint32_t id, const uint8_t *state, uint32_t size, uint64_t hash) {
  size_t start = id ? s->entries.at[id - 1].end : 0;
  return s->entries.at[id].hash == hash && s->entries.at[id].end - start == size &&
         memcmp(s->bytes + start, state, size) == 0;
}

// The place of the state in the table, or the free place where it belongs.
static uint32_t place_of(const state_set *s, const uint8_t *state, uint32_t size, uint64_t hash) {
  uint32_t at = (uint32_t)hash & s->mask;
  while (s->table[at] && !is_same(s, s->table[at] - 1, state, size, hash))
    at = (at + 1) & s->mask;
  return at;
}

// The states are inserted in the order of their numbers, so that they can still be removed from the last one on.
static void make_table(state_set *s, uint64_t places) {
  if (places - 1 > UINT32_MAX)
    mem_exhausted(s->m);
  mem_free(s->m, s->table);
  s->table = mem_alloc(s->m, places * sizeof *s->table);
  s->mask = (uint32_t)(places - 1);
  for (uint32_t id = 0; id < s->entries.count; id++) {
    uint32_t at = (uint32_t)s->entries.at[id].hash & s->mask;
    while (s->table[at])
      at = (at + 1) & s->mask;
    s->table[at] = id + 1;
  }
}

uint32_t state_set_find(const state_set *s, const uint8_t *state, uint32_t size, uint64_t hash) {
  uint32_t found = s->table[place_of(s, state, size, hash)];
  return found ? found - 1 : STATE_SET_NONE;
}

uint64_t state_set_hash_by(const cover *order, const uint8_t *state, uint32_t size) {
  return state_set_hash(state, order ? order->head(order->context, state, size) : size);
}

static bool covers(const state_set *s, const cover *order, uint32_t id, const uint8_t *state, uint32_t size) {
  uint32_t large_size, head = order->head(order->context, state, size);
  const uint8_t *large = get((store *)&s->base, id, &large_size);
  return large_size == size && memcmp(large, state, head) == 0 && order->covers(order->context, large, state, size);
}

bool state_set_covers(const state_set *s, const cover *order, const uint8_t *state, uint32_t size, uint64_t hash,
                      uint32_t except) {
  if (!order) {
    uint32_t found = state_set_find(s, state, size, hash);
    return found != STATE_SET_NONE && found != except;
  }
  for (uint32_t at = (uint32_t)hash & s->mask; s->table[at]; at = (at + 1) & s->mask) {
    uint32_t id = s->table[at] - 1;
    if (id != except && s->entries.at[id].hash == hash && covers(s, order, id, state, size))
      return true;
  }
  return false;
}

static void append(state_set *s, const uint8_t *state, uint32_t size, uint64_t hash) {
  size_t start = s->entries.count ? s->entries.at[s->entries.count - 1].end : 0;
  if (start + size > s->room) {
    size_t room = start + size + s->room / 4 + 1024;
    s->bytes = mem_realloc(s->m, s->bytes, room);
    s->room = room;
  }
  memcpy(s->bytes + start, state, size);
  state_entry e = {.hash = hash, .end = start + size};
  vec_push(s->m, &s->entries, e);
}

uint32_t state_set_add(state_set *s, const uint8_t *state, uint32_t size, uint64_t hash, bool *is_new) {
  if (s->entries.count >= s->mask / 2)
    make_table(s, ((uint64_t)s->mask + 1) * 2);
  uint32_t at = place_of(s, state, size, hash);
  *is_new = !s->table[at];
  if (*is_new) {
    append(s, state, size, hash);
    s->table[at] = s->entries.count;
  }
  return s->table[at] - 1;
}

void state_set_cut(state_set *s, uint32_t count) {
  while (s->entries.count > count) {
    uint32_t id = s->entries.count - 1, at = (uint32_t)s->entries.at[id].hash & s->mask;
    while (s->table[at] != id + 1)
      at = (at + 1) & s->mask;
    s->table[at] = 0;
    s->entries.count = id;
  }
}

static uint32_t put(store *base, const uint8_t *state, uint32_t size, bool *is_new) {
  return state_set_add((state_set *)base, state, size, state_set_hash(state, size), is_new);
}

static void put_all(store *base, store_item *items, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    items[i].id = put(base, items[i].state, items[i].size, &items[i].is_new);
}

static uint64_t count_states(const store *base) { return ((const state_set *)base)->entries.count; }

static uint64_t count_bytes(const store *base) {
  const state_set *s = (const state_set *)base;
  return s->room + s->entries.room * sizeof *s->entries.at + ((uint64_t)s->mask + 1) * sizeof *s->table;
}

static void close_set(store *base) {
  state_set *s = (state_set *)base;
  mem_free(s->m, s->bytes);
  vec_free(s->m, &s->entries);
  mem_free(s->m, s->table);
  mem_free(s->m, s);
}

state_set *state_set_open(mem *m) {
  state_set *s = mem_alloc(m, sizeof *s);
  s->m = m;
  s->base = (store){.kind = &kind, .put = put, .put_all = put_all, .get = get};
  s->base.count = count_states;
  s->base.bytes = count_bytes;
  s->base.close = close_set;
  make_table(s, FIRST_PLACES);
  return s;
}
