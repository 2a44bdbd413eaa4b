// Cost algebras: what steps cost together, and which of two costs is better (survey on directed model checking,
// section 3). For the searches that can use them, `dijkstra`; all others count steps.
//
// An algebra is isotone: of two costs the better one stays at least as good when the same steps come before or after
// both. And it is monotone: no step makes a cost better. With both, whatever is cheapest among the states not yet
// expanded can be reached by no cheaper way.
#ifndef SEARCH_COST_H
#define SEARCH_COST_H

#include "space/space.h"

enum { COST_PARTS = 2 };

typedef struct cost_value {
  double part[COST_PARTS]; // of a product of two: in the order of importance
} cost_value;

typedef struct cost_example { // better is better than worse; both are combined with step
  double better, worse, step;
} cost_example;

typedef struct cost_algebra {
  const char *name, *summary;
  double (*combine)(double a, double b);
  bool prefers_greater;
  double nothing; // the cost of no step
  double usual;   // the weight of an edge that nobody has weighed...
  bool counts;    // ...or rather net_edge_cost()
  double most;    // weights are numbers from 0 to this...
  bool is_whole;  // ...and whole: so sums are exact
  // Costs that differ still do when combined with the same step. Only then may a second algebra choose among equals.
  bool is_strict;
  cost_example merging; // unless is_strict: equal when combined
  cost_example lasting; // different when combined
} cost_algebra;

extern const cost_algebra *const cost_algebras[]; // ends with NULL; the first one is the sum

typedef struct cost_scale { // an algebra, or a lexicographic product
  const cost_algebra *part[COST_PARTS];
  uint32_t count;
} cost_scale;

// "NAME" or "lex:NAME,NAME". False with a message in why.
bool cost_read(const char *text, cost_scale *out, char *why, size_t size);
bool cost_is_weight(const cost_algebra *a, double weight);
cost_value cost_nothing(const cost_scale *s);
cost_value cost_combine(const cost_scale *s, cost_value a, cost_value b);
bool cost_is_better(const cost_scale *s, cost_value a, cost_value b);

typedef struct step_costs {
  cost_scale scale;
  const cost_value *by_edge; // weights; the halves of a rendezvous are combined
} step_costs;

cost_value cost_of_step(const step_costs *c, const net_action *step);
cost_value cost_of_path(const step_costs *c, const net_action *steps, uint32_t count);

#endif
