// Where errors are possible, by static analysis. The answers are over-approximations: an edge without risk never
// faults, and a sure edge is always enabled.
#ifndef FACTS_RISK_H
#define FACTS_RISK_H

#include "facts/ranges.h"

typedef struct risks risks;

risks *risk_open(mem *m, const ranges *r, accesses *a); // borrows r and a
void risk_close(risks *k);

bool risk_of_expr(risks *k, const expr *e); // may its evaluation cause a fault?
// May testing the edge or taking it cause a fault or, if `assertions`, a failed assertion? Too many processes or
// channels do not count here: see risk_growth_of().
bool risk_of_edge(risks *k, const net_edge *e, bool assertions);
// The same for any step of a process that is at the location.
bool risk_at_location(risks *k, const net_template *t, uint32_t location, bool assertions);

// May a broadcast have more combinations of receivers than can be numbered?
bool risk_of_broadcast(const network *net, uint32_t label);

typedef struct risk_growth {
  uint32_t processes, channels; // that one edge starts or creates, at most
} risk_growth;
risk_growth risk_growth_of(const network *net); // the maximum over all edges

// What the locations of a timed network require.
typedef struct risk_places {
  bool have_invariants, are_committed; // some have an invariant, some are committed
  bool read_locations;                 // some invariant reads the locations of processes
} risk_places;
risk_places risk_places_of(const network *net);
// May a timed step with the edge be disabled because the state after it violates an invariant?
bool risk_of_invariant(const network *net, const risk_places *p, const net_template *t, const net_edge *e);

// Is the edge always enabled (an else: if no other edge is)? Then a process at its location can always move, unless
// `provided` or priorities forbid it.
bool risk_is_sure(const net_edge *e);
// May a process at the location be blocked?
bool risk_of_blocking(const network *net, const risk_places *p, const net_template *t, uint32_t location);

#endif
