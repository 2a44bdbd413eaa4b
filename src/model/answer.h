// An answer: the execution that was found, and what is proved about it. The common type of searches, replay,
// shortening, and the writers and readers of traces.
#ifndef MODEL_ANSWER_H
#define MODEL_ANSWER_H

#include "model/network.h"

enum { PROVED_SHORTEST = 1, PROVED_CHEAPEST = 2, PROVED_FASTEST = 4 };

typedef struct answer_value { // of a term of QUESTION_EXTREME
  bool is_reached;            // some reachable state satisfies the condition of the question
  bool is_infinite;           // a clock without upper bound
  bool is_strict;             // the value is approached, but not reached
  int32_t value;
} answer_value;

typedef struct answer {
  // The execution as a list of actions: a stem, followed by a loop that repeats for ever, if there is one...
  VEC(net_action) steps;
  // Number of steps of the loop, the last ones of steps. 0 = no loop; with OUTCOME_CYCLE: it stays in the last state.
  uint32_t loop_length;
  // ...or, for a model without actions, as a list of states: state i is cells[i * width] .., the values of all
  // variables.
  VEC(int32_t) cells;
  uint32_t width; // 0 = by actions
  outcome end;
  const expr *condition; // false (FAULT_INVARIANT) or true (OUTCOME_REACHED) in the last state; NULL = none
  // OUTCOME_CYCLE, FAULT_CLAIM: the claim that accepts the execution, the formula that it violates, if the claim is
  // made of one, and whether it must be weakly fair. Borrowed; NULL = none.
  const struct claim *claim;
  const struct net_formula *formula;
  bool is_fair;
  // Timed networks: times[i] / unit is the time at which step i is taken; the last entry is the time at which the last
  // state is observed. unit 0 = not known (yet); then times is empty.
  VEC(int64_t) times;
  int64_t unit;
  // A constraint for the computation of times: 2t + 1 = the end is no later than t; 2t + 2 = the end is earlier than
  // t + 1; 0 = none.
  uint32_t deadline;
  VEC(answer_value) values; // of QUESTION_EXTREME, by term
  unsigned proved;          // PROVED_SHORTEST ...
} answer;

void answer_free(mem *m, answer *a); // frees its contents; *a is empty afterwards
// Copies the execution and its end, but neither times nor proofs. *to must be empty.
void answer_copy(mem *m, answer *to, const answer *from);

// Removes the steps in which nothing happens (net_stutter), also from the length of the loop.
void answer_drop_stutters(answer *a);

uint32_t answer_length(const answer *a, const network *n); // the sum of the costs of its steps
uint32_t answer_loop(const answer *a, const network *n);   // the same of the steps of its loop
// Does the execution go on for ever? It repeats its loop or stays in the last state.
static inline bool answer_is_lasso(const answer *a) { return a->loop_length || a->end.kind == OUTCOME_CYCLE; }
// The first step of the loop; the number of all steps, if it stays in the last state.
static inline uint32_t answer_loop_start(const answer *a) { return a->steps.count - a->loop_length; }

#endif
