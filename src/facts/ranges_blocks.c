// Termination of blocks. A block ends if on every cycle a variable only increases, or only decreases: as it has few
// values, the edge that changes it is taken a bounded number of times. Such edges are removed, and what is left is
// examined again, so that nested loops are handled.
#include "facts/ranges_internal.h"
#include <assert.h>

enum { MOST_EDGES_TAKEN = 10000000 }; // in one run of a block; more are an endless loop (docs/network.md)

typedef struct {
  uint32_t location, next; // next: its first edge that was not followed yet
} visit;

typedef struct {
  const ranges *r;
  const net_flow *flow;
  VEC(const net_edge *) edges; // not removed yet, by the location they leave
  uint32_t *first;             // by location: its first edge; and the end of the last
  uint32_t *part;              // by location: its strongly connected component, from 1 on; 0 = not known yet
  // Tarjan's algorithm. By location: when it was found (0 = not yet), and the earliest location on the path that it
  // leads to.
  uint32_t *found, *earliest;
  uint32_t count, parts;
  VEC(visit) path;
  VEC(uint32_t) open; // found, but not in a component yet
} cycles;

static void find_first_edges(cycles *c) {
  uint32_t locations = c->flow->locations.count, edge = 0;
  for (uint32_t i = 0; i < locations; i++) {
    c->first[i] = edge;
    while (edge < c->edges.count && c->edges.at[edge]->from == i)
      edge++;
    c->part[i] = c->found[i] = 0;
  }
  assert(edge == c->edges.count);
  c->first[locations] = edge;
  c->count = c->parts = 0;
}

static void enter(cycles *c, uint32_t location) {
  visit here = {location, c->first[location]};
  c->found[location] = c->earliest[location] = ++c->count;
  vec_push(c->r->m, &c->open, location);
  vec_push(c->r->m, &c->path, here);
}

static void leave(cycles *c) {
  uint32_t at = c->path.at[--c->path.count].location, member;
  if (c->path.count > 0) {
    uint32_t before = c->path.at[c->path.count - 1].location;
    if (c->earliest[at] < c->earliest[before])
      c->earliest[before] = c->earliest[at];
  }
  if (c->earliest[at] < c->found[at])
    return;
  c->parts++;
  do {
    member = c->open.at[--c->open.count];
    c->part[member] = c->parts;
  } while (member != at);
}

static void follow(cycles *c) {
  visit *last = &c->path.at[c->path.count - 1];
  uint32_t at = last->location, to = c->edges.at[last->next++]->to;
  if (to == NET_BLOCK_EXIT || c->part[to])
    return;
  if (!c->found[to])
    enter(c, to);
  else if (c->found[to] < c->earliest[at])
    c->earliest[at] = c->found[to];
}

static void find_parts(cycles *c) {
  find_first_edges(c);
  for (uint32_t root = 0; root < c->flow->locations.count; root++) {
    mem_poll(c->r->m);
    if (c->found[root])
      continue;
    enter(c, root);
    while (c->path.count > 0) {
      const visit *last = &c->path.at[c->path.count - 1];
      if (last->next < c->first[last->location + 1])
        follow(c);
      else
        leave(c);
    }
  }
}

static bool is_on_cycle(const cycles *c, const net_edge *e) {
  return e->to != NET_BLOCK_EXIT && c->part[e->to] == c->part[e->from];
}

// Are both on a common cycle, if each is on one?
static bool share_cycle(const cycles *c, const net_edge *a, const net_edge *b) {
  return c->part[a->from] == c->part[b->from];
}

// 1 if the statement, such as x = x + 1, only increases x, -1 if it only decreases x, otherwise 0. Overflow is
// excluded: the wrapped result is not a possible value of x.
static int32_t direction_of(const cycles *c, const net_stmt *s) {
  const expr *e = s->value;
  bool counts = s->kind == STMT_ASSIGN && (e->op == EXPR_ADD || e->op == EXPR_SUB) && e->b->op == EXPR_CONST &&
                s->target->indices.count == 0 && s->target->var->cells == 1 && access_is_same(s->target, e->a);
  const values *all = counts ? &c->r->vars[s->target->var->index] : NULL;
  if (!counts || all->is_interval)
    return 0;
  int64_t change = e->op == EXPR_ADD ? e->b->value : -(int64_t)e->b->value;
  for (uint32_t i = 0; i < all->count; i++) {
    int64_t next = all->at[i] + change;
    int32_t stored = net_cut(s->target->var->type, (int32_t)(uint32_t)next);
    if (stored != next && values_hold(all, stored))
      return 0;
  }
  return (change > 0) - (change < 0);
}

