// From LTL formulas to claims (model/claim.h).
#ifndef OMEGA_OMEGA_H
#define OMEGA_OMEGA_H

#include "model/claim.h"
#include "model/network.h"

// The claim that accepts the executions which violate the formula: a small Büchi automaton (one acceptance set). States
// from which it accepts everything are bad. Everything is allocated in memory; the atoms are those of the formula or
// parts of them, borrowed. Finished (claim_finish). NULL if a component of the automaton needs more than 64 acceptance
// sets. Can take long for large formulas, and can be stopped (mem_set_stop).
claim *omega_claim(arena *memory, const net_formula *f);

// The same with acceptance sets on edges, none or several. It has fewer states.
claim *omega_generalised(arena *memory, const net_formula *f);

#endif
