#include "search/open_queue.h"

#include <assert.h>

enum { CHUNK_ROOM = 14 };

// A cache line of states of one bucket. Chunks are linked in the order of removal: from the last one in to the first,
// or from the first to the last.
struct open_chunk {
  open_chunk *next;
  uint32_t ids[CHUNK_ROOM];
};

void open_queue_open(open_queue *q, mem *m, bool is_first_in) {
  *q = (open_queue){.m = m, .is_first_in = is_first_in};
  key_index_open(&q->keys, m);
  q->chunks = arena_new(m);
}

void open_queue_close(open_queue *q) {
  arena_delete(q->chunks);
  vec_free(q->m, &q->buckets);
  vec_free(q->m, &q->heap);
  key_index_close(&q->keys);
}

// The number of the key's bucket, which is created if there is none.
static uint32_t bucket_of(open_queue *q, uint64_t key) {
  uint32_t number = key_index_number(&q->keys, key);
  if (number == q->buckets.count) {
    open_bucket b = {0};
    vec_push(q->m, &q->buckets, b);
  }
  return number;
}

static uint64_t key_at(const open_queue *q, uint32_t place) { return q->keys.keys.at[q->heap.at[place]]; }

static void swap_places(open_queue *q, uint32_t a, uint32_t b) {
  uint32_t other = q->heap.at[a];
  q->heap.at[a] = q->heap.at[b];
  q->heap.at[b] = other;
}

static void heap_push(open_queue *q, uint32_t bucket) {
  vec_push(q->m, &q->heap, bucket);
  for (uint32_t at = q->heap.count - 1; at > 0 && key_at(q, at) < key_at(q, (at - 1) / 2); at = (at - 1) / 2)
    swap_places(q, at, (at - 1) / 2);
}

static void heap_pop(open_queue *q) {
  q->heap.at[0] = q->heap.at[--q->heap.count];
  for (uint32_t at = 0;;) {
    uint32_t least = at, left = 2 * at + 1;
    if (left < q->heap.count && key_at(q, left) < key_at(q, least))
      least = left;
    if (left + 1 < q->heap.count && key_at(q, left + 1) < key_at(q, least))
      least = left + 1;
    if (least == at)
      return;
    swap_places(q, at, least);
    at = least;
  }
}

static open_chunk *new_chunk(open_queue *q) {
  open_chunk *c = q->spare;
  if (!c)
    return ARENA_NEW(q->chunks, open_chunk);
  q->spare = c->next;
  c->next = NULL;
  return c;
}

static void free_chunk(open_queue *q, open_chunk *c) {
  c->next = q->spare;
  q->spare = c;
}

static void add_chunk(open_queue *q, open_bucket *b) {
  open_chunk *c = new_chunk(q);
  if (!q->is_first_in) {
    c->next = b->tail;
  } else if (b->tail) {
    b->tail->next = c;
  } else {
    b->head = c;
    b->head_from = 0;
  }
  b->tail = c;
  b->tail_end = 0;
}

void open_queue_insert(open_queue *q, uint32_t id, uint64_t key) {
  uint32_t number = bucket_of(q, key);
  open_bucket *b = &q->buckets.at[number];
  bool was_empty = !b->tail;
  if (was_empty || b->tail_end == CHUNK_ROOM)
    add_chunk(q, b);
  b->tail->ids[b->tail_end++] = id;
  if (was_empty)
    heap_push(q, number);
}

bool open_queue_least(const open_queue *q, uint64_t *key) {
  if (!q->heap.count)
    return false;
  *key = key_at(q, 0);
  return true;
}

static uint32_t remove_first(open_queue *q, open_bucket *b) {
  uint32_t id = b->head->ids[b->head_from++];
  if (b->head_from < (b->head == b->tail ? b->tail_end : CHUNK_ROOM))
    return id;
  open_chunk *gone = b->head;
  b->head = gone->next;
  b->head_from = 0;
  if (gone == b->tail)
    b->tail = NULL;
  free_chunk(q, gone);
  return id;
}

static uint32_t remove_last(open_queue *q, open_bucket *b) {
  uint32_t id = b->tail->ids[--b->tail_end];
  if (b->tail_end > 0)
    return id;
  open_chunk *gone = b->tail;
  b->tail = gone->next;
  b->tail_end = CHUNK_ROOM;
  free_chunk(q, gone);
  return id;
}

uint32_t open_queue_remove(open_queue *q) {
  assert(q->heap.count);
  open_bucket *b = &q->buckets.at[q->heap.at[0]];
  uint32_t id = q->is_first_in ? remove_first(q, b) : remove_last(q, b);
  if (!b->tail)
    heap_pop(q);
  return id;
}
