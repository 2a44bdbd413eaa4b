#include "omega/automaton.h"

typedef struct pair {
  uint32_t a, b;
} pair;

typedef struct product {
  mem *m;
  automaton *both;
  VEC(pair) pairs;
  uint32_t *numbers, width; // by pair: its state + 1
} product;

static uint32_t state_of(product *p, uint32_t a, uint32_t b) {
  uint32_t *number = &p->numbers[a * p->width + b];
  if (!*number) {
    *number = automaton_add_state(p->m, p->both) + 1;
    vec_push(p->m, &p->pairs, ((pair){a, b}));
  }
  return *number - 1;
}

static void add_edges(product *p, const automaton *a, const automaton *b, uint32_t from) {
  const automaton_state *left = &a->states.at[p->pairs.at[from].a], *right = &b->states.at[p->pairs.at[from].b];
  for (uint32_t i = 0; i < left->edges.count; i++)
    for (uint32_t j = 0; j < right->edges.count; j++) {
      const automaton_edge *x = &left->edges.at[i], *y = &right->edges.at[j];
      bdd label = bdd_and(a->bdds, x->label, y->label);
      if (label == BDD_FALSE)
        continue;
      uint32_t to = state_of(p, x->to, y->to);
      automaton_add_edge(p->m, p->both, from, to, label, x->marks | y->marks << a->sets);
    }
}

automaton *automaton_product(mem *m, const automaton *a, const automaton *b, uint32_t most) {
  if (a->sets + b->sets >= AUTOMATON_SETS || (uint64_t)a->states.count * b->states.count > UINT32_MAX / 64)
    return NULL;
  product p = {.m = m, .both = automaton_new(m, a->bdds, a->atoms), .width = b->states.count};
  p.numbers = mem_alloc(m, sizeof *p.numbers * a->states.count * b->states.count);
  p.both->sets = a->sets + b->sets;
  p.both->initial = state_of(&p, a->initial, b->initial);
  for (uint32_t i = 0; i < p.pairs.count && p.pairs.count <= most; i++)
    add_edges(&p, a, b, i);
  bool is_possible = p.pairs.count <= most;
  vec_free(m, &p.pairs);
  mem_free(m, p.numbers);
  return is_possible ? p.both : NULL;
}
