// Which variables only one process ever writes. Between two steps of that process they keep their values.
#ifndef FACTS_WRITERS_H
#define FACTS_WRITERS_H

#include "facts/access.h"

enum { WRITERS_SEVERAL = UINT32_MAX };

// By variable, for global ones: the template of the only process that may write it; WRITERS_SEVERAL = there may be
// several, or it is local. Owned, from m.
uint32_t *writers_find(mem *m, const network *net, accesses *a);

#endif
