// Read sets and write sets: what an expression, an edge or a condition looks at and changes, with the blocks that it
// runs and the functions that it calls. What cannot be told apart counts as accessed.
#ifndef FACTS_ACCESS_H
#define FACTS_ACCESS_H

#include "base/arena.h"
#include "model/network.h"

typedef enum {
  ACCESS_VARS,      // index in network.vars; of a local one that of the process that moves
  ACCESS_REMOTE,    // likewise, of whatever process has one; only read
  ACCESS_CHANNELS,  // types of channels: reading looks at what is in them, writing changes it
  ACCESS_CLOCKS,    // numbers of clocks
  ACCESS_LABELS,    // read: labels that are answered; written: labels that are called
  ACCESS_LOCATIONS, // access_location(): it is asked whether a process stands there; only read
  ACCESS_KINDS
} access_kind;

enum { // what else is looked at...
  ACCESS_LAST = 1 << 0,
  ACCESS_TIMEOUT = 1 << 1,
  ACCESS_PROGRESS = 1 << 2, // whether some process stands at a progress location
  ACCESS_ENABLED = 1 << 3,
  ACCESS_PC = 1 << 4, // where some process stands, whatever the location
  ACCESS_PRIORITY = 1 << 5,
  ACCESS_PROCESSES = 1 << 6, // how many there are
  ACCESS_DEADLOCK = 1 << 7,
  ACCESS_CALLS = 1 << 8, // of functions
  // ...and done
  ACCESS_STARTS = 1 << 9, // processes
  ACCESS_ENDS = 1 << 10,
  ACCESS_SETS_PRIORITY = 1 << 11,
  ACCESS_ASSERTS = 1 << 12,
};

typedef struct access_set {
  const uint32_t *at; // ascending, each once
  uint32_t count;
} access_set;

typedef struct access_sets {
  access_set reads[ACCESS_KINDS], writes[ACCESS_KINDS];
  uint32_t flags;
} access_sets;

typedef struct accesses accesses;

accesses *access_open(mem *m, const network *net);
void access_close(accesses *a);
const access_sets *access_of_edge(accesses *a, uint32_t edge); // all of it; found when it is first asked for
// What decides whether the edge is possible for a process that stands before it: guard, bounds, synchronisation.
const access_sets *access_of_guard(accesses *a, uint32_t edge);
const access_sets *access_of_expr(accesses *a, const expr *e); // NULL is fine; lives as long as a
// Of the invariant of a location.
const access_sets *access_of_invariant(accesses *a, const net_location *l);

bool access_meet(access_set a, access_set b); // have they one in common?
uint32_t access_location(const accesses *a, uint32_t template_, uint32_t location);
const bool *access_written(const accesses *a); // see access_find_written

// Marks the variables that an edge writes: assignments, receives, what a run returns; and the parameters of functions.
// All others keep what they were initialised with, or started with.
void access_find_written(const network *net, bool *is_written);

// Do both expressions read the same, as long as no variable changes?
bool access_is_same(const expr *a, const expr *b);

#endif
