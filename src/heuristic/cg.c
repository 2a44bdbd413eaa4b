// The causal graph heuristic h^CG (Wehrle and Helmert, "The causal graph revisited for directed model checking").
#include "heuristic/cg_goal.h"

// It may see no way where there is one. So what seems infinitely far is only called very far, and whatever is finite is
// nearer than that.
enum { VERY_FAR = 1 << 16 };

typedef struct {
  heuristic base;
  mem *m;
  tasks *tasks;
  VEC(cg_goal *) by_cast; // NULL: not met yet, or nothing is known
  VEC(uint32_t) facts;
  cg_goal *last; // of the state estimated last; NULL = none
} cg;

static cg_goal *goal_of(cg *h, const task *t, uint32_t cast) {
  while (h->by_cast.count <= cast)
    vec_push(h->m, &h->by_cast, NULL);
  if (!h->by_cast.at[cast])
    h->by_cast.at[cast] = cg_goal_open(h->m, t);
  return h->by_cast.at[cast];
}

static uint32_t estimate(heuristic *base, const state_view *state) {
  cg *h = (cg *)base;
  const task *t = tasks_for(h->tasks, state);
  h->last = NULL;
  if (!t)
    return 0;
  h->last = goal_of(h, t, state->cast);
  vec_reserve(h->m, &h->facts, t->first_derived + 1);
  uint32_t cost = cg_goal_estimate(h->last, h->facts.at, task_facts_of(t, state, h->facts.at));
  return cost < VERY_FAR ? cost : cost == CG_INFINITE ? VERY_FAR : VERY_FAR - 1;
}

static bool prefers(const heuristic *base, const net_action *step) {
  const cg *h = (const cg *)base;
  return h->last && cg_goal_prefers(h->last, step);
}

static void close_cg(heuristic *base) {
  cg *h = (cg *)base;
  for (uint32_t i = 0; i < h->by_cast.count; i++)
    if (h->by_cast.at[i])
      cg_goal_close(h->by_cast.at[i]);
  vec_free(h->m, &h->by_cast);
  vec_free(h->m, &h->facts);
  tasks_close(h->tasks);
  mem_free(h->m, h);
}

static heuristic *open_cg(const heuristic_setup *setup) {
  cg *h = mem_alloc(setup->m, sizeof *h);
  h->m = setup->m;
  h->tasks = tasks_open(setup);
  h->base = (heuristic){.kind = &heuristic_cg, .estimate = estimate, .prefers = prefers, .close = close_cg};
  return &h->base;
}

const heuristic_kind heuristic_cg = {
    .name = "cg",
    .summary = "causal graph: each variable's own way, with what others must do for it",
    .open = open_cg,
};
