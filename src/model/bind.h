// Expressions in which the variables of one template have known values.
#ifndef MODEL_BIND_H
#define MODEL_BIND_H

#include "model/network.h"

typedef struct binding {
  int32_t template_;    // the template whose variables are known
  const int32_t *cells; // the values of all its variables, by net_var.first_cell
  const char *why_not;  // set if an expression cannot be bound: a sentence without a full stop; the first one is kept
} binding;

// A copy of the expression with the values in the place of the variables, and operators on constants evaluated.
// Allocated in memory; parts without such variables are borrowed. After *why_not is set, the constant 0.
expr *bind_expr(arena *memory, binding *b, expr *e);

// The number of the cell that a variable of the template denotes; 0, and why_not set, if its indices are not constant
// or out of range.
uint32_t bind_cell(arena *memory, binding *b, const expr *variable);

#endif
