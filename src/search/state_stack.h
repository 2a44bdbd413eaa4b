// A stack of states. A large state is stored as its difference from its parent, which is read back from the store, so
// that the stack of a deep search stays small.
#ifndef SEARCH_STATE_STACK_H
#define SEARCH_STATE_STACK_H

#include "store/store.h"

enum { STACK_NO_PARENT = 0xffffffff };

typedef struct stack_entry {
  uint32_t parent; // number in the store, or STACK_NO_PARENT
  uint32_t depth;  // for the owner's use
  uint32_t size;   // of the state
  uint32_t kept;   // bytes on the stack; set by stack_push()
} stack_entry;

typedef struct state_stack {
  mem *m;
  store *visited;
  uint8_t *bytes; // of each state: the bytes kept, then the entry
  size_t top, room;
  uint64_t count;
  uint8_t *state; // the one popped last
  uint32_t state_room;
} state_stack;

void stack_open(state_stack *s, mem *m, store *visited);
void stack_close(state_stack *s);
// from: the parent's bytes; not read if there is no parent.
void stack_push(state_stack *s, const uint8_t *state, stack_entry e, const uint8_t *from, uint32_t from_size);
// The state's bytes are valid until the next pop. The stack must not be empty.
const uint8_t *stack_pop(state_stack *s, stack_entry *e);

#endif
