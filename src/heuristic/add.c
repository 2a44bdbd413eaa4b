// Everything that an error needs in the relaxation is paid for on its own.
#include "heuristic/relaxed.h"

extern const heuristic_kind heuristic_add;

static uint32_t estimate(heuristic *h, const state_view *state) {
  uint32_t reached;
  if (!relaxed_run((relaxed *)h, state, RELAX_ADD, true, &reached))
    return 0;
  return reached == TASK_NONE ? HEURISTIC_DEAD_END : relax_cost(((relaxed *)h)->run, reached);
}

static heuristic *open_add(const heuristic_setup *setup) { return relaxed_open(setup, &heuristic_add, estimate); }

const heuristic_kind heuristic_add = {
    .name = "add",
    .summary = "monotone relaxation: the sum of what an error needs",
    .is_safe = true,
    .uses_tasks = true,
    .open = open_add,
};
