// The exact store of states that can cover one another. A head is stored once, in a store of its own, with the list of
// the live states that have it; the rest of a state, its tail, is a row of numbers, stored packed (store/narrow.h).
//
// Invariant: every state that was put has been expanded, or is covered by a live state that was put at no greater cost
// (or at any cost, without compares_cost). A covered state keeps its number and its bytes, since it may be the parent
// of others. If it is put again at a cost at which no live state covers it, it gets another number.
#include "store/ordered.h"

#include "base/vec.h"
#include "base/work.h"
#include "store/narrow.h"
#include "store/row_bounds.h"

#include <assert.h>
#include <string.h>

enum { NO_STATE = 0xffffffff };
enum { WORK_OF_PUT = WORK_STEP / 4, WORK_OF_NEIGHBOUR = WORK_STEP / 4, WORK_OF_ROW = WORK_STEP / 8 };

typedef struct entry { // of a state
  uint64_t at;         // offset of its tail
  uint32_t head;
  uint32_t cost;
  uint32_t next; // the next live state with this head
  uint8_t width; // of the tail's numbers
  bool is_covered, is_expanded;
  bool leaves_when_expanded; // a live state covers it at a greater cost: it is live only until it is expanded
} entry;

typedef struct family { // the states with one head
  uint32_t first;       // live one: the last that was added or that a lookup found
  uint32_t tail_size;
} family;

typedef struct ordered_store {
  store base;
  mem *m;
  const cover *order;
  store *heads;
  VEC(family) families; // by number of the head
  VEC(entry) entries;   // by number of the state
  uint32_t live;
  uint8_t *tails;
  uint64_t used, room;
  uint8_t *state; // one state, unpacked
  uint32_t state_room;
  VEC(store_item) pending; // the heads of the states that are put in one call
  row_bounds least, most;  // of the newcomer, if the order computes them
} ordered_store;

typedef struct newcomer { // a state that is being put
  const uint8_t *state;
  uint32_t size, head_size, head, cost;
  uint32_t width, kept; // of its tail, which is already packed after the last one: bytes of a number, and in all
  bool has_least, has_most;
} newcomer;

static void make_room(ordered_store *o, uint32_t size) {
  if (size > o->state_room) {
    o->state = mem_realloc(o->m, o->state, size * 2);
    o->state_room = size * 2;
  }
  if (o->used + size + ROW_SLACK > o->room) {
    uint64_t room = o->used + size + o->room / 4 + (1 << 16);
    o->tails = mem_realloc(o->m, o->tails, room);
    o->room = room;
  }
}

static bool is_same(const ordered_store *o, uint32_t id, const newcomer *n) {
  const entry *e = &o->entries.at[id];
  return e->width == n->width && memcmp(o->tails + e->at, o->tails + o->used, n->kept) == 0;
}

// The state with this number, unpacked into o->state, which already holds its head: the newcomer's.
static const uint8_t *restore(ordered_store *o, uint32_t id, const newcomer *n) {
  const entry *e = &o->entries.at[id];
  narrow_unpack(o->state + n->head_size, o->tails + e->at, n->size - n->head_size, e->width);
  return o->state;
}

static uint32_t numbers_of(const newcomer *n) { return (n->size - n->head_size) / (uint32_t)sizeof(int32_t); }

static bool covers(const ordered_store *o, const uint8_t *large, const uint8_t *small, uint32_t size) {
  return o->order->covers(o->order->context, large, small, size);
}

// Does the state with this number, which has the newcomer's head, cover the newcomer?
static bool covers_newcomer(ordered_store *o, uint32_t id, newcomer *n) {
  const cover *order = o->order;
  const entry *e = &o->entries.at[id];
  if (!order->least)
    return covers(o, restore(o, id, n), n->state, n->size);
  if (!n->has_least)
    order->least(order->context, n->state, n->size, row_bounds_begin(&o->least, numbers_of(n)));
  n->has_least = true;
  o->base.work += WORK_OF_ROW;
  return !row_bounds_are_broken(&o->least, o->tails + e->at, e->width);
}

