// The constants L and U of clocks, by location: the greatest constant of a lower (L) and of an upper bound (U) that a
// clock may be compared with before it is set (Behrmann, Bouyer, Fleury and Larsen, "Static guard analysis in timed
// automata verification"). They are what zones are extrapolated and compared by.
#ifndef SPACE_CLOCK_BOUNDS_H
#define SPACE_CLOCK_BOUNDS_H

#include "facts/ranges.h"
#include "space/dbm.h"

typedef struct clock_bounds clock_bounds;

// The conditions may be evaluated in every location, positively or negated. Borrows the network of the ranges; the rest
// is not kept. The ranges must be found without guards: verdicts depend on the result.
clock_bounds *clock_bounds_new(mem *m, const ranges *r, expr *const *conditions, uint32_t count);
void clock_bounds_free(clock_bounds *b);

// The constant of a diagonal bound counts in L and U of both of its clocks. That alone does not keep an extrapolated
// zone on its side of the bound: see timed_diagonals.c.

// Fills in L and U, which have room for all clocks and clock 0, whose own are 0; DBM_NEVER = no such bound. In a search
// for deadlocks (or where a condition has EXPR_DEADLOCK, or steps have priorities) it also matters whether a bound does
// not hold: then L = U. locations: by process.
void clock_bounds_of(const clock_bounds *b, const uint32_t *locations, bool deadlocks, int32_t *L, int32_t *U);

#endif
