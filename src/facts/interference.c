#include "facts/interference.h"

#include "facts/facts.h"
#include <string.h>

struct interference {
  mem *m;
  const network *net;
  facts *own, *known;
  int32_t *template_of; // by edge; NET_NONE: it is part of another edge
  uint8_t **rows;       // by edge: its distances to all edges, taken by another process; NULL = not computed yet
  uint32_t *queue;
};

interference *interference_open(mem *m, const network *net, facts *known) {
  interference *i = mem_alloc(m, sizeof *i);
  *i = (interference){.m = m, .net = net, .own = known ? NULL : facts_open(m, net)};
  i->known = known ? known : i->own;
  i->template_of = mem_alloc(m, (net->edges.count + 1) * sizeof *i->template_of);
  i->rows = mem_alloc(m, (net->edges.count + 1) * sizeof *i->rows);
  i->queue = mem_alloc(m, (2 * net->edges.count + 1) * sizeof *i->queue);
  for (uint32_t e = 0; e < net->edges.count; e++)
    i->template_of[e] = NET_NONE;
  for (uint32_t t = 0; t < net->templates.count; t++) {
    const net_flow *flow = &net->templates.at[t]->flow;
    for (uint32_t l = 0; l < flow->locations.count; l++)
      for (uint32_t n = 0; n < flow->locations.at[l].edges.count; n++)
        i->template_of[flow->locations.at[l].edges.at[n]] = (int32_t)t;
  }
  return i;
}

void interference_close(interference *i) {
  for (uint32_t e = 0; e < i->net->edges.count; e++)
    mem_free(i->m, i->rows[e]);
  mem_free(i->m, i->rows);
  mem_free(i->m, i->queue);
  mem_free(i->m, i->template_of);
  if (i->own)
    facts_close(i->own);
  mem_free(i->m, i);
}

// Breadth-first search from one edge, along steps of the same process and conflicts between two. Another process is
// reached by conflicts only, so a node is an edge and whether there was one: 2 * edge + 1 if there was.
static void find_distances(interference *i, uint32_t from, uint8_t *distance) {
  influence *known = facts_influence(i->known);
  uint32_t first = 0, last = 0;
  memset(distance, INTERFERENCE_FAR + 1, 2 * (size_t)i->net->edges.count);
  distance[2 * from] = 0;
  i->queue[last++] = 2 * from;
  while (first < last && distance[i->queue[first]] < INTERFERENCE_FAR) {
    uint32_t node = i->queue[first++], edge = node / 2;
    mem_poll(i->m);
    for (uint32_t next = 0; next < i->net->edges.count; next++) {
      const uint8_t *known_to = &distance[2 * next]; // both nodes of the edge
      bool is_done = known_to[1] <= INTERFERENCE_FAR && (node % 2 || known_to[0] <= INTERFERENCE_FAR);
      if (is_done || i->template_of[next] == NET_NONE)
        continue;
      bool conflicts = influence_conflicts(known, edge, next);
      uint32_t to = 2 * next + (conflicts ? 1 : node % 2);
      if (distance[to] <= INTERFERENCE_FAR || !(conflicts || i->template_of[next] == i->template_of[edge]))
        continue;
      distance[to] = (uint8_t)(distance[node] + 1);
      i->queue[last++] = to;
    }
  }
}

static const uint8_t *row_of(interference *i, uint32_t from) {
  uint32_t edges = i->net->edges.count;
  if (i->rows[from])
    return i->rows[from];
  uint8_t *distance = mem_alloc(i->m, 2 * (size_t)edges + 1), *row = mem_alloc(i->m, edges + 1);
  find_distances(i, from, distance);
  for (uint32_t edge = 0; edge < edges; edge++)
    row[edge] = distance[2 * edge + 1];
  mem_free(i->m, distance);
  return i->rows[from] = row;
}

typedef struct { // a process that takes part in a step
  uint32_t edge, pid;
} part;

// In a broadcast only the caller is known.
static uint32_t parts_of(const net_action *step, part out[2]) {
  out[0] = (part){step->edge, step->pid};
  out[1] = (part){step->partner_edge, step->partner};
  return step->partner_edge == NET_ALONE || step->partner == NET_BROADCAST ? 1 : 2;
}

static uint32_t between(interference *i, part a, part b) { return a.pid == b.pid ? 0 : row_of(i, a.edge)[b.edge] - 1u; }

uint32_t interference_between(interference *i, const net_action *before, const net_action *step) {
  part one[2], other[2];
  uint32_t least = INTERFERENCE_FAR;
  if (net_is_stutter(before) || net_is_stutter(step))
    return 0;
  for (uint32_t n = parts_of(before, one); n-- > 0;)
    for (uint32_t k = parts_of(step, other); k-- > 0;) {
      uint32_t distance = between(i, one[n], other[k]);
      least = distance < least ? distance : least;
    }
  return least;
}
