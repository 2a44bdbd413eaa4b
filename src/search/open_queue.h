// A priority queue of state numbers for many equal keys: a bucket for each key that occurs, and a heap of the buckets
// that are not empty. So its size depends on the number of distinct keys, not on their values.
#ifndef SEARCH_OPEN_QUEUE_H
#define SEARCH_OPEN_QUEUE_H

#include "base/arena.h"
#include "search/key_index.h"

typedef struct open_chunk open_chunk;

typedef struct open_bucket {
  open_chunk *head, *tail; // tail is NULL if the bucket is empty; head is used by first in, first out only
  uint32_t head_from, tail_end;
} open_bucket;

typedef struct open_queue {
  mem *m;
  bool is_first_in; // first in, first out among equal keys; otherwise last in, first out
  arena *chunks;
  open_chunk *spare;
  key_index keys;           // numbers the buckets
  VEC(open_bucket) buckets; // one for each key that was ever inserted
  VEC(uint32_t) heap;       // numbers of the buckets that are not empty
} open_queue;

void open_queue_open(open_queue *q, mem *m, bool is_first_in);
void open_queue_close(open_queue *q);
void open_queue_insert(open_queue *q, uint32_t id, uint64_t key);
bool open_queue_least(const open_queue *q, uint64_t *key); // false if the queue is empty
uint32_t open_queue_remove(open_queue *q);                 // a state of the least key; the queue must not be empty

#endif
