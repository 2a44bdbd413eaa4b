// A table of distances: what a pattern database is looked up in. Each key (abstraction/pdb_key.h) has a distance or, in
// a timed network with clocks, a list of zones with distances. It is read-only once it is finished, so any number of
// estimates can share it.
//
// The look-up of a zone Z takes the greatest distance of the zones W of its key that cover Z. That is a lower bound of
// the distance d(Z) in the original, if the distance of W is one of d(W) in the copy, for every W that covers Z:
// - d(Z) is the least distance of a clock valuation v in Z, because the extrapolated zones of the original are
// simulated
//   by those that they extrapolate: a symbolic path to an error is one of some v in Z.
// - The path is one of the copy from the projection of v, at no greater cost, since the copy over-approximates.
// - W covers Z: some w in W simulates the projection of v (aLU of the constants of the copy, or inclusion), so an error
//   is reached from w at no greater cost. So d(W) <= d(w) <= d(v) = d(Z).
// So a key needs only the zones that no other zone covers whose distance is as great or greater.
//
// If no zone covers Z (the constants of the copy can be greater than those of the original, because locations are not
// told apart), the least distance of the key is a lower bound, provided that the table has all states of the copy: some
// really reachable valuation of the original simulates v, and its projection is in a zone of the key. Otherwise there
// is no bound but 0.
//
// With TABLE_MEETS the look-up is Definition 4 of the Russian Doll paper instead: the least distance of the zones that
// meet Z. It is a lower bound if the zones of the table were pruned by inclusion only, not by simulation: the really
// reachable valuation above is in one of them, and in Z.
#ifndef ABSTRACTION_TABLE_H
#define ABSTRACTION_TABLE_H

#include "base/vec.h"
#include "space/dbm.h"
#include "store/ends.h"
#include "store/row_bounds.h"

typedef enum { TABLE_COVERS, TABLE_MEETS } table_lookup;

enum {
  TABLE_NONE = 0xffffffff,  // no such key
  TABLE_NEVER = 0xffffffff, // as a distance: there is no error
};

typedef struct table_entry {
  uint32_t head, distance;
  uint32_t state; // for the caller
} table_entry;

typedef struct table {
  mem *m;
  table_lookup lookup;
  uint32_t n;    // dimension of the zones; 0 or 1 = none
  bool is_whole; // it has all states of the copy, and their distances are exact
  // Keys are numbered 0, 1, 2 ... in the order in which they came.
  ends ends; // by key: where it ends in bytes
  uint8_t *bytes;
  uint64_t used, room;
  uint32_t *slots; // a hash table of their numbers + 1
  uint32_t mask;
  // By key: the number of its constants L and U, which are one after the other in constants; TABLE_NONE: zones cover by
  // inclusion.
  VEC(uint32_t) constants_of;
  VEC(int32_t) constants;
  // Zones, by key and decreasing distance.
  uint32_t *first; // by key, one more than there are; without zones the numbers of keys are those of distances
  uint32_t count, width, row; // how many there are, bytes of a number of a zone, and of all
  uint8_t *zones;
  uint16_t *distances; // 0xffff = never
} table;

void table_open(table *t, mem *m, uint32_t n, table_lookup lookup);
void table_close(table *t);

uint32_t table_find(const table *t, const uint8_t *key, uint32_t size); // the number of a key, or TABLE_NONE
uint32_t table_add_key(table *t, const uint8_t *key, uint32_t size, bool *is_new);
// L, U NULL: by inclusion. Once for each key, in order; only in tables with zones.
void table_set_constants(table *t, const int32_t *L, const int32_t *U);

// Fills in the distances: of the entries those that are needed, in any order. zone_of returns the zone of an entry;
// borrowed until the next call. It is not called in a table without zones. width: see narrow_width(), of all zones.
typedef const int32_t *(*table_zone)(void *context, const table_entry *e);
void table_finish(table *t, const table_entry *entries, uint32_t count, uint32_t width, table_zone zone_of,
                  void *context);

typedef struct table_work { // of one who looks up
  row_bounds least;
  dbm_bound *zone;
} table_work;
void table_work_open(table_work *w, mem *m, uint32_t n);
void table_work_close(table_work *w);
// A lower bound of the distance of a state with this key and (if n > 1) this zone; TABLE_NEVER.
uint32_t table_ask(const table *t, table_work *w, const uint8_t *key, uint32_t size, const dbm_bound *zone);

uint64_t table_bytes(const table *t); // in all

#endif
