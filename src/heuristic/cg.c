// The causal graph heuristic h^CG (Wehrle and Helmert, "The causal graph revisited for directed model checking").
#include "causal/cg_goal.h"
#include "heuristic/relaxed.h"

extern const heuristic_kind heuristic_cg;

// h^CG may be infinite although there is a path. So an infinite value becomes a large finite one, never a dead end, and
// all finite values are kept below it. That makes the estimate safe.
enum { VERY_FAR = 1 << 16 };

typedef struct {
  heuristic base;
  mem *m;
  tasks *own; // tasks; NULL = those of the setup are used
  tasks *tasks;
  VEC(cg_goal *) goals; // one for each task met
  VEC(uint32_t) facts;
  cg_goal *last; // of the state estimated last; NULL = none
} cg;

static cg_goal *goal_of(cg *h, const task *t) {
  for (uint32_t i = 0; i < h->goals.count; i++)
    if (cg_goal_task(h->goals.at[i]) == t)
      return h->goals.at[i];
  vec_push(h->m, &h->goals, cg_goal_open(h->m, t));
  return h->goals.at[h->goals.count - 1];
}

static uint32_t estimate(heuristic *base, const state_view *state) {
  cg *h = (cg *)base;
  const task *t = tasks_for(h->tasks, state);
  h->last = NULL;
  if (!t)
    return 0;
  h->last = goal_of(h, t);
  vec_reserve(h->m, &h->facts, t->first_derived + 1);
  uint32_t cost = cg_goal_estimate(h->last, h->facts.at, task_facts_of(t, state, h->facts.at));
  return cost < VERY_FAR ? cost : cost == CG_INFINITE ? VERY_FAR : VERY_FAR - 1;
}

static bool prefers(const heuristic *base, const net_action *step) {
  const cg *h = (const cg *)base;
  return h->last && cg_goal_prefers(h->last, step);
}

static bool uses(heuristic *base, const net_action *step) { return prefers(base, step); }

static void close_cg(heuristic *base) {
  cg *h = (cg *)base;
  for (uint32_t i = 0; i < h->goals.count; i++)
    cg_goal_close(h->goals.at[i]);
  vec_free(h->m, &h->goals);
  vec_free(h->m, &h->facts);
  if (h->own)
    tasks_close(h->own);
  mem_free(h->m, h);
}

static heuristic *open_cg(const heuristic_setup *setup) {
  cg *h = mem_alloc(setup->m, sizeof *h);
  h->m = setup->m;
  h->own = setup->tasks ? NULL : relaxed_tasks(setup);
  h->tasks = h->own ? h->own : setup->tasks;
  h->base =
      (heuristic){.kind = &heuristic_cg, .is_safe = true, .estimate = estimate, .prefers = prefers, .close = close_cg};
  h->base.uses = uses;
  return &h->base;
}

const heuristic_kind heuristic_cg = {
    .name = "cg",
    .summary = "causal graph heuristic (h^CG): cost of changing each goal variable, with the conditions on its causal "
               "predecessors",
    .is_safe = true,
    .uses_tasks = true,
    .open = open_cg,
};
