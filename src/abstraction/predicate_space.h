// The space of some of the factors of a network, explored forwards from one state, and the distances to an error in it.
#ifndef ABSTRACTION_PREDICATE_SPACE_H
#define ABSTRACTION_PREDICATE_SPACE_H

#include "abstraction/factors.h"

enum { PREDICATE_NEVER = UINT32_MAX };

typedef struct predicate_space predicate_space;

// Everything is allocated in m. NULL if there are more than `most` states.
predicate_space *predicate_space_open(mem *m, const factors *f, const bool *is_kept, const uint32_t *start,
                                      uint32_t most);
// The distance of a state with these values of all factors; false: the state was not reached.
bool predicate_distance(const predicate_space *s, const uint32_t *at, uint32_t *out);
uint32_t predicate_states(const predicate_space *s);
void predicate_space_close(predicate_space *s);

// The factors in the order in which they should be taken. The first *fitting of them together have at most so many
// states. Returns owned, from m.
uint32_t *predicate_order(mem *m, const factors *f, const uint32_t *start, uint32_t most, uint32_t *fitting);

#endif
