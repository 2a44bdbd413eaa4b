#include "search/lasso_graph.h"

#include <assert.h>
#include <string.h>

enum { MOST_SEEN = 32 }; // marks that may matter in a component

// Strongly connected components by Tarjan's algorithm. The stack of the recursion is explicit.
typedef struct components {
  mem *m;
  const lasso_graph *g;
  uint32_t first, count; // ranks first .. first + count - 1; all arrays are by rank - first
  uint32_t *index, *low; // index 0 = not visited
  uint32_t *component;   // LASSO_NONE = not known yet
  VEC(uint32_t) stack;
  VEC(uint32_t) path; // the states being visited...
  VEC(uint32_t) next; // ...and the next edge of each
  uint32_t visited, found;
  uint64_t marks[PRODUCT_MARK_WORDS]; // one of those that always come together
} components;

// The number that the target of an edge has here; LASSO_NONE = it is not in this part of the graph.
static uint32_t target(const components *k, uint32_t edge) {
  uint32_t rank = lasso_graph_rank(k->g, k->g->edges.at[edge].to);
  return rank != LASSO_NONE && rank >= k->first && rank - k->first < k->count ? rank - k->first : LASSO_NONE;
}

static void enter(components *k, uint32_t state) {
  k->index[state] = k->low[state] = ++k->visited;
  vec_push(k->m, &k->stack, state);
  vec_push(k->m, &k->path, state);
  vec_push(k->m, &k->next, k->g->sources.at[k->first + state].first);
}

static void leave(components *k) {
  uint32_t state = k->path.at[--k->path.count], member;
  k->next.count--;
  if (k->low[state] == k->index[state]) {
    do {
      member = k->stack.at[--k->stack.count];
      k->component[member] = k->found;
    } while (member != state);
    k->found++;
  }
  if (k->path.count) {
    uint32_t parent = k->path.at[k->path.count - 1];
    k->low[parent] = k->low[state] < k->low[parent] ? k->low[state] : k->low[parent];
  }
}

static void visit_from(components *k, uint32_t start) {
  enter(k, start);
  while (k->path.count) {
    uint32_t state = k->path.at[k->path.count - 1], *next = &k->next.at[k->next.count - 1];
    mem_poll(k->m);
    if (*next == lasso_graph_end(k->g, k->first + state)) {
      leave(k);
      continue;
    }
    uint32_t to = target(k, (*next)++);
    if (to == LASSO_NONE)
      continue;
    if (!k->index[to])
      enter(k, to);
    else if (k->component[to] == LASSO_NONE && k->index[to] < k->low[state])
      k->low[state] = k->index[to];
  }
}

static void find_components(components *k) {
  k->index = mem_alloc(k->m, sizeof *k->index * (k->count + 1));
  k->low = mem_alloc(k->m, sizeof *k->low * (k->count + 1));
  k->component = mem_alloc(k->m, sizeof *k->component * (k->count + 1));
  memset(k->component, 0xff, sizeof *k->component * (k->count + 1));
  for (uint32_t i = 0; i < k->count; i++)
    if (!k->index[i])
      visit_from(k, i);
  vec_free(k->m, &k->stack);
  vec_free(k->m, &k->path);
  vec_free(k->m, &k->next);
  mem_free(k->m, k->index);
  mem_free(k->m, k->low);
}

// Of marks that always come together, one stands for all: under fairness, processes that do not exist do so.
typedef struct mark_classes {
  uint16_t of[PRODUCT_MARK_WORDS * 64];
  uint32_t count;
} mark_classes;

static void split_classes(mark_classes *c, const uint64_t *marks) {
  enum { UNKNOWN = 0xffff };
  uint16_t with[PRODUCT_MARK_WORDS * 64];
  bool has_others[PRODUCT_MARK_WORDS * 64] = {0};
  memset(with, 0xff, sizeof with);
  for (uint32_t i = 0; i < PRODUCT_MARK_WORDS * 64; i++)
    has_others[c->of[i]] |= !(marks[i / 64] >> i % 64 & 1);
  for (uint32_t i = 0; i < PRODUCT_MARK_WORDS * 64; i++) {
    uint16_t old = c->of[i];
    if (!has_others[old] || !(marks[i / 64] >> i % 64 & 1))
      continue;
    if (with[old] == UNKNOWN)
      with[old] = (uint16_t)c->count++;
    c->of[i] = with[old];
  }
}

static void find_representatives(const lasso_graph *g, uint64_t marks[PRODUCT_MARK_WORDS]) {
  mark_classes c = {.count = 1};
  bool is_known[PRODUCT_MARK_WORDS * 64] = {0};
  uint32_t sets = (uint32_t)g->marks->base.count(&g->marks->base);
  for (uint32_t i = 0; i < sets; i++) {
    lasso_graph_set(g, i, marks);
    split_classes(&c, marks);
  }
  memset(marks, 0, sizeof *marks * PRODUCT_MARK_WORDS);
  for (uint32_t i = 0; i < PRODUCT_MARK_WORDS * 64; i++)
    if ((g->needs[i / 64] >> i % 64 & 1) && !is_known[c.of[i]]) {
      is_known[c.of[i]] = true;
      marks[i / 64] |= 1ull << i % 64;
    }
}

