// Static analysis of a model, computed once and shared by estimates, reductions and searches. Each part is computed at
// the first call and does not change afterwards.
//
// A computation may be abandoned when memory runs out or it is told to stop (see mem.h). The part is then computed from
// the start at the next call. All functions must be called inside a mem_try of the facts' mem.
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
risks *facts_risks(facts *f);         // by these ranges in a timed network, otherwise by ranges without guards
const risk_places *facts_places(facts *f);
influence *facts_influence(facts *f);
const distance_graph *facts_distances(facts *f);
// By node of the distances: the number of steps up to and including one that may be an error...
const uint32_t *facts_steps_to_fault(facts *f, bool assertions);
// ...and the number of steps until a process is at a location where it may be blocked, or has died.
const uint32_t *facts_steps_to_stuck(facts *f);

#endif
