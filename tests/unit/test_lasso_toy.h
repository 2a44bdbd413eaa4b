// Random products: a model that is a small graph of numbers, and a random claim; the least cost of a lasso by brute
// force; and whether the steps of an answer are a lasso.
#ifndef TEST_LASSO_TOY_H
#define TEST_LASSO_TOY_H

#include "search/search.h"
#include "space/product.h"
#include "test_trace_net.h"
#include <string.h>

#ifndef TOY_MOST_STATES // of the model; a test may need more
#define TOY_MOST_STATES 9
#define TOY_MARKS 2 // acceptance sets...
#define TOY_PIDS 3  // ...and processes under fairness
#endif

enum { TOY_STATES = TOY_MOST_STATES, TOY_CLAIM = 4, TOY_STEPS = 24, TOY_PROCESSES = TOY_PIDS, TOY_ATOMS = 2 };
enum { TOY_BITS = TOY_MARKS + TOY_PROCESSES, TOY_SETS = 1 << TOY_BITS, TOY_NEVER = 1000000 };

typedef struct toy {
  space base;
  uint32_t states, steps;
  struct {
    uint8_t from, to, cost;
    uint16_t pid;
  } step[TOY_STEPS];
  bool can_stay[TOY_STATES], is_inside[TOY_STATES], holds[TOY_STATES][TOY_ATOMS];
} toy;

static uint64_t toy_seed;
static uint32_t toy_random(uint32_t below) {
  toy_seed = toy_seed * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)(toy_seed >> 33) % below;
}

static void toy_initial(space *s, space_visit visit, void *context) {
  (void)s;
  const uint8_t first = 0;
  visit(context, &(successor){.state = &first, .size = 1, .by = {.partner_edge = NET_ALONE}});
}

static expansion toy_expand(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  const toy *t = (const toy *)s;
  expansion x = {0};
  assert_int_equal(size, 1);
  for (uint32_t i = 0; i < t->steps && !x.stopped; i++)
    if (t->step[i].from == *state) {
      successor next = {.state = &t->step[i].to, .size = 1, .cost = t->step[i].cost};
      next.by = (net_action){.edge = i, .partner_edge = NET_ALONE, .pid = t->step[i].pid};
      x.count++;
      x.stopped = !visit(context, &next);
    }
  x.is_stuck = !x.count;
  x.can_stay = t->can_stay[*state];
  return x;
}

static bool toy_is_inside(space *s, const uint8_t *state) { return ((toy *)s)->is_inside[*state]; }

static bool toy_is_passed(space *s, const uint8_t *state, uint32_t size) {
  (void)size;
  return toy_is_inside(s, state);
}

static bool toy_may_be(space *s, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  (void)f;
  assert_int_equal(size, 1);
  return ((toy *)s)->holds[*state][condition] == value;
}

static const network toy_net = {.file = "m"};
static state_view toy_seen;
static const state_view *toy_view(space *s, const uint8_t *state, uint32_t size) {
  toy_seen = (state_view){.net = s->net, .bytes = state, .size = size, .control = NET_NONE};
  return &toy_seen;
}

static inline toy toy_make(void) {
  toy t = {.base = {.name = "toy", .is_exact = true, .net = &toy_net, .initial = toy_initial, .expand = toy_expand}};
  t.base.is_inside = toy_is_inside;
  t.base.is_passed = toy_is_passed;
  t.base.may_be = toy_may_be;
  t.base.view = toy_view;
  t.states = 1 + toy_random(TOY_STATES);
  t.steps = toy_random(TOY_STEPS + 1);
  uint32_t two = toy_random(3);
  for (uint32_t i = 0; i < t.steps; i++) {
    t.step[i].from = (uint8_t)toy_random(t.states);
    t.step[i].to = (uint8_t)toy_random(t.states);
    t.step[i].cost = two && toy_random(3) == 0 ? 2 : 1;
    t.step[i].pid = (uint16_t)toy_random(TOY_PROCESSES);
  }
  bool has_stays = toy_random(3) == 0, has_inside = toy_random(3) == 0;
  for (uint32_t i = 0; i < t.states; i++) {
    t.can_stay[i] = has_stays && toy_random(4) == 0;
    for (uint32_t a = 0; a < TOY_ATOMS; a++)
      t.holds[i][a] = toy_random(2);
    for (uint32_t k = 0; has_inside && k < t.steps; k++) // a state inside an atomic sequence has a step
      t.is_inside[i] |= t.step[k].from == i && toy_random(6) == 0;
    t.can_stay[i] &= !t.is_inside[i];
  }
  return t;
}

static inline claim *toy_claim(arena *memory, uint32_t marks) {
  claim *c = claim_new(memory);
  c->mark_count = marks;
  for (uint32_t i = 0; i < TOY_ATOMS; i++)
    vec_push(arena_mem(memory), &c->atoms, NULL);
  uint32_t states = 1 + toy_random(TOY_CLAIM), edges = states + toy_random(2 * states + 1);
  for (uint32_t i = 0; i < states; i++) {
    claim_add_state(memory, c);
    c->states.at[i].is_accepting = marks == 1 && toy_random(3) == 0;
  }
  for (uint32_t i = 0; i < edges; i++) {
    claim_edge *e = claim_add_edge(memory, c, i < states ? i : toy_random(states), toy_random(states));
    if (toy_random(2))
      vec_push(arena_mem(memory), &e->label, claim_literal(toy_random(TOY_ATOMS), toy_random(2)));
    e->marks = marks > 1 ? toy_random(1u << marks) : 0;
  }
  if (toy_random(4) == 0 && marks == 1)
    c->accepting_atom = 0;
  claim_finish(memory, c);
  return c;
}

