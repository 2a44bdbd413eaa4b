#include "heuristic/heuristic.h"
#include "search/open.h"
#include "search/open_queue.h"

enum { LAST = UINT32_MAX }; // the key of dead ends

// A place in the list, from the top: 4 bits of rank, the key, and what decides among equals.
enum { RANK_SHIFT = 60, KEY_SHIFT = 28, MOST_SECOND = (1 << KEY_SHIFT) - 1 };

typedef struct sorted {
  open_list base;
  open_order order;
  open_queue queue;
} sorted;

static uint32_t key_of(const open_order *order, uint32_t cost, uint32_t estimate) {
  if (estimate == HEURISTIC_DEAD_END)
    return LAST;
  // Both products fit into 64 bits. Greater sums are cut to the last key but one.
  uint64_t a = (uint64_t)cost * order->cost_weight, b = (uint64_t)estimate * order->estimate_weight;
  return a < LAST && b < LAST && a + b < LAST ? (uint32_t)(a + b) : LAST - 1;
}

static uint32_t rank_of(const open_order *order, const open_state *s) {
  return order->rank == OPEN_USELESS   ? !(s->useful >> order->estimate & 1)
         : order->rank == OPEN_CONTEXT ? s->context
                                       : 0;
}

static void insert(open_list *o, const open_state *s) {
  sorted *list = (sorted *)o;
  const open_order *order = &list->order;
  if (order->only_preferred && !(s->preferred >> order->estimate & 1))
    return;
  uint32_t estimate = order->estimate == OPEN_GREATEST ? s->estimate : s->estimates[order->estimate];
  uint32_t second = order->ties == OPEN_LESS_ESTIMATE ? estimate : order->ties == OPEN_LESS_COST ? s->cost : 0;
  uint64_t key = key_of(order, s->cost, estimate), rank = rank_of(order, s);
  second = second < MOST_SECOND ? second : MOST_SECOND;
  open_queue_insert(&list->queue, s->id, rank << RANK_SHIFT | key << KEY_SHIFT | second);
}

static bool least(const open_list *o, uint32_t *key) {
  uint64_t packed;
  if (!open_queue_least(&((const sorted *)o)->queue, &packed))
    return false;
  *key = (uint32_t)(packed >> KEY_SHIFT);
  return true;
}

static uint32_t remove_one(open_list *o) { return open_queue_remove(&((sorted *)o)->queue); }

static void close_list(open_list *o) {
  sorted *list = (sorted *)o;
  open_queue_close(&list->queue);
  mem_free(list->queue.m, list);
}

open_list *open_sorted(mem *m, open_order order) {
  sorted *list = mem_alloc(m, sizeof *list);
  list->base = (open_list){.insert = insert, .least = least, .remove = remove_one, .close = close_list};
  list->order = order;
  open_queue_open(&list->queue, m, order.ties == OPEN_FIRST_IN);
  return &list->base;
}
