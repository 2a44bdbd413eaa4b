#include "model/claim_never.h"

claim *claim_of_template(arena *memory, const network *net, uint32_t template_, const char **why_not) {
  (void)memory, (void)net, (void)template_;
  *why_not = "never claims are not supported yet";
  return NULL;
}

claim *claim_of_acceptance(arena *memory) {
  claim *c = claim_new(memory);
  vec_push(arena_mem(memory), &c->atoms, expr_unary(memory, EXPR_NOT, expr_unlabelled(memory, LOC_ACCEPT, (place){0})));
  uint32_t s = claim_add_state(memory, c);
  claim_add_edge(memory, c, s, s);
  c->accepting_atom = 0;
  c->is_stutter_invariant = true;
  claim_finish(memory, c);
  return c;
}

claim *claim_of_progress(arena *memory) {
  claim *c = claim_new(memory);
  vec_push(arena_mem(memory), &c->atoms, expr_unlabelled(memory, LOC_PROGRESS, (place){0}));
  uint32_t wait = claim_add_state(memory, c), loop = claim_add_state(memory, c);
  claim_edge *go = claim_add_edge(memory, c, wait, loop);
  vec_push(arena_mem(memory), &go->label, claim_literal(0, false));
  claim_add_edge(memory, c, wait, wait);
  claim_edge *stay = claim_add_edge(memory, c, loop, loop);
  vec_push(arena_mem(memory), &stay->label, claim_literal(0, false));
  c->states.at[loop].is_accepting = true;
  c->is_stutter_invariant = true;
  claim_finish(memory, c);
  return c;
}
