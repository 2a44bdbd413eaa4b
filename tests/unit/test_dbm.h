// Zones held against all points of a grid, for the tests of src/space/dbm*.c.
#ifndef TEST_DBM_H
#define TEST_DBM_H

#include "space/dbm.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_CLOCKS = 5, MOST_BOUNDS = MOST_CLOCKS * MOST_CLOCKS }; // clock 0 included

// Points have coordinates in units of 1 / (2n). Those that are looked at are even, so that each open interval between
// two of them, or between one and a bound, has an odd one inside; n - 1 clocks have at most n - 1 different fractions,
// for each of which there is a multiple of 1 / n. No bound that follows from the constants is beyond the top.
typedef struct grid {
  uint32_t n;
  int32_t unit, constant, top;
  uint64_t seed;
} grid;

typedef struct point {
  int32_t at[MOST_CLOCKS]; // at[0] is 0
} point;

static inline grid grid_of(uint32_t n, int32_t constant, uint64_t seed) {
  int32_t unit = 2 * (int32_t)n;
  return (grid){n, unit, constant, (int32_t)n * constant * unit, seed};
}

static inline uint32_t random_below(grid *g, uint32_t n) {
  g->seed = g->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(g->seed >> 33) % n;
}

// for (point p = {{0}}; p.at[0] == 0; next_point(g, &p))
static inline void next_point(const grid *g, point *p) {
  uint32_t i = g->n - 1;
  while (i > 0 && (p->at[i] += 2) > g->top)
    p->at[i--] = 0;
  p->at[0] = i == 0;
}

static inline bool is_within(const grid *g, dbm_bound b, int32_t difference) {
  if (b == DBM_INFINITY)
    return true;
  int32_t limit = dbm_constant(b) * g->unit;
  return dbm_is_strict(b) ? difference < limit : difference <= limit;
}

static inline bool holds(const grid *g, const dbm_bound *z, point p) {
  for (uint32_t i = 0; i < g->n; i++)
    for (uint32_t j = 0; j < g->n; j++)
      if (!is_within(g, z[i * g->n + j], p.at[i] - p.at[j]))
        return false;
  return true;
}

static inline point with(point p, uint32_t clock, int32_t value) {
  p.at[clock] = value;
  return p;
}

static inline dbm_bound random_bound(grid *g) {
  int32_t limit = (int32_t)random_below(g, 2 * (uint32_t)g->constant + 1) - g->constant;
  return random_below(g, 2) ? dbm_le(limit) : dbm_lt(limit);
}

static inline void random_zone(grid *g, dbm_bound *z) {
  uint32_t n = g->n;
  bool is_there;
  do {
    dbm_all(z, n);
    is_there = true;
    for (uint32_t k = random_below(g, 2 * n); k > 0 && is_there; k--)
      is_there = dbm_constrain(z, n, random_below(g, n), random_below(g, n), random_bound(g));
  } while (!is_there);
}

// Closing as the book has it. False if it is empty.
static inline bool plain_close(dbm_bound *z, uint32_t n) {
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < n; j++) {
        dbm_bound sum = dbm_sum(z[i * n + k], z[k * n + j]);
        if (sum < z[i * n + j])
          z[i * n + j] = sum;
        if (i == j && z[i * n + j] < DBM_LE_ZERO)
          return false;
      }
  return true;
}

static inline bool same_zone(const dbm_bound *z, const dbm_bound *other, uint32_t n) {
  return memcmp(z, other, sizeof *z * n * n) == 0;
}

static inline void check_canonical(const grid *g, const dbm_bound *z) {
  dbm_bound closed[MOST_BOUNDS];
  memcpy(closed, z, sizeof *z * g->n * g->n);
  assert_true(plain_close(closed, g->n));
  assert_true(same_zone(closed, z, g->n));
}

#endif
