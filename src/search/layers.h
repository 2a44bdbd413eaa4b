// Layers of states by cost, of which only the last few are kept, and a few relay layers: those of cost 0, 1, 2, 4, 8
// and so on (or the next that has states), for good. Every state knows the relay that it came through, and a relay the
// one before it: the way to a state can be put together again from relay to relay.
//
// A state that is in a layer which is still kept, or is a relay, has been met at no greater cost and need not be
// entered again. In a directed graph a state may also come back after its layer was forgotten; it is entered again
// then. This comes to an end: as long as there are states to expand, there will be more relays, and there are only so
// many states.
#ifndef SEARCH_LAYERS_H
#define SEARCH_LAYERS_H

#include "search/state_set.h"

enum { LAYERS_NO_RELAY = 0xffffffff, LAYERS_MOST_COST = 2 }; // of a step

typedef struct layer {
  state_set *states;
  VEC(uint32_t) relays; // of each state: the last on the way to it, maybe itself
} layer;

typedef struct layers_relay {
  uint32_t before; // the relay before it; LAYERS_NO_RELAY: it is at the start
  uint32_t cost;
} layers_relay;

typedef struct layers {
  mem *m;
  layer *ring; // the layer of a cost is at cost modulo count
  uint32_t count;
  uint32_t cost; // of the current layer
  state_set *relays;
  VEC(layers_relay) about; // each relay
  uint32_t next_relays;    // the first layer with states at this cost or beyond is the next of relays
  uint64_t kept, peak;     // states now, and the most there were
} layers;

// behind: how many layers are kept behind the current one. No layer is current before layers_begin().
void layers_open(layers *l, mem *m, uint32_t behind);
void layers_close(layers *l);
// Is the state, with its hash, a relay or in a layer of this cost or less?
bool layers_has(const layers *l, const uint8_t *state, uint32_t size, uint64_t hash, uint32_t cost);
// Enters a state that layers_has() not, at a cost from the current one to LAYERS_MOST_COST beyond.
void layers_add(layers *l, const uint8_t *state, uint32_t size, uint64_t hash, uint32_t cost, uint32_t relay);
void layers_begin(layers *l); // makes what was added at cost 0 the current layer
bool layers_next(layers *l);  // goes on to the next layer that has states; false if there is none
const layer *layers_current(const layers *l);
// Was this state of the current layer in the layer before? That it would be was not yet known when it was entered.
bool layers_is_repeated(const layers *l, uint32_t id);
uint64_t layers_bytes(const layers *l);

#endif
