// Operations on one zone. Constants are so small (see NET_MAX_TIME) that the sum of two bounds does not overflow.
#include "space/dbm_group.h"

#include <assert.h>
#include <string.h>

// row = min(row, a + by), where a is finite, and an infinite bound of by stays infinite.
static inline void relax_group(dbm_bound *row, const dbm_bound *by, dbm_bound a) {
  dbm_group old = dbm_group_of(row), b = dbm_group_of(by);
  dbm_group sum = (dbm_group)((dbm_unsigned_group)b + (uint32_t)a - ((dbm_unsigned_group)(b | a) & 1));
  *dbm_group_at(row) = dbm_group_choose((sum < old) & (b != DBM_INFINITY), sum, old);
}

static inline void relax_row(dbm_bound *row, const dbm_bound *by, dbm_bound a, uint32_t n) {
  uint32_t i = 0;
  for (; i + DBM_GROUP <= n; i += DBM_GROUP)
    relax_group(row + i, by + i, a);
  for (; i < n; i++) {
    dbm_bound sum = dbm_sum(a, by[i]);
    row[i] = sum < row[i] ? sum : row[i];
  }
}

// All paths through clock k. False at a negative cycle: the zone is empty. This is tested after each row, since bounds
// would otherwise overflow.
static bool relax_through(dbm_bound *z, uint32_t n, uint32_t k) {
  const dbm_bound *by = z + (size_t)k * n;
  for (uint32_t i = 0; i < n; i++) {
    dbm_bound *row = z + (size_t)i * n;
    if (i == k || row[k] == DBM_INFINITY)
      continue;
    relax_row(row, by, row[k], n);
    if (row[i] < DBM_LE_ZERO)
      return false;
  }
  return true;
}

// No clock is negative, and none differs from itself.
bool dbm_is_plausible(const dbm_bound *z, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (z[i] > DBM_LE_ZERO || z[(size_t)i * n + i] != DBM_LE_ZERO)
      return false;
  return true;
}

void dbm_zero(dbm_bound *z, uint32_t n) {
  for (size_t i = 0; i < (size_t)n * n; i++)
    z[i] = DBM_LE_ZERO;
}

void dbm_all(dbm_bound *z, uint32_t n) {
  for (size_t i = 0; i < (size_t)n * n; i++)
    z[i] = i < n ? DBM_LE_ZERO : DBM_INFINITY;
  for (uint32_t i = 1; i < n; i++)
    z[(size_t)i * n + i] = DBM_LE_ZERO;
}

bool dbm_close(dbm_bound *z, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    dbm_bound *self = &z[(size_t)i * n + i];
    if (*self < DBM_LE_ZERO)
      return false;
    *self = DBM_LE_ZERO;
  }
  for (uint32_t k = 0; k < n; k++)
    if (!relax_through(z, n, k))
      return false;
  return true;
}

void dbm_close_rows(dbm_bound *z, uint32_t n, const uint32_t *rows, uint32_t count) {
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t r = 0; r < count; r++) {
      dbm_bound *row = z + (size_t)rows[r] * n;
      if (rows[r] != k && row[k] != DBM_INFINITY)
        relax_row(row, z + (size_t)k * n, row[k], n);
    }
}

bool dbm_constrain(dbm_bound *z, uint32_t n, uint32_t i, uint32_t j, dbm_bound b) {
  assert(i < n && j < n);
  if (b >= z[(size_t)i * n + j])
    return true;
  if (dbm_sum(z[(size_t)j * n + i], b) < DBM_LE_ZERO)
    return false;
  const dbm_bound *by = z + (size_t)j * n; // no path from j becomes shorter, so this row does not change
  for (uint32_t p = 0; p < n; p++) {
    dbm_bound *row = z + (size_t)p * n, path = dbm_sum(row[i], b);
    if (path < row[j])
      relax_row(row, by, path, n);
  }
  return true;
}

