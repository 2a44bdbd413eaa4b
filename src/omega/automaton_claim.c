#include "omega/automaton.h"

typedef struct cubes { // adds the edges for the conjunctions of a label
  arena *memory;
  claim *c;
  uint32_t from, to;
  uint64_t marks;
} cubes;

static void add_cube(void *context, const uint32_t *literals, uint32_t count) {
  cubes *to = context;
  claim_edge *e = claim_add_edge(to->memory, to->c, to->from, to->to);
  e->marks = to->marks;
  for (uint32_t i = 0; i < count; i++)
    vec_push(arena_mem(to->memory), &e->label, literals[i]);
}

static void add_edges(arena *memory, claim *c, const automaton *a, uint32_t s) {
  const automaton_state *state = &a->states.at[s];
  for (uint32_t i = 0; i < state->edges.count; i++) {
    const automaton_edge *e = &state->edges.at[i];
    // A claim with one set is state-based, so one set on edges is given twice.
    uint64_t marks = a->sets == 1 && !a->is_state_based ? e->marks * 3 : e->marks;
    cubes to = {memory, c, s, e->to, marks};
    bdd_cover(a->bdds, e->label, e->label, add_cube, &to);
    if (a->is_state_based && e->marks && e->to == s && e->label == BDD_TRUE)
      c->states.at[s].is_bad = true;
    c->states.at[s].is_accepting |= a->is_state_based && e->marks;
  }
}

claim *automaton_claim(arena *memory, const automaton *a, expr *const *atoms, uint32_t count) {
  claim *c = claim_new(memory);
  for (uint32_t i = 0; i < count; i++)
    vec_push(arena_mem(memory), &c->atoms, atoms[i]);
  for (uint32_t s = 0; s < a->states.count; s++)
    claim_add_state(memory, c);
  c->initial = a->initial;
  c->mark_count = a->sets == 1 && !a->is_state_based ? 2 : a->sets;
  for (uint32_t s = 0; s < a->states.count; s++)
    add_edges(memory, c, a, s);
  return c;
}
