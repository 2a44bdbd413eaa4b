// Lassos: a stem and a loop whose lengths together are as small as possible.
#include "search/lasso.h"

static search *start(const search_setup *setup) { return lasso_bfs_start(setup); }

const search_method search_lasso = {
    .name = "lasso",
    .summary = "cycles with the least stem + loop: liveness as safety",
    .is_complete = true,
    .is_optimal = true,
    .start = start,
};
