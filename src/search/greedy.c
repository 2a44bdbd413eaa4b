// Greedy best-first search: least estimate first, at any cost. With several estimates, each has an open list of its
// own, and the lists alternate (Roeger, Helmert: The more, the merrier: combining heuristic estimators for satisficing
// planning, 2010): where one estimate misleads, another may not.
#include "search/best_first.h"

extern const search_method search_greedy;

enum { GREEDY_TIES, GREEDY_PREFERRED, GREEDY_EXPLORE };
enum { EXPLORE_NONE, EXPLORE_TYPE, EXPLORE_NOVELTY };

static const open_ties ties_by_word[] = {OPEN_LAST_IN, OPEN_FIRST_IN, OPEN_LESS_COST};

typedef VEC(open_sublist) sublists;

static void add_list(sublists *to, mem *m, open_list *list, bool is_boosted) {
  open_sublist sublist = {.list = list, .is_boosted = is_boosted};
  vec_push(m, to, sublist);
}

static open_list *open_lists(const search_setup *setup, bool has_preferred) {
  mem *m = setup->m;
  sublists all = {0};
  open_order order = {.estimate_weight = 1, .ties = ties_by_word[(int)setup->keys.value[GREEDY_TIES]]};
  for (; order.estimate < setup->estimate_count; order.estimate++) {
    add_list(&all, m, open_sorted(m, order), false);
    open_order preferred = order;
    preferred.only_preferred = true;
    if (has_preferred && setup->estimates[order.estimate]->prefers)
      add_list(&all, m, open_sorted(m, preferred), true);
  }
  if (setup->keys.value[GREEDY_EXPLORE] == EXPLORE_TYPE)
    add_list(&all, m, open_types(m, setup->seed), false);
  else if (setup->keys.value[GREEDY_EXPLORE] == EXPLORE_NOVELTY)
    add_list(&all, m, open_novel(m), false);
  open_list *open = open_alternate(m, all.at, all.count, setup->estimate_count);
  vec_free(m, &all);
  return open;
}

static search *start(const search_setup *setup) {
  bool has_preferred = setup->keys.value[GREEDY_PREFERRED] != 0;
  best_first_policy policy = {.open = open_lists(setup, has_preferred), .asks_preferred = has_preferred};
  policy.keeps_cost = policy.uses_estimates = policy.stops_at_first = policy.takes_sequences = true;
  policy.together = 1;
  return best_first_start(&search_greedy, policy, setup);
}

static const option_key keys[] = {
    [GREEDY_TIES] = {.name = "ties", .summary = "tie-breaking: last in, first in, least g", .words = "lifo fifo g"},
    [GREEDY_PREFERRED] = {.name = "preferred",
                          .summary = "one more open list, of states reached by preferred steps (ff, cg)",
                          .words = "no yes"},
    [GREEDY_EXPLORE] = {.name = "explore",
                        .summary = "one more open list, to leave plateaus: random by type (g, h), or novel states",
                        .words = "none type novelty",
                        .usual = EXPLORE_TYPE},
    {0},
};

const search_method search_greedy = {
    .name = "greedy",
    .summary = "greedy best-first search: least h first; several estimates have alternating open lists",
    .keys = keys,
    .is_complete = true,
    .uses_estimate = true,
    .counts_transitions = true,
    .start = start,
};
