// How far steps are from interfering with each other (Wehrle, Kupferschmid: Context-enhanced directed model checking,
// 2010). Two steps interfere if a process takes part in both, or if they are dependent: one may enable or disable the
// other, or writes what the other reads or writes. The distance is that in the graph of all edges.
#ifndef FACTS_INTERFERENCE_H
#define FACTS_INTERFERENCE_H

#include "model/network.h"

enum { INTERFERENCE_FAR = 8 }; // greater distances are not told apart

struct facts;
typedef struct interference interference;

// Borrows net and known, the facts of the network. NULL = it makes its own.
interference *interference_open(mem *m, const network *net, struct facts *known);
void interference_close(interference *i);
// 0: the steps interfere; 1: a step interferes with both; ... INTERFERENCE_FAR: no chain of steps is shorter. 0 for a
// step in which nothing happens. Must be called inside a mem_try of the facts' mem, as all functions of facts.h.
uint32_t interference_between(interference *i, const net_action *before, const net_action *step);

#endif
