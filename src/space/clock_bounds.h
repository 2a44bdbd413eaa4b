// The constants that matter for clocks, by location: up to which value it can ever be told whether a lower bound (L) or
// an upper bound (U) on a clock holds, before the clock is set (Behrmann, Bouyer, Fleury and Larsen, "Static guard
// analysis in timed automata verification"). Zones that are the same as far as these can tell have the same future.
#ifndef SPACE_CLOCK_BOUNDS_H
#define SPACE_CLOCK_BOUNDS_H

#include "model/network.h"
#include "space/dbm.h"

typedef struct clock_bounds clock_bounds;

// The conditions are asked of states from outside, in whatever location, positively or negated. With deadlock (or where
// a condition has EXPR_DEADLOCK, or steps have priorities) it also matters whether a bound does not hold: L and U are
// the same then. Borrows net.
clock_bounds *clock_bounds_new(mem *m, const network *net, expr *const *conditions, uint32_t count, bool deadlock);
void clock_bounds_free(clock_bounds *b);

// Where a bound is on the difference of two clocks both have its constant in L and U, which alone does not keep an
// extrapolated zone on its side of that bound: see timed_diagonals.c.

// L and U have room for all clocks and clock 0, whose own are 0; DBM_NEVER where nothing is asked of a clock.
void clock_bounds_of(const clock_bounds *b, const uint32_t *locations /* by process */, int32_t *L, int32_t *U);

#endif
