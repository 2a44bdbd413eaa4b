#include "model/claim_moves.h"

#include <assert.h>

typedef struct maker {
  arena *memory;
  const claim *c;
  bool is_cycle;
  claim_moves *out;
  uint32_t count; // of the moves so far
} maker;

static void add(maker *k, uint32_t from, uint32_t to, const uint32_t *label, uint32_t count) {
  k->out->moves[k->count++] = (claim_move){.from = from, .to = to, .label = label, .count = count};
}

// Has the claim accepted once it is in this state?
static bool is_enough(const maker *k, const claim_state *q) {
  if (q->is_bad || !k->is_cycle)
    return q->is_bad;
  return q->class_ == CLAIM_FULL || (q->class_ == CLAIM_PARTIAL && q->is_accepting);
}

static bool accepts_something(const maker *k, const claim_state *q) {
  return q->to_bad != CLAIM_NEVER || (k->is_cycle && q->to_cycle != CLAIM_NEVER);
}

// A state of the model that is accepting itself.
static void add_accepting_atom(maker *k, uint32_t from) {
  uint32_t *literal = ARENA_NEW(k->memory, uint32_t);
  *literal = claim_literal((uint32_t)k->c->accepting_atom, false);
  add(k, from, k->out->goal, literal, 1);
}

static void add_edges(maker *k, uint32_t from) {
  const claim_state *q = &k->c->states.at[from];
  bool is_partial = k->is_cycle && q->class_ == CLAIM_PARTIAL;
  if (is_partial && k->c->accepting_atom >= 0)
    add_accepting_atom(k, from);
  for (uint32_t i = 0; i < q->edges.count; i++) {
    const claim_edge *e = &q->edges.at[i];
    const claim_state *to = &k->c->states.at[e->to];
    bool is_marked = is_partial && e->marks && to->component == q->component;
    if (is_marked || is_enough(k, to))
      add(k, from, k->out->goal, e->label.at, e->label.count);
    else if (e->to != from && accepts_something(k, to))
      add(k, from, e->to, e->label.at, e->label.count);
  }
}

const claim_moves *claim_moves_new(arena *memory, const question *asked) {
  const claim *c = asked->claim;
  assert(c);
  maker k = {.memory = memory, .c = c, .is_cycle = asked->kind == QUESTION_CYCLE};
  k.out = ARENA_NEW(memory, claim_moves);
  k.out->goal = c->states.count;
  k.out->first = ARENA_ARRAY(memory, uint32_t, c->states.count + 1);
  uint32_t most = c->states.count; // one for each edge, and one more for each state
  for (uint32_t i = 0; i < c->states.count; i++)
    most += c->states.at[i].edges.count;
  k.out->moves = ARENA_ARRAY(memory, claim_move, most + 1);
  for (uint32_t from = 0; from < c->states.count; from++) {
    k.out->first[from] = k.count;
    if (is_enough(&k, &c->states.at[from]))
      add(&k, from, k.out->goal, NULL, 0);
    else
      add_edges(&k, from);
  }
  k.out->first[c->states.count] = k.count;
  return k.out;
}
