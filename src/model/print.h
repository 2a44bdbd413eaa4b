// Expressions and clock constraints of a network as text, for reports and tests. The text is in memory.
#ifndef MODEL_PRINT_H
#define MODEL_PRINT_H

#include "model/network.h"

const char *net_expr_text(arena *memory, const network *n, const expr *e); // "a[i] + 1 < b"; as in Promela if not timed
const char *net_bound_text(arena *memory, const network *n, const net_bound *b);    // "i > 0: x - y <= 3"
const char *net_label_text(arena *memory, const network *n, const net_pick *label); // "go[2]", or "go[0]..go[3] at i"
const char *net_stmt_text(arena *memory, const network *n, const net_stmt *s);      // "a := b + 1"

#endif
