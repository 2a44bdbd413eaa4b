#include "omega/automaton.h"

automaton *automaton_new(mem *m, bdd_table *bdds, uint32_t atoms) {
  automaton *a = mem_alloc(m, sizeof *a);
  a->bdds = bdds;
  a->atoms = atoms;
  return a;
}

automaton *automaton_like(mem *m, const automaton *a) {
  automaton *b = automaton_new(m, a->bdds, a->atoms);
  b->sets = a->sets;
  b->is_state_based = a->is_state_based;
  return b;
}

uint32_t automaton_add_state(mem *m, automaton *a) {
  vec_push(m, &a->states, (automaton_state){0});
  return a->states.count - 1;
}

void automaton_add_edge(mem *m, automaton *a, uint32_t from, uint32_t to, bdd label, uint64_t marks) {
  automaton_state *s = &a->states.at[from];
  if (label == BDD_FALSE)
    return;
  bdd_count(a->bdds, 1 + s->edges.count / 8);
  mem_poll(m);
  for (uint32_t i = 0; i < s->edges.count; i++) {
    automaton_edge *e = &s->edges.at[i];
    if (e->to == to && e->marks == marks) {
      e->label = bdd_or(a->bdds, e->label, label);
      return;
    }
  }
  vec_push(m, &s->edges, ((automaton_edge){.to = to, .label = label, .marks = marks}));
}

uint32_t automaton_edge_count(const automaton *a) {
  uint32_t count = 0;
  for (uint32_t s = 0; s < a->states.count; s++)
    for (uint32_t i = 0; i < a->states.at[s].edges.count; i++) {
      bool is_first = true;
      for (uint32_t j = 0; j < i && is_first; j++)
        is_first = a->states.at[s].edges.at[j].to != a->states.at[s].edges.at[i].to;
      count += is_first;
    }
  return count;
}

// Tarjan's algorithm with an explicit stack.
typedef struct walk {
  const automaton *a;
  uint32_t *index, *low, *of; // index 0 = not visited
  uint32_t *stack, depth;
  uint32_t *path, *next, length; // the states being visited, and the next edge of each
  uint32_t visited, count;
} walk;

enum { OPEN = 0xffffffff }; // the component of a state is not known yet

static void enter(walk *w, uint32_t state) {
  w->index[state] = w->low[state] = ++w->visited;
  w->stack[w->depth++] = state;
  w->next[w->length] = 0;
  w->path[w->length++] = state;
}

static void leave(walk *w) {
  uint32_t state = w->path[--w->length], member;
  if (w->low[state] == w->index[state]) {
    do {
      member = w->stack[--w->depth];
      w->of[member] = w->count;
    } while (member != state);
    w->count++;
  }
  if (w->length && w->low[state] < w->low[w->path[w->length - 1]])
    w->low[w->path[w->length - 1]] = w->low[state];
}

static void visit_from(walk *w, uint32_t start) {
  enter(w, start);
  while (w->length) {
    uint32_t state = w->path[w->length - 1];
    const automaton_state *s = &w->a->states.at[state];
    if (w->next[w->length - 1] == s->edges.count) {
      leave(w);
      continue;
    }
    uint32_t to = s->edges.at[w->next[w->length - 1]++].to;
    if (!w->index[to])
      enter(w, to);
    else if (w->of[to] == OPEN && w->index[to] < w->low[state])
      w->low[state] = w->index[to];
  }
}

static void find_accepting(mem *m, const automaton *a, automaton_components *c) {
  uint64_t *marks = mem_alloc(m, sizeof *marks * (c->count + 1));
  bool *has_cycle = mem_alloc(m, c->count + 1);
  c->is_accepting = mem_alloc(m, c->count + 1);
  for (uint32_t s = 0; s < a->states.count; s++)
    for (uint32_t i = 0; i < a->states.at[s].edges.count; i++)
      if (c->of[s] == c->of[a->states.at[s].edges.at[i].to]) {
        has_cycle[c->of[s]] = true;
        marks[c->of[s]] |= a->states.at[s].edges.at[i].marks;
      }
  for (uint32_t i = 0; i < c->count; i++)
    c->is_accepting[i] = has_cycle[i] && (marks[i] & automaton_all(a)) == automaton_all(a);
  mem_free(m, marks);
  mem_free(m, has_cycle);
}

automaton_components automaton_find_components(mem *m, const automaton *a) {
  uint32_t n = a->states.count;
  walk w = {.a = a};
  uint32_t **const arrays[] = {&w.of, &w.index, &w.low, &w.stack, &w.path, &w.next};
  for (uint32_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    *arrays[i] = mem_alloc(m, sizeof **arrays[i] * (n + 1));
  for (uint32_t i = 0; i < n; i++)
    w.of[i] = OPEN;
  for (uint32_t i = 0; i < n; i++)
    if (!w.index[i])
      visit_from(&w, i);
  for (uint32_t i = 1; i < sizeof arrays / sizeof *arrays; i++)
    mem_free(m, *arrays[i]);
  automaton_components c = {.count = w.count, .of = w.of};
  find_accepting(m, a, &c);
  return c;
}

// By state: is an accepting component reachable from it? Successors are in components with smaller numbers.
static bool *find_useful(mem *m, const automaton *a) {
  automaton_components c = automaton_find_components(m, a);
  bool *is_useful = mem_alloc(m, a->states.count + 1);
  for (bool changes = true; changes;) {
    changes = false;
    for (uint32_t s = 0; s < a->states.count; s++) {
      bool was = is_useful[s];
      is_useful[s] |= c.is_accepting[c.of[s]];
      for (uint32_t i = 0; i < a->states.at[s].edges.count && !is_useful[s]; i++)
        is_useful[s] = is_useful[a->states.at[s].edges.at[i].to];
      changes |= was != is_useful[s];
    }
  }
  mem_free(m, c.of);
  mem_free(m, c.is_accepting);
  return is_useful;
}

bool automaton_is_empty(mem *m, const automaton *a) {
  automaton *pruned = automaton_prune(m, a);
  return pruned->states.at[pruned->initial].edges.count == 0;
}

automaton *automaton_prune(mem *m, const automaton *a) {
  enum { NONE = 0xffffffff };
  bool *is_useful = find_useful(m, a);
  uint32_t *number = mem_alloc(m, sizeof *number * (a->states.count + 1));
  for (uint32_t s = 0; s < a->states.count; s++)
    number[s] = NONE;
  automaton *b = automaton_like(m, a);
  VEC(uint32_t) order = {0};
  b->initial = number[a->initial] = automaton_add_state(m, b);
  vec_push(m, &order, a->initial);
  for (uint32_t k = 0; k < order.count; k++) {
    const automaton_state *s = &a->states.at[order.at[k]];
    for (uint32_t i = 0; i < s->edges.count; i++) {
      const automaton_edge *e = &s->edges.at[i];
      if (!is_useful[e->to])
        continue;
      if (number[e->to] == NONE) {
        number[e->to] = automaton_add_state(m, b);
        vec_push(m, &order, e->to);
      }
      automaton_add_edge(m, b, number[order.at[k]], number[e->to], e->label, e->marks);
    }
  }
  vec_free(m, &order);
  mem_free(m, number);
  mem_free(m, is_useful);
  return b;
}
