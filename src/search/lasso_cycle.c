// Dijkstra's algorithm over states with the marks seen so far. Costs of steps are 0, 1 or 2.
#include "search/lasso_graph.h"

#include <assert.h>
#include <string.h>

enum { FIRST_PLACES = 256, COSTS = 3 };

void lasso_cycle_open(lasso_cycle *c, mem *m) {
  *c = (lasso_cycle){.m = m, .mask = FIRST_PLACES - 1};
  c->table = mem_alloc(m, sizeof *c->table * FIRST_PLACES);
}

void lasso_cycle_close(lasso_cycle *c) {
  mem_free(c->m, c->table);
  vec_free(c->m, &c->nodes);
  vec_free(c->m, &c->path);
  for (uint32_t i = 0; i < COSTS; i++)
    vec_free(c->m, &c->open[i]);
}

static uint32_t hash(uint32_t state, uint32_t seen) {
  uint64_t mixed = (state + ((uint64_t)seen << 32)) * 0x9e3779b97f4a7c15ull;
  return (uint32_t)(mixed >> 32);
}

// The place of the pair in the table, or the free one where it belongs.
static uint32_t place_of(const lasso_cycle *c, uint32_t state, uint32_t seen) {
  uint32_t at = hash(state, seen) & c->mask;
  for (; c->table[at]; at = (at + 1) & c->mask) {
    const lasso_node *n = &c->nodes.at[c->table[at] - 1];
    if (n->state == state && n->seen == seen)
      break;
  }
  return at;
}

static void grow_table(lasso_cycle *c) {
  uint64_t places = ((uint64_t)c->mask + 1) * 2;
  if (places - 1 > UINT32_MAX)
    mem_exhausted(c->m);
  mem_free(c->m, c->table);
  c->table = mem_alloc(c->m, places * sizeof *c->table);
  c->mask = (uint32_t)(places - 1);
  for (uint32_t i = 0; i < c->nodes.count; i++)
    c->table[place_of(c, c->nodes.at[i].state, c->nodes.at[i].seen)] = i + 1;
}

// Notes a way to the pair, unless one that costs no more is known.
static void reach(lasso_cycle *c, const lasso_node *way) {
  if (c->nodes.count >= c->mask / 2)
    grow_table(c);
  uint32_t at = place_of(c, way->state, way->seen);
  if (!c->table[at]) {
    vec_push(c->m, &c->nodes, *way);
    c->table[at] = c->nodes.count;
  } else if (c->nodes.at[c->table[at] - 1].cost > way->cost) {
    c->nodes.at[c->table[at] - 1] = *way;
  } else {
    return;
  }
  vec_push(c->m, &c->open[way->cost % COSTS], c->table[at] - 1);
}

// Only the places of the nodes are cleared, where these are few.
static void forget(lasso_cycle *c) {
  if (c->nodes.count > c->mask / 8)
    memset(c->table, 0, ((size_t)c->mask + 1) * sizeof *c->table);
  else // the last first: a free place then ends no probing that is still needed
    for (uint32_t i = c->nodes.count; i-- > 0;)
      c->table[place_of(c, c->nodes.at[i].state, c->nodes.at[i].seen)] = 0;
  c->nodes.count = 0;
  for (uint32_t i = 0; i < COSTS; i++)
    c->open[i].count = 0;
}

typedef struct closing { // of the cheapest cycle so far
  uint32_t node, edge, cost;
} closing;

static void expand(lasso_cycle *c, const lasso_graph *g, const lasso_core *core, uint32_t number, closing *best) {
  lasso_node from = c->nodes.at[number];
  uint32_t start = c->nodes.at[0].state;
  for (uint32_t e = core->first[from.state]; e < core->first[from.state + 1]; e++) {
    const lasso_core_edge *edge = &core->edges.at[e];
    uint32_t cost = from.cost + g->edges.at[edge->from].cost;
    if (edge->to < start || cost >= best->cost)
      continue;
    lasso_node to = {.state = edge->to, .seen = from.seen | edge->seen, .cost = cost, .before = number, .by = e};
    if (edge->to == start && to.seen == core->all[start])
      *best = (closing){.node = number, .edge = e, .cost = cost};
    else
      reach(c, &to);
  }
}

static void take_path(lasso_cycle *c, const lasso_core *core, const closing *best) {
  c->cost = best->cost;
  c->path.count = 0;
  vec_push(c->m, &c->path, core->edges.at[best->edge].from);
  for (uint32_t n = best->node; n != 0; n = c->nodes.at[n].before)
    vec_push(c->m, &c->path, core->edges.at[c->nodes.at[n].by].from);
  for (uint32_t i = 0, k = c->path.count - 1; i < k; i++, k--) {
    uint32_t other = c->path.at[i];
    c->path.at[i] = c->path.at[k];
    c->path.at[k] = other;
  }
}

bool lasso_cycle_find(lasso_cycle *c, const lasso_graph *g, const lasso_core *core, uint32_t start, uint32_t limit,
                      uint64_t *work) {
  closing best = {.node = LASSO_NONE, .cost = limit};
  reach(c, &(lasso_node){.state = start});
  for (uint32_t level = 0, empty = 0; empty < COSTS && level < best.cost; level++) {
    uint32_t bucket = level % COSTS;
    empty = c->open[bucket].count ? 0 : empty + 1;
    for (uint32_t i = 0; i < c->open[bucket].count && level < best.cost; i++) {
      uint32_t number = c->open[bucket].at[i];
      lasso_node *n = &c->nodes.at[number];
      if (n->is_done || n->cost != level)
        continue;
      n->is_done = true;
      *work += core->first[n->state + 1] - core->first[n->state];
      mem_poll(c->m);
      expand(c, g, core, number, &best);
    }
    c->open[bucket].count = 0;
  }
  if (best.node != LASSO_NONE)
    take_path(c, core, &best);
  forget(c);
  return best.node != LASSO_NONE;
}
