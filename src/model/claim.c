#include "model/claim.h"

#include <assert.h>

claim *claim_new(arena *memory) {
  claim *c = ARENA_NEW(memory, claim);
  c->mark_count = 1;
  c->accepting_atom = -1;
  return c;
}

uint32_t claim_add_state(arena *memory, claim *c) {
  vec_push(arena_mem(memory), &c->states, (claim_state){0});
  return c->states.count - 1;
}

claim_edge *claim_add_edge(arena *memory, claim *c, uint32_t from, uint32_t to) {
  claim_state *s = &c->states.at[from];
  vec_push(arena_mem(memory), &s->edges, ((claim_edge){.to = to}));
  return &s->edges.at[s->edges.count - 1];
}

static uint64_t all_marks(const claim *c) { return c->mark_count >= 64 ? UINT64_MAX : (1ull << c->mark_count) - 1; }

// Strongly connected components of the edges that lack one of the marks in `without` (0 = of all edges), by Tarjan's
// algorithm. The stack of the recursion is explicit: claims can be long chains.
typedef struct components {
  mem *m;
  const claim *c;
  uint64_t without;
  uint32_t *index, *low, *component; // by state; index 0 = not visited
  uint32_t *stack, depth;
  uint32_t *path, *edge, length; // the states being visited, and the next edge of each
  uint32_t next, count;
} components;

enum { NO_COMPONENT = 0xffffffff };

static bool is_counted(const components *k, const claim_edge *e) {
  return !k->without || (e->marks & k->without) != k->without;
}

static void enter(components *k, uint32_t state) {
  k->index[state] = k->low[state] = ++k->next;
  k->stack[k->depth++] = state;
  k->edge[k->length] = 0;
  k->path[k->length++] = state;
}

static void leave(components *k) {
  uint32_t state = k->path[--k->length];
  if (k->low[state] == k->index[state]) {
    uint32_t member;
    do {
      member = k->stack[--k->depth];
      k->component[member] = k->count;
    } while (member != state);
    k->count++;
  }
  if (k->length) {
    uint32_t parent = k->path[k->length - 1];
    k->low[parent] = k->low[state] < k->low[parent] ? k->low[state] : k->low[parent];
  }
}

static void visit_from(components *k, uint32_t start) {
  enter(k, start);
  while (k->length) {
    uint32_t state = k->path[k->length - 1];
    const claim_state *s = &k->c->states.at[state];
    if (k->edge[k->length - 1] == s->edges.count) {
      leave(k);
      continue;
    }
    const claim_edge *e = &s->edges.at[k->edge[k->length - 1]++];
    if (!is_counted(k, e))
      continue;
    if (!k->index[e->to])
      enter(k, e->to);
    else if (k->component[e->to] == NO_COMPONENT && k->index[e->to] < k->low[state])
      k->low[state] = k->index[e->to];
  }
}

