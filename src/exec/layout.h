// Which templates the processes of a state are instances of, in order, is the state's layout. Layouts form a tree,
// since processes form a stack: starting one goes to a child, the death of the youngest to the parent. Each is made
// when it first occurs, in the memory of whoever runs the code.
#ifndef EXEC_LAYOUT_H
#define EXEC_LAYOUT_H

#include "exec/layout_plan.h"
#include <assert.h>

typedef struct layout layout;
struct layout {
  uint32_t id; // 0, 1, 2 ... as they are met: not part of a state
  uint32_t processes, queues;
  uint32_t size; // of a vector, and where the next frame would start
  layout *parent, *children, *sibling;
  const frame_shape **shape; // by process
  uint32_t *frame;           // by process: offset
  uint32_t *first_queue;     // by process: number of the first of its channels
  queue_place *queue;        // by channel number; [0] is not used
};

typedef struct layouts { // those met so far
  arena *memory;
  const layout_plan *plan;
  layout *root;                          // no process
  layout *latest[NET_MAX_PROCESSES + 1]; // by number of processes: the one that was found last; NULL = none yet
  uint32_t count;
} layouts;

layouts *layouts_new(mem *m, const layout_plan *plan); // borrows both
void layouts_free(layouts *l);

// The layout with one more process; NULL if the channels would be too many.
layout *layout_child(layouts *l, layout *parent, uint32_t template_);
layout *layout_find(layouts *l, const uint8_t *state);

// Is it the layout of a state with as many processes?
static inline bool layout_fits(const layouts *all, const layout *l, const uint8_t *state) {
  for (uint32_t pid = all->plan->fixed; pid < l->processes; pid++)
    if (frame_location(l->shape[pid], state + l->frame[pid]) >= l->shape[pid]->locations)
      return false;
  return true;
}

// size: of the state, which may have more behind its discrete part.
static inline layout *layout_of(layouts *all, const uint8_t *state, uint32_t size) {
  layout *l = all->latest[state[0]];
  if (__builtin_expect(!l || !layout_fits(all, l, state), 0))
    l = layout_find(all, state);
  assert(l->size <= size);
  return l;
}

static inline void layout_write(const layout *l, uint8_t *state) { state[0] = (uint8_t)l->processes; }

#endif
