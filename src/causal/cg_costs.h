// What it costs to bring a variable of a task from one value to another, as the causal graph heuristic sees it:
// Dijkstra's algorithm over the variable's own transitions, where the conditions on other variables are met on the way,
// from where they stand by then (compute-costs of the paper, section 4.2).
//
// This may find no way where there is one: conditions are met by the cheapest means, and nothing is taken back.
#ifndef CAUSAL_CG_COSTS_H
#define CAUSAL_CG_COSTS_H

#include "causal/causal_graph.h"
#include "causal/causal_queue.h"

enum { CG_INFINITE = UINT32_MAX, CG_NO_TRANSITION = UINT32_MAX };

typedef struct cg_table { // the costs from one value of a variable
  uint64_t state;         // the last state it was made for, see cg_costs.state
  uint32_t *cost;         // by value
  uint32_t *first;        // by value: the first transition on the way there; CG_NO_TRANSITION where there is none
} cg_table;

typedef struct cg_change {
  uint32_t var, value;
} cg_change;

// Where conditions are judged: a value of the variable whose transition it is, and the state with some changes.
typedef struct cg_context {
  uint32_t var, value;
  uint32_t changes, count; // cg_costs.changes; one for each variable at most
} cg_context;

typedef struct cg_node { // how a value was reached by the search for costs
  uint32_t changes, count;
  bool is_closed;
} cg_node;

typedef struct cg_costs {
  mem *m;
  const causal_graph *g; // borrowed
  uint64_t state;        // counts the states looked at
  uint32_t *value;       // by variable: in the state
  cg_table *table;       // by node
  // Searches wait for the costs of other variables, so each has its part of these, on top of those that wait for it.
  VEC(cg_node) nodes;
  VEC(cg_change) changes;
  causal_queue queue;
  uint32_t waiting;
  uint32_t *busy; // by fact: 1 + `waiting` of the search that is judging it
} cg_costs;

cg_costs *cg_costs_open(mem *m, const causal_graph *g);
void cg_costs_close(cg_costs *c);
void cg_costs_set(cg_costs *c, const uint32_t *facts, uint32_t count); // the facts of variables that hold from now on
// From a value of a variable, with everything else as it is in the state. Borrowed until the next set.
const cg_table *cg_costs_from(cg_costs *c, uint32_t var, uint32_t value);

static inline uint32_t cg_sum(uint32_t a, uint32_t b) { return a > CG_INFINITE - b ? CG_INFINITE : a + b; }

// Conditions (cg_conditions.c). What it costs to have the fact in the context; CG_INFINITE if it is not less than
// bound.
uint32_t cg_cost_at(cg_costs *c, const cg_context *context, uint32_t fact, uint32_t bound);
// The rule that gives a derived fact at the least cost; NULL if none does at less than bound.
const task_rule *cg_choose(cg_costs *c, const cg_context *context, uint32_t fact, uint32_t bound, uint32_t *cost);
// Makes the fact hold: what was changed for it is added to the context, whose changes must be the last there are.
uint32_t cg_require(cg_costs *c, cg_context *context, uint32_t fact, uint32_t bound);
// What taking the transition changes besides the variable itself.
void cg_apply(cg_costs *c, cg_context *context, const causal_transition *taken);

#endif
