// Cost algebras: how the costs of steps are combined, and which of two costs is better (Edelkamp, Schuppan, Bosnacki,
// Wijs, Fehnker, Aljazzar: Survey on directed model checking, 2008, section 3). Only `dijkstra` supports them; all
// other searches count steps.
//
// An algebra is isotone: of two costs the better one stays at least as good when the same steps are added before or
// after both. And it is monotone: no step makes a cost better. Both together imply that no cheaper path leads to the
// cheapest state in the open list.
#ifndef SEARCH_COST_H
#define SEARCH_COST_H

#include "space/space.h"

enum { COST_PARTS = 2 };

typedef struct cost_value {
  double part[COST_PARTS]; // of a lexicographic product: the more important one first
  // Of a part that is a product (is_product), since a double would soon be 0, and is rounded; there is one at most:
  int32_t exponent[COST_PARTS]; // the product is part times 2 to the exponent; the part is at least 1/2, unless it is 0
  uint64_t rounded;             // how often it was rounded; always upwards, by less than one part in 2^51
  uint64_t factors; // the sum of the hashes of all factors: equal sums have the same factors, hence equal products
} cost_value;

typedef struct cost_example { // of two costs, and a step that both are combined with
  double better, worse, step;
} cost_example;

typedef struct cost_algebra {
  const char *name, *summary;
  double (*combine)(double a, double b);
  bool is_product; // of weights from 0 to 1
  bool prefers_greater;
  double nothing; // the cost of the empty path
  double usual;   // the default weight of an edge...
  bool counts;    // ...or, if set, net_edge_cost()
  double most;    // weights are from 0 to this
  bool is_whole;  // weights are integers, so that sums are exact
  // Two different costs stay different when combined with the same step. Only then may a second algebra break ties.
  bool is_strict;
  cost_example merging; // unless is_strict: two different costs that become equal
  cost_example lasting; // two different costs that stay different
} cost_algebra;

extern const cost_algebra *const cost_algebras[]; // ends with NULL; the first one is the sum

typedef struct cost_scale { // an algebra, or a lexicographic product of two
  const cost_algebra *part[COST_PARTS];
  uint32_t count;
} cost_scale;

// "NAME" or "lex:NAME,NAME". False with a message in why.
bool cost_read(const char *text, cost_scale *out, char *why, size_t size);
bool cost_is_weight(const cost_algebra *a, double weight);
cost_value cost_nothing(const cost_scale *s);
cost_value cost_combine(const cost_scale *s, cost_value a, cost_value b);
bool cost_is_better(const cost_scale *s, cost_value a, cost_value b);
// However products were rounded: is neither a, nor any path that begins with cost a, better than b?
bool cost_is_no_better(const cost_scale *s, cost_value a, cost_value b);
// The same for every cost than which a is no worse, as it is computed.
bool cost_is_beyond(const cost_scale *s, cost_value a, cost_value b);
// The cost of an edge with these weights, in `part`.
cost_value cost_of_weights(const cost_scale *s, cost_value weights);
// For reports: the cost by this part, and its decimal logarithm. The cost is 0 if it is too small for a double.
double cost_shown(const cost_scale *s, const cost_value *value, uint32_t part, double *log);

typedef struct step_costs {
  cost_scale scale;
  const cost_value *by_edge; // weights; the halves of a rendezvous are combined
} step_costs;

cost_value cost_of_step(const step_costs *c, const net_action *step);
cost_value cost_of_path(const step_costs *c, const net_action *steps, uint32_t count);

#endif
