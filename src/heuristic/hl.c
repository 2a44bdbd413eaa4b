// h^L (Kupferschmid, Hoffmann, Dierks, Behrmann: Adapting an AI planning heuristic for directed model checking, 2006),
// which is h_max of planning: an error costs at least as much as the most expensive fact it requires.
#include "heuristic/relaxed.h"

extern const heuristic_kind heuristic_hl;

static uint32_t estimate(heuristic *h, const state_view *state) {
  uint32_t reached;
  if (!relaxed_run((relaxed *)h, state, RELAX_MAX, false, &reached))
    return 0;
  return reached == TASK_NONE ? HEURISTIC_DEAD_END : relax_cost(((relaxed *)h)->run, reached);
}

// If the network starts processes, there is one task per cast, and the estimate is 0 where a task would be too large.
// So the estimate can drop by more than the cost of a step when the cast changes: it is not consistent then.
static heuristic *open_hl(const heuristic_setup *setup) {
  heuristic *h = relaxed_open(setup, &heuristic_hl, estimate);
  h->is_consistent = !setup->net->starts_processes;
  return h;
}

const heuristic_kind heuristic_hl = {
    .name = "hl",
    .summary = "monotone relaxation, lower bound: cost of the most expensive fact required (h_max)",
    .is_admissible = true,
    .is_safe = true,
    .uses_tasks = true,
    .open = open_hl,
};
