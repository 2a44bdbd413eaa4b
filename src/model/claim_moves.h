// The moves of a claim on its ways to what it accepts, for estimates: what must hold in some state of the model before
// the claim can accept. For a question about errors that is a bad state. For one about cycles it is a bad state, a
// component in which every cycle is accepting, or an acceptance mark in another component that has accepting cycles.
#ifndef MODEL_CLAIM_MOVES_H
#define MODEL_CLAIM_MOVES_H

#include "model/claim.h"
#include "model/question.h"

typedef struct claim_move {
  uint32_t from, to;
  const uint32_t *label; // literals that must hold; borrowed from the claim, or in the same memory as the moves
  uint32_t count;
} claim_move;

// Loops of one state, and moves to states that accept nothing, are left out.
typedef struct claim_moves {
  uint32_t goal; // the number of states: as the target of a move it means that the claim has accepted
  claim_move *moves;
  uint32_t *first; // by state: moves[first[q]] .. moves[first[q + 1] - 1] leave it
} claim_moves;

// Of the claim of the question, which must have one. Everything is allocated in memory. Borrows the claim.
const claim_moves *claim_moves_new(arena *memory, const question *asked);

#endif
