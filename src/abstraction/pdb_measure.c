// Distances backwards: Dijkstra's algorithm with a bucket for each distance, over the edges sorted by where they lead.
#include "abstraction/pdb_graph.h"

#include <assert.h>

enum { RING = PDB_MOST_COST + 1 }; // buckets that can be in use at once

typedef struct backwards {
  pdb_graph *g;
  uint32_t *first; // by state, one more than there are: its edges in from and cost
  uint32_t *from;
  uint8_t *cost;
  VEC(uint32_t) buckets[RING]; // states, by distance
  uint64_t waiting, measured;
} backwards;

// Counting sort.
static void reverse(backwards *b) {
  pdb_graph *g = b->g;
  uint32_t states = g->errors.count, edges = g->edges.count;
  b->first = mem_alloc(g->m, sizeof *b->first * ((size_t)states + 2));
  b->from = mem_alloc(g->m, sizeof *b->from * ((size_t)edges + 1));
  b->cost = mem_alloc(g->m, (size_t)edges + 1);
  for (uint32_t i = 0; i < edges; i++) {
    mem_poll(g->m);
    b->first[g->edges.at[i].to + 2]++;
  }
  for (uint32_t i = 1; i < states + 2; i++)
    b->first[i] += b->first[i - 1];
  for (uint32_t i = 0; i < edges; i++) {
    mem_poll(g->m);
    uint32_t at = b->first[g->edges.at[i].to + 1]++;
    b->from[at] = g->edges.at[i].from;
    b->cost[at] = g->costs.at[i];
  }
}

static void reach(backwards *b, uint32_t state, uint32_t distance) {
  pdb_graph *g = b->g;
  if (distance >= g->distances[state])
    return;
  g->distances[state] = distance;
  vec_push(g->m, &b->buckets[distance % RING], state);
  b->waiting++;
}

// A bucket can grow while it is emptied, by edges that cost nothing.
static void empty_bucket(backwards *b, uint32_t distance) {
  uint32_t bucket = distance % RING;
  while (b->buckets[bucket].count) {
    uint32_t state = b->buckets[bucket].at[--b->buckets[bucket].count];
    mem_poll(b->g->m);
    b->waiting--;
    if (b->g->distances[state] != distance)
      continue;
    heuristic_tell(b->g->how->progress, "distances of abstract states", ++b->measured);
    for (uint32_t i = b->first[state]; i < b->first[state + 1]; i++)
      reach(b, b->from[i], distance + b->cost[i]);
  }
}

void pdb_graph_measure(pdb_graph *g) {
  backwards b = {.g = g};
  uint32_t states = g->errors.count;
  reverse(&b);
  g->distances = mem_alloc(g->m, sizeof *g->distances * ((size_t)states + 1));
  for (uint32_t i = 0; i < states; i++)
    g->distances[i] = TABLE_NEVER;
  for (uint32_t i = 0; i < states; i++) {
    if (i >= g->expanded)
      reach(&b, i, 0);
    else if (g->errors.at[i] != PDB_NO_ERROR)
      reach(&b, i, g->errors.at[i]);
  }
  for (uint32_t distance = 0; b.waiting; distance++)
    empty_bucket(&b, distance);
  for (uint32_t i = 0; i < RING; i++)
    vec_free(g->m, &b.buckets[i]);
  mem_free(g->m, b.first);
  mem_free(g->m, b.from);
  mem_free(g->m, b.cost);
}
