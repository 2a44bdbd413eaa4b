// The active process estimate H_a (Edelkamp, Mehler, Jabbar: Tutorial on directed model checking, ICAPS 2005): in a
// deadlock no process can move.
#include "heuristic/heuristic.h"
#include "heuristic/inspect.h"

extern const heuristic_kind heuristic_active;

typedef struct {
  heuristic base;
  mem *m;
} active;

static uint32_t count_moving(const state_view *state, bool timeout) {
  uint32_t count = 0;
  for (uint32_t pid = 0; pid < state->processes; pid++)
    count += inspect_can_move(state, pid, timeout);
  return count;
}

static uint32_t estimate(heuristic *h, const state_view *state) {
  (void)h;
  uint32_t count = count_moving(state, false);
  return count == 0 && state->net->uses_timeout ? count_moving(state, true) : count;
}

static void close_active(heuristic *h) { mem_free(((active *)h)->m, h); }

static heuristic *open_active(const heuristic_setup *setup) {
  active *a = mem_alloc(setup->m, sizeof *a);
  a->m = setup->m;
  a->base = (heuristic){.kind = &heuristic_active, .is_safe = true, .estimate = estimate, .close = close_active};
  return &a->base;
}

const heuristic_kind heuristic_active = {
    .name = "active",
    .summary = "active processes: number of processes that are not blocked; for deadlocks",
    .is_safe = true,
    .open = open_active,
};
