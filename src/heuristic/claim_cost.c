#include "heuristic/claim_cost.h"

#include "model/claim_moves.h"

enum { NEVER = UINT32_MAX };

typedef struct literal_note { // what is known of a literal in this state
  uint64_t round;
  uint32_t cost;
} literal_note;

typedef struct reached { // a state of the claim, or the goal
  uint64_t round;        // its cost is of this round
  uint32_t cost;
} reached;

struct claim_cost {
  mem *m;
  arena *memory;
  const claim_moves *moves;
  literal_note *literals;
  reached *reached;
  VEC(uint32_t) open; // states that are not settled
  uint64_t round;     // number of the call
  claim_cost_mode mode;
  claim_cost_literal ask;
  void *context;
};

claim_cost *claim_cost_open(mem *m, const question *asked) {
  claim_cost *c = mem_alloc(m, sizeof *c);
  c->m = m;
  c->memory = arena_new(m);
  c->moves = claim_moves_new(c->memory, asked);
  c->literals = ARENA_ARRAY(c->memory, literal_note, 2 * asked->claim->atoms.count + 1);
  c->reached = ARENA_ARRAY(c->memory, reached, asked->claim->states.count + 1);
  return c;
}

void claim_cost_close(claim_cost *c) {
  if (!c)
    return;
  vec_free(c->m, &c->open);
  arena_delete(c->memory);
  mem_free(c->m, c);
}

static uint32_t both(const claim_cost *c, uint32_t a, uint32_t b) {
  if (c->mode == CLAIM_COST_MAX)
    return a > b ? a : b;
  return a >= NEVER - b ? NEVER : a + b;
}

static uint32_t literal_cost(claim_cost *c, uint32_t literal) {
  literal_note *note = &c->literals[literal];
  if (note->round != c->round)
    *note = (literal_note){.round = c->round, .cost = c->ask(c->context, literal)};
  return note->cost;
}

static uint32_t label_cost(claim_cost *c, const claim_move *move) {
  uint32_t cost = 0;
  for (uint32_t i = 0; i < move->count && cost != NEVER; i++)
    cost = both(c, cost, literal_cost(c, move->label[i]));
  return cost;
}

static void offer(claim_cost *c, uint32_t state, uint32_t cost) {
  reached *r = &c->reached[state];
  if (cost == NEVER || (r->round == c->round && r->cost <= cost))
    return;
  if (r->round != c->round)
    vec_push(c->m, &c->open, state);
  *r = (reached){.round = c->round, .cost = cost};
}

static void settle(claim_cost *c, uint32_t state) {
  uint32_t cost = c->reached[state].cost;
  for (uint32_t i = c->moves->first[state]; i < c->moves->first[state + 1]; i++) {
    const claim_move *move = &c->moves->moves[i];
    uint32_t whole = both(c, cost, label_cost(c, move));
    if (c->mode == CLAIM_COST_SUM && move->to != c->moves->goal)
      whole = both(c, whole, 1);
    offer(c, move->to, whole);
  }
}

// Removes the cheapest open state: claims have few states, so they are looked at one after the other.
static uint32_t take_cheapest(claim_cost *c) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < c->open.count; i++)
    if (c->reached[c->open.at[i]].cost < c->reached[c->open.at[best]].cost)
      best = i;
  uint32_t state = c->open.at[best];
  c->open.at[best] = c->open.at[--c->open.count];
  return state;
}

// Dijkstra's algorithm.
uint32_t claim_cost_from(claim_cost *c, uint32_t from, claim_cost_mode mode, claim_cost_literal ask, void *context) {
  c->round++;
  c->mode = mode;
  c->ask = ask;
  c->context = context;
  c->open.count = 0;
  offer(c, from, 0);
  while (c->open.count) {
    uint32_t state = take_cheapest(c);
    if (state == c->moves->goal)
      return c->reached[state].cost;
    settle(c, state);
  }
  return NEVER;
}
