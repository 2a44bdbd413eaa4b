// Lassos: a stem and a loop whose lengths together are as small as possible.
#include "search/lasso.h"

#include "search/lasso_record.h"

enum { KEY_BY };
enum { BY_BFS, BY_ASTAR, BY_GREEDY };

// Can states be recorded with what is seen of the marks in a byte? Fairness needs more.
static bool can_record(const space *product) {
  uint64_t needs[PRODUCT_MARK_WORDS];
  product_needs(product, needs);
  return needs[0] < 1u << LASSO_RECORD_MOST_MARKS && !needs[1];
}

static search *start(const search_setup *setup) {
  unsigned by = (unsigned)setup->keys.value[KEY_BY];
  if (by == BY_BFS || !can_record(setup->space))
    return lasso_bfs_start(setup);
  return lasso_guided_start(setup, by == BY_GREEDY);
}

static const char *ignores(const key_values *keys, const heuristic_kind *kind) {
  (void)kind;
  return (unsigned)keys->value[KEY_BY] == BY_BFS ? "breadth-first search uses no estimate; by=astar does" : NULL;
}

static const option_key keys[] = {
    [KEY_BY] = {.name = "by",
                .summary = "shortest by numbers; A*, greedy: of states that can be recorded (under --fair: bfs)",
                .words = "bfs astar greedy"},
    {0},
};

const search_method search_lasso = {
    .name = "lasso",
    .summary = "lassos with the least stem + loop: liveness as safety",
    .keys = keys,
    .is_complete = true,
    .is_optimal = true,
    .uses_estimate = true,
    .ignores = ignores,
    .start = start,
};
