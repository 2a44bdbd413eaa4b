// What it costs a claim to accept, for estimates that know what it costs to make an atom true or false: the cheapest
// way through its states, where each move costs what its label costs.
#ifndef HEURISTIC_CLAIM_COST_H
#define HEURISTIC_CLAIM_COST_H

#include "model/claim.h"
#include "model/question.h"

typedef struct claim_cost claim_cost;

typedef enum {
  CLAIM_COST_MAX, // a way costs as much as its most expensive literal: a lower bound, if the literals have one each
  CLAIM_COST_SUM, // the literals add up, and one step is made between two moves
} claim_cost_mode;

// The cost of the literal in the state being estimated; UINT32_MAX: impossible.
typedef uint32_t (*claim_cost_literal)(void *context, uint32_t literal);

claim_cost *claim_cost_open(mem *m, const question *asked); // of its claim, which it must have; borrowed
void claim_cost_close(claim_cost *c);                       // NULL is fine
// For the claim in state `from`; UINT32_MAX: it can never accept. Each literal is asked for once.
uint32_t claim_cost_from(claim_cost *c, uint32_t from, claim_cost_mode mode, claim_cost_literal ask, void *context);

#endif