// The bounds alone exclude most states that are not covered.
static bool newcomer_covers(ordered_store *o, uint32_t id, newcomer *n) {
  const cover *order = o->order;
  const entry *e = &o->entries.at[id];
  if (order->most && !n->has_most)
    order->most(order->context, n->state, n->size, row_bounds_begin(&o->most, numbers_of(n)));
  n->has_most = true;
  o->base.work += WORK_OF_ROW;
  if (order->most && row_bounds_are_broken(&o->most, o->tails + e->at, e->width))
    return false;
  return covers(o, n->state, restore(o, id, n), n->size);
}

static void to_front(ordered_store *o, family *f, uint32_t id, uint32_t before) {
  if (before == NO_STATE)
    return;
  o->entries.at[before].next = o->entries.at[id].next;
  o->entries.at[id].next = f->first;
  f->first = id;
}

// The live state that is equal to the newcomer, or NO_STATE. Tried first, because it is cheaper than the order.
static uint32_t find_same(ordered_store *o, const newcomer *n) {
  family *f = &o->families.at[n->head];
  for (uint32_t before = NO_STATE, id = f->first; id != NO_STATE; before = id, id = o->entries.at[id].next) {
    o->base.work += WORK_OF_NEIGHBOUR;
    if (is_same(o, id, n)) {
      to_front(o, f, id, before);
      return id;
    }
  }
  return NO_STATE;
}

// A live state that covers the newcomer at no greater cost, or NO_STATE.
static uint32_t find_cover(ordered_store *o, newcomer *n) {
  family *f = &o->families.at[n->head];
  for (uint32_t before = NO_STATE, id = f->first; id != NO_STATE; before = id, id = o->entries.at[id].next)
    if (o->entries.at[id].cost <= n->cost && covers_newcomer(o, id, n)) {
      to_front(o, f, id, before);
      return id;
    }
  return NO_STATE;
}

static void remove_live(ordered_store *o, uint32_t *link) {
  entry *e = &o->entries.at[*link];
  assert(!e->is_covered && o->live > 0);
  *link = e->next;
  e->is_covered = true;
  o->live--;
}

// Live states that the newcomer, whose number is given, covers at no greater cost are removed from the list. Those that
// it covers at a greater cost are removed once they have been expanded. (States that they cover at less cost may then
// be added again, and are only expanded twice.)
static void remove_covered(ordered_store *o, newcomer *n, uint32_t id) {
  uint32_t *link = &o->families.at[n->head].first;
  while (*link != NO_STATE) {
    entry *e = &o->entries.at[*link];
    bool is_covered = *link != id && newcomer_covers(o, *link, n);
    e->leaves_when_expanded |= is_covered;
    if (is_covered && (n->cost <= e->cost || e->is_expanded))
      remove_live(o, link);
    else
      link = &e->next;
  }
}

static uint32_t append(ordered_store *o, const newcomer *n) {
  if (o->entries.count == UINT32_MAX - 2)
    mem_exhausted(o->m);
  family *f = &o->families.at[n->head];
  entry e = {.at = o->used, .head = n->head, .cost = n->cost, .next = f->first, .width = (uint8_t)n->width};
  vec_push(o->m, &o->entries, e);
  f->first = o->entries.count - 1;
  o->used += n->kept;
  o->live++;
  return f->first;
}

static newcomer receive(ordered_store *o, const store_item *item, const store_item *head) {
  newcomer n = {.state = item->state, .size = item->size, .head_size = head->size, .head = head->id};
  n.cost = o->base.compares_cost ? item->cost : 0;
  assert(n.head_size <= n.size && head->id <= o->families.count);
  uint32_t tail_size = n.size - n.head_size;
  if (head->id == o->families.count) {
    family f = {.first = NO_STATE, .tail_size = tail_size};
    vec_push(o->m, &o->families, f);
  }
  assert(o->families.at[n.head].tail_size == tail_size && "states with the same head have the same size");
  make_room(o, n.size);
  n.width = narrow_width(n.state + n.head_size, tail_size);
  n.kept = narrow_size(tail_size, n.width);
  narrow_pack(o->tails + o->used, n.state + n.head_size, tail_size, n.width);
  memcpy(o->state, n.state, n.head_size);
  return n;
}

