// Inside the making of never claims: claim_never.c makes states and labels, claim_step.c the steps between states.
#ifndef MODEL_CLAIM_NEVER_INTERNAL_H
#define MODEL_CLAIM_NEVER_INTERNAL_H

#include "model/claim_never.h"

// A location of the never claim together with the values of its local variables: a state of the claim.
typedef struct claim_situation {
  uint32_t location;
  const int32_t *cells;
} claim_situation;

typedef struct never_builder {
  arena *memory;
  mem *m;
  const network *net;
  const net_template *template_;
  claim *claim;
  VEC(claim_situation) situations; // those of the claim's states, by number; a bad state has none (no cells)
  uint32_t edges;
  const char *why_not;
  // The step being made:
  uint32_t from;
  VEC(uint32_t) label;
  VEC(const net_edge *) taken; // more than one in an atomic sequence
  VEC(claim_situation) passed; // in an atomic sequence
  uint32_t hops;               // in a d_step
} never_builder;

void claim_refuse(never_builder *b, const char *why);

// Of the step being made:
expr *claim_bound(never_builder *b, const int32_t *cells, expr *e); // with the values of the claim's variables
// Adds the literal "e has this truth value" to the label. False if the label cannot hold then.
bool claim_demand(never_builder *b, expr *e, bool value);
bool claim_demand_guard(never_builder *b, const net_edge *e, const int32_t *cells, bool value);
void claim_step_to(never_builder *b, uint32_t state); // an edge with the label

uint32_t claim_state_of(never_builder *b, claim_situation s);
// The bad state of the assertion at this place; no place = of the closing brace and of end labels.
uint32_t claim_bad_state(never_builder *b, place failed);
bool claim_is_same(const never_builder *b, const claim_situation *x, const claim_situation *y);
const net_location *claim_location(const never_builder *b, uint32_t location);

// claim_step.c: makes all steps that begin in this situation.
void claim_take_edges(never_builder *b, claim_situation at);

// claim_labels.c
bool claim_has_label(const network *net, uint32_t flag); // is a location of a process labelled so?
int32_t claim_accept_atom(arena *memory, claim *c);      // adds the atom "some process is at an accept label"

#endif
