// h^L: an error costs at least as much as the dearest of what it needs in the relaxation.
#include "heuristic/relaxed.h"

extern const heuristic_kind heuristic_hl;

static uint32_t estimate(heuristic *h, const state_view *state) {
  uint32_t reached;
  if (!relaxed_run((relaxed *)h, state, RELAX_MAX, false, &reached))
    return 0;
  return reached == TASK_NONE ? HEURISTIC_DEAD_END : relax_cost(((relaxed *)h)->run, reached);
}

// Where processes are started there is a task for each cast, and one that is too large says nothing: the estimate can
// fall by more than a step costs when the cast changes.
static heuristic *open_hl(const heuristic_setup *setup) {
  heuristic *h = relaxed_open(setup, &heuristic_hl, estimate);
  h->is_consistent = !setup->net->starts_processes;
  return h;
}

const heuristic_kind heuristic_hl = {
    .name = "hl",
    .summary = "monotone relaxation: the dearest of what an error needs",
    .is_admissible = true,
    .is_safe = true,
    .uses_tasks = true,
    .open = open_hl,
};
