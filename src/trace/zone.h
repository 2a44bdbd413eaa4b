// Zones: sets of clock values, each a canonical difference bound matrix. A simple implementation, for traces; that of
// the searches is in space/.
#ifndef TRACE_ZONE_H
#define TRACE_ZONE_H

#include "base/mem.h"

typedef struct zone {
  mem *m;
  uint32_t clocks; // clock 0 is the constant 0
  int64_t *at;     // at[x * clocks + y]: zone_bound() of x - y
} zone;

// x - y <= constant, or <, as one number: a tighter bound is less.
#define ZONE_NO_BOUND (INT64_MAX / 4)
static inline int64_t zone_bound(int64_t constant, bool is_strict) { return 2 * constant + !is_strict; }
static inline int64_t zone_constant(int64_t bound) { return bound >> 1; }
static inline bool zone_is_strict(int64_t bound) { return !(bound & 1); }

zone zone_new(mem *m, uint32_t clocks); // all clocks are 0
zone zone_all(mem *m, uint32_t clocks); // no clock is negative; nothing else is required
zone zone_copy(const zone *z);
void zone_free(zone *z);
bool zone_require(zone *z, uint32_t x, uint32_t y, int64_t bound); // false = it would be empty: it does not change
void zone_let_time_pass(zone *z);
void zone_set(zone *z, uint32_t clock, uint32_t from, int64_t value); // clock = from + value
// The opposite of both: the values from which time, or setting the clock, leads into the zone. False = there are none;
// then it means nothing.
void zone_let_time_go_back(zone *z);
bool zone_undo_set(zone *z, uint32_t clock, uint32_t from, int64_t value);
bool zone_has_point(const zone *z, const int64_t *values, int64_t unit); // values in parts, unit of them make a unit
bool zone_is_same(const zone *a, const zone *b);
// Marks a minimal set of bounds that imply all the others (Larsen, Larsson, Pettersson, Yi: RTSS 1997) in needed, which
// has an element for each bound.
void zone_core(const zone *z, bool *needed);

#endif
