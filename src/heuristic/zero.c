#include "heuristic/heuristic.h"

extern const heuristic_kind heuristic_zero;

typedef struct {
  heuristic base;
  mem *m;
} zero;

static uint32_t estimate(heuristic *h, const state_view *state) {
  (void)h;
  (void)state;
  return 0;
}

static void close_zero(heuristic *h) { mem_free(((zero *)h)->m, h); }

static heuristic *open_zero(const heuristic_setup *setup) {
  zero *z = mem_alloc(setup->m, sizeof *z);
  z->m = setup->m;
  z->base = (heuristic){.kind = &heuristic_zero, .is_admissible = true, .is_consistent = true, .is_safe = true};
  z->base.estimate = estimate;
  z->base.close = close_zero;
  return &z->base;
}

const heuristic_kind heuristic_zero = {
    .name = "zero",
    .summary = "blind: 0 for every state",
    .is_admissible = true,
    .is_consistent = true,
    .is_safe = true,
    .is_constant = true,
    .open = open_zero,
};
