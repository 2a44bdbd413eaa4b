// Abstractions of zones by the constants that clocks are compared with: Behrmann, Bouyer, Larsen and Pelanek, "Lower
// and upper bounds in zone-based abstractions of timed automata" (the extrapolations), and Herbreteau, Srivathsan and
// Walukiewicz, "Better abstractions for timed automata" (the inclusion).
#include "space/dbm_group.h"

#include <assert.h>

// DBM_NEVER is minus infinity: every constant is above it.
static bool is_above(dbm_bound b, int32_t constant) {
  return b == DBM_INFINITY || constant == DBM_NEVER || dbm_constant(b) > constant;
}

// Does the bound on 0 - x leave only values of x above the constant?
static bool is_beyond(dbm_bound below, int32_t constant) { return constant == DBM_NEVER || below <= dbm_lt(-constant); }

// What a bound on x_i - x_j is loosened to where x_j only needs to stay above the constant.
static dbm_bound loosened(uint32_t i, int32_t constant) {
  if (constant == DBM_NEVER)
    return i == 0 ? DBM_LE_ZERO : DBM_INFINITY;
  return dbm_lt(-constant);
}

static bool loosen(dbm_bound *z, dbm_bound b) {
  if (b <= *z)
    return false;
  *z = b;
  return true;
}

void dbm_extra_m(dbm_bound *z, uint32_t n, const int32_t *M) { dbm_extra_lu(z, n, M, M); }

void dbm_extra_lu(dbm_bound *z, uint32_t n, const int32_t *L, const int32_t *U) {
  bool has_changed = false;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++) {
      dbm_bound *b = &z[(size_t)i * n + j];
      if (i == j)
        continue;
      if (i > 0 && is_above(*b, L[i]))
        has_changed |= loosen(b, DBM_INFINITY);
      else if (j > 0 && is_beyond(*b, U[j]))
        has_changed |= loosen(b, loosened(i, U[j]));
    }
  if (has_changed)
    dbm_close(z, n);
}

// Removes the bounds of a row that are greater than most. False if there are none.
static bool drop_above(dbm_bound *row, uint32_t n, dbm_bound most) {
  dbm_group dropped = {0};
  uint32_t i = 0;
  for (; i + DBM_GROUP <= n; i += DBM_GROUP) {
    dbm_group b = dbm_group_of(row + i), is_dropped = (b > most) & (b != DBM_INFINITY);
    *dbm_group_at(row + i) = b | (is_dropped & DBM_INFINITY);
    dropped |= is_dropped;
  }
  bool has_changed = dropped[0] | dropped[1] | dropped[2] | dropped[3];
  for (; i < n; i++)
    if (row[i] > most)
      has_changed |= loosen(&row[i], DBM_INFINITY);
  return has_changed;
}

static void drop_all(dbm_bound *row, uint32_t n, uint32_t own) {
  for (uint32_t i = 0; i < n; i++)
    row[i] = DBM_INFINITY;
  row[own] = DBM_LE_ZERO;
}

// Row 0 is canonical once it is loosened, and so is a row without bounds. Where x_j is beyond U_j, the only bound left
// in its column is that of row 0, so all others follow from it; and no path from x_j is shorter than from 0. So only
// rows from which bounds above L were removed are closed again.
void dbm_extra_lu_plus(dbm_bound *z, uint32_t n, const int32_t *L, const int32_t *U) {
  assert(n <= DBM_MOST);
  uint32_t rows[DBM_MOST], row_count = 0, beyond[DBM_MOST], beyond_count = 0;
  for (uint32_t j = 1; j < n; j++)
    if (is_beyond(z[j], U[j]))
      beyond[beyond_count++] = j;
  for (uint32_t i = 1; i < n; i++) {
    dbm_bound *row = z + (size_t)i * n;
    if (is_beyond(z[i], L[i])) {
      drop_all(row, n, i);
      continue;
    }
    for (uint32_t k = 0; k < beyond_count; k++)
      row[beyond[k]] = DBM_INFINITY;
    row[i] = DBM_LE_ZERO;
    if (drop_above(row, n, dbm_le(L[i])))
      rows[row_count++] = i;
  }
  for (uint32_t k = 0; k < beyond_count; k++)
    loosen(&z[beyond[k]], loosened(0, U[beyond[k]]));
  if (row_count)
    dbm_close_rows(z, n, rows, row_count);
  for (uint32_t i = 1; i < n; i++)
    for (uint32_t k = 0; k < beyond_count && z[(size_t)i * n] != DBM_INFINITY; k++)
      if (beyond[k] != i)
        z[(size_t)i * n + beyond[k]] = dbm_sum(z[(size_t)i * n], z[beyond[k]]);
}

