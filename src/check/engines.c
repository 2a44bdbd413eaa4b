#include "check/engines.h"

#include <assert.h>
#include <string.h>

#define NEED CHECK_NEED
#define NETWORKS (NEED(UNTIMED) | NEED(TIMED))
#define SAFETY (NEED(ERROR) | NEED(REACH) | NEED(STATE) | NEED(REDUCTION))
#define GUIDED NEED(ESTIMATE)
#define GUIDED_BY_SEVERAL (NEED(ESTIMATE) | NEED(ESTIMATES))
#define EVERYTHING (NEED(EXTREME) | NEED(CENSUS)) // it visits every state and counts them

#define X(name) &heuristic_##name,
const heuristic_kind *const check_heuristics[] = {CHECK_HEURISTICS(X) NULL};
#undef X
#define X(name) &store_##name,
const store_kind *const check_stores[] = {CHECK_STORES(X) NULL};
#undef X
#define X(name) &space_##name,
const space_reduction *const check_reductions[] = {CHECK_REDUCTIONS(X) NULL};
#undef X

#define X(row, can) {.name = #row, .method = &search_##row, .supports = (can)},
const check_engine check_engines[] = {
    {"auto", "several searches by turns, chosen for the model and what is asked (the default)", NULL,
     NETWORKS | SAFETY | EVERYTHING | NEED(SHORTEST) | NEED(SEED)},
    CHECK_SEARCHES(X){0}};
#undef X

#define ALL (CHECK_NEED(COUNT) - 1)

// Estimates count steps. One that is not admissible proves nothing about lengths.
unsigned check_estimate_supports(const heuristic_kind *kind) {
  unsigned supports = ALL;
  if (kind != &heuristic_zero)
    supports &= ~(NEED(FASTEST) | NEED(COST));
  return kind->is_admissible ? supports : supports & ~NEED(SHORTEST);
}

unsigned check_reduction_supports(const space_reduction *reduction) {
  unsigned supports = ALL & ~(NEED(TIMED) | NEED(CENSUS) | NEED(EXTREME) | NEED(COST) | NEED(FASTEST));
  return reduction->keeps_lengths ? supports : supports & ~NEED(SHORTEST);
}

unsigned check_cost_supports(void) { return ALL & ~(NEED(SHORTEST) | NEED(FASTEST) | NEED(EXTREME)); }

unsigned check_model_supports(bool is_timed) { return is_timed ? ALL : ALL & ~(NEED(FASTEST) | NEED(EXTREME)); }

unsigned check_needs_of(const question *asked) {
  static_assert((int)NEED_CENSUS - (int)NEED_ERROR == (int)QUESTION_CENSUS, "needs are in the order of questions");
  return 1u << (NEED_ERROR + (int)asked->kind);
}

// The name of a need, why a part may not support it, and a hint.
typedef struct need_text {
  const char *what, *hint;
  const char *why[PART_COUNT]; // NULL = no reason is given
} need_text;

static const need_text texts[NEED_COUNT] = {
    [NEED_UNTIMED] = {"models that are not timed", "leave it out", {0}},
    [NEED_TIMED] = {"timed models", "leave it out", {0}},
    [NEED_ERROR] = {"errors", NULL, {0}},
    [NEED_REACH] = {"reachability", NULL, {0}},
    [NEED_STATE] = {"the search for a given state", NULL, {0}},
    [NEED_CYCLE] = {"properties of infinite executions",
                    "assertions, invalid end states and invariants can be checked: --property assert|deadlock, "
                    "--invariant EXPR",
                    {[PART_ENGINE] = "it does not look for cycles"}},
    [NEED_EXTREME] =
        {"sup and inf",
         "leave it out, or use --search bfs or dfs",
         {[PART_ENGINE] = "they need a search that visits every state", [PART_MODEL] = "they are for timed models"}},
    [NEED_CENSUS] = {"--census",
                     "leave out one of them",
                     {[PART_ENGINE] = "it does not visit every state, or forgets states",
                      [PART_REDUCTION] = "it leaves states out"}},
    [NEED_SHORTEST] = {"--shortest",
                       "leave out one of them, or use --search bfs",
                       {[PART_ENGINE] = "its first trace need not be a shortest one",
                        [PART_ESTIMATE] = "it is not admissible",
                        [PART_REDUCTION] = "it may leave out the shortest trace",
                        [PART_COST] = "the cheapest trace need not be a shortest one"}},
    [NEED_FASTEST] = {"--fastest",
                      "leave out one of them, or use --search dijkstra",
                      {[PART_ENGINE] = "it counts steps",
                       [PART_ESTIMATE] = "it counts steps",
                       [PART_COST] = "time is what counts",
                       [PART_MODEL] = "it is not a timed model; --shortest is for the number of steps"}},
    [NEED_COST] = {"--cost and --weights",
                   "leave out one of them, or use --search dijkstra",
                   {[PART_ENGINE] = "it counts steps",
                    [PART_ESTIMATE] = "it counts steps",
                    [PART_REDUCTION] = "it may leave out the cheapest trace"}},
    [NEED_ESTIMATE] = {"--heuristic", "leave out one of them", {[PART_ENGINE] = "it uses no estimate"}},
    [NEED_ESTIMATES] = {"several heuristics",
                        "name one, or use greedy, kbest, astar or wastar",
                        {[PART_ENGINE] = "it takes one estimate"}},
    [NEED_REDUCTION] = {"--reduce", "leave out one of them", {0}},
    [NEED_SEED] = {"--seed", NULL, {[PART_ENGINE] = "nothing in it is random"}},
    [NEED_THREADS] = {"--threads", NULL, {[PART_ENGINE] = "it runs in one thread"}},
};

bool check_supports(diags *d, check_part part, const char *name, unsigned supports, unsigned needs,
                    const char *const as_asked[NEED_COUNT]) {
  static const char *const parts[] = {"model", "option", "reduction", "heuristic", "search"};
  unsigned missing = needs & ~supports;
  if (!missing)
    return true;
  int need = __builtin_ctz(missing);
  const need_text *text = &texts[need];
  const char *what = as_asked && as_asked[need] ? as_asked[need] : text->what, *why = text->why[part];
  diag_add(d, DIAG_ERROR, (place){0}, text->hint, "%s '%s' does not support %s%s%s", parts[part], name, what,
           why ? ": " : "", why ? why : "");
  return false;
}