// Only paths through clocks whose bounds have changed can become shorter.
bool dbm_intersect(dbm_bound *z, const dbm_bound *other, uint32_t n) {
  assert(n <= DBM_MOST);
  bool is_touched[DBM_MOST];
  memset(is_touched, 0, n * sizeof *is_touched);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++) {
      size_t at = (size_t)i * n + j;
      if (other[at] >= z[at])
        continue;
      if (dbm_sum(other[at], z[(size_t)j * n + i]) < DBM_LE_ZERO)
        return false;
      z[at] = other[at];
      is_touched[i] = is_touched[j] = true;
    }
  for (uint32_t k = 0; k < n; k++)
    if (is_touched[k] && !relax_through(z, n, k))
      return false;
  return true;
}

// A bound as a length: a strict bound is one less, and a cycle of at most n bounds cannot add that up to n + 1.
static int64_t length_of(dbm_bound b, uint32_t n) {
  return (int64_t)dbm_constant(b) * ((int64_t)n + 1) - dbm_is_strict(b);
}

// The intersection is empty if and only if there is a cycle of negative length (Bellman and Ford). Both zones are
// canonical, so the cycles of two bounds or a few rounds mostly decide.
bool dbm_meets(const dbm_bound *z, const dbm_bound *other, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++)
      if (dbm_sum(z[(size_t)i * n + j], other[(size_t)j * n + i]) < DBM_LE_ZERO)
        return false;
  assert(n <= DBM_MOST);
  int64_t nearest[DBM_MOST];
  memset(nearest, 0, n * sizeof *nearest);
  bool has_changed = true;
  for (uint32_t round = 0; round <= n && has_changed; round++) {
    has_changed = false;
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < n; j++) {
        size_t at = (size_t)i * n + j;
        dbm_bound b = z[at] < other[at] ? z[at] : other[at];
        if (b == DBM_INFINITY || nearest[i] + length_of(b, n) >= nearest[j])
          continue;
        nearest[j] = nearest[i] + length_of(b, n);
        has_changed = true;
      }
  }
  return !has_changed;
}

void dbm_up(dbm_bound *z, uint32_t n) {
  for (uint32_t i = 1; i < n; i++)
    z[(size_t)i * n] = DBM_INFINITY;
}

void dbm_down(dbm_bound *z, uint32_t n) {
  for (uint32_t j = 1; j < n; j++)
    z[j] = DBM_LE_ZERO;
  for (uint32_t i = 1; i < n; i++) // no clock can go back further than the difference to a smaller one allows
    for (uint32_t j = 1; j < n; j++)
      if (z[(size_t)i * n + j] < z[j])
        z[j] = z[(size_t)i * n + j];
}

void dbm_free(dbm_bound *z, uint32_t n, uint32_t clock) {
  assert(clock > 0 && clock < n);
  for (uint32_t i = 0; i < n; i++)
    if (i != clock) {
      z[(size_t)clock * n + i] = DBM_INFINITY;
      z[(size_t)i * n + clock] = z[(size_t)i * n];
    }
}

void dbm_set(dbm_bound *z, uint32_t n, uint32_t clock, int32_t value) { dbm_copy_clock(z, n, clock, 0, value); }

static dbm_bound moved(dbm_bound b, int32_t by) { return b == DBM_INFINITY ? b : b + 2 * by; }

void dbm_copy_clock(dbm_bound *z, uint32_t n, uint32_t clock, uint32_t from, int32_t plus) {
  assert(clock > 0 && clock < n && from < n && (from > 0 || plus >= 0));
  for (uint32_t i = 0; i < n; i++)
    if (i != clock) {
      z[(size_t)clock * n + i] = moved(z[(size_t)from * n + i], plus);
      z[(size_t)i * n + clock] = moved(z[(size_t)i * n + from], -plus);
    }
}

bool dbm_includes(const dbm_bound *large, const dbm_bound *small, uint32_t n) {
  for (size_t i = 0; i < (size_t)n * n; i++)
    if (large[i] < small[i])
      return false;
  return true;
}