static void put_one(ordered_store *o, store_item *item, const store_item *head) {
  newcomer n = receive(o, item, head);
  o->base.work += WORK_OF_PUT;
  item->head = n.head;
  item->id = find_same(o, &n);
  item->is_new = item->is_covered = false;
  if (item->id != NO_STATE && o->entries.at[item->id].cost <= n.cost)
    return;
  uint32_t large = find_cover(o, &n);
  if (large != NO_STATE) {
    item->id = large;
    item->is_covered = true;
    return;
  }
  item->is_new = item->id == NO_STATE;
  if (item->is_new)
    item->id = append(o, &n);
  o->entries.at[item->id].cost = n.cost;
  remove_covered(o, &n, item->id);
}

static void put_all(store *s, store_item *items, uint32_t count) {
  ordered_store *o = (ordered_store *)s;
  o->pending.count = 0;
  for (uint32_t i = 0; i < count; i++) {
    store_item head = {.state = items[i].state};
    head.size = o->order->head(o->order->context, items[i].state, items[i].size);
    vec_push(o->m, &o->pending, head);
  }
  o->heads->put_all(o->heads, o->pending.at, count);
  for (uint32_t i = 0; i < count; i++)
    put_one(o, &items[i], &o->pending.at[i]);
}

static uint32_t put(store *s, const uint8_t *state, uint32_t size, bool *is_new) {
  store_item item = {.state = state, .size = size};
  put_all(s, &item, 1);
  *is_new = item.is_new;
  return item.id;
}

static const uint8_t *get(store *s, uint32_t id, uint32_t *size) {
  ordered_store *o = (ordered_store *)s;
  assert(id < o->entries.count);
  const entry *e = &o->entries.at[id];
  uint32_t head_size, tail_size = o->families.at[e->head].tail_size;
  const uint8_t *head = o->heads->get(o->heads, e->head, &head_size);
  memcpy(o->state, head, head_size);
  narrow_unpack(o->state + head_size, o->tails + e->at, tail_size, e->width);
  *size = head_size + tail_size;
  return o->state;
}

static bool is_covered(const store *s, uint32_t id) {
  const ordered_store *o = (const ordered_store *)s;
  assert(id < o->entries.count);
  return o->entries.at[id].is_covered;
}

static void note_expanded(store *s, uint32_t id) {
  ordered_store *o = (ordered_store *)s;
  assert(id < o->entries.count);
  entry *e = &o->entries.at[id];
  e->is_expanded = true;
  if (!e->leaves_when_expanded || e->is_covered)
    return;
  uint32_t *link = &o->families.at[e->head].first;
  while (*link != id)
    link = &o->entries.at[*link].next;
  remove_live(o, link);
}

static uint64_t count_live(const store *s) { return ((const ordered_store *)s)->live; }

static uint64_t count_states(const store *s) { return ((const ordered_store *)s)->entries.count; }

static uint64_t count_bytes(const store *s) {
  const ordered_store *o = (const ordered_store *)s;
  return o->heads->bytes(o->heads) + o->used + o->families.count * sizeof *o->families.at +
         o->entries.count * sizeof *o->entries.at;
}

static void close_store(store *s) {
  ordered_store *o = (ordered_store *)s;
  o->heads->close(o->heads);
  row_bounds_close(&o->least);
  row_bounds_close(&o->most);
  vec_free(o->m, &o->families);
  vec_free(o->m, &o->entries);
  vec_free(o->m, &o->pending);
  mem_free(o->m, o->tails);
  mem_free(o->m, o->state);
  mem_free(o->m, o);
}

store *store_open_ordered(mem *m, const cover *order) {
  ordered_store *o = mem_alloc(m, sizeof *o);
  o->m = m;
  o->order = order;
  o->heads = store_hash.open(m, NULL);
  row_bounds_open(&o->least, m, true);
  row_bounds_open(&o->most, m, false);
  o->base = (store){.kind = &store_hash, .put = put, .put_all = put_all, .get = get};
  o->base.count = count_states;
  o->base.bytes = count_bytes;
  o->base.is_covered = is_covered;
  o->base.expanded = note_expanded;
  o->base.live = count_live;
  o->base.close = close_store;
  return &o->base;
}
