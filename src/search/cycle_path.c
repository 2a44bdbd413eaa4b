#include "search/cycle_path.h"

#include <assert.h>

static void reserve(cycle_path *p, uint32_t state) {
  if (state < p->room)
    return;
  uint64_t room = (uint64_t)state + state / 4 + 4096;
  room = room < UINT32_MAX ? room : UINT32_MAX;
  p->node_of = mem_realloc(p->graph->m, p->node_of, room * sizeof *p->node_of);
  p->room = (uint32_t)room;
}

void cycle_path_open(cycle_path *p, cycle_graph *g) {
  *p = (cycle_path){.graph = g};
  reserve(p, (uint32_t)g->visited->count(g->visited));
}

void cycle_path_close(cycle_path *p) {
  mem *m = p->graph->m;
  mem_free(m, p->node_of);
  vec_free(m, &p->nodes);
  vec_free(m, &p->queue);
  vec_free(m, &p->heads);
}

void cycle_path_clear(cycle_path *p) {
  for (uint32_t i = 0; i < p->nodes.count; i++)
    p->node_of[p->nodes.at[i].state] = 0;
  p->nodes.count = p->queue.count = p->heads.count = 0;
  p->cost = 0;
}

// Puts a node into the queue. The entry of a greater cost stays there, and is passed over later.
static void enqueue(cycle_path *p, uint32_t node) {
  mem *m = p->graph->m;
  uint32_t cost = p->nodes.at[node].cost;
  while (p->heads.count <= cost)
    vec_push(m, &p->heads, 0);
  vec_push(m, &p->queue, ((cycle_path_entry){.node = node, .next = p->heads.at[cost]}));
  p->heads.at[cost] = p->queue.count;
}

void cycle_path_reach(cycle_path *p, uint32_t state, uint32_t parent, uint32_t marks, uint32_t cost) {
  reserve(p, state);
  cycle_path_node n = {.state = state, .parent = parent, .marks = marks, .cost = cost};
  uint32_t known = p->node_of[state];
  if (!known) {
    vec_push(p->graph->m, &p->nodes, n);
    known = p->node_of[state] = p->nodes.count;
  } else if (cost < p->nodes.at[known - 1].cost) {
    assert(!p->nodes.at[known - 1].is_settled);
    p->nodes.at[known - 1] = n;
  } else {
    return;
  }
  enqueue(p, known - 1);
}

uint32_t cycle_path_next(cycle_path *p) {
  while (p->cost < p->heads.count) {
    uint32_t entry = p->heads.at[p->cost];
    if (!entry) {
      p->cost++;
      continue;
    }
    uint32_t node = p->queue.at[entry - 1].node;
    p->heads.at[p->cost] = p->queue.at[entry - 1].next;
    if (p->nodes.at[node].is_settled)
      continue;
    assert(p->nodes.at[node].cost == p->cost);
    p->nodes.at[node].is_settled = true;
    return node;
  }
  return CYCLE_PATH_NONE;
}

void cycle_path_expand(cycle_path *p, uint32_t node, cycle_selection which) {
  mem_poll(p->graph->m);
  p->expanded++;
  cycle_graph_expand(p->graph, p->nodes.at[node].state, which);
}

uint32_t cycle_path_settled(const cycle_path *p, uint32_t state) {
  uint32_t known = state < p->room ? p->node_of[state] : 0;
  return known && p->nodes.at[known - 1].is_settled ? known - 1 : (uint32_t)CYCLE_PATH_NONE;
}
