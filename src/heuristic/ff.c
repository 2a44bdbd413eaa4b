// The FF heuristic (Hoffmann, Nebel: The FF planning system, 2001), with the cheapest rules by h_add as supporters
// (Keyder, Geffner: Heuristics for planning with action costs revisited, 2008): the length of a relaxed trace. Its
// first steps are preferred (FF's helpful actions).
#include "heuristic/relaxed.h"

extern const heuristic_kind heuristic_ff;

static void note_first_steps(relaxed *h, const task *t, const relax_step *steps, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (steps[i].is_first)
      vec_push(h->m, &h->preferred, t->steps.at[steps[i].step].action);
}

static uint32_t estimate(heuristic *base, const state_view *state) {
  relaxed *h = (relaxed *)base;
  uint32_t reached, count;
  const relax_step *steps;
  h->preferred.count = 0;
  if (!relaxed_run(h, state, RELAX_ADD, true, &reached))
    return 0;
  if (reached == TASK_NONE)
    return HEURISTIC_DEAD_END;
  uint32_t length = relax_trace(h->run, reached, &steps, &count);
  note_first_steps(h, relax_task(h->run), steps, count);
  return length;
}

static bool prefers(const heuristic *base, const net_action *step) {
  const relaxed *h = (const relaxed *)base;
  for (uint32_t i = 0; i < h->preferred.count; i++)
    if (task_stands_for(&h->preferred.at[i], step))
      return true;
  return false;
}

static heuristic *open_ff(const heuristic_setup *setup) {
  heuristic *h = relaxed_open(setup, &heuristic_ff, estimate);
  h->prefers = prefers;
  return h;
}

const heuristic_kind heuristic_ff = {
    .name = "ff",
    .summary = "monotone relaxation: length of a relaxed trace extracted by h_add (FF); has preferred steps",
    .is_safe = true,
    .uses_tasks = true,
    .open = open_ff,
};
