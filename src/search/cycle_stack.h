// The stack of a depth-first search over numbers of states.
#ifndef SEARCH_CYCLE_STACK_H
#define SEARCH_CYCLE_STACK_H

#include "base/vec.h"

typedef struct cycle_frame { // a state on the stack
  uint32_t state;
  uint32_t left; // of its successors, that still have to be looked at
} cycle_frame;

typedef struct cycle_stack {
  VEC(cycle_frame) frames;
  VEC(uint32_t) todo;  // what is left of the successors of all frames, those of the last frame at the end
  VEC(uint32_t) marks; // by entry of todo, where they are kept
} cycle_stack;

static inline cycle_frame *cycle_stack_top(const cycle_stack *k) { return &k->frames.at[k->frames.count - 1]; }

static inline void cycle_stack_push(mem *m, cycle_stack *k, uint32_t state) {
  vec_push(m, &k->frames, ((cycle_frame){.state = state}));
}

// A successor of the state on top, to be looked at before those added earlier.
static inline void cycle_stack_add(mem *m, cycle_stack *k, uint32_t to) {
  vec_push(m, &k->todo, to);
  cycle_stack_top(k)->left++;
}

// The next successor of the state on top.
static inline uint32_t cycle_stack_take(cycle_stack *k) {
  cycle_stack_top(k)->left--;
  return k->todo.at[--k->todo.count];
}

// The frame of a state, which must be there.
static inline uint32_t cycle_stack_find(const cycle_stack *k, uint32_t state) {
  uint32_t at = k->frames.count - 1;
  while (k->frames.at[at].state != state)
    at--;
  return at;
}

static inline void cycle_stack_close(mem *m, cycle_stack *k) {
  vec_free(m, &k->frames);
  vec_free(m, &k->todo);
  vec_free(m, &k->marks);
}

#endif