// The paper bounds y - x where this bounds x - y. The small zone is not included if and only if for some clocks x and
// y: it has values of x up to U_x, its bound on y - x is not within that of the large zone, and L_y does not abstract
// the difference away.
bool dbm_includes_lu(const dbm_bound *large, const dbm_bound *small, uint32_t n, const int32_t *L, const int32_t *U) {
  for (uint32_t x = 0; x < n; x++) {
    if (U[x] == DBM_NEVER || small[x] < dbm_le(-U[x]))
      continue;
    for (uint32_t y = 0; y < n; y++) {
      size_t at = (size_t)y * n + x;
      if (large[at] < small[at] && L[y] != DBM_NEVER && dbm_sum(large[at], dbm_lt(-L[y])) < small[x])
        return false;
    }
  }
  return true;
}

// The three conditions above, solved for the bound of the large zone. The last one compares a bound without its last
// bit, so its right side is rounded up to an even number.
static inline dbm_bound least_bound(dbm_bound z, dbm_bound below, int32_t constant) {
  dbm_bound relaxed = (below + 2 * constant + 1) & ~1;
  return z < relaxed ? z : relaxed;
}

static void least_row(const dbm_bound *row, const dbm_bound *below, uint32_t n, int32_t constant, const int32_t *counts,
                      dbm_bound *least) {
  uint32_t i = 0;
  for (; i + DBM_GROUP <= n; i += DBM_GROUP) {
    dbm_group z = dbm_group_of(row + i), relaxed = (dbm_group_of(below + i) + (2 * constant + 1)) & ~1;
    dbm_group bound = dbm_group_choose(z < relaxed, z, relaxed), mask = *(const dbm_group *)(counts + i);
    *dbm_group_at(least + i) = dbm_group_choose(mask, bound, DBM_NEVER - (dbm_group){0});
  }
  for (; i < n; i++)
    least[i] = counts[i] ? least_bound(row[i], below[i], constant) : DBM_NEVER;
}

// DBM_NEVER is less than any bound.
void dbm_least_around_lu(const dbm_bound *z, uint32_t n, const int32_t *L, const int32_t *U, dbm_bound *least) {
  assert(n <= DBM_MOST);
  int32_t counts[DBM_MOST]; // by x: all bits, or none
  for (uint32_t x = 0; x < n; x++)
    counts[x] = U[x] != DBM_NEVER && z[x] >= dbm_le(-U[x]) ? -1 : 0;
  for (uint32_t y = 0; y < n; y++) {
    dbm_bound *row = least + (size_t)y * n;
    if (L[y] != DBM_NEVER) {
      least_row(z + (size_t)y * n, z, n, L[y], counts, row);
      continue;
    }
    for (uint32_t x = 0; x < n; x++)
      row[x] = DBM_NEVER;
  }
}

// With S for the small zone and a for z_yx, S is not included if for some x and y both S_yx > a and S_0x > b, where b
// is the greater of (a without its last bit) - 2 L_y and < -U_x.
//  - y = 0: L is 0, so S_0x > max(a, < -U_x) is enough.
//  - x = 0: S_00 is <= 0, so S_y0 > a is enough, provided that a is not above <= L_y.
//  - Others: let m = z_y0 be not above <= L_y. If S_y0 > m, see above. Else S_yx <= S_y0 + S_0x <= (m without its last
//    bit) + S_0x, so S_yx > max(a, m + b) is enough, where m + a - 2 L_y is not above a.
void dbm_most_within_lu(const dbm_bound *z, uint32_t n, const int32_t *L, const int32_t *U, dbm_bound *most) {
  for (uint32_t y = 0; y < n; y++) {
    dbm_bound m = z[(size_t)y * n];
    bool counts = L[y] != DBM_NEVER && m <= dbm_le(L[y]);
    for (uint32_t x = 0; x < n; x++) {
      size_t at = (size_t)y * n + x;
      most[at] = DBM_INFINITY;
      if (!counts || U[x] == DBM_NEVER)
        continue;
      dbm_bound beyond = x ? dbm_lt(-U[x]) + (m & ~1) : z[at];
      most[at] = beyond > z[at] ? beyond : z[at];
    }
  }
}
