// Inside space: the reduction `local`: local.c (the reduced space), local_where.c (which steps are local) and
// local_trim.c (traces).
#ifndef SPACE_LOCAL_H
#define SPACE_LOCAL_H

#include "facts/facts.h"
#include "model/answer.h"
#include "space/discrete.h"

typedef struct local_space {
  space base;
  mem *m;
  discrete *inner;
  uint8_t *next; // the state that is passed on
  uint32_t room;
  // Of the expansion that is under way:
  const uint8_t *state;
  uint32_t size;          // of the state of inner
  const uint8_t *pending; // by process; those after `count` have none
  uint32_t count;
  uint32_t control; // the process that holds control; NOBODY
  space_visit visit;
  void *context;
} local_space;

// local.c. Reads a state: what it is of the inner space, its pending steps, and who holds control.
void local_open_state(local_space *l, const uint8_t *state, uint32_t size);
uint32_t local_pending_of(const local_space *l, uint32_t pid); // in that state
uint32_t local_sum_pending(const local_space *l);
space *local_open(discrete *inner); // inner->is_ample: where steps are local. Borrows inner

// local_where.c. By template and location: all its steps are local. NULL: that would save nothing. Returns owned; see
// independence_free().
bool **local_locations(mem *m, const network *n, facts *known, expr *const *watched, uint32_t count);

// local_trim.c: see space_reduction.trim.
void local_trim(const space *reduced, space *again, answer *found);

#endif
