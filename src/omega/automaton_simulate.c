// Simulation: state t simulates state s if it can answer each of its edges, whatever the label says, by edges with at
// least the same marks to states that simulate the target. Then t accepts all words that s does. The reverse simulation
// looks at the edges that lead to a state; the initial state can only be simulated by itself.
#include "omega/automaton.h"

enum { MOST_EDGES = 3000 }; // the work is about the square of the edges, several times

typedef struct relation {
  mem *m;
  const automaton *a;
  bool is_reverse;
  bool *simulates;         // [s * n + t]: t simulates s
  automaton_state *around; // by state: the edges that are looked at; `to` is the other end
} relation;

static void gather_edges(relation *r) {
  const automaton *a = r->a;
  r->around = mem_alloc(r->m, sizeof *r->around * (a->states.count + 1));
  for (uint32_t s = 0; s < a->states.count; s++)
    for (uint32_t i = 0; i < a->states.at[s].edges.count; i++) {
      automaton_edge e = a->states.at[s].edges.at[i];
      uint32_t at = r->is_reverse ? e.to : s;
      e.to = r->is_reverse ? s : e.to;
      vec_push(r->m, &r->around[at].edges, e);
    }
}

static bool is_marked(const automaton *a, uint32_t s) {
  return a->states.at[s].edges.count && a->states.at[s].edges.at[0].marks;
}

static bool can_simulate(const relation *r, uint32_t s, uint32_t t) {
  const automaton *a = r->a;
  if (!r->is_reverse)
    return true;
  return (s != a->initial || t == a->initial) && (!a->is_state_based || !is_marked(a, s) || is_marked(a, t));
}

static bool answers(const relation *r, const automaton_edge *e, uint32_t t) {
  bdd_table *bdds = r->a->bdds;
  bdd answered = BDD_FALSE;
  for (uint32_t i = 0; i < r->around[t].edges.count; i++) {
    const automaton_edge *other = &r->around[t].edges.at[i];
    if ((e->marks & ~other->marks) == 0 && r->simulates[e->to * r->a->states.count + other->to])
      answered = bdd_or(bdds, answered, other->label);
  }
  return bdd_implies(bdds, e->label, answered);
}

static bool is_answered(const relation *r, uint32_t s, uint32_t t) {
  for (uint32_t i = 0; i < r->around[s].edges.count; i++)
    if (!answers(r, &r->around[s].edges.at[i], t))
      return false;
  return true;
}

static void find_relation(relation *r) {
  uint32_t n = r->a->states.count;
  r->simulates = mem_alloc(r->m, (size_t)n * n + 1);
  for (uint32_t s = 0; s < n; s++)
    for (uint32_t t = 0; t < n; t++)
      r->simulates[s * n + t] = can_simulate(r, s, t);
  for (bool changes = true; changes;) {
    changes = false;
    for (uint32_t s = 0; s < n; s++)
      for (uint32_t t = 0; t < n; t++)
        if (s != t && r->simulates[s * n + t] && !is_answered(r, s, t)) {
          r->simulates[s * n + t] = false;
          changes = true;
        }
  }
}

// The first state that is equivalent to it.
static uint32_t chosen(const relation *r, uint32_t s) {
  uint32_t n = r->a->states.count, t = 0;
  while (!r->simulates[s * n + t] || !r->simulates[t * n + s])
    t++;
  return t;
}

// The labels for which the edge is not needed, because another one leads to a state (or comes from one) that simulates.
// Of equal edges the first is kept.
static bdd superfluous(const relation *r, const automaton_state *s, uint32_t index) {
  const automaton_edge *e = &s->edges.at[index];
  uint32_t n = r->a->states.count;
  bdd result = BDD_FALSE;
  for (uint32_t i = 0; i < s->edges.count; i++) {
    const automaton_edge *other = &s->edges.at[i];
    if (i == index || (e->marks & ~other->marks) || !r->simulates[e->to * n + other->to])
      continue;
    bool is_equal = e->marks == other->marks && r->simulates[other->to * n + e->to];
    if (!is_equal || i < index)
      result = bdd_or(r->a->bdds, result, other->label);
  }
  return result;
}

static automaton *quotient(const relation *r) {
  const automaton *a = r->a;
  automaton *b = automaton_like(r->m, a);
  for (uint32_t s = 0; s < a->states.count; s++)
    automaton_add_state(r->m, b);
  b->initial = chosen(r, a->initial);
  for (uint32_t s = 0; s < a->states.count; s++) {
    const automaton_state *state = &r->around[s];
    for (uint32_t i = 0; i < state->edges.count && chosen(r, s) == s; i++) {
      const automaton_edge *e = &state->edges.at[i];
      bdd label = bdd_and(a->bdds, e->label, bdd_not(a->bdds, superfluous(r, state, i)));
      uint32_t other = chosen(r, e->to);
      automaton_add_edge(r->m, b, r->is_reverse ? other : s, r->is_reverse ? s : other, label, e->marks);
    }
  }
  return b;
}

automaton *automaton_simulate(mem *m, const automaton *a, bool is_reverse) {
  relation r = {.m = m, .a = a, .is_reverse = is_reverse};
  uint32_t edges = 0;
  for (uint32_t s = 0; s < a->states.count; s++)
    edges += a->states.at[s].edges.count;
  if (edges > MOST_EDGES)
    return automaton_prune(m, a);
  gather_edges(&r);
  find_relation(&r);
  automaton *b = quotient(&r);
  for (uint32_t s = 0; s < a->states.count; s++)
    vec_free(m, &r.around[s].edges);
  mem_free(m, r.around);
  mem_free(m, r.simulates);
  return b;
}
