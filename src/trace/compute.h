// Values that functions compute while a network is being built: for languages whose sizes, ranges and initial values
// are expressions with calls. The reference interpreter evaluates them.
#ifndef TRACE_COMPUTE_H
#define TRACE_COMPUTE_H

#include "model/network.h"

// Runs the statements (NULL = none), then evaluates the expressions, into values. They read only scratch variables and
// those with is_constant, and write only scratch variables. *steps is the number of edges of blocks that may be taken;
// those taken are subtracted. Returns FAULT_NONE or the first fault: FAULT_ENDLESS if there are too many steps. The
// network need not be finished.
fault compute_values(mem *m, const network *net, const net_stmt *before, expr *const *cells, uint32_t count,
                     uint32_t *steps, int32_t *values);

#endif
