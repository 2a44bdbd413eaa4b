// Shared by risk*.c only.
#ifndef FACTS_RISK_INTERNAL_H
#define FACTS_RISK_INTERNAL_H

#include "facts/risk.h"

struct risks {
  mem *m;
  const network *net;
  const ranges *ranges;
  ranges_at *here, *anywhere; // the edge under analysis, after what it has done so far; any point of the network
  const ranges_at *now;       // one of them
  accesses *accesses;
  uint8_t *calls; // by function: see risk.c
  // A function that calls itself may do so for ever, so it is risky. An analysis may be abandoned, so calls under way
  // are marked with the number of the query, to distinguish them from those of an abandoned query.
  uint32_t *asked; // by function: the last query that has visited it
  uint32_t query;
};

// risk.c: faults at the point k->now
bool risk_in_expr(risks *k, const expr *e); // e may be NULL
bool risk_in_bounds(risks *k, const net_bounds *bounds);
bool risk_in_sync(risks *k, const net_sync *s, bool in_block);   // besides its expressions
bool risk_in_stmt(risks *k, const net_stmt *s, bool assertions); // besides its expressions

#endif
