#include "graph.h"

#include "search/judge.h"
#include <string.h>

static void keep_error(graph *g, const uint8_t *bytes, uint32_t size) {
  g->error_kept.count = 0;
  for (uint32_t i = 0; i < size; i++)
    vec_push(g->m, &g->error_kept, bytes[i]);
  g->error_bytes = g->error_kept.at;
  g->error_size = size;
}

static bool visit(void *context, const successor *s) {
  graph *g = context;
  graph_edge e = {.to = GRAPH_NOWHERE, .cost = s->cost, .by = s->by};
  bool is_error = s->fault != FAULT_NONE && question_stops_at(&g->goal, s->fault), is_new;
  if (!is_error && !s->state) // a fault that is not an error for this goal: there is no successor
    return true;
  if (!is_error)
    e.to = g->states->put(g->states, s->state, s->size, &is_new);
  vec_push(g->m, &g->edges, e);
  return true;
}

static bool visit_start(void *context, const successor *s) {
  graph *g = context;
  bool is_new;
  g->starts_wrong = s->fault != FAULT_NONE && question_stops_at(&g->goal, s->fault);
  if (!g->starts_wrong && s->state)
    g->states->put(g->states, s->state, s->size, &is_new);
  return true;
}

static void expand(graph *g, uint32_t id) {
  uint32_t size;
  const uint8_t *borrowed = g->states->get(g->states, id, &size);
  uint8_t *state = mem_alloc(g->m, size);
  memcpy(state, borrowed, size);
  bool is_error = judge_state(&g->goal, g->space, state, size).kind != OUTCOME_OPEN;
  if (!is_error) {
    expansion x = g->space->expand(g->space, state, size, visit, g);
    is_error = x.is_stuck && !x.is_end && question_stops_at(&g->goal, FAULT_DEADLOCK);
  }
  vec_push(g->m, &g->is_error, is_error);
  vec_push(g->m, &g->first, g->edges.count);
  mem_free(g->m, state);
}

enum { RING = 8 }; // more than any step costs

typedef VEC(uint32_t) numbers;

typedef struct {
  const graph *g;
  uint32_t *first, *from, *by; // the reversed edges: by is the number of the edge
  numbers ring[RING];          // states by cost
} backward;

static void turn_round(backward *b) {
  const graph *g = b->g;
  b->first = mem_alloc(g->m, sizeof *b->first * (g->count + 2));
  b->from = mem_alloc(g->m, sizeof *b->from * (g->edges.count + 1));
  b->by = mem_alloc(g->m, sizeof *b->by * (g->edges.count + 1));
  for (uint32_t i = 0; i < g->edges.count; i++)
    if (g->edges.at[i].to != GRAPH_NOWHERE)
      b->first[g->edges.at[i].to + 2]++;
  for (uint32_t s = 0; s < g->count; s++)
    b->first[s + 2] += b->first[s + 1];
  for (uint32_t s = 0; s < g->count; s++)
    for (uint32_t i = g->first.at[s]; i < g->first.at[s + 1]; i++)
      if (g->edges.at[i].to != GRAPH_NOWHERE) {
        uint32_t at = b->first[g->edges.at[i].to + 1]++;
        b->from[at] = s;
        b->by[at] = i;
      }
}

static void offer(backward *b, uint32_t state, uint32_t cost) {
  if (cost >= b->g->exact[state])
    return;
  b->g->exact[state] = cost;
  vec_push(b->g->m, &b->ring[cost % RING], state);
}

static void settle(backward *b, uint32_t state, uint32_t cost) {
  for (uint32_t i = b->first[state]; i < b->first[state + 1]; i++)
    offer(b, b->from[i], cost + b->g->edges.at[b->by[i]].cost);
}

// Dijkstra's algorithm from all errors backward. The ends are entered at their cost, which is less than RING.
static void measure(graph *g) {
  backward b = {.g = g};
  g->exact = mem_alloc(g->m, sizeof *g->exact * (g->count + 1));
  g->rank = mem_alloc(g->m, sizeof *g->rank * (g->count + 1));
  memset(g->exact, 0xff, sizeof *g->exact * (g->count + 1));
  turn_round(&b);
  for (uint32_t s = 0; s < g->count; s++) {
    if (g->is_error.at[s])
      offer(&b, s, 0);
    for (uint32_t i = g->first.at[s]; i < g->first.at[s + 1]; i++)
      if (g->edges.at[i].to == GRAPH_NOWHERE)
        offer(&b, s, g->edges.at[i].cost);
  }
  uint32_t empty = 0;
  for (uint32_t cost = 0, settled = 0; empty < RING; cost++) {
    numbers *now = &b.ring[cost % RING];
    empty = now->count ? 0 : empty + 1;
    for (uint32_t i = 0; i < now->count; i++)
      if (g->exact[now->at[i]] == cost) {
        g->rank[now->at[i]] = settled++;
        settle(&b, now->at[i], cost);
      }
    now->count = 0;
  }
  for (uint32_t i = 0; i < RING; i++)
    vec_free(g->m, &b.ring[i]);
  mem_free(g->m, b.first);
  mem_free(g->m, b.from);
  mem_free(g->m, b.by);
}

// Follows decreasing ranks from the initial state to a nearest error: costs do not always decrease. A step that ends in
// a fault may have no successor state: then the state before it is kept.
static void follow_to_the_error(graph *g) {
  uint32_t at = 0, size;
  for (uint32_t next = 0; next != GRAPH_NOWHERE && !g->is_error.at[at];) {
    next = GRAPH_NOWHERE;
    for (uint32_t i = g->first.at[at]; i < g->first.at[at + 1] && next == GRAPH_NOWHERE; i++) {
      const graph_edge *e = &g->edges.at[i];
      if (e->to != GRAPH_NOWHERE && g->exact[e->to] != GRAPH_NEVER && g->exact[e->to] + e->cost == g->exact[at] &&
          g->rank[e->to] < g->rank[at])
        next = e->to;
    }
    at = next != GRAPH_NOWHERE ? next : at;
  }
  const uint8_t *state = g->states->get(g->states, at, &size);
  keep_error(g, state, size);
}

graph *graph_explore(mem *m, space *s, question goal, uint32_t limit) {
  graph *g = mem_alloc(m, sizeof *g);
  g->m = m;
  g->space = s;
  g->goal = goal;
  g->states = store_hash.open(m, NULL);
  vec_push(m, &g->first, 0);
  s->initial(s, visit_start, g);
  while (g->count < g->states->count(g->states) && g->count < limit)
    expand(g, g->count++);
  g->is_whole = g->count == g->states->count(g->states);
  if (!g->is_whole)
    return g;
  measure(g);
  if (g->count && g->exact[0] != GRAPH_NEVER)
    follow_to_the_error(g);
  return g;
}

void graph_close(graph *g) {
  g->states->close(g->states);
  vec_free(g->m, &g->edges);
  vec_free(g->m, &g->first);
  vec_free(g->m, &g->is_error);
  vec_free(g->m, &g->error_kept);
  mem_free(g->m, g->exact);
  mem_free(g->m, g->rank);
  mem_free(g->m, g);
}

uint32_t graph_start_cost(const graph *g) { return g->starts_wrong ? 0 : g->count ? g->exact[0] : GRAPH_NEVER; }

const state_view *graph_view(const graph *g, uint32_t state) {
  uint32_t size;
  const uint8_t *bytes = g->states->get(g->states, state, &size);
  return g->space->view(g->space, bytes, size);
}
