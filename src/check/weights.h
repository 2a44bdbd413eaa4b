// What steps cost, by a file of weights: lines PATTERN WEIGHT. A pattern (as of the shell) is for "process: statement";
// the first one that matches counts. Lines that begin with # are remarks.
#ifndef CHECK_WEIGHTS_H
#define CHECK_WEIGHTS_H

#include "check/model.h"
#include "search/cost.h"

// Fills in by_edge, allocated in the arena of d; file NULL = every step has the usual weight. Returns BEELINE_OK, or
// _IO or _INPUT with diagnostics.
beeline_status check_read_weights(diags *d, const network *n, const char *file, step_costs *out);

#endif
