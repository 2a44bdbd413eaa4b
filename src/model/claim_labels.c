// Claims about the labels of processes.
#include "model/claim_never_internal.h"

bool claim_has_label(const network *net, uint32_t flag) {
  for (uint32_t i = 0; i < net->templates.count; i++) {
    const net_template *t = net->templates.at[i];
    for (uint32_t k = 0; t->kind == TEMPLATE_PROCESS && k < t->flow.locations.count; k++)
      if (t->flow.locations.at[k].flags & flag)
        return true;
  }
  return false;
}

int32_t claim_accept_atom(arena *memory, claim *c) {
  expr *e = expr_unary(memory, EXPR_NOT, expr_unlabelled(memory, LOC_ACCEPT, (place){0}));
  vec_push(arena_mem(memory), &c->atoms, e);
  return (int32_t)c->atoms.count - 1;
}

claim *claim_of_nothing(arena *memory) {
  claim *c = claim_new(memory);
  c->initial = claim_add_state(memory, c);
  c->is_stutter_invariant = true;
  claim_finish(memory, c);
  return c;
}

claim *claim_of_acceptance(arena *memory) {
  claim *c = claim_new(memory);
  c->initial = claim_add_state(memory, c);
  claim_add_edge(memory, c, c->initial, c->initial);
  c->accepting_atom = claim_accept_atom(memory, c);
  c->is_stutter_invariant = true;
  claim_finish(memory, c);
  return c;
}

static void add_edge(arena *memory, claim *c, uint32_t from, uint32_t to, uint32_t literal) {
  claim_edge *e = claim_add_edge(memory, c, from, to);
  vec_push(arena_mem(memory), &e->label, literal);
}

// <> [] np_, for executions that do not end: in a deadlock SPIN sees no cycle without progress.
claim *claim_of_progress(arena *memory) {
  claim *c = claim_new(memory);
  vec_push(arena_mem(memory), &c->atoms, expr_unlabelled(memory, LOC_PROGRESS, (place){0}));
  uint32_t any = claim_add_state(memory, c), none = claim_add_state(memory, c);
  c->initial = any;
  c->states.at[none].is_accepting = true;
  claim_add_edge(memory, c, any, any);
  add_edge(memory, c, any, none, claim_literal(0, false));
  add_edge(memory, c, none, none, claim_literal(0, false));
  c->needs_steps = true;
  c->is_stutter_invariant = true;
  claim_finish(memory, c);
  return c;
}
