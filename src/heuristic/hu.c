// h^U (Kupferschmid, Hoffmann, Dierks, Behrmann: Adapting an AI planning heuristic for directed model checking, 2006):
// the length of a relaxed trace, extracted by the costs of h^L.
#include "heuristic/relaxed.h"

extern const heuristic_kind heuristic_hu;

static uint32_t estimate(heuristic *h, const state_view *state) {
  uint32_t reached, count;
  const relax_step *steps;
  if (!relaxed_run((relaxed *)h, state, RELAX_MAX, true, &reached))
    return 0;
  return reached == TASK_NONE ? HEURISTIC_DEAD_END : relax_trace(((relaxed *)h)->run, reached, &steps, &count);
}

static heuristic *open_hu(const heuristic_setup *setup) { return relaxed_open(setup, &heuristic_hu, estimate); }

const heuristic_kind heuristic_hu = {
    .name = "hu",
    .summary = "monotone relaxation: length of a relaxed trace",
    .is_safe = true,
    .uses_tasks = true,
    .open = open_hu,
};
