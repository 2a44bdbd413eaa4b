#include "search/cycle_marks.h"

#include <assert.h>
#include <string.h>

enum { FIRST_SIZE = 64 };

static bool is_same(const cycle_mark_set *a, const cycle_mark_set *b) { return memcmp(a, b, sizeof *a) == 0; }

static uint32_t slot_of(const cycle_marks *k, const cycle_mark_set *s) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < PRODUCT_MARK_WORDS; i++)
    hash = (hash ^ s->words[i] ^ s->words[i] >> 32) * 0x9e3779b97f4a7c15u;
  uint32_t at = (uint32_t)(hash >> 32) & (k->size - 1);
  while (k->table[at] && !is_same(&k->sets.at[k->table[at] - 1], s))
    at = (at + 1) & (k->size - 1);
  return at;
}

static void enlarge(cycle_marks *k) {
  if (k->size > UINT32_MAX / 2)
    mem_exhausted(k->m);
  k->table = mem_realloc(k->m, k->table, k->size * 2 * sizeof *k->table);
  k->size *= 2;
  memset(k->table, 0, k->size * sizeof *k->table);
  for (uint32_t i = 0; i < k->sets.count; i++)
    k->table[slot_of(k, &k->sets.at[i])] = i + 1;
}

static uint32_t number_of(cycle_marks *k, const cycle_mark_set *s) {
  uint32_t at = slot_of(k, s);
  if (k->table[at])
    return k->table[at] - 1;
  vec_push(k->m, &k->sets, *s);
  k->table[at] = k->sets.count;
  uint32_t number = k->sets.count - 1;
  if (k->sets.count > k->size / 2)
    enlarge(k);
  return number;
}

void cycle_marks_open(cycle_marks *k, mem *m, const space *product) {
  *k = (cycle_marks){.m = m, .size = FIRST_SIZE};
  k->table = mem_alloc(m, FIRST_SIZE * sizeof *k->table);
  product_needs(product, k->needs.words);
  k->has_needs = !is_same(&k->needs, &(cycle_mark_set){0});
  if (!k->has_needs)
    k->needs.words[0] = 1; // only to tell all from none
  uint32_t none = number_of(k, &(cycle_mark_set){0}), all = number_of(k, &k->needs);
  assert(none == CYCLE_MARKS_NONE && all == CYCLE_MARKS_ALL);
  (void)none, (void)all;
}

void cycle_marks_close(cycle_marks *k) {
  vec_free(k->m, &k->sets);
  mem_free(k->m, k->table);
}

uint32_t cycle_marks_number(cycle_marks *k, const uint64_t *marks) {
  if (!k->has_needs)
    return CYCLE_MARKS_ALL;
  cycle_mark_set s;
  for (uint32_t i = 0; i < PRODUCT_MARK_WORDS; i++)
    s.words[i] = marks[i] & k->needs.words[i];
  return number_of(k, &s);
}

uint32_t cycle_marks_join(cycle_marks *k, uint32_t a, uint32_t b) {
  if (a == b || b == CYCLE_MARKS_NONE || a == CYCLE_MARKS_ALL)
    return a;
  if (a == CYCLE_MARKS_NONE || b == CYCLE_MARKS_ALL)
    return b;
  cycle_mark_set s = k->sets.at[a];
  for (uint32_t i = 0; i < PRODUCT_MARK_WORDS; i++)
    s.words[i] |= k->sets.at[b].words[i];
  return number_of(k, &s);
}
