// Inside the lasso search: liveness as safety (Biere, Artho, Schuppan: Liveness checking as safety checking, 2002). A
// space over a product, in which a state can be recorded, once, at no cost: from then on the claim stays in its
// component, and an error is the return to the recorded state after all marks were seen. So a path to an error is a
// lasso, the recorded state is where its loop starts, and a cheapest one is a shortest lasso.
#ifndef SEARCH_LASSO_RECORD_H
#define SEARCH_LASSO_RECORD_H

#include "heuristic/heuristic.h"
#include "space/product.h"

// A state is that of the product, the number of the recorded state, and the marks seen since. The return is a successor
// without a state, with FAULT_CLAIM. Not for fairness, nor for more than MOST_MARKS acceptance sets.
enum { LASSO_RECORD_MOST_MARKS = 8 };

typedef struct lasso_record_options {
  bool only_outside; // states inside atomic sequences are not recorded: then the loop may begin later than it could
  question asked;    // errors of the product that are passed on, until a state is recorded
} lasso_record_options;

space *lasso_record_open(mem *m, space *product, const lasso_record_options *options); // borrows product

// Is this the step that records a state? It is no step of the model.
bool lasso_record_is_step(const net_action *a);

// An estimate for each phase. Nothing recorded: that of `before`, which is borrowed: what it costs to accept.
// Recorded: the same, until all marks are seen, and the way back to the recorded state: at least a step, if the model
// is in another state, or (is_bold, not admissible) the number of bits that differ.
heuristic *lasso_record_estimate(mem *m, space *record, heuristic *before, bool is_bold);

#endif
