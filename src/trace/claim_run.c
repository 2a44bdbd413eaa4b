#include "trace/claim_run.h"

#include <assert.h>
#include <string.h>

// The graph that is searched: a node is a position of the word and a state of the claim that reads it.
typedef struct graph {
  mem *m;
  const word *w;
  const claim *c;
  uint32_t nodes;
  bool *is_core; // an accepting run goes on from here, within these nodes
  // Of a search:
  uint32_t *parent;         // by node; NO_NODE = not reached, or the start
  const claim_edge **taken; // by node: the edge from its parent
  bool *is_reached;
  uint32_t *queue;
} graph;

enum { NO_NODE = 0xffffffff, MOST_NODES = 100000000 };

static uint32_t position_of(const graph *g, uint32_t node) { return node / g->c->states.count; }
static uint32_t state_of(const graph *g, uint32_t node) { return node % g->c->states.count; }
static const claim_state *claim_state_of(const graph *g, uint32_t node) { return &g->c->states.at[state_of(g, node)]; }

static uint32_t target(const graph *g, uint32_t node, const claim_edge *e) {
  uint32_t next = position_of(g, node) + 1;
  return (next < g->w->length ? next : g->w->loop) * g->c->states.count + e->to;
}

static bool holds(const graph *g, uint32_t node, uint32_t atom) {
  return g->w->values.at[(size_t)position_of(g, node) * g->w->atoms.count + atom];
}

static bool is_possible(const graph *g, uint32_t node, const claim_edge *e) {
  for (uint32_t i = 0; i < e->label.count; i++)
    if (holds(g, node, claim_atom(e->label.at[i])) == claim_is_negated(e->label.at[i]))
      return false;
  return true;
}

static bool has_mark(const graph *g, uint32_t node, const claim_edge *e, uint32_t mark) {
  int32_t accepting = g->c->accepting_atom;
  return !g->c->mark_count || (e->marks >> mark & 1) ||
         (mark == 0 && accepting >= 0 && holds(g, node, (uint32_t)accepting));
}

static uint32_t mark_count(const graph *g) { return g->c->mark_count ? g->c->mark_count : 1; }

// Does the node lead to an edge with the mark, by what `leads` knows so far?
static bool leads_on(const graph *g, uint32_t node, uint32_t mark, const bool *leads) {
  const claim_state *s = claim_state_of(g, node);
  for (uint32_t i = 0; i < s->edges.count; i++) {
    const claim_edge *e = &s->edges.at[i];
    uint32_t to = target(g, node, e);
    if (g->is_core[to] && is_possible(g, node, e) && (has_mark(g, node, e, mark) || leads[to]))
      return true;
  }
  return false;
}

// Takes the nodes out of the core from which no edge with the mark is reached. True if there were some.
static bool prune(graph *g, uint32_t mark, bool *leads) {
  memset(leads, 0, g->nodes);
  for (bool changes = true; changes;) {
    changes = false;
    mem_poll(g->m);
    for (uint32_t node = g->nodes; node-- > 0;)
      if (g->is_core[node] && !leads[node] && leads_on(g, node, mark, leads))
        changes = leads[node] = true;
  }
  bool is_same = memcmp(g->is_core, leads, g->nodes) == 0;
  memcpy(g->is_core, leads, g->nodes);
  return !is_same;
}

// The nodes that lead to every mark again and again (Emerson and Lei).
static void find_core(graph *g) {
  bool *leads = mem_alloc(g->m, g->nodes);
  memset(g->is_core, true, g->nodes);
  for (bool changes = true; changes;) {
    changes = false;
    for (uint32_t mark = 0; mark < mark_count(g); mark++)
      changes |= prune(g, mark, leads);
  }
  mem_free(g->m, leads);
}

// What a search looks for: an edge of a node.
typedef struct goal {
  bool is_bad;   // it enters a bad state at the last position...
  uint32_t mark; // ...or stays in the core and has this mark
} goal;

static bool is_goal(const graph *g, const goal *wanted, uint32_t node, const claim_edge *e) {
  if (wanted->is_bad)
    return position_of(g, node) + 1 == g->w->length && g->c->states.at[e->to].is_bad;
  return has_mark(g, node, e, wanted->mark);
}

