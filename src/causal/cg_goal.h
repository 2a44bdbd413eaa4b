// The causal graph heuristic h^CG of a task (Wehrle, Helmert: The causal graph revisited for directed model checking,
// 2009, section 4): the cost of the goal, and preferred steps.
#ifndef CAUSAL_CG_GOAL_H
#define CAUSAL_CG_GOAL_H

#include "causal/cg_costs.h"

typedef struct cg_goal cg_goal;

cg_goal *cg_goal_open(mem *m, const task *t); // borrows t
void cg_goal_close(cg_goal *e);
const task *cg_goal_task(const cg_goal *e);

// In the state with these facts of variables: the cost of the goal or, if that is infinite, of the doubt. CG_INFINITE
// does not mean that the goal is unreachable.
uint32_t cg_goal_estimate(cg_goal *e, const uint32_t *facts, uint32_t count);
// The cost of any fact, in the state of the last estimate.
uint32_t cg_goal_cost(cg_goal *e, uint32_t fact);
// Is it a first step of the path behind the last estimate?
bool cg_goal_prefers(cg_goal *e, const net_action *step);

#endif
