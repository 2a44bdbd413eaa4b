// Abstraction by projection: a copy of a network in which some parts are left out or mapped to smaller domains, with
// maps between the original and the copy.
//
// The copy is an over-approximation. A part that is left out has an unknown value, and the copy allows every value. So
// every execution of the original is an execution of the copy: each step is a step of the copy, by the same processes,
// at the same cost, between the states that the maps give. Distances in the copy are lower bounds of distances in the
// original. The copy does not say anything about deadlocks or extreme values.
//
// How the parts are abstracted:
// - If a variable is left out, so is every variable that gets a value which depends on it: by assignment, by its
//   initial value, as a parameter, or as a field of a message. The same holds for clocks that are set to such a value.
// - A variable that is mapped has the number of a class as its value. An expression over it is known if it has the same
//   value for all values of a class. An assignment sets any class that the value may be in, in another version of the
//   edge for each; a value that may be outside the range is a fault in one of them. Where there are no versions (in
//   blocks, for initial values and parameters), or too many, a variable whose class is not determined is left out, and
//   so is one that is received from a channel.
// - Conditions (guards, bounds, invariants, provided) are weakened: a part that may hold is true. Under a negation, a
//   part that may fail is false.
// - Channels keep their number of messages; an unknown field is 0 in every message.
// - A channel whose contents are left out is always empty. Sends and receives on it are always possible; what is
//   received is unknown, and so are tests of the channel.
// - A block whose control flow is unknown has no effect; the variables that it writes are left out.
// - An automaton that is left out has one location. Its edges are self-loops that keep the known parts of their guards,
//   synchronisations and effects. Its local variables and clocks are left out. Processes keep their numbers.
// - Labels that are left out are merged: a call by one of them can be answered by any of them.
// - An assertion fails wherever the original's may. (In a timed network, where the execution would end there, it is
// left
//   out instead.)
// - Faults of parts that are left out or weakened are lost, unless may_fault asks for them: then the copy has an edge
//   that ends in a fault beside each edge that may lose one.
// - An end state of the copy is valid only if every such state of the original is.
//
// A step can also depend on other steps being impossible, and weaker conditions make more steps possible. Therefore, if
// some condition has become weaker (is_weak),
// - `else` is always possible, and ranks, choices and is_deterministic are removed;
// - no process holds control, and neither processes nor labels have priorities;
// - timeout may always be true, and enabled() has an unknown value;
// - labels are not urgent;
// - a process that can answer a broadcast by an edge with a weaker condition need not do so: it can take a self-loop
//   instead, which answers without effect;
// - committed locations are only urgent, if an automaton that is left out has committed locations.
#ifndef MODEL_COPY_H
#define MODEL_COPY_H

#include "model/map.h"

// What to leave out or map. Arrays are indexed by number in the original; NULL = none of this kind.
typedef struct net_change {
  const bool *vars, *clocks, *labels, *templates; // left out; clocks by index, which is one less than the number
  const bool *channels;       // by type of channel: contents are left out. Rendezvous channels have none
  const net_map *const *maps; // by variable: NULL = it is not mapped. Borrowed as long as the copy lives
  // May what the copy loses of an edge (or of an invariant, or of an initial value) cause a fault that matters? What is
  // lost is given as an edge that has nothing else. NULL = faults do not matter.
  bool (*may_fault)(void *context, const net_edge *lost);
  void *context;
  const struct net_special *special; // NULL = none; see model/specialise.h
} net_change;

// The copy and the maps. NET_NONE = no counterpart. Processes, templates, blocks and functions have the same numbers in
// both networks.
typedef struct net_copy {
  const network *from;
  network *net;
  const int32_t *var, *clock, *label, *edge;                     // by number in the original (clocks by index)
  const int32_t *var_from, *clock_from, *label_from, *edge_from; // by number in the copy
  const uint32_t *versions; // by number in the original: so many edges of the copy, from edge[number] on, are this one
  const int32_t *fault_of;  // by number in the copy: the edge ends in a fault that this edge of the original may have
  const bool *is_left_out;  // templates
  bool is_weak; // some condition is weaker: there may be more executions. Else both have the same executions
  struct copier *copier;
} net_copy;

// Makes a copy of a finished network. The copy borrows from the original, which must live as long. Properties are not
// copied, see net_copy_condition(). Everything is allocated in memory, whose mem frees it. Returns NULL, or the reason
// why the change is refused: a variable that makes channels cannot be left out, nor can a value that determines the
// channel of a message, if its contents are kept, or the position of a message in its channel; faults of invariants and
// initial values cannot be lost, if they matter.
const char *net_copy_make(arena *memory, const network *from, const net_change *change, net_copy **out);

// Maps a step of the original to the copy (to the first version of its edges), and back. False if there is no such
// step, or if it is unknown: the way in which a broadcast is answered (see docs/network.md) has no counterpart in a
// weak copy.
bool net_copy_action(const net_copy *c, const net_action *of_original, net_action *out);
bool net_copy_origin(const net_copy *c, const net_action *of_copy, net_action *out);

// Are the guard, bounds and synchronisation of an edge of the original unchanged, and what its process is `provided`?
bool net_copy_keeps_test(const net_copy *c, uint32_t template_, const net_edge *e);

// Does the expression, over the original, depend on nothing that is left out?
bool net_copy_keeps(const net_copy *c, const expr *e);

// The location of the copy that corresponds to a location of template t of the original.
uint32_t net_copy_location(const net_copy *c, uint32_t t, uint32_t location);

// The index, among the cells of its scope in the copy, of a cell of a variable of the original; NET_NONE = left out.
int32_t net_copy_cell(const net_copy *c, const net_var *of_original, uint32_t cell);

// How the values of a variable of the original are mapped; NULL = it has the same values in the copy, or is left out.
const net_map *net_copy_map(const net_copy *c, const net_var *of_original);

// Are the messages of channels of this type known? In the copy, the others are empty.
bool net_copy_knows_channel(const net_copy *c, uint32_t type);

// Are the values of this field (by its position) of all messages known? In the copy, the others are 0.
bool net_copy_knows_field(const net_copy *c, uint32_t field);

// Translates a condition over the original into one over the copy. The result holds wherever the original may hold
// (over-approximation) or, with `surely`, only where it certainly holds (under-approximation). In the arena of the
// copy.
expr *net_copy_condition(const net_copy *c, const expr *condition, bool surely);

#endif
