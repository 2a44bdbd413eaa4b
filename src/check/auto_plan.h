// Inside check: which searches `auto` runs, and how much each of them may work.
#ifndef CHECK_AUTO_PLAN_H
#define CHECK_AUTO_PLAN_H

#include <stdbool.h>
#include <stdint.h>

// Several searches take turns, each in its own memory; the first that decides gives the
// verdict. No single search is best everywhere: breadth-first search is best on small state spaces and gives a shortest
// trace, estimates lead to deep errors, depth-first search with partial order reduction is the fastest way to show that
// there is no error. Turns are measured in estimated work (transitions times their price), not in seconds, so that two
// runs do the same.
typedef struct plan_row {
  const char *search;
  const char *heuristic; // the estimates...
  const char *for_deadlocks,
      *for_clocks; // ...those for questions about deadlocks, and for timed models, where they differ
  bool is_reduced; // by partial order reduction, and safe parts of the network are left out: traces may become longer
  uint32_t price;  // of a transition, relative to breadth-first search
  uint32_t memory; // percent of the available memory
  const char *why;
} plan_row;

// One search sets the pace: the one that is the fastest to show that there is no error. The others together may take
// no more than about half as long, so that their work costs little where there is none: each may spend `free`, which
// is enough for small models, and so many percent of what the pacemaker has spent. Estimates that are expensive to
// prepare join when the pacemaker has spent `from`.
typedef struct plan_seeker {
  plan_row row;
  uint64_t from, free;
  uint32_t percent;
} plan_seeker;

// Once there is an error: these look for shorter traces, one after the other, while breadth-first search continues
// towards the proof. The work of a turn grows with the rounds, so that switching between searches costs little.
typedef struct plan_improver {
  plan_row row;
  uint32_t turn; // work of a turn in the first round
} plan_improver;

// The rows for a kind of question.
typedef struct plan_table {
  const plan_seeker *seekers;
  uint32_t seeker_count;
  const plan_improver *improvers;
  uint32_t improver_count;
  const plan_improver *prover, *abstract; // the second is guided by an abstract model; NULL = none
  bool is_paced_by_depth;                 // depth-first search is the fastest proof, reduced or not
} plan_table;

enum { PLAN_MOST_SEEKERS = 6 }; // of a table

extern const plan_table auto_plan_for_errors, auto_plan_for_cycles;

#endif
