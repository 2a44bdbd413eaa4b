// What an LTL formula asks for that is simpler than LTL.
#ifndef MODEL_FORMULA_H
#define MODEL_FORMULA_H

#include "model/network.h"

// The condition that must hold in every state if the formula is an invariant: [] p, ! <> q, and conjunctions of such,
// where p and q contain no temporal operator. Otherwise NULL. The condition is allocated in memory and borrows the
// atoms of the formula.
expr *formula_invariant(arena *memory, const net_formula *f);

// Calls visit for the atoms and all their subexpressions. f may be NULL.
void formula_walk(const net_formula *f, void (*visit)(const expr *e, void *context), void *context);

#endif