// Appends the moves on the path to the node, and then the edge.
static void append(graph *g, claim_run *run, uint32_t node, const claim_edge *last) {
  uint32_t first = run->moves.count;
  vec_push(g->m, &run->moves, ((claim_move){state_of(g, node), last}));
  for (uint32_t at = node; g->parent[at] != NO_NODE; at = g->parent[at])
    vec_push(g->m, &run->moves, ((claim_move){state_of(g, g->parent[at]), g->taken[at]}));
  for (uint32_t i = first, k = run->moves.count; i + 1 < k; i++) {
    claim_move other = run->moves.at[--k];
    run->moves.at[k] = run->moves.at[i];
    run->moves.at[i] = other;
  }
}

// Breadth-first search from the node. Appends the moves of a shortest path whose last edge is the goal, and returns the
// node after it; NO_NODE = there is none.
static uint32_t search(graph *g, uint32_t start, const goal *wanted, claim_run *run) {
  uint32_t count = 0;
  memset(g->is_reached, 0, g->nodes);
  g->is_reached[start] = true;
  g->parent[start] = NO_NODE;
  g->queue[count++] = start;
  for (uint32_t next = 0; next < count; next++) {
    uint32_t node = g->queue[next];
    const claim_state *s = claim_state_of(g, node);
    mem_poll(g->m);
    for (uint32_t i = 0; i < s->edges.count; i++) {
      const claim_edge *e = &s->edges.at[i];
      uint32_t to = target(g, node, e);
      if (!is_possible(g, node, e) || !(wanted->is_bad || g->is_core[to]))
        continue;
      if (is_goal(g, wanted, node, e)) {
        append(g, run, node, e);
        return to;
      }
      bool is_round = wanted->is_bad && position_of(g, node) + 1 == g->w->length;
      if (g->is_reached[to] || is_round || g->c->states.at[e->to].is_bad)
        continue;
      g->is_reached[to] = true;
      g->parent[to] = node;
      g->taken[to] = e;
      g->queue[count++] = to;
    }
  }
  return NO_NODE;
}

// From one mark to the next, round after round, until a round begins where an earlier one began.
static bool find_lasso(graph *g, uint32_t start, claim_run *run) {
  uint32_t *begun = mem_alloc(g->m, sizeof *begun * g->nodes); // by node: 1 + the first move of the round
  memset(begun, 0, sizeof *begun * g->nodes);
  find_core(g);
  uint32_t node = g->is_core[start] ? start : NO_NODE;
  while (node != NO_NODE && !begun[node]) {
    begun[node] = run->moves.count + 1;
    for (uint32_t mark = 0; mark < mark_count(g) && node != NO_NODE; mark++)
      node = search(g, node, &(goal){.mark = mark}, run);
  }
  run->loop = node != NO_NODE ? begun[node] - 1 : 0;
  mem_free(g->m, begun);
  return node != NO_NODE;
}

// The rounds need not begin with the loop: the last moves of the path to it may be those of the loop already.
static void begin_early(const graph *g, claim_run *run) {
  while (run->loop > g->w->loop && run->loop > 0) {
    const claim_move *before = &run->moves.at[run->loop - 1], *last = &run->moves.at[run->moves.count - 1];
    if (before->from != last->from || before->by != last->by)
      return;
    run->loop--;
    run->moves.count--;
  }
}

static bool find(graph *g, claim_run *run, bool is_bad) {
  uint32_t start = g->c->initial;
  if (is_bad) {
    bool is_found = search(g, start, &(goal){.is_bad = true}, run) != NO_NODE;
    run->loop = run->moves.count;
    return is_found;
  }
  if (!find_lasso(g, start, run))
    return false;
  begin_early(g, run);
  return true;
}

bool claim_run_find(claim_run *run, const word *w, const claim *c, bool is_bad) {
  assert(!run->moves.count && w->loop < w->length && w->atoms.count >= c->atoms.count);
  graph g = {.m = w->m, .w = w, .c = c};
  if ((uint64_t)w->length * c->states.count > MOST_NODES)
    return false;
  g.nodes = w->length * c->states.count;
  g.is_core = mem_alloc(g.m, g.nodes);
  g.is_reached = mem_alloc(g.m, g.nodes);
  g.parent = mem_alloc(g.m, sizeof *g.parent * g.nodes);
  g.taken = mem_alloc(g.m, sizeof *g.taken * g.nodes);
  g.queue = mem_alloc(g.m, sizeof *g.queue * g.nodes);
  bool is_found = find(&g, run, is_bad);
  mem_free(g.m, g.is_core);
  mem_free(g.m, g.is_reached);
  mem_free(g.m, g.parent);
  mem_free(g.m, g.taken);
  mem_free(g.m, g.queue);
  return is_found;
}

void claim_run_free(mem *m, claim_run *run) { vec_free(m, &run->moves); }
