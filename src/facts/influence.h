// Which edges may enable, disable or get in the way of which, told from read sets, write sets and synchronisation. All
// answers err on one side: where there is no influence there is none, whatever the state.
//
// A step with a partner has the influence of both its edges, and is influenced by whatever influences one of them. The
// edges of blocks are parts of others and have no influence of their own.
#ifndef FACTS_INFLUENCE_H
#define FACTS_INFLUENCE_H

#include "facts/access.h"

typedef struct influence influence;

influence *influence_open(mem *m, const network *net, accesses *a); // borrows net and a
void influence_close(influence *i);

// May a step with the edge `by` make a step with the other possible, or impossible? Whoever takes them: the same
// process or two.
bool influence_enables(influence *i, uint32_t by, uint32_t edge);
bool influence_disables(influence *i, uint32_t by, uint32_t edge);
// Of two different processes: may it matter which of the two comes first? If not, and both are possible in a state,
// neither keeps the other from being possible, and both orders lead to the same state.
bool influence_conflicts(influence *i, uint32_t one, uint32_t other);

#endif
