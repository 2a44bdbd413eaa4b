// The claims that are part of a network: its never claims, and those that the labels of its processes make.
#ifndef MODEL_CLAIM_NEVER_H
#define MODEL_CLAIM_NEVER_H

#include "model/claim.h"
#include "model/network.h"

// The claim of a template of kind TEMPLATE_NEVER, as SPIN executes it (with statement merging off):
//  - each statement reads one state; those of an atomic sequence or a d_step read the same one;
//  - a location with LOC_END (an end label, the closing brace) is a bad state, as soon as it is reached;
//  - an assertion is always possible, and leads to a bad state if it fails;
//  - where a process is at a location with LOC_ACCEPT, the state is accepting as well.
// Its local variables become part of its states. NULL if it does what a claim cannot do; then *why_not is a sentence
// without a full stop. The network must be finished. Everything is allocated in memory.
claim *claim_of_template(arena *memory, const network *net, uint32_t template_, const char **why_not);

// Accepts the executions that are infinitely often, or for ever, in a state where a process is at an accept label.
claim *claim_of_acceptance(arena *memory);
claim *claim_of_nothing(arena *memory); // accepts no execution
// Accepts the infinite executions that are at progress labels only finitely often.
claim *claim_of_progress(arena *memory);

#endif
