#include "search/cycle_loop.h"

void cycle_loop_open(cycle_loop *l, cycle_graph *g, cycle_is_member is_member, const void *context) {
  *l = (cycle_loop){.is_member = is_member, .context = context};
  cycle_path_open(&l->path, g);
}

void cycle_loop_close(cycle_loop *l) {
  vec_free(l->path.graph->m, &l->hops);
  cycle_path_close(&l->path);
}

typedef struct target {
  uint32_t state; // a path to this state; CYCLE_NO_STATE: one that ends with an edge...
  uint32_t marks; // ...whose marks are not all among these
  // The best path found so far: to this node, then by this edge.
  uint32_t node;
  cycle_edge edge;
  uint32_t cost; // only a cheaper one is better
} target;

static bool is_goal(cycle_loop *l, const target *t, const cycle_edge *e) {
  if (t->state != CYCLE_NO_STATE)
    return e->to == t->state;
  return cycle_marks_join(&l->path.graph->marks, t->marks, e->marks) != t->marks;
}

static void follow(cycle_loop *l, uint32_t node, target *t) {
  cycle_path *p = &l->path;
  cycle_path_expand(p, node, CYCLE_IN_COMPONENT);
  for (uint32_t i = 0; i < p->graph->edges.count; i++) {
    const cycle_edge *e = &p->graph->edges.at[i];
    uint32_t cost = p->nodes.at[node].cost + e->cost;
    if (cost >= t->cost || (l->is_member && !l->is_member(l->context, e->to)))
      continue;
    if (is_goal(l, t, e)) {
      t->node = node;
      t->edge = *e;
      t->cost = cost;
    } else {
      cycle_path_reach(p, e->to, node, e->marks, cost);
    }
  }
}

static void append_path(cycle_loop *l, const target *t) {
  mem *m = l->path.graph->m;
  uint32_t start = l->hops.count;
  vec_push(m, &l->hops, ((cycle_hop){.state = t->edge.to, .marks = t->edge.marks}));
  for (uint32_t i = t->node; l->path.nodes.at[i].parent != CYCLE_PATH_NONE; i = l->path.nodes.at[i].parent)
    vec_push(m, &l->hops, ((cycle_hop){.state = l->path.nodes.at[i].state, .marks = l->path.nodes.at[i].marks}));
  for (uint32_t i = start, k = l->hops.count; i + 1 < k; i++) {
    cycle_hop other = l->hops.at[--k];
    l->hops.at[k] = l->hops.at[i];
    l->hops.at[i] = other;
  }
}

// Appends the cheapest path from a state to the target, and returns its cost; UINT32_MAX if none was found.
static uint32_t go(cycle_loop *l, uint32_t from, target t) {
  cycle_path *p = &l->path;
  t.node = CYCLE_PATH_NONE;
  cycle_path_clear(p);
  cycle_path_reach(p, from, CYCLE_PATH_NONE, CYCLE_MARKS_NONE, 0);
  for (uint32_t node; l->left > 0 && (node = cycle_path_next(p)) != CYCLE_PATH_NONE && p->cost < t.cost;) {
    l->left--;
    follow(l, node, &t);
  }
  if (t.node == CYCLE_PATH_NONE)
    return UINT32_MAX;
  append_path(l, &t);
  return t.cost;
}

uint32_t cycle_loop_cheapest(cycle_loop *l, uint32_t state, uint32_t limit) {
  l->hops.count = 0;
  return go(l, state, (target){.state = state, .cost = limit});
}

uint32_t cycle_loop_round(cycle_loop *l, uint32_t state, uint32_t limit) {
  l->hops.count = 0;
  cycle_marks *marks = &l->path.graph->marks;
  uint32_t at = state, has = CYCLE_MARKS_NONE, cost = 0;
  while (has != CYCLE_MARKS_ALL || at != state) {
    bool is_return = has == CYCLE_MARKS_ALL;
    uint32_t start = l->hops.count;
    target next = {.state = is_return ? state : (uint32_t)CYCLE_NO_STATE, .marks = has, .cost = limit - cost};
    uint32_t more = go(l, at, next);
    if (more == UINT32_MAX)
      return UINT32_MAX;
    cost += more;
    for (uint32_t i = start; i < l->hops.count; i++)
      has = cycle_marks_join(marks, has, l->hops.at[i].marks);
    at = l->hops.at[l->hops.count - 1].state;
  }
  return cost;
}
