// h_add (Bonet, Geffner: Planning as heuristic search, 2001): the costs of all facts required are added up, as if they
// were independent.
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
    .summary = "monotone relaxation: sum of the costs of the facts required (h_add)",
    .is_safe = true,
    .uses_tasks = true,
    .open = open_add,
};