static components find_components(mem *m, const claim *c, uint64_t without) {
  uint32_t n = c->states.count;
  components k = {.m = m, .c = c, .without = without};
  uint32_t **const arrays[] = {&k.index, &k.low, &k.component, &k.stack, &k.path, &k.edge};
  for (uint32_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    *arrays[i] = mem_alloc(m, sizeof **arrays[i] * (n + 1));
  for (uint32_t i = 0; i < n; i++)
    k.component[i] = NO_COMPONENT;
  for (uint32_t i = 0; i < n; i++)
    if (!k.index[i])
      visit_from(&k, i);
  return k;
}

static void free_components(components *k) {
  uint32_t *const arrays[] = {k->index, k->low, k->component, k->stack, k->path, k->edge};
  for (uint32_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    mem_free(k->m, arrays[i]);
}

// By component of the claim: is there a cycle that lacks one of the marks for ever?
static void find_unmarked_cycles(mem *m, const claim *c, bool *has_one) {
  uint32_t sets = c->mark_count;
  for (uint32_t mark = 0; mark < sets; mark++) {
    components k = find_components(m, c, 1ull << mark);
    for (uint32_t i = 0; i < c->states.count; i++)
      for (uint32_t j = 0; j < c->states.at[i].edges.count; j++) {
        const claim_edge *e = &c->states.at[i].edges.at[j];
        if (is_counted(&k, e) && k.component[i] == k.component[e->to])
          has_one[c->states.at[i].component] = true;
      }
    free_components(&k);
  }
}

static void classify(mem *m, claim *c) {
  components k = find_components(m, c, 0);
  c->component_count = k.count;
  uint64_t *marks = mem_alloc(m, sizeof *marks * (k.count + 1));
  bool *has_cycle = mem_alloc(m, sizeof *has_cycle * (k.count + 1)), *escapes = mem_alloc(m, k.count + 1);
  for (uint32_t i = 0; i < c->states.count; i++)
    c->states.at[i].component = k.component[i];
  for (uint32_t i = 0; i < c->states.count; i++)
    for (uint32_t j = 0; j < c->states.at[i].edges.count; j++) {
      const claim_edge *e = &c->states.at[i].edges.at[j];
      if (k.component[i] != k.component[e->to])
        continue;
      has_cycle[k.component[i]] = true;
      marks[k.component[i]] |= e->marks;
    }
  find_unmarked_cycles(m, c, escapes);
  for (uint32_t i = 0; i < c->states.count; i++) {
    claim_state *s = &c->states.at[i];
    bool is_none = s->is_bad || !has_cycle[s->component] || (marks[s->component] & all_marks(c)) != all_marks(c);
    if (is_none && !s->is_bad && has_cycle[s->component] && c->accepting_atom >= 0)
      s->class_ = CLAIM_PARTIAL;
    else
      s->class_ = is_none ? CLAIM_NONE : escapes[s->component] ? CLAIM_PARTIAL : CLAIM_FULL;
    c->has_partial |= s->class_ == CLAIM_PARTIAL;
    c->has_cycles |= s->class_ != CLAIM_NONE;
  }
  mem_free(m, marks);
  mem_free(m, has_cycle);
  mem_free(m, escapes);
  free_components(&k);
}

static bool is_nearer(uint32_t *distance, uint32_t next) {
  if (next == CLAIM_NEVER || next + 1 >= *distance)
    return false;
  *distance = next + 1;
  return true;
}

static void find_distances(claim *c) {
  for (uint32_t i = 0; i < c->states.count; i++) {
    claim_state *s = &c->states.at[i];
    s->to_bad = s->is_bad ? 0 : CLAIM_NEVER;
    s->to_cycle = s->class_ != CLAIM_NONE ? 0 : CLAIM_NEVER;
    c->has_bad |= s->is_bad;
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (uint32_t i = c->states.count; i-- > 0;) {
      claim_state *s = &c->states.at[i];
      for (uint32_t j = 0; j < s->edges.count; j++) {
        const claim_state *to = &c->states.at[s->edges.at[j].to];
        bool is_bad_nearer = is_nearer(&s->to_bad, to->to_bad), is_cycle_nearer = is_nearer(&s->to_cycle, to->to_cycle);
        changes |= is_bad_nearer || is_cycle_nearer;
      }
    }
  }
}

void claim_finish(arena *memory, claim *c) {
  assert(c->initial < c->states.count && c->mark_count <= 64);
  if (c->mark_count == 1)
    for (uint32_t i = 0; i < c->states.count; i++)
      for (uint32_t j = 0; j < c->states.at[i].edges.count; j++)
        c->states.at[i].edges.at[j].marks = c->states.at[i].is_accepting;
  classify(arena_mem(memory), c);
  find_distances(c);
}

bool claim_is_tight(const claim *c) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < c->states.count; i++)
    count += !c->states.at[i].is_bad;
  return count <= 1;
}
