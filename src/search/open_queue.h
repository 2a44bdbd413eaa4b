// A priority queue of state numbers for keys of which many are equal: a bucket for each key that occurs, and a heap of
// the buckets that hold something. So it takes room for the keys there are, however great they are.
#ifndef SEARCH_OPEN_QUEUE_H
#define SEARCH_OPEN_QUEUE_H

#include "base/arena.h"
#include "search/key_index.h"

typedef struct open_chunk open_chunk;

typedef struct open_bucket {
  open_chunk *head, *tail; // tail is NULL if it is empty; head is kept by first in, first out only
  uint32_t head_from, tail_end;
} open_bucket;

typedef struct open_queue {
  mem *m;
  bool is_first_in; // first in, first out among equal keys; else last in, first out
  arena *chunks;
  open_chunk *spare;
  key_index keys;           // numbers the buckets
  VEC(open_bucket) buckets; // one for each key that has ever been there
  VEC(uint32_t) heap;       // numbers of those that are not empty
} open_queue;

void open_queue_open(open_queue *q, mem *m, bool is_first_in);
void open_queue_close(open_queue *q);
void open_queue_insert(open_queue *q, uint32_t id, uint64_t key);
bool open_queue_least(const open_queue *q, uint64_t *key); // false if there is nothing
uint32_t open_queue_remove(open_queue *q);                 // one of the least key; there must be one

#endif
