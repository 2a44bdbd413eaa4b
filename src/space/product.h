// The product of a space and a claim (model/claim.h): a space over a space. In each of its steps the claim reads the
// state of the model, and then the model moves. Where the model can stay for ever, the claim goes on alone: that is a
// step of cost 0 by net_stutter(). Inside atomic sequences only the model moves.
//
// Moves of the claim to states from which it accepts nothing are left out.
//
// A claim that enters a bad state is a successor without a state, by net_stutter(), of cost 0, with FAULT_CLAIM. Where
// the claim cannot move, there is no successor.
//
// A packed state is that of the inner space followed by the state of the claim.
#ifndef SPACE_PRODUCT_H
#define SPACE_PRODUCT_H

#include "model/claim.h"
#include "space/space.h"

// Acceptance sets of a successor, as bits: word 0 holds those of the claim. Under weak fairness, word 1 + pid / 64, bit
// pid % 64 is the set of a process: it has taken part in the step, or it could not move in the state before.
enum { PRODUCT_MARK_WORDS = 5 };

// A condition for may_be(): the claim enters a bad state when it reads this state. So a search can see that before it
// expands the state.
enum { PRODUCT_BAD = 0xffffffff };

// The conditions of the inner space (space_setup) must be the atoms of the claim, with the same numbers. Borrows both;
// close() leaves inner open.
space *space_product(mem *m, space *inner, const claim *c, bool is_fair);

// The marks that a cycle must have to be accepted.
void product_needs(const space *product, uint64_t marks[PRODUCT_MARK_WORDS]);
const claim *product_claim(const space *product);
uint32_t product_claim_state(const space *product, const uint8_t *state, uint32_t size); // its number in the claim
// Is the state accepting, in the sense of a Büchi automaton? Only for a claim with one acceptance set, without
// fairness. Then the steps that leave it, and no others, have mark 0.
bool product_is_accepting(space *product, const uint8_t *state, uint32_t size);

#endif
