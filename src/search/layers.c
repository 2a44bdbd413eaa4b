#include "search/layers.h"

#include <assert.h>

void layers_open(layers *l, mem *m, const cover *order, uint32_t behind) {
  *l = (layers){.m = m, .order = order, .count = behind + 1 + LAYERS_MOST_COST};
  l->ring = mem_alloc(m, l->count * sizeof *l->ring);
  for (uint32_t i = 0; i < l->count; i++)
    l->ring[i].states = state_set_open(m);
  l->relays = state_set_open(m);
}

static void close_layer(mem *m, layer *y) {
  y->states->base.close(&y->states->base);
  vec_free(m, &y->relays);
}

void layers_close(layers *l) {
  for (uint32_t i = 0; i < l->count; i++)
    close_layer(l->m, &l->ring[i]);
  mem_free(l->m, l->ring);
  l->relays->base.close(&l->relays->base);
  vec_free(l->m, &l->about);
}

// The least cost of a layer that is kept.
static uint32_t first_cost(const layers *l) {
  uint32_t last = l->cost + LAYERS_MOST_COST;
  return last < l->count ? 0 : last - l->count + 1;
}

static layer *at_cost(const layers *l, uint32_t cost) { return &l->ring[cost % l->count]; }

const layer *layers_current(const layers *l) { return at_cost(l, l->cost); }

static void count_one(layers *l) {
  if (++l->kept > l->peak)
    l->peak = l->kept;
}

bool layers_has(const layers *l, const uint8_t *state, uint32_t size, uint64_t hash, uint32_t cost) {
  if (state_set_covers(l->relays, l->order, state, size, hash, STATE_SET_NONE))
    return true;
  for (uint32_t at = first_cost(l); at <= cost; at++)
    if (state_set_covers(at_cost(l, at)->states, l->order, state, size, hash, STATE_SET_NONE))
      return true;
  return false;
}

void layers_widen(layers *l) {
  layers wide = *l;
  wide.count = 2 * l->count;
  wide.ring = mem_alloc(l->m, wide.count * sizeof *wide.ring);
  uint32_t last = l->cost + LAYERS_MOST_COST;
  for (uint32_t at = first_cost(l); at <= last; at++)
    *at_cost(&wide, at) = *at_cost(l, at);
  for (uint32_t at = last + 1; at < l->count; at++) // not used yet
    close_layer(l->m, &l->ring[at]);
  for (uint32_t i = 0; i < wide.count; i++)
    if (!wide.ring[i].states)
      wide.ring[i].states = state_set_open(l->m);
  mem_free(l->m, l->ring);
  *l = wide;
}

// Makes a state of the current layer a relay, and returns its number. A state that is also in the layer before may be
// one already. If no relay is new, the next layer is tried.
static uint32_t make_relay(layers *l, const uint8_t *state, uint32_t size, uint64_t hash, uint32_t before) {
  bool is_new;
  uint32_t relay = state_set_add(l->relays, state, size, hash, &is_new);
  if (is_new) {
    layers_relay about = {.before = before, .cost = l->cost};
    vec_push(l->m, &l->about, about);
    count_one(l);
    l->next_relays = l->cost ? l->cost * 2 : 1;
  }
  return relay;
}

void layers_add(layers *l, const uint8_t *state, uint32_t size, uint64_t hash, uint32_t cost, uint32_t relay) {
  assert(cost >= l->cost && cost <= l->cost + LAYERS_MOST_COST);
  bool is_new;
  layer *y = at_cost(l, cost);
  state_set_add(y->states, state, size, hash, &is_new);
  assert(is_new);
  if (l->is_relaying && cost == l->cost)
    relay = make_relay(l, state, size, hash, relay);
  vec_push(l->m, &y->relays, relay);
  count_one(l);
}

static void make_relays(layers *l) {
  layer *y = at_cost(l, l->cost);
  for (uint32_t id = 0; id < y->relays.count; id++) {
    uint32_t size;
    const uint8_t *state = y->states->base.get(&y->states->base, id, &size);
    y->relays.at[id] = make_relay(l, state, size, y->states->entries.at[id].hash, y->relays.at[id]);
  }
  l->is_relaying = true;
}

void layers_begin(layers *l) { make_relays(l); }

// The oldest layer is deleted; its place in the ring is that of the farthest layer that can now be reached.
static void advance(layers *l) {
  l->cost++;
  l->is_relaying = false;
  layer *y = at_cost(l, l->cost + LAYERS_MOST_COST);
  l->kept -= y->relays.count;
  close_layer(l->m, y);
  y->states = state_set_open(l->m);
}

bool layers_next(layers *l) {
  for (uint32_t i = 0; i < LAYERS_MOST_COST; i++) {
    advance(l);
    if (layers_current(l)->relays.count) {
      if (l->cost >= l->next_relays)
        make_relays(l);
      return true;
    }
  }
  return false;
}

bool layers_is_repeated(const layers *l, uint32_t id) {
  if (!l->cost)
    return false;
  const state_set *states = layers_current(l)->states;
  uint32_t size;
  const uint8_t *state = states->base.get((store *)&states->base, id, &size);
  uint64_t hash = states->entries.at[id].hash;
  return state_set_covers(at_cost(l, l->cost - 1)->states, l->order, state, size, hash, STATE_SET_NONE);
}

uint64_t layers_bytes(const layers *l) {
  uint64_t bytes = l->relays->base.bytes(&l->relays->base) + l->about.room * sizeof *l->about.at;
  for (uint32_t i = 0; i < l->count; i++)
    bytes += l->ring[i].states->base.bytes(&l->ring[i].states->base) + l->ring[i].relays.room * sizeof(uint32_t);
  return bytes;
}
