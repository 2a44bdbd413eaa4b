#include "space/space.h"

#include <assert.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
  // States inside sequences that one expansion explores itself. Further ones are emitted as ordinary successors, so
  // that an expansion always returns soon, also from endless sequences.
  MOST_INNER = 1000,
  TABLE_SIZE = 4096,
};
_Static_assert((TABLE_SIZE & (TABLE_SIZE - 1)) == 0 && TABLE_SIZE >= 2 * MOST_INNER, "there is always a free slot");

typedef struct inner_state { // a state inside an atomic sequence, explored in this expansion
  size_t offset;             // its bytes
  uint32_t size;
  uint32_t parent; // NO_NODE: the state being expanded
  net_action by;
  uint32_t cost; // from the state being expanded
} inner_state;

enum { NO_NODE = 0xffffffff };

typedef struct slot { // of the hash table of the states seen in this expansion
  uint32_t round, index;
} slot;

typedef struct atomic_space {
  space base;
  mem *m;
  question asked;
  VEC(inner_state) nodes;
  uint8_t *bytes;
  size_t used, room;
  uint8_t *copy; // of the node being expanded: bytes may be reallocated meanwhile
  uint32_t copy_room;
  slot *table;
  uint32_t round; // number of the expansion
  VEC(net_action) chain;
  // Of the current expansion:
  uint32_t from; // the node being expanded
  space_visit visit;
  void *context;
  uint32_t count;
  bool stopped;
} atomic_space;

// The steps from the state being expanded to the node.
static void fill_chain(atomic_space *a, uint32_t node) {
  a->chain.count = 0;
  for (uint32_t i = node; i != NO_NODE; i = a->nodes.at[i].parent)
    vec_push(a->m, &a->chain, a->nodes.at[i].by);
  for (uint32_t i = 0, k = a->chain.count; i + 1 < k; i++) {
    net_action other = a->chain.at[--k];
    a->chain.at[k] = a->chain.at[i];
    a->chain.at[i] = other;
  }
}

// Passes a successor of the node to the caller.
static void emit(atomic_space *a, uint32_t node, const successor *s) {
  a->count++;
  if (node == NO_NODE) {
    a->stopped = !a->visit(a->context, s);
    return;
  }
  successor next = *s;
  fill_chain(a, node);
  next.before = a->chain.at;
  next.before_count = a->chain.count;
  next.cost += a->nodes.at[node].cost;
  a->stopped = !a->visit(a->context, &next);
}

static bool is_node(const atomic_space *a, uint32_t index, const successor *s) {
  const inner_state *n = &a->nodes.at[index];
  return n->size == s->size && memcmp(a->bytes + n->offset, s->state, s->size) == 0;
}

static void add_node(atomic_space *a, const successor *s) {
  if (a->used + s->size > a->room) {
    size_t room = (a->used + s->size) * 2 + 4096;
    a->bytes = mem_realloc(a->m, a->bytes, room);
    a->room = room;
  }
  inner_state n = {.offset = a->used, .size = s->size, .parent = a->from, .by = s->by};
  n.cost = s->cost + (a->from == NO_NODE ? 0 : a->nodes.at[a->from].cost);
  memcpy(a->bytes + a->used, s->state, s->size);
  a->used += s->size;
  vec_push(a->m, &a->nodes, n);
}

// Adds a state inside a sequence to those to expand, unless it was seen before.
static void enter(atomic_space *a, const successor *s) {
  uint32_t at = (uint32_t)XXH3_64bits(s->state, s->size) & (TABLE_SIZE - 1);
  for (; a->table[at].round == a->round; at = (at + 1) & (TABLE_SIZE - 1))
    if (is_node(a, a->table[at].index, s))
      return;
  a->table[at] = (slot){.round = a->round, .index = a->nodes.count};
  add_node(a, s);
}

static bool is_target(const question *asked, const successor *s) {
  return asked->kind == QUESTION_STATE && asked->target_size == s->size &&
         memcmp(asked->target, s->state, s->size) == 0;
}

static bool on_successor(void *context, const successor *s) {
  atomic_space *a = context;
  bool is_passed =
      s->state && a->nodes.count < MOST_INNER && a->base.inner->is_passed(a->base.inner, s->state, s->size);
  if (!is_passed || is_target(&a->asked, s)) {
    emit(a, a->from, s);
    return !a->stopped;
  }
  if (s->fault != FAULT_NONE) { // a failed assertion: reported, and the execution continues
    successor report = *s;
    report.state = NULL;
    report.size = 0;
    emit(a, a->from, &report);
  }
  enter(a, s);
  return !a->stopped;
}

static void start_round(atomic_space *a) {
  a->nodes.count = 0;
  a->used = 0;
  a->count = 0;
  a->stopped = false;
  a->from = NO_NODE;
  if (++a->round == 0) {
    memset(a->table, 0, TABLE_SIZE * sizeof *a->table);
    a->round = 1;
  }
}

static void expand_node(atomic_space *a, uint32_t node) {
  inner_state n = a->nodes.at[node];
  if (n.size > a->copy_room) {
    a->copy = mem_realloc(a->m, a->copy, n.size * 2);
    a->copy_room = n.size * 2;
  }
  memcpy(a->copy, a->bytes + n.offset, n.size);
  a->from = node;
  expansion result = a->base.inner->expand(a->base.inner, a->copy, n.size, on_successor, a);
  assert(!result.is_stuck);
  (void)result;
}

static expansion expand(space *base, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  atomic_space *a = (atomic_space *)base;
  a->visit = visit;
  a->context = context;
  start_round(a);
  expansion result = a->base.inner->expand(a->base.inner, state, size, on_successor, a);
  for (uint32_t i = 0; i < a->nodes.count && !a->stopped; i++)
    expand_node(a, i);
  result.count = a->count;
  result.stopped = a->stopped;
  return result;
}

static void close_space(space *base) {
  atomic_space *a = (atomic_space *)base;
  vec_free(a->m, &a->nodes);
  vec_free(a->m, &a->chain);
  mem_free(a->m, a->bytes);
  mem_free(a->m, a->copy);
  mem_free(a->m, a->table);
  mem_free(a->m, a);
}

space *space_atomic(mem *m, space *inner, const question *asked) {
  atomic_space *a = mem_alloc(m, sizeof *a);
  a->m = m;
  a->asked = *asked;
  a->table = mem_alloc(m, TABLE_SIZE * sizeof *a->table);
  space_inherit(&a->base, inner);
  a->base.name = "atomic";
  a->base.expand = expand;
  a->base.close = close_space;
  return &a->base;
}
