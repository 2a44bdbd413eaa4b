// The Hamming distance H_d (Edelkamp, Mehler, Jabbar: Tutorial on directed model checking, ICAPS 2005): the number of
// bits that differ from a known state. Of a timed state only the bits of locations and variables are compared, not
// those of the zone.
#include "heuristic/heuristic.h"

#include <assert.h>
#include <string.h>

extern const heuristic_kind heuristic_hamming;

typedef struct {
  heuristic base;
  mem *m;
  uint8_t *known;
  uint32_t size;
  VEC(uint32_t) numbers; // of a known state that is timed, in the order of differing_bits()
} hamming;

static void keep_numbers(hamming *d, const state_view *v) {
  for (uint32_t i = 0; i < v->net->global_cells; i++)
    vec_push(d->m, &d->numbers, (uint32_t)v->globals[i]);
  for (uint32_t p = 0; p < v->processes; p++) {
    vec_push(d->m, &d->numbers, v->process[p].location);
    for (uint32_t i = 0; i < v->net->templates.at[v->process[p].template_]->cells; i++)
      vec_push(d->m, &d->numbers, (uint32_t)v->process[p].cells[i]);
  }
}

// Timed networks start no processes, so every state has the same number of values.
static uint32_t differing_bits(const hamming *d, const state_view *v) {
  const uint32_t *known = d->numbers.at;
  uint32_t bits = 0;
  for (uint32_t i = 0; i < v->net->global_cells; i++)
    bits += (uint32_t)__builtin_popcount((uint32_t)v->globals[i] ^ *known++);
  for (uint32_t p = 0; p < v->processes; p++) {
    bits += (uint32_t)__builtin_popcount(v->process[p].location ^ *known++);
    for (uint32_t i = 0; i < v->net->templates.at[v->process[p].template_]->cells; i++)
      bits += (uint32_t)__builtin_popcount((uint32_t)v->process[p].cells[i] ^ *known++);
  }
  return bits;
}

// Bytes that only one of the states has differ in every bit.
static uint32_t estimate(heuristic *h, const state_view *state) {
  const hamming *d = (const hamming *)h;
  if (state->net->is_timed)
    return differing_bits(d, state);
  uint32_t both = state->size < d->size ? state->size : d->size;
  uint32_t bits = 8 * (state->size + d->size - 2 * both);
  for (uint32_t i = 0; i < both; i++)
    bits += (uint32_t)__builtin_popcount(state->bytes[i] ^ d->known[i]);
  return bits;
}

static void close_hamming(heuristic *h) {
  hamming *d = (hamming *)h;
  vec_free(d->m, &d->numbers);
  mem_free(d->m, d->known);
  mem_free(d->m, d);
}

static heuristic *open_hamming(const heuristic_setup *setup) {
  assert(setup->known && "check/ opens it only where a state is known");
  hamming *d = mem_alloc(setup->m, sizeof *d);
  d->m = setup->m;
  d->base = (heuristic){.kind = &heuristic_hamming, .is_safe = true, .estimate = estimate, .close = close_hamming};
  d->size = setup->known->size;
  d->known = mem_alloc(d->m, d->size + 1);
  memcpy(d->known, setup->known->bytes, d->size);
  if (setup->net->is_timed)
    keep_numbers(d, setup->known);
  return &d->base;
}

const heuristic_kind heuristic_hamming = {
    .name = "hamming",
    .summary = "Hamming distance: number of bits that differ from a known state",
    .is_safe = true,
    .needs_known = true,
    .open = open_hamming,
};
