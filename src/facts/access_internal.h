// Shared by access*.c only.
#ifndef FACTS_ACCESS_INTERNAL_H
#define FACTS_ACCESS_INTERNAL_H

#include "facts/access.h"

typedef VEC(uint32_t) access_list;

struct accesses {
  mem *m;
  const network *net;
  arena *memory;
  bool *is_written;
  uint32_t *first_location; // by template
  const access_sets **edges, **guards;
  // While sets are collected:
  access_list reads[ACCESS_KINDS], writes[ACCESS_KINDS];
  uint32_t flags, round;
  uint32_t *block_seen, *function_seen; // by number: the last round that has visited it
};

// access_gather.c: into reads, writes and flags.
void access_gather_expr(accesses *a, const expr *e); // e may be NULL
void access_gather_bounds(accesses *a, const net_bounds *bounds);
// What decides whether it is enabled; with is_taken also what it writes.
void access_gather_sync(accesses *a, const net_sync *s, bool is_taken);
void access_gather_edge(accesses *a, const net_edge *e);

#endif