typedef struct toy_edge {
  uint32_t from, to, cost, seen;
  net_action by;
} toy_edge;

typedef struct toy_product { // state s with claim state q is s * TOY_CLAIM + q
  toy_edge edge[TOY_STATES * TOY_CLAIM * 64];
  uint32_t edges, now, initial;
  uint32_t needs;
} toy_product;

static inline uint32_t toy_bits(const uint64_t *marks) {
  return (uint32_t)(marks[0] & ((1u << TOY_MARKS) - 1)) | (uint32_t)(marks[1] & ((1u << TOY_PROCESSES) - 1))
                                                              << TOY_MARKS;
}

static inline bool toy_note(void *context, const successor *s) {
  toy_product *p = context;
  if (!s->state)
    return true;
  assert_true(p->edges < sizeof p->edge / sizeof *p->edge);
  toy_edge e = {.from = p->now, .to = (uint32_t)(s->state[0] * TOY_CLAIM + s->state[1]), .cost = s->cost, .by = s->by};
  e.seen = toy_bits(s->marks) & p->needs;
  p->edge[p->edges++] = e;
  return true;
}

static inline toy_product toy_all(const toy *t, space *product, const claim *c) {
  toy_product p = {.initial = c->initial};
  uint64_t needs[PRODUCT_MARK_WORDS];
  product_needs(product, needs);
  p.needs = toy_bits(needs);
  for (uint32_t s = 0; s < t->states; s++)
    for (uint32_t q = 0; q < c->states.count; q++) {
      uint8_t bytes[] = {(uint8_t)s, (uint8_t)q};
      p.now = s * TOY_CLAIM + q;
      product->expand(product, bytes, 2, toy_note, &p);
    }
  return p;
}

// Least costs from a state to all pairs of a state and the marks seen, by relaxation until nothing changes.
static void toy_distances(const toy_product *p, uint32_t from, uint32_t to[TOY_STATES * TOY_CLAIM][TOY_SETS]) {
  for (uint32_t i = 0; i < TOY_STATES * TOY_CLAIM; i++)
    for (uint32_t k = 0; k < TOY_SETS; k++)
      to[i][k] = TOY_NEVER;
  to[from][0] = 0;
  for (bool changes = true; changes;) {
    changes = false;
    for (uint32_t i = 0; i < p->edges; i++)
      for (uint32_t k = 0; k < TOY_SETS; k++) {
        const toy_edge *e = &p->edge[i];
        uint32_t cost = to[e->from][k] + e->cost, *old = &to[e->to][k | e->seen];
        if (cost < *old) {
          *old = cost;
          changes = true;
        }
      }
  }
}

static inline uint32_t toy_least_lasso(const toy_product *p) {
  static uint32_t stem[TOY_STATES * TOY_CLAIM][TOY_SETS], loop[TOY_STATES * TOY_CLAIM][TOY_SETS];
  uint32_t least = TOY_NEVER;
  toy_distances(p, p->initial, stem);
  for (uint32_t r = 0; r < TOY_STATES * TOY_CLAIM; r++) {
    uint32_t there = TOY_NEVER, around = TOY_NEVER;
    for (uint32_t k = 0; k < TOY_SETS; k++)
      there = stem[r][k] < there ? stem[r][k] : there;
    if (there == TOY_NEVER)
      continue;
    toy_distances(p, r, loop);
    // A cycle ends with a step back to r, which relaxation cannot tell from no step at all.
    for (uint32_t i = 0; i < p->edges; i++)
      for (uint32_t k = 0; k < TOY_SETS; k++) {
        const toy_edge *e = &p->edge[i];
        uint32_t cost = loop[e->from][k] + e->cost;
        if (e->to == r && (k | e->seen) == p->needs && cost < around)
          around = cost;
      }
    least = there + around < least ? there + around : least;
  }
  return least < TOY_NEVER ? least : TOY_NEVER;
}

// Can the steps be taken, and is the loop one in the product that has all marks? For any choice of the claim.
static inline bool toy_is_lasso(const toy_product *p, const answer *a, uint32_t *cost) {
  static bool now[TOY_STATES * TOY_CLAIM][TOY_STATES * TOY_CLAIM + 1][TOY_SETS],
      next[TOY_STATES * TOY_CLAIM][TOY_STATES * TOY_CLAIM + 1][TOY_SETS];
  const uint32_t none = TOY_STATES * TOY_CLAIM; // by state, start of the loop, marks
  uint32_t first = a->steps.count - a->loop_length;
  memset(now, 0, sizeof now);
  now[p->initial][none][0] = true;
  *cost = 0;
  for (uint32_t i = 0; i <= a->steps.count; i++) {
    for (uint32_t s = 0; i == first && s < TOY_STATES * TOY_CLAIM; s++)
      now[s][s][0] = now[s][none][0];
    if (i == a->steps.count)
      break;
    uint32_t step_cost = TOY_NEVER;
    memset(next, 0, sizeof next);
    for (uint32_t k = 0; k < p->edges; k++) {
      const toy_edge *e = &p->edge[k];
      if (!net_is_same_action(&e->by, &a->steps.at[i]))
        continue;
      for (uint32_t r = 0; r <= none; r++)
        for (uint32_t seen = 0; seen < TOY_SETS; seen++)
          if (now[e->from][r][seen] && (r == none) == (i < first)) {
            next[e->to][r][i < first ? 0 : seen | e->seen] = true;
            step_cost = e->cost;
          }
    }
    memcpy(now, next, sizeof now);
    *cost += step_cost;
  }
  for (uint32_t s = 0; s < TOY_STATES * TOY_CLAIM; s++)
    if (a->loop_length && now[s][s][p->needs])
      return true;
  return false;
}

#endif
