// Bits that differ from a known state (tutorial on directed model checking, "Hamming distance").
#include "heuristic/heuristic.h"

#include <string.h>

typedef struct {
  heuristic base;
  mem *m;
  uint8_t *known;
  uint32_t size;
} hamming;

// Bytes that only one of the states has differ in every bit.
static uint32_t estimate(heuristic *h, const state_view *state) {
  const hamming *d = (const hamming *)h;
  uint32_t both = state->size < d->size ? state->size : d->size;
  uint32_t bits = 8 * (state->size + d->size - 2 * both);
  for (uint32_t i = 0; i < both; i++)
    bits += (uint32_t)__builtin_popcount(state->bytes[i] ^ d->known[i]);
  return bits;
}

static void close_hamming(heuristic *h) {
  hamming *d = (hamming *)h;
  mem_free(d->m, d->known);
  mem_free(d->m, d);
}

static heuristic *open_hamming(const heuristic_setup *setup) {
  hamming *d = mem_alloc(setup->m, sizeof *d);
  d->m = setup->m;
  d->base = (heuristic){.kind = &heuristic_hamming, .is_safe = true, .estimate = estimate, .close = close_hamming};
  d->size = setup->known->size;
  d->known = mem_alloc(d->m, d->size + 1);
  memcpy(d->known, setup->known->bytes, d->size);
  return &d->base;
}

const heuristic_kind heuristic_hamming = {
    .name = "hamming",
    .summary = "bits in which the state differs from a known one",
    .is_safe = true,
    .needs_known = true,
    .open = open_hamming,
};
