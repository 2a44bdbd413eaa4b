#include "search/open.h"

#include <assert.h>

typedef struct level {
  uint32_t first, key; // states from this number on have this key
} level;

typedef struct arrival {
  open_list base;
  mem *m;
  uint32_t next, end;
  VEC(level) levels;
  uint32_t current; // the level that next is in
} arrival;

static void insert(open_list *o, const open_state *s) {
  arrival *a = (arrival *)o;
  uint32_t id = s->id, key = s->cost;
  assert(id == a->end);
  if (!a->levels.count || a->levels.at[a->levels.count - 1].key != key) {
    assert(!a->levels.count || a->levels.at[a->levels.count - 1].key < key);
    level l = {.first = id, .key = key};
    vec_push(a->m, &a->levels, l);
  }
  a->end++;
}

static uint32_t level_of_next(const arrival *a) {
  uint32_t current = a->current;
  while (current + 1 < a->levels.count && a->levels.at[current + 1].first <= a->next)
    current++;
  return current;
}

static bool least(const open_list *o, uint32_t *key) {
  const arrival *a = (const arrival *)o;
  if (a->next == a->end)
    return false;
  *key = a->levels.at[level_of_next(a)].key;
  return true;
}

static uint32_t remove_one(open_list *o) {
  arrival *a = (arrival *)o;
  assert(a->next < a->end);
  a->current = level_of_next(a);
  return a->next++;
}

static void close_list(open_list *o) {
  arrival *a = (arrival *)o;
  vec_free(a->m, &a->levels);
  mem_free(a->m, a);
}

open_list *open_arrival(mem *m) {
  arrival *a = mem_alloc(m, sizeof *a);
  a->m = m;
  a->base = (open_list){.insert = insert, .least = least, .remove = remove_one, .close = close_list};
  return &a->base;
}
