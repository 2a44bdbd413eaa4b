// Termination of blocks. A block ends if on every cycle a variable only increases, or only decreases: as it has few
// values, the edge that changes it is taken a bounded number of times. Such edges are removed, and what is left is
// examined again, so that nested loops are handled.
#include "facts/ranges_internal.h"

enum { MOST_EDGES_TAKEN = 10000000 }; // in one run of a block; more are an endless loop (docs/network.md)

typedef struct {
  const ranges *r;
  const net_flow *flow;
  VEC(const net_edge *) edges; // not removed yet
  bool *reaches;               // from location * count + to location, along at least one of them
  VEC(uint32_t) todo;
} cycles;

static void find_reach(cycles *c) {
  uint32_t count = c->flow->locations.count;
  mem *m = c->r->m;
  for (uint32_t i = 0; i < count * count; i++)
    c->reaches[i] = false;
  for (uint32_t start = 0; start < count; start++) {
    mem_poll(m);
    vec_push(m, &c->todo, start);
    while (c->todo.count > 0) {
      uint32_t at = c->todo.at[--c->todo.count];
      for (uint32_t i = 0; i < c->edges.count; i++) {
        const net_edge *e = c->edges.at[i];
        if (e->from != at || e->to == NET_BLOCK_EXIT || c->reaches[start * count + e->to])
          continue;
        c->reaches[start * count + e->to] = true;
        vec_push(m, &c->todo, e->to);
      }
    }
  }
}

static bool is_on_cycle(const cycles *c, const net_edge *e) {
  return e->to != NET_BLOCK_EXIT && c->reaches[e->to * c->flow->locations.count + e->from];
}

// Are both on a common cycle, if each is on one?
static bool share_cycle(const cycles *c, const net_edge *a, const net_edge *b) {
  uint32_t count = c->flow->locations.count;
  return c->reaches[a->from * count + b->from] && c->reaches[b->from * count + a->from];
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
  c.reaches = mem_alloc(r->m, (size_t)count * count + 1);
  for (find_reach(&c); has_cycle(&c) && bound > 0 && most < MOST_EDGES_TAKEN; find_reach(&c)) {
    bound = remove_bounded(&c);
    most *= bound + 2;
  }
  bool ends = !calls && !has_cycle(&c) && most < MOST_EDGES_TAKEN;
  vec_free(r->m, &c.edges);
  vec_free(r->m, &c.todo);
  mem_free(r->m, c.reaches);
  return ends;
}

bool ranges_block_ends(const ranges *r, uint32_t block) {
  enum { NOT_KNOWN, NO, YES };
  if (r->block_ends[block] == NOT_KNOWN)
    r->block_ends[block] = always_ends(r, &r->net->blocks.at[block]) ? YES : NO;
  return r->block_ends[block] == YES;
}
