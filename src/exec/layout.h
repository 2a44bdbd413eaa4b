// The layout of a state: the templates of its processes, in order, and the offsets that follow from them. Layouts form
// a tree, since processes form a stack: starting a process leads to a child, the end of the youngest to the parent.
// Each layout is made when it first occurs, in the memory of the machine.
#ifndef EXEC_LAYOUT_H
#define EXEC_LAYOUT_H

#include "exec/layout_plan.h"
#include <assert.h>

// Tests which template a process is an instance of, by the number that identifies it.
typedef struct layout_test {
  uint32_t at;
  uint32_t first, count; // first .. first + count - 1 identify the template
} layout_test;

typedef struct layout layout;
struct layout {
  uint32_t id; // 0, 1, 2 ... in order of creation; not part of a state
  uint32_t processes, queues;
  uint32_t size; // of a vector, and where the next frame would start
  layout *parent, *children, *sibling;
  const frame_shape **shape; // by process
  uint32_t *frame;           // by process: offset
  uint32_t *first_queue;     // by process: number of the first of its channels
  queue_place *queue;        // by channel number; [0] is not used
  layout_test *tests;        // that distinguish it from others with as many processes
  uint32_t test_count;
};

typedef struct layouts { // all made so far
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

static inline bool layout_passes(const layout *l, const uint8_t *state, cell_width width) {
  for (uint32_t i = 0; i < l->test_count; i++) {
    const layout_test *t = &l->tests[i];
    if ((uint32_t)cell_load(state + t->at, width) - t->first >= t->count)
      return false;
  }
  return true;
}
// Is it the layout of a state with as many processes?
static inline bool layout_fits(const layout *l, const uint8_t *state, cell_width width) {
  return width == CELL_U8 ? layout_passes(l, state, CELL_U8) : layout_passes(l, state, width);
}

// size: of the state, which may have a zone after its discrete part.
static inline layout *layout_of(layouts *all, const uint8_t *state, uint32_t size) {
  layout *l = all->latest[state[0]];
  if (__builtin_expect(!l || !layout_fits(l, state, all->plan->id_width), 0))
    l = layout_find(all, state);
  assert(l->size <= size);
  return l;
}

// The byte is cut off where a timed network has more than 255 processes: there it tells nothing.
static inline void layout_write(const layout *l, uint8_t *state) { state[0] = (uint8_t)l->processes; }

#endif
