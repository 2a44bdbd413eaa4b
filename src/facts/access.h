// Read sets and write sets of expressions, edges and conditions, including the blocks that are run and the functions
// that are called. They are over-approximations: where the access depends on a value that is not known, everything
// possible is included.
#ifndef FACTS_ACCESS_H
#define FACTS_ACCESS_H

#include "base/arena.h"
#include "model/network.h"

typedef enum {
  ACCESS_VARS,      // index in network.vars; a local variable is that of the process that moves
  ACCESS_REMOTE,    // index in network.vars, of any process; only read
  ACCESS_CHANNELS,  // types of channels: their contents
  ACCESS_CLOCKS,    // numbers of clocks
  ACCESS_LABELS,    // read: labels that are answered; written: labels that are called
  ACCESS_LOCATIONS, // access_location(): a test whether a process is at the location; only read
  ACCESS_KINDS
} access_kind;

enum { // what else is read...
  ACCESS_LAST = 1 << 0,
  ACCESS_TIMEOUT = 1 << 1,
  ACCESS_ENABLED = 1 << 2,
  ACCESS_PC = 1 << 3, // the location of a process, as a number
  ACCESS_PRIORITY = 1 << 4,
  ACCESS_PROCESSES = 1 << 5, // the number of processes
  ACCESS_DEADLOCK = 1 << 6,
  ACCESS_CALLS = 1 << 7, // of functions
  // ...and done
  ACCESS_STARTS = 1 << 8, // processes
  ACCESS_ENDS = 1 << 9,
  ACCESS_SETS_PRIORITY = 1 << 10,
  ACCESS_ASSERTS = 1 << 11,
};

typedef struct access_set {
  const uint32_t *at; // ascending, no duplicates
  uint32_t count;
} access_set;

typedef struct access_sets {
  access_set reads[ACCESS_KINDS], writes[ACCESS_KINDS];
  uint32_t flags;
} access_sets;

typedef struct accesses accesses;

accesses *access_open(mem *m, const network *net);
void access_close(accesses *a);
const access_sets *access_of_edge(accesses *a, uint32_t edge); // of the whole edge; computed at the first call
// Of what decides whether the edge is enabled: guard, clock bounds, synchronisation.
const access_sets *access_of_guard(accesses *a, uint32_t edge);
const access_sets *access_of_expr(accesses *a, const expr *e); // e may be NULL; the result lives as long as a
// Of the invariant of a location.
const access_sets *access_of_invariant(accesses *a, const net_location *l);

bool access_meet(access_set a, access_set b); // do they have an element in common?
uint32_t access_location(const accesses *a, uint32_t template_, uint32_t location);
uint32_t access_template_of(const accesses *a, uint32_t location); // the template of the location with this number
const bool *access_written(const accesses *a);                     // by variable; see access_find_written

// Marks the variables that an edge writes (by assignment, receive or the result of run), and the parameters of
// functions. All others keep their initial value, or the argument that their process was started with.
void access_find_written(const network *net, bool *is_written);

// Do both expressions read the same cell or have the same value, as long as no variable changes?
bool access_is_same(const expr *a, const expr *b);

#endif
