// Inside the lasso search: a stem and a loop as steps of the model.
#ifndef SEARCH_LASSO_TRACE_H
#define SEARCH_LASSO_TRACE_H

#include "search/lasso_graph.h"
#include "search/registry.h"

// Fills in the path of the registry to a state, followed by the edges of a loop that starts there. Steps are not
// stored: each state is expanded again. *to keeps what it had until the new one is complete; is_settled is false
// afterwards.
void lasso_trace(registry *r, const lasso_graph *g, uint32_t start, const uint32_t *loop, uint32_t count,
                 search_finding *to);

#endif
