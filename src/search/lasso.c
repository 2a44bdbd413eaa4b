// Lassos: a stem and a loop whose lengths together are as small as possible.
#include "search/lasso.h"

#include "search/lasso_record.h"

enum { KEY_BY };
enum { BY_BFS, BY_ASTAR, BY_GREEDY };

static search *start(const search_setup *setup) {
  unsigned by = (unsigned)setup->keys.value[KEY_BY];
  return by == BY_BFS ? lasso_bfs_start(setup) : lasso_guided_start(setup, by == BY_GREEDY);
}

// What is seen of the marks of a recorded state is in a byte.
static const char *refuses(const key_values *all, const question *asked) {
  bool is_small = !asked->is_fair && (!asked->claim || asked->claim->mark_count <= LASSO_RECORD_MOST_MARKS);
  return (unsigned)all->value[KEY_BY] == BY_BFS || is_small
             ? NULL
             : "by=astar and by=greedy take up to 8 acceptance sets, and no fairness; by=bfs takes any";
}

static const char *ignores(const key_values *keys, const heuristic_kind *kind) {
  (void)kind;
  return (unsigned)keys->value[KEY_BY] == BY_BFS ? "breadth-first search uses no estimate; by=astar does" : NULL;
}

static const option_key keys[] = {
    [KEY_BY] = {.name = "by",
                .summary = "shortest by numbers; A*, greedy: of states that can be recorded (not with --fair)",
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
    .refuses = refuses,
    .start = start,
};
