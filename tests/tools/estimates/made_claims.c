#include "made_claims.h"

typedef struct {
  arena *memory;
  claim *c;
  uint64_t random;
  text_buffer *text;
} maker;

static uint32_t draw(maker *m, uint32_t below) {
  m->random = m->random * 6364136223846793005u + 1442695040888963407u;
  return below ? (uint32_t)(m->random >> 33) % below : 0;
}

static void add_edge(maker *m, uint32_t from, uint32_t to, uint32_t literals) {
  claim_edge *e = claim_add_edge(m->memory, m->c, from, to);
  text_add(m->text, " %u-", from);
  for (uint32_t i = 0; i < literals; i++) {
    uint32_t atom = draw(m, m->c->atoms.count);
    bool is_negated = draw(m, 2);
    vec_push(arena_mem(m->memory), &e->label, claim_literal(atom, is_negated));
    text_add(m->text, "%s%s%u", i ? "&" : "", is_negated ? "!" : "", atom);
  }
  text_add(m->text, "->%u;", to);
}

// A chain of states to a bad one, mostly with loops, and some more edges in any direction.
const claim *made_claim(arena *memory, expr *const *atoms, uint32_t count, uint32_t number, text_buffer *text) {
  maker m = {.memory = memory, .c = claim_new(memory), .random = number * 1000003u + 7, .text = text};
  for (uint32_t i = 0; i < count; i++)
    vec_push(arena_mem(memory), &m.c->atoms, atoms[i]);
  uint32_t last = 1 + draw(&m, 4);
  for (uint32_t i = 0; i <= last; i++)
    claim_add_state(memory, m.c);
  m.c->states.at[last].is_bad = true;
  for (uint32_t i = 0; i < last; i++) {
    if (draw(&m, 5))
      add_edge(&m, i, i, draw(&m, 3) == 0);
    add_edge(&m, i, i + 1, draw(&m, 3));
  }
  for (uint32_t more = draw(&m, 4); more > 0; more--)
    add_edge(&m, draw(&m, last), draw(&m, last + 1), draw(&m, 3));
  claim_finish(memory, m.c);
  return m.c;
}
