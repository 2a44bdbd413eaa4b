// Open lists: the states that are still to be expanded, by key. An entry may be out of date by the time it is removed;
// the search tells by what it knows of the state.
#ifndef SEARCH_OPEN_H
#define SEARCH_OPEN_H

#include "base/vec.h"

typedef struct open_list open_list;
struct open_list {
  void (*insert)(open_list *o, uint32_t id, uint32_t key);
  bool (*least)(const open_list *o, uint32_t *key); // false if there is nothing
  uint32_t (*remove)(open_list *o);                 // one of the least key; there must be one
  uint64_t (*count)(const open_list *o);
  void (*close)(open_list *o);
};

// For searches that insert every state once, in the order of numbers and with keys that never get less: takes no
// memory.
open_list *open_arrival(mem *m);
// For small keys. Oldest first among those of one key.
open_list *open_buckets(mem *m);

#endif
