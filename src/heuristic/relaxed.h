// What the estimates over the relaxation (hl, hu, add and ff) have in common.
#ifndef HEURISTIC_RELAXED_H
#define HEURISTIC_RELAXED_H

#include "heuristic/heuristic.h"
#include "relaxation/relax.h"

typedef struct relaxed {
  heuristic base;
  mem *m;
  tasks *own; // tasks; NULL = those of the setup are used
  tasks *tasks;
  VEC(relax *) runs; // one for each task met
  VEC(uint32_t) facts;
  relax *run;       // of the state estimated last; NULL if nothing is known of it
  uint32_t reached; // by that run
  bool has_trace;   // the steps of its relaxed trace are known:
  VEC(net_action) trace;
  VEC(net_action) preferred;
} relaxed;

tasks *relaxed_tasks(const heuristic_setup *setup); // of its own
heuristic *relaxed_open(const heuristic_setup *setup, const heuristic_kind *kind,
                        uint32_t (*estimate)(heuristic *h, const state_view *state));
// Runs it for the state and returns what was reached; TASK_NONE = nothing. False if there is no task for the state.
bool relaxed_run(relaxed *h, const state_view *state, relax_mode mode, bool goal_first, uint32_t *reached);

#endif
