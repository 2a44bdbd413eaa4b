#include "trace/zone.h"

#include <string.h>

static int64_t sum(int64_t a, int64_t b) {
  if (a >= ZONE_NO_BOUND || b >= ZONE_NO_BOUND)
    return ZONE_NO_BOUND;
  return zone_bound(zone_constant(a) + zone_constant(b), zone_is_strict(a) || zone_is_strict(b));
}

static int64_t *row(const zone *z, uint32_t x) { return z->at + (size_t)x * z->clocks; }

zone zone_new(mem *m, uint32_t clocks) {
  zone z = {.m = m, .clocks = clocks, .at = mem_alloc(m, (size_t)clocks * clocks * sizeof(int64_t))};
  for (size_t i = 0; i < (size_t)clocks * clocks; i++)
    z.at[i] = zone_bound(0, false);
  return z;
}

zone zone_all(mem *m, uint32_t clocks) {
  zone z = zone_new(m, clocks);
  for (uint32_t x = 1; x < clocks; x++)
    for (uint32_t y = 0; y < clocks; y++)
      row(&z, x)[y] = x == y ? zone_bound(0, false) : ZONE_NO_BOUND;
  return z;
}

zone zone_copy(const zone *z) {
  zone made = *z;
  size_t size = (size_t)z->clocks * z->clocks * sizeof(int64_t);
  made.at = mem_alloc(z->m, size);
  memcpy(made.at, z->at, size);
  return made;
}

void zone_free(zone *z) {
  mem_free(z->m, z->at);
  *z = (zone){0};
}

bool zone_require(zone *z, uint32_t x, uint32_t y, int64_t bound) {
  if (sum(bound, row(z, y)[x]) < zone_bound(0, false))
    return false;
  if (bound >= row(z, x)[y])
    return true;
  for (uint32_t i = 0; i < z->clocks; i++) {
    int64_t to_y = sum(row(z, i)[x], bound);
    for (uint32_t k = 0; k < z->clocks && to_y < ZONE_NO_BOUND; k++) {
      int64_t around = sum(to_y, row(z, y)[k]);
      if (around < row(z, i)[k])
        row(z, i)[k] = around;
    }
  }
  return true;
}

void zone_let_time_pass(zone *z) {
  for (uint32_t x = 1; x < z->clocks; x++)
    row(z, x)[0] = ZONE_NO_BOUND;
}

void zone_set(zone *z, uint32_t clock, uint32_t from, int64_t value) {
  int64_t more = zone_bound(value, false), less = zone_bound(-value, false);
  for (uint32_t i = 0; i < z->clocks; i++) {
    if (i == clock)
      continue;
    row(z, clock)[i] = sum(row(z, from)[i], more);
    row(z, i)[clock] = sum(row(z, i)[from], less);
  }
}

// No clock can go back further than the difference to a smaller one allows.
void zone_let_time_go_back(zone *z) {
  for (uint32_t x = 1; x < z->clocks; x++) {
    row(z, 0)[x] = zone_bound(0, false);
    for (uint32_t y = 1; y < z->clocks; y++)
      if (row(z, y)[x] < row(z, 0)[x])
        row(z, 0)[x] = row(z, y)[x];
  }
}

static void free_clock(zone *z, uint32_t clock) {
  for (uint32_t i = 0; i < z->clocks; i++)
    if (i != clock) {
      row(z, clock)[i] = ZONE_NO_BOUND;
      row(z, i)[clock] = row(z, i)[0];
    }
}

bool zone_undo_set(zone *z, uint32_t clock, uint32_t from, int64_t value) {
  if (from == clock) {
    if (!zone_require(z, 0, clock, zone_bound(-value, false)))
      return false;
    zone_set(z, clock, clock, -value);
    return true;
  }
  if (!zone_require(z, clock, from, zone_bound(value, false)) ||
      !zone_require(z, from, clock, zone_bound(-value, false)))
    return false;
  free_clock(z, clock);
  return true;
}

bool zone_has_point(const zone *z, const int64_t *values, int64_t unit) {
  for (uint32_t x = 0; x < z->clocks; x++)
    for (uint32_t y = 0; y < z->clocks; y++) {
      int64_t bound = row(z, x)[y], difference = values[x] - values[y];
      if (bound >= ZONE_NO_BOUND)
        continue;
      int64_t most = zone_constant(bound) * unit;
      if (zone_is_strict(bound) ? difference >= most : difference > most)
        return false;
    }
  return true;
}

bool zone_is_same(const zone *a, const zone *b) {
  return a->clocks == b->clocks && memcmp(a->at, b->at, (size_t)a->clocks * a->clocks * sizeof(int64_t)) == 0;
}

// Clocks whose difference is fixed form a class. The first clock of the class of x:
static uint32_t first_like(const zone *z, uint32_t x) {
  for (uint32_t i = 0; i < x; i++)
    if (sum(row(z, i)[x], row(z, x)[i]) == zone_bound(0, false))
      return i;
  return x;
}

static uint32_t next_like(const zone *z, const uint32_t *first, uint32_t x) {
  for (uint32_t i = x + 1; i < z->clocks; i++)
    if (first[i] == first[x])
      return i;
  return first[x];
}

static bool is_implied(const zone *z, const uint32_t *first, uint32_t x, uint32_t y) {
  for (uint32_t i = 0; i < z->clocks; i++)
    if (first[i] == i && i != x && i != y && sum(row(z, x)[i], row(z, i)[y]) <= row(z, x)[y])
      return true;
  return false;
}

void zone_core(const zone *z, bool *needed) {
  uint32_t *first = mem_alloc(z->m, z->clocks * sizeof *first);
  memset(needed, 0, (size_t)z->clocks * z->clocks);
  for (uint32_t x = 0; x < z->clocks; x++)
    first[x] = first_like(z, x);
  for (uint32_t x = 0; x < z->clocks; x++) {
    uint32_t next = next_like(z, first, x);
    if (next != x)
      needed[x * z->clocks + next] = true;
    for (uint32_t y = 0; y < z->clocks && first[x] == x; y++)
      if (y != x && first[y] == y && row(z, x)[y] < ZONE_NO_BOUND && !is_implied(z, first, x, y))
        needed[x * z->clocks + y] = true;
  }
  mem_free(z->m, first);
}
