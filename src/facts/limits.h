// What the expressions of a timed network may be at least and at most, wherever they are evaluated. Guards are not
// looked at: several effects may run in one step, of which each may change what another's guard has seen.
#ifndef FACTS_LIMITS_H
#define FACTS_LIMITS_H

#include "model/network.h"

typedef struct limit_range {
  int64_t least, most;
} limit_range;

typedef struct limits limits;

// The conditions are asked of states from outside. Borrows net.
limits *limits_open(mem *m, const network *net, expr *const *conditions, uint32_t count);
void limits_close(limits *l);
limit_range limits_of(const limits *l, const expr *e); // of a value that comes without a fault

#endif
