// Shared by influence*.c only.
#ifndef FACTS_INFLUENCE_INTERNAL_H
#define FACTS_INFLUENCE_INTERNAL_H

#include "facts/influence.h"

// Variables, types of channels, clocks and locations in one numbering, so that one set holds them all.
typedef enum { PLACE_VAR, PLACE_CHANNEL, PLACE_CLOCK, PLACE_LOCATION, PLACE_KINDS } place_kind;

enum { // reads of what every step may change
  INFLUENCE_EVERY_STEP = ACCESS_LAST | ACCESS_TIMEOUT | ACCESS_ENABLED | ACCESS_PC | ACCESS_DEADLOCK
};

typedef struct edge_places {
  bool is_known;
  bool reads_every_step; // whether it is enabled depends on what every step changes
  bool reads_processes;  // whether it is enabled depends on which processes exist
  // What decides whether it is enabled: variables of its own process, and what other processes can change.
  access_set own, enabling;
  access_set reads;  // all that it reads and other processes can change
  access_set writes; // all that it changes, including the locations that it leaves and enters
} edge_places;

struct influence {
  mem *m;
  const network *net;
  accesses *accesses;
  arena *memory;
  uint32_t first[PLACE_KINDS];
  int32_t *template_of;       // by edge; NET_NONE = of a block
  bool **is_held;             // by template, by location: a process may be inside an atomic sequence there
  bool all_matter;            // every step may influence every other (priorities, ordered steps)
  access_set invariants;      // what the invariants of all locations read, and these locations
  edge_places *edges;         // by edge; computed at the first call
  uint64_t **conflicts;       // by edge: a row of bits, computed at the first call; NULL = not yet
  VEC(uint32_t) gathered;     // elements of the set being built
  VEC(uint32_t) gathered_own; // the same, of variables of the own process
};

const edge_places *influence_places(influence *i, uint32_t edge);
access_set influence_invariants(influence *i);

#endif
