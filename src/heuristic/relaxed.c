#include "heuristic/relaxed.h"

static void close_relaxed(heuristic *base) {
  relaxed *h = (relaxed *)base;
  for (uint32_t i = 0; i < h->runs.count; i++)
    relax_close(h->runs.at[i]);
  vec_free(h->m, &h->runs);
  vec_free(h->m, &h->facts);
  vec_free(h->m, &h->preferred);
  vec_free(h->m, &h->trace);
  if (h->own)
    tasks_close(h->own);
  mem_free(h->m, h);
}

tasks *relaxed_tasks(const heuristic_setup *setup) {
  return tasks_open(&(tasks_setup){
      .m = setup->m, .net = setup->net, .facts = setup->facts, .asked = setup->asked, .known = setup->known});
}

static relax *run_for(relaxed *h, const task *t) {
  for (uint32_t i = 0; i < h->runs.count; i++)
    if (relax_task(h->runs.at[i]) == t)
      return h->runs.at[i];
  vec_push(h->m, &h->runs, relax_open(h->m, t));
  return h->runs.at[h->runs.count - 1];
}

static void find_trace(relaxed *h) {
  const relax_step *steps;
  uint32_t count = 0;
  h->trace.count = 0;
  h->has_trace = true;
  if (h->run && h->reached != TASK_NONE)
    relax_trace(h->run, h->reached, &steps, &count);
  for (uint32_t i = 0; i < count; i++)
    vec_push(h->m, &h->trace, relax_task(h->run)->steps.at[steps[i].step].action);
}

// Without a step that is not on its relaxed trace, the estimate would be the same.
static bool uses(heuristic *base, const net_action *step) {
  relaxed *h = (relaxed *)base;
  if (!h->has_trace)
    find_trace(h);
  for (uint32_t i = 0; i < h->trace.count; i++)
    if (task_stands_for(&h->trace.at[i], step))
      return true;
  return false;
}

static uint32_t without(heuristic *base, const state_view *state, const net_action *step) {
  relaxed *h = (relaxed *)base;
  const task *t = tasks_for(h->tasks, state);
  for (uint32_t i = 0; t && i < t->steps.count; i++)
    if (task_stands_for(&t->steps.at[i].action, step))
      relax_leave_out(run_for(h, t), i);
  return base->estimate(base, state);
}

heuristic *relaxed_open(const heuristic_setup *setup, const heuristic_kind *kind,
                        uint32_t (*estimate)(heuristic *h, const state_view *state)) {
  relaxed *h = mem_alloc(setup->m, sizeof *h);
  h->m = setup->m;
  h->own = setup->tasks ? NULL : relaxed_tasks(setup);
  h->tasks = h->own ? h->own : setup->tasks;
  h->base = (heuristic){.kind = kind, .estimate = estimate, .close = close_relaxed};
  h->base.uses = uses;
  h->base.without = without;
  h->base.is_admissible = kind->is_admissible;
  h->base.is_consistent = kind->is_consistent;
  h->base.is_safe = kind->is_safe;
  return &h->base;
}

bool relaxed_run(relaxed *h, const state_view *state, relax_mode mode, bool goal_first, uint32_t *reached) {
  const task *t = tasks_for(h->tasks, state);
  h->run = NULL;
  h->has_trace = false;
  if (!t)
    return false;
  h->run = run_for(h, t);
  vec_reserve(h->m, &h->facts, t->first_derived + 1);
  uint32_t count = task_facts_of(t, state, h->facts.at);
  *reached = relax_run(h->run, mode, h->facts.at, count, (uint32_t[]){t->goal, t->doubt}, goal_first);
  h->reached = *reached;
  return true;
}
