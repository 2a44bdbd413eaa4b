// Does a block end? Wherever it goes round in circles, some variable must only grow (or only shrink) on the way: with
// few values it can do so only so often. The edges that count are taken out, and what is left is looked at again, so
// that loops within loops are seen through.
#include "facts/ranges_internal.h"

enum { MOST_EDGES_TAKEN = 10000000 }; // in one block; more count as endless (docs/network.md)

typedef struct {
  const ranges *r;
  const net_flow *flow;
  VEC(const net_edge *) edges; // those that are left
  bool *reaches;               // from location * count + to location, along at least one of them
  VEC(uint32_t) todo;
} circles;

static void find_reach(circles *c) {
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

static bool is_circular(const circles *c, const net_edge *e) {
  return e->to != NET_BLOCK_EXIT && c->reaches[e->to * c->flow->locations.count + e->from];
}

// Are both on a common circle, if each is on one?
static bool are_together(const circles *c, const net_edge *a, const net_edge *b) {
  uint32_t count = c->flow->locations.count;
  return c->reaches[a->from * count + b->from] && c->reaches[b->from * count + a->from];
}

// Whether x = x + 1 and the like only make x greater (1) or less (-1): where it would be cut, the result is not among
// the values that x can have, so that never happens. Else 0.
static int32_t direction_of(const circles *c, const net_stmt *s) {
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

// Does the edge change v in no other way?
static bool goes_along(const circles *c, const net_edge *e, const net_var *v, int32_t direction) {
  for (uint32_t i = 0; i < e->sync.patterns.count; i++)
    if (e->sync.patterns.at[i].kind == PATTERN_BIND && e->sync.patterns.at[i].value->var == v)
      return false;
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (s->kind == STMT_BLOCK || (s->target && s->target->var == v && direction_of(c, s) != direction))
      return false;
  return true;
}

// The variable that makes sure that the edge is taken only so often; NULL if there is none.
static const net_var *counter_of(const circles *c, const net_edge *e) {
  for (const net_stmt *s = e->effect; s; s = s->next) {
    int32_t direction = direction_of(c, s);
    bool is_counter = direction != 0;
    for (uint32_t i = 0; i < c->edges.count && is_counter; i++)
      if (is_circular(c, c->edges.at[i]) && are_together(c, e, c->edges.at[i]))
        is_counter = goes_along(c, c->edges.at[i], s->target->var, direction);
    if (is_counter)
      return s->target->var;
  }
  return NULL;
}

// Takes out the edges that are taken only so often. Returns how often all together; 0 if there are none.
static uint64_t take_out(circles *c) {
  uint64_t times = 0;
  uint32_t kept = 0;
  const net_edge **left = mem_alloc(c->r->m, sizeof *left * (c->edges.count + 1));
  for (uint32_t i = 0; i < c->edges.count; i++) {
    const net_var *v = is_circular(c, c->edges.at[i]) ? counter_of(c, c->edges.at[i]) : NULL;
    if (v)
      times += c->r->vars[v->index].count;
    else
      left[kept++] = c->edges.at[i];
  }
  for (uint32_t i = 0; i < kept; i++)
    c->edges.at[i] = left[i];
  c->edges.count = kept;
  mem_free(c->r->m, left);
  return times;
}

static bool has_circle(const circles *c) {
  for (uint32_t i = 0; i < c->edges.count; i++)
    if (is_circular(c, c->edges.at[i]))
      return true;
  return false;
}

// Whether a function ends is not looked at.
static bool has_call(const circles *c) {
  for (uint32_t i = 0; i < c->edges.count; i++)
    if (range_calls(c->edges.at[i]))
      return true;
  return false;
}

bool ranges_block_ends(const ranges *r, const net_flow *flow) {
  circles c = {.r = r, .flow = flow};
  uint32_t count = flow->locations.count;
  uint64_t most = count + 1, times = 1;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++)
      vec_push(r->m, &c.edges, r->net->edges.at[flow->locations.at[i].edges.at[n]]);
  bool calls = has_call(&c);
  c.reaches = mem_alloc(r->m, (size_t)count * count + 1);
  for (find_reach(&c); has_circle(&c) && times > 0 && most < MOST_EDGES_TAKEN; find_reach(&c)) {
    times = take_out(&c);
    most *= times + 2;
  }
  bool ends = !calls && !has_circle(&c) && most < MOST_EDGES_TAKEN;
  vec_free(r->m, &c.edges);
  vec_free(r->m, &c.todo);
  mem_free(r->m, c.reaches);
  return ends;
}
