// Difference bound matrices: sets of clock values (zones) described by bounds on the differences of clocks.
//
// A zone of dimension n has clocks 1 .. n - 1; "clock" 0 is the constant 0. Entry i * n + j is a bound on x_i - x_j. A
// zone is canonical (every bound as tight as the others make it) before and after every operation here that does not
// say otherwise, and never empty unless an operation returns false: then its contents mean nothing.
#ifndef SPACE_DBM_H
#define SPACE_DBM_H

#include "base/mem.h"
#include "base/vec.h"
#include "model/network.h"

enum { DBM_MOST = NET_MAX_CLOCKS + 2 }; // greatest dimension: all clocks, the constant 0, and one for the elapsed time

// A bound < c or <= c as one number whose order is the order of bounds: 2c or 2c + 1.
typedef int32_t dbm_bound;
enum {
  DBM_INFINITY = INT32_MAX, // no bound
  DBM_LE_ZERO = 1,
  DBM_LT_ZERO = 0,
  DBM_NEVER = INT32_MIN, // in L and U: the clock has no bound of this kind
};
static inline dbm_bound dbm_le(int32_t c) { return 2 * c + 1; }
static inline dbm_bound dbm_lt(int32_t c) { return 2 * c; }
static inline int32_t dbm_constant(dbm_bound b) { return b >> 1; }
static inline bool dbm_is_strict(dbm_bound b) { return !(b & 1); }
// The bound of x - z that follows from those of x - y and y - z.
static inline dbm_bound dbm_sum(dbm_bound a, dbm_bound b) {
  if (a == DBM_INFINITY || b == DBM_INFINITY)
    return DBM_INFINITY;
  return (a & ~1) + (b & ~1) + (a & b & 1);
}
// The opposite: x - y < c does not hold if and only if y - x <= -c does.
static inline dbm_bound dbm_negate(dbm_bound b) { return 1 - b; }

void dbm_zero(dbm_bound *z, uint32_t n);               // all clocks are 0
void dbm_all(dbm_bound *z, uint32_t n);                // all values that are not negative
bool dbm_is_plausible(const dbm_bound *z, uint32_t n); // for assertions: a cheap test, necessary for a canonical zone
bool dbm_close(dbm_bound *z, uint32_t n);              // makes any matrix canonical; false if it is empty
// The same where only bounds in these rows can be tightened, and the zone is not empty.
void dbm_close_rows(dbm_bound *z, uint32_t n, const uint32_t *rows, uint32_t count);

// Intersection with one bound on x_i - x_j, or with a zone. False if it is empty.
bool dbm_constrain(dbm_bound *z, uint32_t n, uint32_t i, uint32_t j, dbm_bound b);
bool dbm_intersect(dbm_bound *z, const dbm_bound *other, uint32_t n);
bool dbm_meets(const dbm_bound *z, const dbm_bound *other, uint32_t n); // is the intersection not empty?

void dbm_up(dbm_bound *z, uint32_t n);                   // adds all values that it can reach by delay
void dbm_down(dbm_bound *z, uint32_t n);                 // adds all values that can reach it by delay
void dbm_free(dbm_bound *z, uint32_t n, uint32_t clock); // the clock may have any value
void dbm_set(dbm_bound *z, uint32_t n, uint32_t clock, int32_t value);
void dbm_copy_clock(dbm_bound *z, uint32_t n, uint32_t clock, uint32_t from, int32_t plus); // clock = from + plus >= 0

bool dbm_includes(const dbm_bound *large, const dbm_bound *small, uint32_t n);
// Inclusion in the abstraction aLU: is every value of the small zone simulated by one of the large, for lower bounds up
// to L and upper bounds up to U? L and U are by clock, from 0 (whose own are 0); DBM_NEVER = none.
bool dbm_includes_lu(const dbm_bound *large, const dbm_bound *small, uint32_t n, const int32_t *L, const int32_t *U);
// The least bounds of a zone that includes z in this sense: it does if and only if none of its bounds is less.
void dbm_least_around_lu(const dbm_bound *z, uint32_t n, const int32_t *L, const int32_t *U, dbm_bound *least);
// The greatest bounds of a zone that is included in z in this sense: if one of its bounds is greater, it is not.
void dbm_most_within_lu(const dbm_bound *z, uint32_t n, const int32_t *L, const int32_t *U, dbm_bound *most);

// Extrapolations of Behrmann, Bouyer, Larsen and Pelanek: the zone grows, to one of finitely many.
void dbm_extra_m(dbm_bound *z, uint32_t n, const int32_t *M);
void dbm_extra_lu(dbm_bound *z, uint32_t n, const int32_t *L, const int32_t *U);
void dbm_extra_lu_plus(dbm_bound *z, uint32_t n, const int32_t *L, const int32_t *U);

// A federation: a list of zones, their union. Zones may overlap.
typedef struct dbm_union {
  mem *m;
  uint32_t n;
  VEC(dbm_bound) zones; // one after the other
  uint32_t count;
} dbm_union;

void dbm_union_open(dbm_union *u, mem *m, uint32_t n); // empty
void dbm_union_close(dbm_union *u);
void dbm_union_clear(dbm_union *u);
void dbm_union_add(dbm_union *u, const dbm_bound *z);
dbm_bound *dbm_union_zone(const dbm_union *u, uint32_t i); // borrowed until the next change
void dbm_union_subtract(dbm_union *u, const dbm_bound *z); // each of its zones becomes disjoint pieces outside z

#endif
