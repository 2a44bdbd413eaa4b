// Which edges may enable, disable or conflict with which others, by read sets, write sets and synchronisation. All
// answers are over-approximations: "no" holds in every state.
//
// A step with a partner has the influence of both its edges, and is influenced by what influences one of them. The
// functions must not be called for edges of blocks, which are parts of other edges.
#ifndef FACTS_INFLUENCE_H
#define FACTS_INFLUENCE_H

#include "facts/access.h"

typedef struct influence influence;

influence *influence_open(mem *m, const network *net, accesses *a); // borrows net and a
void influence_close(influence *i);

// May a step with the edge `by` enable, or disable, a step with the other edge? Of the same process or of two.
bool influence_enables(influence *i, uint32_t by, uint32_t edge);
bool influence_disables(influence *i, uint32_t by, uint32_t edge);
// Of two different processes: are the two edges dependent? If not, and both are enabled in a state, neither disables
// the other, and both orders lead to the same state.
bool influence_conflicts(influence *i, uint32_t one, uint32_t other);

#endif
