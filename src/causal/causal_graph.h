// The causal graph of a task: which variables must change, or change as well, when another does; an order in which most
// of its arcs point forward; and the transitions of each variable. After Wehrle and Helmert, "The causal graph
// revisited for directed model checking", sections 3, 4.3 and 5.1: a process of the paper is a variable of the task.
#ifndef CAUSAL_CAUSAL_GRAPH_H
#define CAUSAL_CAUSAL_GRAPH_H

#include "relaxation/task.h"

// Items by key: those of key k are item[first[k]] .. item[first[k + 1] - 1].
typedef struct causal_lists {
  uint32_t *first, *item;
} causal_lists;

typedef struct causal_arc {
  uint32_t from, to, weight; // variables; how many steps need or change `from` when they change `to`
} causal_arc;

typedef struct causal_var {
  uint32_t rank;       // its place in the order
  uint32_t horizon;    // conditions on variables with a rank below it count, others are ignored
  uint32_t values;     // its facts in order, and a last one: none of them holds
  uint32_t first_node; // the number of its first value among the values of all variables; one more number is spare
  bool is_free;        // too much bears on it: all conditions are ignored
  bool is_independent; // no other variable bears on it, as far as that counts
} causal_var;

typedef struct causal_transition {
  uint32_t from; // a node: that of the value it leaves from, or the spare one of the variable where any will do
  uint32_t to;   // a value
  uint32_t step, cost;
  uint32_t conditions, count; // causal_graph.conditions: facts of variables that count, and derived facts that may
  // causal_graph.side_effects: rules of the step, by head, that change variables which the variable's conditions ask
  // for
  uint32_t effects, effect_count;
} causal_transition;

typedef struct causal_graph {
  mem *m;
  const task *t; // borrowed
  causal_var *vars;
  uint32_t nodes;
  VEC(causal_arc) arcs; // by from, then to
  VEC(causal_transition) transitions;
  VEC(uint32_t) conditions, side_effects;
  causal_lists rules;   // by head
  causal_lists effects; // by step: rules with its fact in their bodies and facts of variables as heads, by head
  causal_lists leaving; // by node: transitions; those of the spare node of a variable leave from any value
} causal_graph;

causal_graph *causal_graph_open(mem *m, const task *t);
void causal_graph_close(causal_graph *g);

// Does a condition on `other` count for transitions of `var`? (A condition on var itself always does.)
static inline bool causal_counts(const causal_graph *g, uint32_t var, uint32_t other) {
  return g->vars[other].rank < g->vars[var].horizon;
}

// The parts it is made of, in the order in which they are made.
causal_lists causal_group(mem *m, const uint32_t *key, uint32_t count, uint32_t keys); // key >= keys: in no list
void causal_lists_free(mem *m, causal_lists *l);
void causal_find_arcs(causal_graph *g);
void causal_order(causal_graph *g);
void causal_find_transitions(causal_graph *g);
void causal_find_side_effects(causal_graph *g);

#endif
