// Greedy best-first search: least estimate first, whatever the cost so far. Several estimates have a list each, and the
// lists take turns: where one estimate is misled, another may not be.
#include "search/best_first.h"

extern const search_method search_greedy;

enum { GREEDY_TIES, GREEDY_PREFERRED, GREEDY_EXPLORE };
enum { EXPLORE_NONE, EXPLORE_TYPE, EXPLORE_NOVELTY };

static const open_ties ties_by_word[] = {OPEN_LAST_IN, OPEN_FIRST_IN, OPEN_LESS_COST};

typedef VEC(open_lane) lanes;

static void add_lane(lanes *to, mem *m, open_list *list, bool is_favoured) {
  open_lane lane = {.list = list, .is_favoured = is_favoured};
  vec_push(m, to, lane);
}

static open_list *open_lists(const search_setup *setup, bool has_preferred) {
  mem *m = setup->m;
  lanes all = {0};
  open_order order = {.estimate_weight = 1, .ties = ties_by_word[(int)setup->keys.value[GREEDY_TIES]]};
  for (; order.estimate < setup->estimate_count; order.estimate++) {
    add_lane(&all, m, open_sorted(m, order), false);
    open_order favoured = order;
    favoured.only_preferred = true;
    if (has_preferred && setup->estimates[order.estimate]->prefers)
      add_lane(&all, m, open_sorted(m, favoured), true);
  }
  if (setup->keys.value[GREEDY_EXPLORE] == EXPLORE_TYPE)
    add_lane(&all, m, open_types(m, setup->seed), false);
  else if (setup->keys.value[GREEDY_EXPLORE] == EXPLORE_NOVELTY)
    add_lane(&all, m, open_novel(m), false);
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
    [GREEDY_TIES] = {.name = "ties",
                     .summary = "first among equals: last in, first in, less g",
                     .words = "lifo fifo g"},
    [GREEDY_PREFERRED] = {.name = "preferred",
                          .summary = "try steps that the estimate prefers first",
                          .words = "no yes"},
    [GREEDY_EXPLORE] = {.name = "explore",
                        .summary = "one more list, against plateaus: by type at random, or what is new",
                        .words = "none type novelty",
                        .usual = EXPLORE_TYPE},
    {0},
};

const search_method search_greedy = {
    .name = "greedy",
    .summary = "greedy best-first: least estimate first; several estimates take turns",
    .keys = keys,
    .is_complete = true,
    .uses_estimate = true,
    .counts_transitions = true,
    .start = start,
};