typedef struct summary { // of the edges inside a component
  uint64_t some[PRODUCT_MARK_WORDS], every[PRODUCT_MARK_WORDS];
  uint32_t edges;
  uint32_t all; // the marks that matter, once they have bits
  bool is_accepting;
} summary;

static bool is_inside(const components *k, uint32_t state, uint32_t to) {
  return to != LASSO_NONE && k->component[to] == k->component[state];
}

static void add_edge(const components *k, summary *s, uint32_t edge) {
  uint64_t marks[PRODUCT_MARK_WORDS];
  lasso_graph_set(k->g, k->g->edges.at[edge].marks, marks);
  for (uint32_t i = 0; i < PRODUCT_MARK_WORDS; i++) {
    s->some[i] |= marks[i];
    s->every[i] = s->edges ? s->every[i] & marks[i] : marks[i];
  }
  s->edges++;
}

static void judge(const components *k, lasso_core *c, summary *s) {
  uint32_t matter = 0;
  s->is_accepting = s->edges > 0;
  for (uint32_t i = 0; i < PRODUCT_MARK_WORDS; i++) {
    s->is_accepting &= s->some[i] == k->g->needs[i];
    matter += (uint32_t)__builtin_popcountll(s->some[i] & ~s->every[i] & k->marks[i]);
  }
  c->is_cut |= s->is_accepting && matter > MOST_SEEN;
  s->is_accepting &= matter <= MOST_SEEN;
  s->all = matter == MOST_SEEN ? UINT32_MAX : (1u << matter) - 1;
}

// What is seen on an edge of this component: the marks that matter, as the lowest bits.
static uint32_t seen_on(const components *k, const summary *s, uint32_t edge) {
  uint64_t marks[PRODUCT_MARK_WORDS];
  lasso_graph_set(k->g, k->g->edges.at[edge].marks, marks);
  uint32_t seen = 0, bit = 0;
  for (uint32_t i = 0; i < PRODUCT_MARK_WORDS; i++)
    for (uint64_t left = s->some[i] & ~s->every[i] & k->marks[i]; left; left &= left - 1, bit++)
      if (marks[i] >> __builtin_ctzll(left) & 1)
        seen |= 1u << bit;
  return seen;
}

static summary *summarise(const components *k, lasso_core *c) {
  summary *of = mem_alloc(k->m, sizeof *of * (k->found + 1));
  for (uint32_t i = 0; i < k->count; i++)
    for (uint32_t e = k->g->sources.at[k->first + i].first; e < lasso_graph_end(k->g, k->first + i); e++)
      if (is_inside(k, i, target(k, e)))
        add_edge(k, &of[k->component[i]], e);
  for (uint32_t i = 0; i < k->found; i++)
    judge(k, c, &of[i]);
  return of;
}

// number: by state of the components, its number in the core.
static void copy_edges(const components *k, lasso_core *c, const summary *of, const uint32_t *number) {
  for (uint32_t i = 0; i < k->count; i++) {
    const summary *s = &of[k->component[i]];
    if (!s->is_accepting)
      continue;
    c->first[number[i]] = c->edges.count;
    for (uint32_t e = k->g->sources.at[k->first + i].first; e < lasso_graph_end(k->g, k->first + i); e++) {
      uint32_t to = target(k, e);
      if (!is_inside(k, i, to))
        continue;
      lasso_core_edge copy = {.to = number[to], .seen = seen_on(k, s, e), .from = e};
      vec_push(c->m, &c->edges, copy);
    }
  }
  c->first[c->count] = c->edges.count;
}

static void copy_accepting(const components *k, lasso_core *c) {
  summary *of = summarise(k, c);
  uint32_t *number = mem_alloc(k->m, sizeof *number * (k->count + 1));
  for (uint32_t i = 0; i < k->count; i++)
    if (of[k->component[i]].is_accepting)
      number[i] = c->count++;
  c->rank = mem_alloc(c->m, sizeof *c->rank * (c->count + 1));
  c->all = mem_alloc(c->m, sizeof *c->all * (c->count + 1));
  c->first = mem_alloc(c->m, sizeof *c->first * ((size_t)c->count + 1));
  for (uint32_t i = 0; i < k->count; i++)
    if (of[k->component[i]].is_accepting) {
      c->rank[number[i]] = k->first + i;
      c->all[number[i]] = of[k->component[i]].all;
    }
  copy_edges(k, c, of, number);
  mem_free(k->m, number);
  mem_free(k->m, of);
}

void lasso_core_make(lasso_core *c, const lasso_graph *g, uint32_t first_rank, uint32_t limit) {
  lasso_core_close(c);
  *c = (lasso_core){.m = g->m};
  uint32_t end = first_rank;
  while (end < g->sources.count && g->sources.at[end].distance < limit)
    end++;
  components k = {.m = g->m, .g = g, .first = first_rank, .count = end - first_rank};
  find_components(&k);
  find_representatives(g, k.marks);
  copy_accepting(&k, c);
  mem_free(k.m, k.component);
}

void lasso_core_close(lasso_core *c) {
  if (!c->m)
    return;
  mem_free(c->m, c->rank);
  mem_free(c->m, c->first);
  mem_free(c->m, c->all);
  vec_free(c->m, &c->edges);
}
