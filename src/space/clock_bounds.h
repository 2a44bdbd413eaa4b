// The constants L and U of clocks, by location: the greatest constant of a lower (L) and of an upper bound (U) that a
// clock may be compared with before it is set (Behrmann, Bouyer, Fleury and Larsen, "Static guard analysis in timed
// automata verification"). They are what zones are extrapolated and compared by.
#ifndef SPACE_CLOCK_BOUNDS_H
#define SPACE_CLOCK_BOUNDS_H

#include "model/network.h"
#include "space/dbm.h"

typedef struct clock_bounds clock_bounds;

// The conditions may be evaluated in every location, positively or negated. With deadlock (or where a condition has
// EXPR_DEADLOCK, or steps have priorities) it also matters whether a bound does not hold: then L = U. Borrows net; the
// conditions are not kept.
clock_bounds *clock_bounds_new(mem *m, const network *net, expr *const *conditions, uint32_t count, bool deadlock);
void clock_bounds_free(clock_bounds *b);

// The constant of a diagonal bound counts in L and U of both of its clocks. That alone does not keep an extrapolated
// zone on its side of the bound: see timed_diagonals.c.

// Fills in L and U, which have room for all clocks and clock 0, whose own are 0; DBM_NEVER = no such bound.
void clock_bounds_of(const clock_bounds *b, const uint32_t *locations /* by process */, int32_t *L, int32_t *U);

#endif