// Does the edge change v only in this direction, if at all?
static bool is_monotone(const cycles *c, const net_edge *e, const net_var *v, int32_t direction) {
  for (uint32_t i = 0; i < e->sync.patterns.count; i++)
    if (e->sync.patterns.at[i].kind == PATTERN_BIND && e->sync.patterns.at[i].value->var == v)
      return false;
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (s->kind == STMT_BLOCK || (s->target && s->target->var == v && direction_of(c, s) != direction))
      return false;
  return true;
}

// A variable that bounds how often the edge is taken; NULL if there is none.
static const net_var *counter_of(const cycles *c, const net_edge *e) {
  for (const net_stmt *s = e->effect; s; s = s->next) {
    int32_t direction = direction_of(c, s);
    bool is_counter = direction != 0;
    for (uint32_t i = 0; i < c->edges.count && is_counter; i++)
      if (is_on_cycle(c, c->edges.at[i]) && share_cycle(c, e, c->edges.at[i]))
        is_counter = is_monotone(c, c->edges.at[i], s->target->var, direction);
    if (is_counter)
      return s->target->var;
  }
  return NULL;
}

// Removes the edges that are taken a bounded number of times. Returns the sum of the bounds; 0 if there are none.
static uint64_t remove_bounded(cycles *c) {
  uint64_t bound = 0;
  uint32_t kept = 0;
  const net_edge **left = mem_alloc(c->r->m, sizeof *left * (c->edges.count + 1));
  for (uint32_t i = 0; i < c->edges.count; i++) {
    mem_poll(c->r->m);
    const net_var *v = is_on_cycle(c, c->edges.at[i]) ? counter_of(c, c->edges.at[i]) : NULL;
    if (v)
      bound += c->r->vars[v->index].count;
    else
      left[kept++] = c->edges.at[i];
  }
  for (uint32_t i = 0; i < kept; i++)
    c->edges.at[i] = left[i];
  c->edges.count = kept;
  mem_free(c->r->m, left);
  return bound;
}

static bool has_cycle(const cycles *c) {
  for (uint32_t i = 0; i < c->edges.count; i++)
    if (is_on_cycle(c, c->edges.at[i]))
      return true;
  return false;
}

// Termination of functions is not analysed.
static bool has_call(const cycles *c) {
  for (uint32_t i = 0; i < c->edges.count; i++)
    if (range_calls(c->edges.at[i]))
      return true;
  return false;
}

static bool always_ends(const ranges *r, const net_flow *flow) {
  cycles c = {.r = r, .flow = flow};
  uint32_t count = flow->locations.count;
  uint64_t most = count + 1, bound = 1;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++)
      vec_push(r->m, &c.edges, r->net->edges.at[flow->locations.at[i].edges.at[n]]);
  bool calls = has_call(&c);
  uint32_t **lists[] = {&c.first, &c.part, &c.found, &c.earliest};
  for (uint32_t i = 0; i < sizeof lists / sizeof *lists; i++)
    *lists[i] = mem_alloc(r->m, sizeof **lists[i] * (count + 1));
  for (find_parts(&c); has_cycle(&c) && bound > 0 && most < MOST_EDGES_TAKEN; find_parts(&c)) {
    bound = remove_bounded(&c);
    most *= bound + 2;
  }
  bool ends = !calls && !has_cycle(&c) && most < MOST_EDGES_TAKEN;
  vec_free(r->m, &c.edges);
  vec_free(r->m, &c.path);
  vec_free(r->m, &c.open);
  for (uint32_t i = 0; i < sizeof lists / sizeof *lists; i++)
    mem_free(r->m, *lists[i]);
  return ends;
}

bool ranges_block_ends(const ranges *r, uint32_t block) {
  enum { NOT_KNOWN, NO, YES };
  if (r->block_ends[block] == NOT_KNOWN)
    r->block_ends[block] = always_ends(r, &r->net->blocks.at[block]) ? YES : NO;
  return r->block_ends[block] == YES;
}
