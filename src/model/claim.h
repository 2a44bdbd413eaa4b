// A claim: a Büchi automaton that reads the states of an execution, one after the other. It accepts the executions that
// violate a property. Made from an LTL formula (omega/), from a never claim, or read from a file.
//
// It moves first: in its initial state it reads the initial state of the model. States inside an atomic sequence are
// not read. When the model has no more steps, it reads the last state again and again.
#ifndef MODEL_CLAIM_H
#define MODEL_CLAIM_H

#include "base/arena.h"
#include "base/vec.h"
#include "model/expr.h"

// A literal is an atom, or its negation: atom * 2 + is_negated.
static inline uint32_t claim_literal(uint32_t atom, bool is_negated) { return atom * 2 + is_negated; }
static inline uint32_t claim_atom(uint32_t literal) { return literal / 2; }
static inline bool claim_is_negated(uint32_t literal) { return literal % 2; }

typedef struct claim_edge { // possible in a state of the model in which all literals hold
  uint32_t to;
  VEC(uint32_t) label; // literals, evaluated in order; empty = always possible
  uint64_t marks;      // acceptance sets that the edge belongs to, by bit
  place at;            // in the source of a never claim; no line = none
  const char *text;    // the same; NULL = none
} claim_edge;

// What the states of a strongly connected component of the claim have in common (improved nested depth-first search):
typedef enum {
  CLAIM_NONE,    // no cycle in it is accepting
  CLAIM_PARTIAL, // some cycles are
  CLAIM_FULL,    // every cycle is
} claim_class;

typedef struct claim_state {
  const char *name; // NULL = none
  VEC(claim_edge) edges;
  bool is_accepting; // all its edges have all marks
  // The execution violates the property, whatever follows: the closing brace of a never claim, a failed assertion in
  // it, or a state from which a formula's automaton accepts everything. It has no edges that matter.
  bool is_bad;
  place failed;       // is_bad by a failed assertion: where it is
  uint32_t component; // number of its strongly connected component; these are filled in by claim_finish()
  claim_class class_; // of the component
  uint32_t to_bad;    // least number of edges to a bad state; CLAIM_NEVER = there is no path
  uint32_t to_cycle;  // least number of edges to a state of a component that is not CLAIM_NONE; CLAIM_NEVER likewise
} claim_state;
#define CLAIM_NEVER UINT32_MAX

typedef struct claim {
  VEC(expr *) atoms; // conditions over globals and remote references
  VEC(claim_state) states;
  uint32_t initial;
  // Number of acceptance sets: a run is accepting if it takes edges of each of them infinitely often. With one, edges
  // are marked by is_accepting of the state that they leave, so that it is a Büchi automaton in the usual sense.
  uint32_t mark_count;
  int32_t accepting_atom;    // a state of the model in which this atom holds is accepting as well; -1 = none
  bool needs_steps;          // executions that end are not accepted: it does not read their last state again and again
  bool is_stutter_invariant; // it does not notice whether a state of the model comes once or several times in a row
  // Filled in by claim_finish():
  uint32_t component_count;
  bool has_partial; // some component is CLAIM_PARTIAL
  bool has_cycles;  // some component is not CLAIM_NONE; else only bad states matter
  bool has_bad;
} claim;

// An empty claim in the arena: no states, one acceptance set.
claim *claim_new(arena *memory);
uint32_t claim_add_state(arena *memory, claim *c);
// The edge has no literals yet. The pointer is valid until the next edge of the same state is added.
claim_edge *claim_add_edge(arena *memory, claim *c, uint32_t from, uint32_t to);
// Computes what is filled in. Once, when everything else is complete.
void claim_finish(arena *memory, claim *c);

// Does every execution of a model that it accepts, a stem and a loop, give a cycle of the product with the same stem
// and loop? Otherwise the claim may need longer than the model until it repeats itself. (No answer is wrong for a claim
// that is not known to be tight: this is so where the claim has one state, besides bad ones.)
bool claim_is_tight(const claim *c);

#endif
