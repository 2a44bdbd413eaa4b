#include "omega/bdd.h"

#include "base/vec.h"
#include <assert.h>

typedef struct node {
  uint32_t variable;
  bdd low, high;
} node;

typedef struct known { // a result of bdd_choose()
  bdd condition, then, otherwise, result;
} known;

enum { CONSTANT = UINT32_MAX, CACHE = 1 << 14 }; // the variable of constants comes after all others

struct bdd_table {
  mem *m;
  VEC(node) nodes;
  uint32_t *slots, slot_count; // numbers of nodes by hash; 0 = free
  known *cache;
  uint64_t count, most; // of operations; most 0 = no limit
};

bdd_table *bdd_new(mem *m) {
  bdd_table *t = mem_alloc(m, sizeof *t);
  t->m = m;
  vec_push(m, &t->nodes, ((node){CONSTANT, BDD_FALSE, BDD_FALSE}));
  vec_push(m, &t->nodes, ((node){CONSTANT, BDD_TRUE, BDD_TRUE}));
  t->slot_count = 1024;
  t->slots = mem_alloc(m, sizeof *t->slots * t->slot_count);
  t->cache = mem_alloc(m, sizeof *t->cache * CACHE);
  return t;
}

bool bdd_try(bdd_table *t, uint64_t operations, void (*work)(void *argument), void *argument) {
  uint64_t before = t->most;
  if (!t->most || t->most > t->count + operations)
    t->most = t->count + operations;
  mem_status status = mem_try(t->m, work, argument);
  bool has_given_up = status == MEM_STOPPED && t->count > t->most;
  t->most = before;
  if (status != MEM_OK && !has_given_up)
    mem_leave(t->m, status);
  return status == MEM_OK;
}

void bdd_count(bdd_table *t, uint64_t operations) {
  t->count += operations;
  if (t->most && t->count > t->most)
    mem_leave(t->m, MEM_STOPPED);
}

uint64_t bdd_operations(const bdd_table *t) { return t->count; }

static uint32_t hash(uint32_t a, uint32_t b, uint32_t c) {
  uint64_t h = (a * 0x9e3779b97f4a7c15ull) ^ (b * 0xc2b2ae3d27d4eb4full) ^ (c * 0x165667b19e3779f9ull);
  h ^= h >> 32;
  return (uint32_t)(h * 0x9e3779b97f4a7c15ull >> 32);
}

static uint32_t *slot_of(const bdd_table *t, node n) {
  uint32_t i = hash(n.variable, n.low, n.high) & (t->slot_count - 1);
  for (; t->slots[i]; i = (i + 1) & (t->slot_count - 1)) {
    const node *other = &t->nodes.at[t->slots[i]];
    if (other->variable == n.variable && other->low == n.low && other->high == n.high)
      break;
  }
  return &t->slots[i];
}

static void grow(bdd_table *t) {
  mem_free(t->m, t->slots);
  t->slot_count *= 2;
  t->slots = mem_alloc(t->m, sizeof *t->slots * t->slot_count);
  for (bdd i = 2; i < t->nodes.count; i++)
    *slot_of(t, t->nodes.at[i]) = i;
}

static bdd make(bdd_table *t, uint32_t variable, bdd low, bdd high) {
  if (low == high)
    return low;
  node n = {variable, low, high};
  uint32_t *slot = slot_of(t, n);
  if (*slot)
    return *slot;
  vec_push(t->m, &t->nodes, n);
  bdd result = *slot = t->nodes.count - 1;
  if (t->nodes.count > t->slot_count / 2)
    grow(t);
  return result;
}

bdd bdd_variable(bdd_table *t, uint32_t variable) { return make(t, variable, BDD_FALSE, BDD_TRUE); }
uint32_t bdd_top(const bdd_table *t, bdd a) { return t->nodes.at[a].variable; }
bdd bdd_low(const bdd_table *t, bdd a) { return t->nodes.at[a].low; }
bdd bdd_high(const bdd_table *t, bdd a) { return t->nodes.at[a].high; }

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }
static bdd low_at(const bdd_table *t, bdd a, uint32_t variable) {
  return bdd_top(t, a) == variable ? bdd_low(t, a) : a;
}
static bdd high_at(const bdd_table *t, bdd a, uint32_t variable) {
  return bdd_top(t, a) == variable ? bdd_high(t, a) : a;
}

