// What is known of a model beforehand, found once and shared by all who ask: estimates, reductions, searches. Each part
// is made when it is first asked for, and does not change afterwards.
//
// Making a part may be left at any time, when there is no memory or the work is told to stop (see mem.h): then the part
// is not there, and is made anew when it is asked for again. Must be called inside a mem_try of the facts' mem.
#ifndef FACTS_FACTS_H
#define FACTS_FACTS_H

#include "facts/distance.h"
#include "facts/influence.h"
#include "facts/risk.h"

typedef struct facts facts;

facts *facts_open(mem *m, const network *net); // borrows net
void facts_close(facts *f);

accesses *facts_accesses(facts *f);
const ranges *facts_ranges(facts *f); // with guards
risks *facts_risks(facts *f);         // by these ranges
bool facts_block_ends(facts *f, uint32_t block);
const risk_places *facts_places(facts *f);
influence *facts_influence(facts *f);
const distance_graph *facts_distances(facts *f);
// By node of the distances: steps up to and with the one that may go wrong, and until a process stands where it can be
// unable to move, or has died.
const uint32_t *facts_steps_to_fault(facts *f, bool assertions);
const uint32_t *facts_steps_to_stuck(facts *f);

#endif
