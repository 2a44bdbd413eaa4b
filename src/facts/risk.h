// What can go wrong where, told from the text of the model alone. Every answer errs on one side: what is called safe
// cannot fault, what is called sure is always possible.
#ifndef FACTS_RISK_H
#define FACTS_RISK_H

#include "facts/ranges.h"

typedef struct risks risks;

risks *risk_open(mem *m, const ranges *r, accesses *a); // borrows r and a
void risk_close(risks *k);
bool risk_block_ends(risks *k, uint32_t block); // ranges_block_ends, found once for each block

bool risk_of_expr(risks *k, const expr *e); // may evaluating it end in a fault?
// May looking at the edge or taking it end in a fault, or with assertions in a failed assertion? Too many processes or
// channels are not counted: see risk_growth_of.
bool risk_of_edge(risks *k, const net_edge *e, bool assertions);
// May a process that stands there run into one?
bool risk_at_location(risks *k, const net_template *t, uint32_t location, bool assertions);

// May there be more ways to answer the call of a broadcast than can be told apart?
bool risk_of_broadcast(const network *net, uint32_t label);

typedef struct risk_growth {
  uint32_t processes, channels; // that one edge starts or makes at most
} risk_growth;
risk_growth risk_growth_of(const network *net); // of the edge that starts most

// What the locations of a timed network ask for.
typedef struct risk_places {
  bool have_invariants, are_committed; // some of them
  bool look_around;                    // some invariant asks where processes stand
} risk_places;
risk_places risk_places_of(const network *net);
// May the state after a timed step with the edge be one that does not exist?
bool risk_of_vanishing(const network *net, const risk_places *p, const net_template *t, const net_edge *e);

// Is the edge possible whenever it is looked at and none before it was? Then a process can always move there, unless
// provided or priorities forbid it.
bool risk_is_sure(const net_edge *e);
// May a process that stands there be unable to move?
bool risk_of_standing(const network *net, const risk_places *p, const net_template *t, uint32_t location);

#endif
