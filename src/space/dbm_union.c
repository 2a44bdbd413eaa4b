// Unions of zones.
#include "space/dbm.h"

#include <assert.h>
#include <string.h>

static size_t zone_size(const dbm_union *u) { return (size_t)u->n * u->n; }

void dbm_union_open(dbm_union *u, mem *m, uint32_t n) {
  assert(n > 0 && n <= DBM_MOST);
  *u = (dbm_union){.m = m, .n = n};
}

void dbm_union_close(dbm_union *u) {
  vec_free(u->m, &u->zones);
  u->count = 0;
}

void dbm_union_clear(dbm_union *u) { u->zones.count = u->count = 0; }

dbm_bound *dbm_union_zone(const dbm_union *u, uint32_t i) { return u->zones.at + i * zone_size(u); }

void dbm_union_add(dbm_union *u, const dbm_bound *z) {
  size_t size = zone_size(u);
  if (size * (u->count + 1) > UINT32_MAX)
    mem_exhausted(u->m);
  vec_reserve(u->m, &u->zones, (uint32_t)(size * (u->count + 1)));
  memcpy(dbm_union_zone(u, u->count), z, size * sizeof *z);
  u->zones.count = (uint32_t)(size * ++u->count);
}

static void drop_last(dbm_union *u) {
  assert(u->count > 0);
  u->zones.count = (uint32_t)(zone_size(u) * --u->count);
}

// Adds the pieces of a zone that lie outside z: for each bound of z, the part that violates it and none of the bounds
// before. Changes the zone.
static void add_rest(dbm_union *u, dbm_bound *zone, const dbm_bound *z) {
  uint32_t n = u->n;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++) {
      dbm_bound b = z[(size_t)i * n + j];
      if (b >= zone[(size_t)i * n + j])
        continue;
      dbm_union_add(u, zone);
      if (!dbm_constrain(dbm_union_zone(u, u->count - 1), n, j, i, dbm_negate(b)))
        drop_last(u);
      if (!dbm_constrain(zone, n, i, j, b))
        return;
    }
}

void dbm_union_subtract(dbm_union *u, const dbm_bound *z) {
  dbm_union old = *u;
  dbm_union_open(u, old.m, old.n);
  for (uint32_t i = 0; i < old.count; i++) {
    dbm_bound *zone = dbm_union_zone(&old, i);
    if (dbm_meets(zone, z, old.n))
      add_rest(u, zone, z);
    else
      dbm_union_add(u, zone);
  }
  dbm_union_close(&old);
}
