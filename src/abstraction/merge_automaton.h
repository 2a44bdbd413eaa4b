// Automata that move together by labels, for the estimate `merge`: products, distances to an error, and abstractions of
// bounded size.
#ifndef ABSTRACTION_MERGE_AUTOMATON_H
#define ABSTRACTION_MERGE_AUTOMATON_H

#include "abstraction/factors.h"

enum {
  MERGE_NEVER = UINT32_MAX,         // no way to an error
  MERGE_UNREACHED = UINT32_MAX - 1, // not reached from the first state
};

typedef struct merge_transition {
  uint32_t label, from, to; // by an error label: to does not matter, and is from
} merge_transition;

// Labels are numbers of `merge_labels`. An automaton takes part in some of them; by the others it does not move.
typedef struct merge_automaton {
  uint32_t states;
  bool *takes_part;                  // by label
  VEC(merge_transition) transitions; // those of each label together; no duplicates
  uint32_t *distance;                // by state: least cost of an error; MERGE_NEVER = none
  uint32_t start;                    // the first state; MERGE_NEVER = left out
} merge_automaton;

typedef struct merge_label {
  uint32_t cost;
  bool is_error;
  bool is_gone; // another one stands for it
} merge_label;

typedef struct merge_labels { // those of the factors
  mem *m;
  merge_label *at;
  uint32_t count;
} merge_labels;

merge_labels merge_labels_of(mem *m, const factors *f);
void merge_labels_reset(merge_labels *labels, const factors *f); // none is gone
// Labels that agree for all factors from order[next] on become one, also in the automaton, which is merged from others.
void merge_unite_labels(merge_labels *labels, const factors *f, const uint32_t *order, uint32_t next,
                        merge_automaton *a);

// All are allocated in labels->m; merge_free() frees the contents.
merge_automaton merge_of_factor(const merge_labels *labels, const factors *f, uint32_t factor, uint32_t start);
// State (a, b) of the product is a * second->states + b. False if it would have more than `most` transitions.
bool merge_product(const merge_labels *labels, const merge_automaton *first, const merge_automaton *second,
                   uint64_t most, merge_automaton *out);
void merge_find_distances(const merge_labels *labels, merge_automaton *a);
// Groups states: bisimilar ones first; if more than `most` are left, states nearer to an error are told apart first.
// States without a way to an error, and those that are not reached from the first state, are left out. Writes the new
// number of each state, MERGE_NEVER or MERGE_UNREACHED if it is left out, into class_of, and changes the automaton.
// Whatever is grouped, distances only get smaller.
void merge_shrink(const merge_labels *labels, merge_automaton *a, uint32_t most, uint32_t *class_of);
// Renames labels that are not gone: label i becomes to[i].
void merge_rename(const merge_labels *labels, merge_automaton *a, const uint32_t *to);
void merge_tidy(const merge_labels *labels, merge_automaton *a); // sorts the transitions, without duplicates
merge_automaton merge_copy(const merge_labels *labels, const merge_automaton *a);
void merge_free(const merge_labels *labels, merge_automaton *a);

#endif
