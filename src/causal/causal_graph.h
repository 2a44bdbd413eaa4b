// The causal graph of a task (Wehrle, Helmert: The causal graph revisited for directed model checking, 2009): its arcs
// (definition 5 in section 3), a total order of the variables in which most arcs point forward (sections 4.3 and 5.1),
// and the transitions of each variable. A process of the paper is a variable of the task.
#ifndef CAUSAL_CAUSAL_GRAPH_H
#define CAUSAL_CAUSAL_GRAPH_H

#include "relaxation/task.h"

// Items grouped by key: those of key k are item[first[k]] .. item[first[k + 1] - 1].
typedef struct causal_lists {
  uint32_t *first, *item;
} causal_lists;

typedef struct causal_arc {
  uint32_t from, to, weight; // variables; weight: the number of steps that change `to` and require or change `from`
} causal_arc;

typedef struct causal_var {
  uint32_t rank;       // its position in the order
  uint32_t horizon;    // conditions on variables of lower rank than this count; others are ignored
  uint32_t values;     // number of its values: its facts, and one more for "none of them holds"
  uint32_t first_node; // number of its first value among those of all variables; one more node follows its values
  bool is_free;        // it has too many predecessors: all conditions are ignored
  bool is_independent; // no condition on another variable counts (independent process, section 4.1)
} causal_var;

typedef struct causal_transition {
  uint32_t from; // a node: the value that it leaves, or the additional node of the variable for any value
  uint32_t to;   // a value
  uint32_t step, cost;
  uint32_t conditions, count; // in causal_graph.conditions: facts of variables that count, and derived facts
  // In causal_graph.side_effects, by head: rules of the step that change variables on which transitions of the variable
  // have conditions.
  uint32_t effects, effect_count;
} causal_transition;

typedef struct causal_graph {
  mem *m;
  const task *t;          // borrowed
  const uint32_t *bodies; // of the task's rules, with products where effects read values
  causal_var *vars;
  uint32_t nodes;
  VEC(causal_arc) arcs; // by from, then to
  VEC(causal_transition) transitions;
  VEC(uint32_t) conditions, side_effects;
  causal_lists rules;   // by head
  causal_lists effects; // by step: rules with its fact in the body and a fact of a variable as head, sorted by head
  causal_lists leaving; // by node: transitions; those of the additional node of a variable leave any value
} causal_graph;

causal_graph *causal_graph_open(mem *m, const task *t);
void causal_graph_close(causal_graph *g);

// Does a condition on `other` count for transitions of `var`? (A condition on var itself always does.)
static inline bool causal_counts(const causal_graph *g, uint32_t var, uint32_t other) {
  return g->vars[other].rank < g->vars[var].horizon;
}

// Called by causal_graph_open(), in this order.
causal_lists causal_group(mem *m, const uint32_t *key, uint32_t count, uint32_t keys); // key >= keys: in no group
void causal_lists_free(mem *m, causal_lists *l);
void causal_find_arcs(causal_graph *g);
void causal_order(causal_graph *g);
void causal_find_transitions(causal_graph *g);
void causal_find_side_effects(causal_graph *g);

#endif
