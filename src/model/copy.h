// A network from a network: a copy in which some things are left out or replaced, with maps between the two.
//
// What is left out is not known any more, and the copy allows whatever it might have been. So every execution of the
// original is one of the copy: each step of it is a step of the copy, by the same processes, at the same cost, between
// the states that the maps give. Distances in the copy are lower bounds of those in the original. This is an
// abstraction for reachability: what the copy says of assertions over variables that are left out, of other faults in
// parts that are left out, of deadlocks and of extreme values means nothing for the original. Of replaced automata
// and other domains nothing is claimed: that is up to whoever chooses them.
//
// What becomes of the parts:
// - A variable left out takes every variable with it that gets a value which depends on it: by assignment, by its
//   initial value, as a parameter, or as a field of a message. The same goes for clocks that are set to such a value.
// - Conditions (guards, bounds, invariants, provided) are weakened: what may hold, holds. Negations turn that around.
// - Messages keep their number and their channels; a field that is not known is 0 in every message.
// - A block whose way is not known has no effect; what it writes is left out.
// - An automaton left out has one location; its edges are self-loops, with what is still known of their guards,
//   synchronisations and effects. Its own variables and clocks are left out. Processes keep their numbers.
// - Labels left out are no longer told apart: whoever calls by one of them may be answered by one of them.
//
// Steps that depend on others not being possible need care, as weaker conditions make others possible. If some
// condition has become weaker (is_weak), then
// - `else` is always possible; ranks, choices and is_deterministic are gone;
// - no process holds control, and there are no priorities, neither of processes nor of labels;
// - a timeout may always be, and enabled() anything;
// - labels are not urgent;
// - who can answer a broadcast by an edge with a weaker condition need not: it can take a self-loop instead, which
//   answers and does nothing;
// - committed locations are urgent only, if some automaton that is left out has committed ones.
#ifndef MODEL_COPY_H
#define MODEL_COPY_H

#include "model/network.h"

// An automaton in place of another: over the original's variables, clocks, labels, blocks and functions; its local
// variables are those of the one that it replaces. The ids in its flow are indices into edges.
typedef struct net_replacement {
  const net_flow *flow;
  net_edge *const *edges;
  const expr *provided; // NULL = true
} net_replacement;

// What is to be different. Arrays are by number in the original; NULL = nothing of the kind.
typedef struct net_change {
  const bool *vars, *clocks, *labels, *templates; // left out; clocks by index, which is one less than the number
  const net_type *const *types;                   // by variable: its new type; NULL = as it was
  const net_replacement *const *replacements;     // by template: NULL = as it was
} net_change;

// The copy and the maps. Where there is no counterpart they are NET_NONE. Processes, blocks and functions have the same
// numbers in both, templates too.
typedef struct net_copy {
  const network *from;
  network *net;
  const int32_t *var, *clock, *label, *edge;                     // by number in the original (clocks by index)
  const int32_t *var_from, *clock_from, *label_from, *edge_from; // by number in the copy
  const bool *is_left_out;                                       // templates
  bool is_weak; // some condition is weaker: there may be more executions. Else it runs as the original does
  struct copier *copier;
} net_copy;

// Makes a copy of a finished network, which it borrows from: the original must live as long. The properties stay with
// the original, see net_copy_condition(). Everything is allocated in memory, whose mem frees it. NULL, or why the
// change is refused: a variable that makes channels cannot be left out, nor can what decides to which channel something
// is sent, or where a message is put or looked for in a channel.
const char *net_copy_make(arena *memory, const network *from, const net_change *change, net_copy **out);

// The step of the copy that corresponds to one of the original, and the other way round; false if there is none, or if
// it is not known: in which way a broadcast is answered does not carry over to a weak copy.
bool net_copy_action(const net_copy *c, const net_action *of_original, net_action *out);
bool net_copy_origin(const net_copy *c, const net_action *of_copy, net_action *out);

// Where a process of template t stands in the copy when it stands at a location of the original. NET_NONE: the template
// is replaced.
int32_t net_copy_location(const net_copy *c, uint32_t t, uint32_t location);

// Where a cell of a variable of the original is among the cells of its scope in the copy; NET_NONE = nowhere.
int32_t net_copy_cell(const net_copy *c, const net_var *of_original, uint32_t cell);

// A condition over the original as one over the copy: it holds wherever the original one may hold, or, with `surely`,
// only where it does for certain. In the arena of the copy.
expr *net_copy_condition(const net_copy *c, const expr *condition, bool surely);

#endif
