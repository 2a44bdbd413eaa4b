// What the files of the influence share. Nobody else includes this.
#ifndef FACTS_INFLUENCE_INTERNAL_H
#define FACTS_INFLUENCE_INTERNAL_H

#include "facts/influence.h"

// Variables, types of channels, clocks and locations in one numbering, so that one set holds them all.
typedef enum { PLACE_VAR, PLACE_CHANNEL, PLACE_CLOCK, PLACE_LOCATION, PLACE_KINDS } place_kind;

enum { // what changes with every step, or cannot be told apart from it
  INFLUENCE_EVERY_STEP = ACCESS_LAST | ACCESS_TIMEOUT | ACCESS_PROGRESS | ACCESS_ENABLED | ACCESS_PC | ACCESS_DEADLOCK
};

typedef struct edge_places {
  bool is_known;
  bool looks_at_all; // whether it is possible depends on what every step changes
  bool is_counted;   // whether it is possible depends on how many processes there are, and which
  // What decides whether it is possible: of its own process's variables, and of what others can change.
  access_set own, looks;
  access_set reads;  // all that it reads and others can change
  access_set writes; // all that it changes; the locations that it leaves and enters included
} edge_places;

struct influence {
  mem *m;
  const network *net;
  accesses *accesses;
  arena *memory;
  uint32_t first[PLACE_KINDS];
  int32_t *template_of;       // by edge; NET_NONE = of a block
  bool **is_held;             // by template, by location: a process may hold control there
  bool all_matter;            // the network looks at what every step changes
  access_set invariants;      // what the invariants of all locations read, and these locations
  edge_places *edges;         // by edge; made when first asked for
  uint64_t **conflicts;       // by edge: a row of bits, made when first asked for; NULL = not yet
  VEC(uint32_t) gathered;     // of a set in the making
  VEC(uint32_t) gathered_own; // likewise
};

const edge_places *influence_places(influence *i, uint32_t edge);
access_set influence_invariants(influence *i);

#endif