bdd bdd_choose(bdd_table *t, bdd condition, bdd then, bdd otherwise) {
  if (condition <= BDD_TRUE || then == otherwise)
    return condition == BDD_FALSE ? otherwise : then;
  if (then == BDD_TRUE && otherwise == BDD_FALSE)
    return condition;
  uint32_t slot = hash(condition, then, otherwise) & (CACHE - 1);
  known *k = &t->cache[slot];
  if (k->condition == condition && k->then == then && k->otherwise == otherwise)
    return k->result;
  mem_poll(t->m);
  bdd_count(t, 1);
  uint32_t v = least(bdd_top(t, condition), least(bdd_top(t, then), bdd_top(t, otherwise)));
  bdd low = bdd_choose(t, low_at(t, condition, v), low_at(t, then, v), low_at(t, otherwise, v));
  bdd high = bdd_choose(t, high_at(t, condition, v), high_at(t, then, v), high_at(t, otherwise, v));
  bdd result = make(t, v, low, high);
  t->cache[slot] = (known){condition, then, otherwise, result};
  return result;
}

bdd bdd_and(bdd_table *t, bdd a, bdd b) { return bdd_choose(t, a, b, BDD_FALSE); }
bdd bdd_or(bdd_table *t, bdd a, bdd b) { return bdd_choose(t, a, BDD_TRUE, b); }
bdd bdd_not(bdd_table *t, bdd a) { return bdd_choose(t, a, BDD_FALSE, BDD_TRUE); }
bool bdd_implies(bdd_table *t, bdd a, bdd b) { return bdd_choose(t, a, b, BDD_TRUE) == BDD_TRUE; }

typedef struct cover {
  bdd_table *t;
  bdd_visit visit;
  void *context;
  VEC(uint32_t) literals; // on the path to where the walk is
} cover;

static bdd cover_between(cover *c, bdd from, bdd to);

// The cover of a half of the functions, in conjunction with the literal.
static bdd cover_half(cover *c, uint32_t literal, bdd from, bdd to) {
  vec_push(c->t->m, &c->literals, literal);
  bdd covered = cover_between(c, from, to);
  c->literals.count--;
  return covered;
}

// Returns the function of the conjunctions it has visited, without the literals of the path.
static bdd cover_between(cover *c, bdd from, bdd to) {
  bdd_table *t = c->t;
  if (from == BDD_FALSE)
    return BDD_FALSE;
  if (to == BDD_TRUE) {
    c->visit(c->context, c->literals.at, c->literals.count);
    return BDD_TRUE;
  }
  uint32_t v = least(bdd_top(t, from), bdd_top(t, to));
  bdd from0 = low_at(t, from, v), from1 = high_at(t, from, v), to0 = low_at(t, to, v), to1 = high_at(t, to, v);
  bdd only0 = cover_half(c, v * 2 + 1, bdd_and(t, from0, bdd_not(t, to1)), to0);
  bdd only1 = cover_half(c, v * 2, bdd_and(t, from1, bdd_not(t, to0)), to1);
  bdd rest0 = bdd_and(t, from0, bdd_not(t, only0)), rest1 = bdd_and(t, from1, bdd_not(t, only1));
  bdd both = cover_between(c, bdd_or(t, rest0, rest1), bdd_and(t, to0, to1));
  return bdd_or(t, both, bdd_choose(t, bdd_variable(t, v), only1, only0));
}

void bdd_cover(bdd_table *t, bdd least_, bdd most, bdd_visit visit, void *context) {
  assert(bdd_implies(t, least_, most));
  cover c = {.t = t, .visit = visit, .context = context};
  cover_between(&c, least_, most);
  vec_free(t->m, &c.literals);
}
