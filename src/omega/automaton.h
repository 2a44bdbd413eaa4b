// Inside omega: automata with acceptance on their edges, and what makes them smaller. Labels are functions of the
// atoms. A run is accepting if it takes edges of each acceptance set infinitely often.
#ifndef OMEGA_AUTOMATON_H
#define OMEGA_AUTOMATON_H

#include "base/vec.h"
#include "model/claim.h"
#include "omega/bdd.h"
#include "omega/nnf.h"

typedef struct automaton_edge {
  uint32_t to;
  bdd label;
  uint64_t marks; // acceptance sets, by bit
} automaton_edge;

typedef struct automaton_state {
  VEC(automaton_edge) edges;
} automaton_state;

typedef struct automaton {
  bdd_table *bdds;
  uint32_t atoms; // the variables below this are atoms
  VEC(automaton_state) states;
  uint32_t initial;
  uint32_t sets;
  // Büchi in the usual sense: one set, and the edges of a state are all in it or none is.
  bool is_state_based;
} automaton;

enum { AUTOMATON_SETS = 64 }; // the most acceptance sets

static inline uint64_t automaton_all(const automaton *a) { return a->sets >= 64 ? UINT64_MAX : (1ull << a->sets) - 1; }

// An automaton without states, over the same atoms as another one.
automaton *automaton_new(mem *m, bdd_table *bdds, uint32_t atoms);
automaton *automaton_like(mem *m, const automaton *a);
uint32_t automaton_add_state(mem *m, automaton *a);
// Adds the label to the edge with the same ends and marks, if there is one. No edge for a label that is false.
void automaton_add_edge(mem *m, automaton *a, uint32_t from, uint32_t to, bdd label, uint64_t marks);
uint32_t automaton_edge_count(const automaton *a); // pairs of states with an edge

// Strongly connected components. No component can reach one with a greater number.
typedef struct automaton_components {
  uint32_t count;
  uint32_t *of;       // by state
  bool *is_accepting; // by component: it has a cycle with edges of all sets
} automaton_components;
automaton_components automaton_find_components(mem *m, const automaton *a);
bool automaton_is_empty(mem *m, const automaton *a);

// The states that can be reached and from which some word is accepted. At least the initial state remains.
automaton *automaton_prune(mem *m, const automaton *a);
// Fewer acceptance sets. Edges between components, or in one that is not accepting, belong to no set, or to all.
automaton *automaton_simplify_marks(mem *m, const automaton *a, bool are_others_marked);
// Merges states that simulate each other and removes edges that another one makes superfluous: by what comes after
// (direct simulation), or, if is_reverse, by what came before. The result may be the automaton itself.
automaton *automaton_simulate(mem *m, const automaton *a, bool is_reverse);
// All of these, until nothing changes.
automaton *automaton_reduce(mem *m, const automaton *a);

// The words that both accept. NULL if it has more than `most` states.
automaton *automaton_product(mem *m, const automaton *a, const automaton *b, uint32_t most);

// The automaton of a formula. NULL if a component needs too many acceptance sets. By choice, edges are split by what
// the atoms say, which gives more deterministic automata.
automaton *automaton_of_formula(mem *m, bdd_table *bdds, uint32_t atoms, nnf_table *formulas, nnf f, bool splits);
// The smallest weak deterministic automaton for the same words, state-based. NULL if there is none, or the way to it is
// too long. `opposite` accepts the other words.
automaton *automaton_weak(mem *m, const automaton *a, const automaton *opposite);
// A state-based automaton with one set for the same words. Any choice may give the smallest one: where an execution may
// enter a component at several levels, it is the greatest or the least; sets that all edges of a state are in count
// once, or twice.
automaton *automaton_degeneralise(mem *m, const automaton *a, bool enters_high, bool counts_twice);
// A small such automaton.
automaton *automaton_buchi(mem *m, const automaton *a);
// Does a have fewer states than b, or as many and fewer edges? NULL is greater than everything.
bool automaton_is_smaller(const automaton *a, const automaton *b);

// The claim with the same states, not finished yet. The atoms are borrowed.
claim *automaton_claim(arena *memory, const automaton *a, expr *const *atoms, uint32_t count);

// Calls work(argument) with *m set to a new memory, in which work can leave behind whatever it needs meanwhile. It is
// deleted when work ends, also when it leaves early, as outer's work then does.
void automaton_work(mem *outer, mem **m, void (*work)(void *argument), void *argument);

#endif
