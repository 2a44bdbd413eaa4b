#include "heuristic/relaxed.h"

static void close_relaxed(heuristic *base) {
  relaxed *h = (relaxed *)base;
  for (uint32_t i = 0; i < h->runs.count; i++)
    relax_close(h->runs.at[i]);
  vec_free(h->m, &h->runs);
  vec_free(h->m, &h->facts);
  vec_free(h->m, &h->preferred);
  if (h->own)
    tasks_close(h->own);
  mem_free(h->m, h);
}

tasks *relaxed_tasks(const heuristic_setup *setup) {
  return tasks_open(&(tasks_setup){
      .m = setup->m, .net = setup->net, .facts = setup->facts, .asked = setup->asked, .known = setup->known});
}

heuristic *relaxed_open(const heuristic_setup *setup, const heuristic_kind *kind,
                        uint32_t (*estimate)(heuristic *h, const state_view *state)) {
  relaxed *h = mem_alloc(setup->m, sizeof *h);
  h->m = setup->m;
  h->own = setup->tasks ? NULL : relaxed_tasks(setup);
  h->tasks = h->own ? h->own : setup->tasks;
  h->base = (heuristic){.kind = kind, .estimate = estimate, .close = close_relaxed};
  h->base.is_admissible = kind->is_admissible;
  h->base.is_consistent = kind->is_consistent;
  h->base.is_safe = kind->is_safe;
  return &h->base;
}

static relax *run_for(relaxed *h, const task *t) {
  for (uint32_t i = 0; i < h->runs.count; i++)
    if (relax_task(h->runs.at[i]) == t)
      return h->runs.at[i];
  vec_push(h->m, &h->runs, relax_open(h->m, t));
  return h->runs.at[h->runs.count - 1];
}

bool relaxed_run(relaxed *h, const state_view *state, relax_mode mode, bool goal_first, uint32_t *reached) {
  const task *t = tasks_for(h->tasks, state);
  h->run = NULL;
  if (!t)
    return false;
  h->run = run_for(h, t);
  vec_reserve(h->m, &h->facts, t->first_derived + 1);
  uint32_t count = task_facts_of(t, state, h->facts.at);
  *reached = relax_run(h->run, mode, h->facts.at, count, (uint32_t[]){t->goal, t->doubt}, goal_first);
  return true;
}
