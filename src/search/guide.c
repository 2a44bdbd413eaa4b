#include "search/guide.h"

void guide_open(guide *g, const search_setup *setup, search_stats *stats) {
  *g = (guide){.space = setup->space, .stats = stats, .bound = setup->bound};
  g->has_begun = stats->generated > 0;
  g->estimate = setup->asked.kind == QUESTION_CENSUS ? NULL : setup->estimates[0];
}

uint32_t guide_estimate(guide *g, const uint8_t *state, uint32_t size) {
  if (!g->estimate)
    return 0;
  uint32_t estimate = g->estimate->estimate(g->estimate, g->space->view(g->space, state, size));
  if (estimate == HEURISTIC_DEAD_END && !g->estimate->is_safe)
    estimate--; // not safe, so the state is kept with the greatest estimate
  if (!g->has_begun)
    g->stats->h_initial = g->stats->h_best = estimate;
  g->has_begun = true;
  if (estimate < g->stats->h_best)
    g->stats->h_best = estimate;
  return estimate;
}

uint32_t guide_sum(uint32_t cost, uint32_t estimate) {
  if (estimate == HEURISTIC_DEAD_END)
    return HEURISTIC_DEAD_END;
  uint64_t sum = (uint64_t)cost + estimate;
  return sum < HEURISTIC_DEAD_END ? (uint32_t)sum : HEURISTIC_DEAD_END - 1;
}

bool guide_prunes(const guide *g, uint32_t cost, uint32_t estimate) {
  if (estimate == HEURISTIC_DEAD_END)
    return true;
  bool counts = g->estimate && g->estimate->is_admissible;
  return guide_sum(cost, counts ? estimate : 0) >= g->bound;
}
