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
  bool is_rough;          // the work for that state was more than its bound
  uint32_t *cost;         // by value
  uint32_t *first;        // by value: the first transition of the path to it; CG_NO_TRANSITION = none
} cg_table;

typedef struct cg_change {
  uint32_t var, value;
} cg_change;

// Where conditions are evaluated: a value of the variable whose transition it is, and the state with some changes.
// Contexts with the same number are equal; a change gives a context a new number.
typedef struct cg_context {
  uint32_t var, value;
  uint32_t changes, count; // in cg_costs.changes; at most one per variable
  uint64_t number;
} cg_context;

// What is known of a derived fact in one context. Rules share derived facts, so without this memory the work would be
// exponential in the length of a chain of them.
typedef struct cg_known {
  uint64_t chosen_in;    // the context of the last choice
  const task_rule *rule; // the cheapest; NULL = none costs less than `cost`
  uint32_t cost;
  uint32_t busy;     // its position among the facts under evaluation; 0 = it is none of them
  uint64_t truth_in; // the context in which it was last asked whether the fact holds...
  uint32_t pass;     // ...and the pass in which it was found that it does not
  bool holds, is_open;
} cg_known;

typedef struct cg_node { // a value in Dijkstra's algorithm, with its context
  uint32_t changes, count;
  bool is_closed;
} cg_node;

typedef struct cg_product { // what a derived fact is the product of (task_product), as facts; at TASK_NONE: it is none
  uint32_t at, value;
} cg_product;

typedef struct cg_costs {
  mem *m;
  cg_product *product;   // by fact - first_derived
  const causal_graph *g; // borrowed
  uint64_t state;        // counts the calls of cg_costs_set()
  uint32_t *value;       // by variable: its value in the state
  cg_table *table;       // by node
  // Stacks: a search for the costs of one variable may need the costs of others, and each search uses the part on top.
  VEC(cg_node) nodes;
  VEC(cg_change) changes;
  causal_queue queue;
  uint64_t contexts;          // number of the last context
  cg_known *known;            // by fact - first_derived
  uint32_t work;              // done for this state, in rules and transitions: see cg_is_rough()
  uint32_t evaluating, floor; // number of facts under evaluation, and of those before the present search
  uint64_t cuts;              // in the present search: how often a fact was found to require itself
  uint32_t pass;              // of evaluating which facts hold
  bool has_cut, has_grown;    // in this pass: a fact required itself; a fact was found to hold
  VEC(cg_change) given;       // by the side effects of one transition
} cg_costs;

cg_costs *cg_costs_open(mem *m, const causal_graph *g);
void cg_costs_close(cg_costs *c);
void cg_costs_set(cg_costs *c, const uint32_t *facts,
                  uint32_t count); // sets the state: the facts of variables that hold
// The costs from a value of a variable, with all other variables as in the state. Borrowed until the next set.
const cg_table *cg_costs_from(cg_costs *c, uint32_t var, uint32_t value);

static inline uint32_t cg_sum(uint32_t a, uint32_t b) { return a > CG_INFINITE - b ? CG_INFINITE : a + b; }

// The work for one state is bounded. Beyond the bound conditions are ignored, as in a relaxation without them.
enum { CG_MOST_WORK = 1 << 20 };
static inline bool cg_is_rough(const cg_costs *c) { return c->work > CG_MOST_WORK; }

// Conditions (cg_conditions.c). The value of a variable in the context; changing it.
uint32_t cg_value_at(const cg_costs *c, const cg_context *context, uint32_t var);
void cg_set_value(cg_costs *c, cg_context *context, uint32_t var, uint32_t value);
// The cost of achieving the fact in the context; CG_INFINITE if not less than bound.
uint32_t cg_cost_at(cg_costs *c, const cg_context *context, uint32_t fact, uint32_t bound);
// The cheapest rule for a derived fact; NULL if none costs less than bound.
const task_rule *cg_choose(cg_costs *c, const cg_context *context, uint32_t fact, uint32_t bound, uint32_t *cost);
// Achieves the fact: adds the changes that this makes to the context, whose changes must be on top of the stack.
uint32_t cg_require(cg_costs *c, cg_context *context, uint32_t fact, uint32_t bound);
// Adds the side effects of the transition to the context (cg_effects.c).
void cg_apply(cg_costs *c, cg_context *context, const causal_transition *taken);

#endif
