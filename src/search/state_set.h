// A set of states for searches that do not keep all states: a store with lookup that does not add, and with removal of
// the states added last.
#ifndef SEARCH_STATE_SET_H
#define SEARCH_STATE_SET_H

#include "base/vec.h"
#include "store/store.h"

enum { STATE_SET_NONE = 0xffffffff };

typedef struct state_entry {
  uint64_t hash;
  size_t end; // of its bytes
} state_entry;

typedef struct state_set {
  store base; // put(), get() and so on, as of any store
  mem *m;
  uint8_t *bytes;
  size_t room;
  VEC(state_entry) entries; // by number
  uint32_t *table;          // of numbers + 1; 0 = free
  uint32_t mask;            // places in the table - 1
} state_set;

state_set *state_set_open(mem *m); // to be closed as a store
uint64_t state_set_hash(const uint8_t *state, uint32_t size);
// The number of the state, whose hash is given, or STATE_SET_NONE.
uint32_t state_set_find(const state_set *s, const uint8_t *state, uint32_t size, uint64_t hash);
// The hash of what a state has in common with every state that covers it, or, if order is NULL, of the whole state. A
// set whose states are added with such hashes can be asked for a state that covers another one.
uint64_t state_set_hash_by(const cover *order, const uint8_t *state, uint32_t size);
// Is there a state, other than number `except` (or STATE_SET_NONE), that covers this one?
bool state_set_covers(const state_set *s, const cover *order, const uint8_t *state, uint32_t size, uint64_t hash,
                      uint32_t except);
// As put(), for callers that have the hash.
uint32_t state_set_add(state_set *s, const uint8_t *state, uint32_t size, uint64_t hash, bool *is_new);
// Keeps the first count states.
void state_set_cut(state_set *s, uint32_t count);

#endif
