// Type-based exploration (Xie, Mueller, Holte, Imai: Type-based exploration with multiple search queues, 2014).
#include "search/key_index.h"
#include "search/open.h"
#include "search/random.h"

#include <assert.h>

typedef struct type { // the states of one type
  VEC(uint32_t) ids;
  uint32_t place; // in `filled`
} type;

typedef struct types {
  open_list base;
  mem *m;
  uint64_t random;
  key_index keys; // numbers the types
  VEC(type) all;
  VEC(uint32_t) filled; // numbers of the types that are not empty
} types;

static void insert(open_list *o, const open_state *s) {
  types *t = (types *)o;
  uint32_t number = key_index_number(&t->keys, (uint64_t)s->estimates[0] << 32 | s->cost);
  if (number == t->all.count) {
    type empty = {0};
    vec_push(t->m, &t->all, empty);
  }
  type *one = &t->all.at[number];
  if (!one->ids.count) {
    one->place = t->filled.count;
    vec_push(t->m, &t->filled, number);
  }
  vec_push(t->m, &one->ids, s->id);
}

static bool least(const open_list *o, uint32_t *key) {
  *key = 0;
  return ((const types *)o)->filled.count > 0;
}

static uint32_t remove_one(open_list *o) {
  types *t = (types *)o;
  assert(t->filled.count);
  type *one = &t->all.at[t->filled.at[random_below(&t->random, t->filled.count)]];
  uint32_t at = random_below(&t->random, one->ids.count), id = one->ids.at[at];
  one->ids.at[at] = one->ids.at[--one->ids.count];
  if (!one->ids.count) {
    uint32_t last = t->filled.at[--t->filled.count];
    t->filled.at[one->place] = last;
    t->all.at[last].place = one->place;
    vec_free(t->m, &one->ids);
  }
  return id;
}

static void close_list(open_list *o) {
  types *t = (types *)o;
  for (uint32_t i = 0; i < t->all.count; i++)
    vec_free(t->m, &t->all.at[i].ids);
  vec_free(t->m, &t->all);
  vec_free(t->m, &t->filled);
  key_index_close(&t->keys);
  mem_free(t->m, t);
}

open_list *open_types(mem *m, uint64_t seed) {
  types *t = mem_alloc(m, sizeof *t);
  t->base = (open_list){.insert = insert, .least = least, .remove = remove_one, .close = close_list};
  t->m = m;
  t->random = seed;
  key_index_open(&t->keys, m);
  return &t->base;
}
