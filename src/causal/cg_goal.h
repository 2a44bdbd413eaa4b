// The causal graph heuristic of a task: what the goal costs, and the steps to begin with.
#ifndef CAUSAL_CG_GOAL_H
#define CAUSAL_CG_GOAL_H

#include "causal/cg_costs.h"

typedef struct cg_goal cg_goal;

cg_goal *cg_goal_open(mem *m, const task *t); // borrows t
void cg_goal_close(cg_goal *e);
const task *cg_goal_task(const cg_goal *e);

// With these facts of variables: the cost of the goal, or where that is infinite, of the doubt. CG_INFINITE does not
// mean that there is no way.
uint32_t cg_goal_estimate(cg_goal *e, const uint32_t *facts, uint32_t count);
// The cost of any fact, for the facts given last.
uint32_t cg_goal_cost(cg_goal *e, uint32_t fact);
// Is it a first step of the way that the last estimate saw?
bool cg_goal_prefers(cg_goal *e, const net_action *step);

#endif
