// Costs of changing a variable of a task from one value to another (Wehrle, Helmert: The causal graph revisited for
// directed model checking, 2009, section 4.2 and figure 4): Dijkstra's algorithm over the transitions of the variable.
// The cost of a condition on another variable is computed from the value that the other variable has at this point of
// the path, its context.
//
// The algorithm may find no path where there is one: each condition is achieved in the cheapest way, and that choice is
// never revised.
#ifndef CAUSAL_CG_COSTS_H
#define CAUSAL_CG_COSTS_H

#include "causal/causal_graph.h"
#include "causal/causal_queue.h"

enum { CG_INFINITE = UINT32_MAX, CG_NO_TRANSITION = UINT32_MAX };

typedef struct cg_table { // the costs from one value of a variable
  uint64_t state;         // the last state it was computed for, see cg_costs.state
  uint32_t *cost;         // by value
  uint32_t *first;        // by value: the first transition of the path to it; CG_NO_TRANSITION = none
} cg_table;

typedef struct cg_change {
  uint32_t var, value;
} cg_change;

// Where conditions are evaluated: a value of the variable whose transition it is, and the state with some changes.
typedef struct cg_context {
  uint32_t var, value;
  uint32_t changes, count; // in cg_costs.changes; at most one per variable
} cg_context;

typedef struct cg_node { // a value in Dijkstra's algorithm, with its context
  uint32_t changes, count;
  bool is_closed;
} cg_node;

typedef struct cg_costs {
  mem *m;
  const causal_graph *g; // borrowed
  uint64_t state;        // counts the calls of cg_costs_set()
  uint32_t *value;       // by variable: its value in the state
  cg_table *table;       // by node
  // Stacks: a search for the costs of one variable may need the costs of others, and each search uses the part on top.
  VEC(cg_node) nodes;
  VEC(cg_change) changes;
  causal_queue queue;
  uint32_t depth; // number of searches under way
  uint32_t *busy; // by fact: 1 + depth of the search that is evaluating it
} cg_costs;

cg_costs *cg_costs_open(mem *m, const causal_graph *g);
void cg_costs_close(cg_costs *c);
void cg_costs_set(cg_costs *c, const uint32_t *facts,
                  uint32_t count); // sets the state: the facts of variables that hold
// The costs from a value of a variable, with all other variables as in the state. Borrowed until the next set.
const cg_table *cg_costs_from(cg_costs *c, uint32_t var, uint32_t value);

static inline uint32_t cg_sum(uint32_t a, uint32_t b) { return a > CG_INFINITE - b ? CG_INFINITE : a + b; }

// Conditions (cg_conditions.c). The cost of achieving the fact in the context; CG_INFINITE if not less than bound.
uint32_t cg_cost_at(cg_costs *c, const cg_context *context, uint32_t fact, uint32_t bound);
// The cheapest rule for a derived fact; NULL if none costs less than bound.
const task_rule *cg_choose(cg_costs *c, const cg_context *context, uint32_t fact, uint32_t bound, uint32_t *cost);
// Achieves the fact: adds the changes that this makes to the context, whose changes must be on top of the stack.
uint32_t cg_require(cg_costs *c, cg_context *context, uint32_t fact, uint32_t bound);
// Adds the side effects of the transition to the context.
void cg_apply(cg_costs *c, cg_context *context, const causal_transition *taken);

#endif
