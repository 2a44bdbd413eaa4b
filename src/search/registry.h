// What a search knows of each state beside its bytes, in arrays by number, and the way back from a state to the start.
#ifndef SEARCH_REGISTRY_H
#define SEARCH_REGISTRY_H

#include "search/judge.h"
#include "search/rows.h"

typedef struct registry {
  mem *m;
  space *space;
  store *visited;
  bool keeps_cost;
  uint32_t *parent; // JUDGE_NOBODY: a state to start with
  uint32_t *cost;   // to reach it, as far as known; NULL unless keeps_cost
  uint8_t *is_open; // a bit for each; NULL unless keeps_cost
  rows estimates;   // none unless registry_keep_estimates() was called
  uint32_t room;
} registry;

void registry_open(registry *r, mem *m, space *s, store *visited, bool keeps_cost);
void registry_keep_estimates(registry *r, uint32_t count); // so many of each state; before any state is noted
void registry_close(registry *r);
void registry_reserve(registry *r, uint32_t id); // makes room for what is known of this state
uint64_t registry_bytes(const registry *r);      // with the store's
// Fills in steps, end and cost: from the start along the parents to the finding. The steps are found again by
// expanding the parents; between two states the cheapest is taken.
void registry_trace(registry *r, const judge_finding *found, search_finding *to);

static inline void registry_note(registry *r, uint32_t id, uint32_t parent, uint32_t cost) {
  if (__builtin_expect(id >= r->room, 0))
    registry_reserve(r, id);
  r->parent[id] = parent;
  if (r->keeps_cost)
    r->cost[id] = cost;
}

// keeps_cost: does the state wait to be expanded?
static inline bool registry_is_open(const registry *r, uint32_t id) { return r->is_open[id >> 3] >> (id & 7) & 1; }

static inline void registry_set_open(registry *r, uint32_t id, bool is_open) {
  uint8_t bit = (uint8_t)(1u << (id & 7));
  r->is_open[id >> 3] = (uint8_t)(is_open ? r->is_open[id >> 3] | bit : r->is_open[id >> 3] & ~bit);
}

#endif
