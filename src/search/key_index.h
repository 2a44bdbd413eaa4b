// Gives each distinct 64-bit key a number, 0, 1, 2 ... in the order of their first use.
#ifndef SEARCH_KEY_INDEX_H
#define SEARCH_KEY_INDEX_H

#include "base/vec.h"

typedef struct key_index {
  mem *m;
  VEC(uint64_t) keys; // by number
  uint32_t *table;    // by the hash of the key: number + 1, or 0
  uint32_t size;      // of the table, a power of two
} key_index;

void key_index_open(key_index *k, mem *m);
void key_index_close(key_index *k);
uint32_t key_index_number(key_index *k, uint64_t key); // a new key gets the next number

#endif
