// The possible values of an expression, given the possible values of the variables.
#ifndef FACTS_EVALUATE_H
#define FACTS_EVALUATE_H

#include "facts/values.h"

typedef struct values_narrowed { // the possible values of one variable at one location, fewer than everywhere
  const expr *var;               // EXPR_VAR; applies to all expressions that read the same cell
  values set;
} values_narrowed;

typedef struct values_known {
  const network *net;     // NULL: results of functions are not known
  const values *vars;     // by variable: the union over all cells and all processes
  const bool *is_written; // by variable; NULL = all may be. Constant arrays that are not written are known cell by cell
  values pid;             // number of the process that evaluates
  values last;            // number of the process that moved last
  values processes;       // number of processes
  uint32_t capacity;      // the greatest capacity of all channels
  const values_narrowed *narrowed;
  uint32_t narrowed_count;
} values_known;

// All values that e may have. Values that occur only with a fault are left out.
void values_of(const values_known *known, const expr *e, values *out);

#endif
