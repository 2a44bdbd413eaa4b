// A network as the synchronised product of small automata, its factors: the locations of a process, the values of a
// cell of a variable, the number of messages of a channel, the truth of a condition. Factors move together, by labels
// (Draeger, Finkbeiner, Podelski: Directed model checking with distance-preserving abstractions, 2006).
//
// A label says for some of the factors which pairs (value before, value after) are possible; all other factors keep
// their values. The product over-approximates the network:
//  - for every step of the network there is a label with no greater cost that contains, for every factor, the pair of
//    its values before and after the step;
//  - in every state that is asked for there is an error label of cost 0 that contains, for every factor, a pair with
//    its value; the same holds for a step that is an error, with a label of no greater cost.
// So mapping states to the values of some of the factors is a homomorphism, and distances to an error label in the
// product of these factors, or in anything coarser, are lower bounds.
//
// What is ignored (always possible): clocks, invariants, committed locations, atomic sequences, priorities, the
// contents of channels. Processes that are started later have no factors: they may be anywhere.
#ifndef ABSTRACTION_FACTORS_H
#define ABSTRACTION_FACTORS_H

#include "facts/facts.h"
#include "model/question.h"
#include "space/view.h"

typedef enum { FACTOR_LOCATION, FACTOR_CELL, FACTOR_LENGTH, FACTOR_CONDITION } factor_kind;

typedef struct factor_automaton {
  factor_kind kind;
  uint32_t count; // of its values: 0 .. count - 1. A location is its number; the last value is: it has died
  uint32_t pid;   // LOCATION, and CELL or CONDITION of a process
  bool is_of_process;
  const net_var *var; // CELL
  uint32_t cell;
  const interval *classes; // CELL: by value, ascending: the values of the cell that count as one
  uint32_t channel;        // LENGTH
  const expr *condition;   // CONDITION: value 1 = it holds
} factor_automaton;

typedef struct factor_pair {
  uint16_t from, to;
} factor_pair;

typedef struct factor_relation { // of one factor: pairs in ascending order
  uint32_t factor, first, count;
  uint32_t hash, next; // of the table that finds equal ones
} factor_relation;

typedef struct factor_label {
  uint32_t cost;
  bool is_error;         // it leads to an error: the values after it do not matter
  uint32_t share;        // of the step that it is part of: all labels of a step share 1024
  uint32_t first, count; // parts: relations, by ascending factor, one for each factor that it asks for or changes
} factor_label;

typedef struct factor_constant { // of a process: the factors hold only for states with this value
  uint32_t pid, cell;
  int32_t value;
} factor_constant;

typedef struct factors {
  mem *m;
  const network *net;
  VEC(factor_automaton) all;
  VEC(factor_label) labels;
  VEC(uint32_t) parts; // relations
  VEC(factor_relation) relations;
  VEC(factor_pair) pairs;
  VEC(uint32_t) cast; // template by process; of a network that starts no processes: all that ever exist
  VEC(factor_constant) constants;
} factors;

typedef struct factors_setup { // everything is borrowed
  mem *m;                      // everything is allocated here, and freed with it
  const network *net;
  facts *facts;
  question asked;
  const state_view *state;  // its processes are those that have factors
  bool by_predicates;       // the values of a cell are taken together if no comparison with a constant tells them apart
  uint32_t most_conditions; // comparisons of several variables that are factors
} factors_setup;

// NULL if the product would be too large, or the question is none that factors can see: then nothing is known.
factors *factors_open(const factors_setup *setup);

// Do the factors describe the state's processes?
bool factors_fit(const factors *f, const state_view *state);
// Writes the value of each factor. False if a value is not known.
bool factors_values(const factors *f, const state_view *state, uint32_t *out);

static inline const factor_relation *factors_part(const factors *f, const factor_label *l, uint32_t i) {
  return &f->relations.at[f->parts.at[l->first + i]];
}

// By factor: the order in which factors matter for an error: first those that the error labels ask for, then those that
// move together with them. Returns owned, from m.
uint32_t *factors_order(mem *m, const factors *f);

#endif
