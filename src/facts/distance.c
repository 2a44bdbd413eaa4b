#include "facts/distance.h"

#include <assert.h>
#include <stdlib.h>

// The recursion ends: a block does not contain itself, since blocks come from the text of a model.
void distance_walk(const network *net, const net_stmt *effect, void (*visit)(const net_stmt *s, void *context),
                   void *context) {
  for (const net_stmt *s = effect; s; s = s->next) {
    visit(s, context);
    if (s->kind != STMT_BLOCK)
      continue;
    const net_flow *f = &net->blocks.at[s->block];
    for (uint32_t l = 0; l < f->locations.count; l++)
      for (uint32_t i = 0; i < f->locations.at[l].edges.count; i++)
        distance_walk(net, net->edges.at[f->locations.at[l].edges.at[i]]->effect, visit, context);
  }
}

bool distance_adds_up(const network *net) {
  for (uint32_t i = 0; i < net->edges.count; i++)
    if (net->edges.at[i]->sync.kind == SYNC_CALL)
      return false;
  return true;
}

typedef struct {
  distance_graph *g;
  uint32_t from;
  bool dies;
} survey;

static void note(const net_stmt *s, void *context) {
  survey *v = context;
  distance_graph *g = v->g;
  if (s->kind == STMT_END)
    v->dies = true;
  if (s->kind != STMT_RUN)
    return;
  const net_template *t = g->net->templates.at[s->template_];
  g->is_started[t->index] = true;
  vec_push(g->m, &g->starts, ((distance_arc){v->from, distance_node(g, t->index, t->flow.initial)}));
}

static void add_edges(distance_graph *g, const net_template *t) {
  for (uint32_t l = 0; l < t->flow.locations.count; l++) {
    const net_location *at = &t->flow.locations.at[l];
    for (uint32_t i = 0; i < at->edges.count; i++) {
      const net_edge *e = g->net->edges.at[at->edges.at[i]];
      survey v = {g, distance_node(g, t->index, l), false};
      distance_walk(g->net, e->effect, note, &v);
      uint32_t to = v.dies ? g->absent : distance_node(g, t->index, e->to);
      vec_push(g->m, &g->moves, ((distance_arc){v.from, to}));
    }
  }
}

static int by_target(const void *a, const void *b) {
  uint32_t left = ((const distance_arc *)a)->to, right = ((const distance_arc *)b)->to;
  return left < right ? -1 : left > right;
}

static void sort_moves(distance_graph *g) {
  if (g->moves.count)
    qsort(g->moves.at, g->moves.count, sizeof *g->moves.at, by_target);
  g->first_move = mem_alloc(g->m, sizeof *g->first_move * (g->nodes + 1));
  for (uint32_t i = 0; i < g->moves.count; i++)
    g->first_move[g->moves.at[i].to + 1] = i + 1;
  for (uint32_t node = 1; node <= g->nodes; node++)
    if (g->first_move[node] < g->first_move[node - 1])
      g->first_move[node] = g->first_move[node - 1];
}

distance_graph *distance_open(mem *m, const network *net) {
  distance_graph *g = mem_alloc(m, sizeof *g);
  g->m = m;
  g->net = net;
  g->first = mem_alloc(m, sizeof *g->first * (net->templates.count + 1));
  g->is_started = mem_alloc(m, net->templates.count + 1);
  for (uint32_t t = 0; t < net->templates.count; t++)
    g->first[t + 1] = g->first[t] + net->templates.at[t]->flow.locations.count;
  g->absent = g->first[net->templates.count];
  g->nodes = g->absent + 1;
  for (uint32_t t = 0; t < net->templates.count; t++)
    add_edges(g, net->templates.at[t]);
  sort_moves(g);
  return g;
}

void distance_close(distance_graph *g) {
  mem *m = g->m;
  vec_free(m, &g->starts);
  vec_free(m, &g->moves);
  mem_free(m, g->first_move);
  mem_free(m, g->is_started);
  mem_free(m, g->first);
  mem_free(m, g);
}

// Breadth-first search, against the direction of the arcs.
typedef struct {
  const distance_graph *g;
  distance_ways ways;
  uint32_t *distance, *queue, head, tail;
} wave;

static void reach(wave *w, uint32_t node, uint32_t distance) {
  if (w->distance[node] != DISTANCE_NEVER)
    return;
  w->distance[node] = distance;
  w->queue[w->tail++] = node;
}

static bool begins_a_process(const distance_graph *g, uint32_t node) {
  for (uint32_t t = 0; t < g->net->templates.count; t++)
    if (g->is_started[t] && node == distance_node(g, t, g->net->templates.at[t]->flow.initial))
      return true;
  return false;
}

static void spread(wave *w, uint32_t node) {
  const distance_graph *g = w->g;
  uint32_t next = w->distance[node] + 1;
  for (uint32_t i = g->first_move[node]; i < g->first_move[node + 1]; i++)
    reach(w, g->moves.at[i].from, next);
  for (uint32_t i = 0; w->ways == DISTANCE_STARTS && i < g->starts.count; i++)
    if (g->starts.at[i].to == node)
      reach(w, g->starts.at[i].from, next);
  // An absent process reaches this node at the same distance, as it may be started here. It must be expanded before
  // nodes that are farther away.
  if (w->ways == DISTANCE_RETURNS && w->distance[g->absent] == DISTANCE_NEVER && begins_a_process(g, node)) {
    w->distance[g->absent] = w->distance[node];
    spread(w, g->absent);
  }
}

uint32_t *distance_to(mem *m, const distance_graph *g, const bool *is_target, distance_ways ways) {
  wave w = {.g = g, .ways = ways, .distance = mem_alloc(m, sizeof *w.distance * g->nodes)};
  w.queue = mem_alloc(m, sizeof *w.queue * g->nodes);
  for (uint32_t node = 0; node < g->nodes; node++)
    w.distance[node] = DISTANCE_NEVER;
  for (uint32_t node = 0; node < g->nodes; node++)
    if (is_target[node])
      reach(&w, node, 0);
  while (w.head < w.tail)
    spread(&w, w.queue[w.head++]);
  mem_free(m, w.queue);
  return w.distance;
}

void distance_rows_open(distance_rows *r, mem *m, const distance_graph *g) {
  *r = (distance_rows){.m = m, .graph = g, .to = mem_alloc(m, sizeof *r->to * g->nodes)};
}

void distance_rows_close(distance_rows *r) {
  for (uint32_t i = 0; i < r->graph->nodes; i++)
    mem_free(r->m, r->to[i]);
  mem_free(r->m, r->to);
}

uint32_t distance_between(distance_rows *r, uint32_t template_, uint32_t from, uint32_t to) {
  assert(template_ < r->graph->net->templates.count &&
         to < r->graph->net->templates.at[template_]->flow.locations.count);
  uint32_t target = distance_node(r->graph, template_, to);
  if (!r->to[target]) {
    bool *is_target = mem_alloc(r->m, r->graph->nodes);
    is_target[target] = true;
    r->to[target] = distance_to(r->m, r->graph, is_target, DISTANCE_ALONE);
    mem_free(r->m, is_target);
  }
  return r->to[target][distance_node(r->graph, template_, from)];
}
