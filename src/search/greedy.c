// Greedy best-first search: least estimate first, at any cost. With several estimates, each has an open list of its
// own, and the lists alternate (Roeger, Helmert: The more, the merrier: combining heuristic estimators for satisficing
// planning, 2010): where one estimate misleads, another may not. So do lists in which states come first that useful
// steps, or steps that interfere with the step before, have led to (search/preference.h): the multi-queue search of
// MCTA.
#include "search/best_first.h"

extern const search_method search_greedy;

enum { GREEDY_TIES, GREEDY_PREFERRED, GREEDY_EXPLORE, GREEDY_PREFER };
enum { EXPLORE_NONE, EXPLORE_TYPE, EXPLORE_NOVELTY };
enum { PREFER_NONE, PREFER_USEFUL, PREFER_CONTEXT, PREFER_BOTH };
enum { TIES_AUTO, TIES_LAST, TIES_FIRST, TIES_LESS_COST, TIES_BOTH };

static const open_ties ties_by_word[] = {
    [TIES_AUTO] = OPEN_LAST_IN,        [TIES_LAST] = OPEN_LAST_IN, [TIES_FIRST] = OPEN_FIRST_IN,
    [TIES_LESS_COST] = OPEN_LESS_COST, [TIES_BOTH] = OPEN_LAST_IN,
};

typedef VEC(open_sublist) sublists;

static void add_list(sublists *to, mem *m, open_list *list, bool is_boosted) {
  open_sublist sublist = {.list = list, .is_boosted = is_boosted};
  vec_push(m, to, sublist);
}

// Among states of equal h, going on from the last one or trying the first one first: where one way gets lost on a
// plateau, the other often walks straight. Both by turns, with a list for each, are seldom much worse than the better
// one. By measurement, that pays in timed models; in others, where most steps do not change h, going on is nearly
// always better.
static bool has_both(const search_setup *setup, int ties) {
  return ties == TIES_BOTH || (ties == TIES_AUTO && setup->space->net->is_timed);
}

static bool prefers(const search_setup *setup, int what) {
  int asked = (int)setup->keys.value[GREEDY_PREFER];
  return asked == what || asked == PREFER_BOTH;
}

static void add_ranked(sublists *to, const search_setup *setup, open_order order) {
  static const open_rank ranks[] = {[PREFER_USEFUL] = OPEN_USELESS, [PREFER_CONTEXT] = OPEN_CONTEXT};
  for (int what = PREFER_USEFUL; what <= PREFER_CONTEXT; what++) {
    order.rank = ranks[what];
    if (prefers(setup, what))
      add_list(to, setup->m, open_sorted(setup->m, order), false);
  }
}

static open_list *open_lists(const search_setup *setup, bool has_preferred) {
  mem *m = setup->m;
  sublists all = {0};
  int ties = (int)setup->keys.value[GREEDY_TIES];
  open_order order = {.estimate_weight = 1, .ties = ties_by_word[ties]};
  for (; order.estimate < setup->estimate_count; order.estimate++) {
    open_order other = order, preferred = order;
    add_list(&all, m, open_sorted(m, order), false);
    other.ties = OPEN_FIRST_IN;
    if (has_both(setup, ties))
      add_list(&all, m, open_sorted(m, other), false);
    add_ranked(&all, setup, order);
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
  policy.asks_useful = prefers(setup, PREFER_USEFUL);
  policy.asks_context = prefers(setup, PREFER_CONTEXT);
  return best_first_start(&search_greedy, policy, setup);
}

static const option_key keys[] = {
    [GREEDY_TIES] = {.name = "ties",
                     .summary =
                         "tie-breaking: last in, first in, least g, or last in and first in by turns; auto: both "
                         "in timed models, else lifo",
                     .words = "auto lifo fifo g both"},
    [GREEDY_PREFERRED] = {.name = "preferred",
                          .summary = "one more open list, of states reached by preferred steps (ff, cg)",
                          .words = "no yes"},
    [GREEDY_EXPLORE] = {.name = "explore",
                        .summary = "one more open list, to leave plateaus: random by type (g, h), or novel states",
                        .words = "none type novelty",
                        .usual = EXPLORE_TYPE},
    [GREEDY_PREFER] = {.name = "prefer",
                       .summary = "one more open list, where states come first that useful steps, or steps that "
                                  "interfere with the step before, have led to",
                       .words = "none useful context both"},
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
