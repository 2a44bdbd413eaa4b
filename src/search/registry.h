// Per-state data of a search (parent, cost, estimates), in arrays indexed by the state's number, and the trace that
// leads to a state.
#ifndef SEARCH_REGISTRY_H
#define SEARCH_REGISTRY_H

#include "search/judge.h"
#include "search/rows.h"

typedef struct registry {
  mem *m;
  space *space;
  store *visited;
  bool keeps_cost;
  uint32_t *parent; // JUDGE_NO_STATE: an initial state
  uint32_t *cost;   // least known cost to reach it; NULL unless keeps_cost
  uint8_t *is_open; // one bit per state; NULL unless keeps_cost
  rows estimates;   // empty unless registry_keep_estimates() was called
  uint32_t room;
} registry;

void registry_open(registry *r, mem *m, space *s, store *visited, bool keeps_cost);
void registry_keep_estimates(registry *r, uint32_t count); // per state; call it before any registry_note()
void registry_close(registry *r);
void registry_reserve(registry *r, uint32_t id); // makes room for the data of this state
uint64_t registry_bytes(const registry *r);      // including the store
// Fills in steps, end and cost of the trace from the initial state along the parents to the finding. Steps are not
// stored: each parent is expanded again, and of several steps between two states the cheapest is taken. *to keeps what
// it had until the new trace is complete. is_settled is false afterwards.
void registry_trace(registry *r, const judge_finding *found, search_finding *to);

static inline void registry_note(registry *r, uint32_t id, uint32_t parent, uint32_t cost) {
  if (__builtin_expect(id >= r->room, 0))
    registry_reserve(r, id);
  r->parent[id] = parent;
  if (r->keeps_cost)
    r->cost[id] = cost;
}

// Is the state in the open list? Only if keeps_cost.
static inline bool registry_is_open(const registry *r, uint32_t id) { return r->is_open[id >> 3] >> (id & 7) & 1; }

static inline void registry_set_open(registry *r, uint32_t id, bool is_open) {
  uint8_t bit = (uint8_t)(1u << (id & 7));
  r->is_open[id >> 3] = (uint8_t)(is_open ? r->is_open[id >> 3] | bit : r->is_open[id >> 3] & ~bit);
}

#endif
