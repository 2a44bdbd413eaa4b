// Claims made by hand over small networks, and the product of both.
#ifndef TEST_CLAIM_NET_H
#define TEST_CLAIM_NET_H

#include "space/product.h"
#include "test_trace_net.h"

enum { ALWAYS = -1 }; // no literal

// An edge with at most one literal: the number of its atom, with NOT_ for its negation.
enum { NOT_ = 1 << 16 };
static inline claim_edge *claim_goes(net_fixture *f, claim *c, uint32_t from, uint32_t to, int literal) {
  claim_edge *e = claim_add_edge(f->a, c, from, to);
  if (literal != ALWAYS)
    vec_push(f->m, &e->label, claim_literal((uint32_t)(literal & ~NOT_), (literal & NOT_) != 0));
  return e;
}

// A claim with so many states, of which the last is bad, and these atoms.
static inline claim *claim_with(net_fixture *f, uint32_t states, uint32_t atoms, expr *const *atom) {
  claim *c = claim_new(f->a);
  for (uint32_t i = 0; i < atoms; i++)
    vec_push(f->m, &c->atoms, atom[i]);
  for (uint32_t i = 0; i < states; i++)
    claim_add_state(f->a, c);
  c->states.at[states - 1].is_bad = true;
  return c;
}

// "Never atom 0": the invariant as a claim.
static inline claim *claim_never(net_fixture *f, expr *atom) {
  claim *c = claim_with(f, 2, 1, &atom);
  claim_goes(f, c, 0, 0, ALWAYS);
  claim_goes(f, c, 0, 1, 0);
  claim_finish(f->a, c);
  return c;
}

static inline question claim_question(const claim *c) {
  return (question){.errors = ERROR_CLAIM | ERROR_RUNTIME, .claim = c};
}

typedef struct claim_space {
  space *inner, *product;
} claim_space;

static inline claim_space claim_space_open(mem *m, const network *net, const claim *c) {
  claim_space s = {.inner = space_discrete(m, net, c->atoms.at, c->atoms.count)};
  s.product = space_product(m, s.inner, c, false);
  return s;
}

static inline void claim_space_close(claim_space *s) {
  s->product->close(s->product);
  s->inner->close(s->inner);
}

#endif
