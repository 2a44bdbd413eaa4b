// Layers of states by cost. Only the last few are kept, and for good the relay layers: those of cost 0, 1, 2, 4, 8 and
// so on (or the next layer that has states). For every state its last relay is stored, and for a relay the one before
// it, so that the path to a state can be reconstructed from relay to relay. (A step of cost 0 from a relay leads to a
// relay.)
//
// A state that is a relay, or in a layer still kept, was reached at no greater cost and is a duplicate; with an order,
// so is a state that such a one covers. In a directed graph a state may be reached again after its layer was deleted;
// it is then entered again. The search still terminates: as long as there are states to expand, new states become
// relays, and the number of states is finite. So that it does so soon, more layers are kept where many states come
// back.
#ifndef SEARCH_LAYERS_H
#define SEARCH_LAYERS_H

#include "search/state_set.h"

enum { LAYERS_NO_RELAY = 0xffffffff, LAYERS_MOST_COST = 2 }; // of a step

typedef struct layer {
  state_set *states;
  VEC(uint32_t) relays; // of each state: the last relay on the path to it, which may be the state itself
} layer;

typedef struct layers_relay {
  uint32_t before; // the relay before it; LAYERS_NO_RELAY: it is an initial state
  uint32_t cost;
} layers_relay;

typedef struct layers {
  mem *m;
  const cover *order; // NULL = none. Hashes are those of state_set_hash_by().
  layer *ring;        // the layer of cost c is at c modulo count
  uint32_t count;
  uint32_t cost; // of the current layer
  state_set *relays;
  VEC(layers_relay) about; // by number of the relay
  uint32_t next_relays;    // the next relay layer is the first of at least this cost that has states
  bool is_relaying;        // the current layer is a relay layer
  uint64_t kept, peak;     // states stored now, and at most
} layers;

// behind: the number of layers kept before the current one. Call layers_begin() after the states of cost 0 were added.
void layers_open(layers *l, mem *m, const cover *order, uint32_t behind);
void layers_close(layers *l);
void layers_widen(layers *l); // keeps twice as many layers from now on
// Is the state, with its hash, a relay or in a layer of this cost or less, or covered by such a state?
bool layers_has(const layers *l, const uint8_t *state, uint32_t size, uint64_t hash, uint32_t cost);
// Adds a state for which layers_has() is false. The cost is from that of the current layer to LAYERS_MOST_COST more.
void layers_add(layers *l, const uint8_t *state, uint32_t size, uint64_t hash, uint32_t cost, uint32_t relay);
void layers_begin(layers *l); // makes the layer of cost 0 the current one
bool layers_next(layers *l);  // moves to the next layer that has states; false if there is none
const layer *layers_current(const layers *l);
// Is this state of the current layer also in the layer before, or covered there? It may have been added there later
// than here.
bool layers_is_repeated(const layers *l, uint32_t id);
uint64_t layers_bytes(const layers *l);

#endif
