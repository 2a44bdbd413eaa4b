#include "check/engines.h"

#include "check/verdict.h"
#include "model/claim.h"

#include <assert.h>
#include <string.h>

#define NEED CHECK_NEED
#define NETWORKS (NEED(UNTIMED) | NEED(TIMED))
#define SAFETY (NEED(ERROR) | NEED(DEADLOCK) | NEED(CLAIM) | NEED(REACH) | NEED(STATE) | NEED(REDUCTION) | NEED(NEXT))
#define CYCLES (NEED(CYCLE) | NEED(DEADLOCK) | NEED(CLAIM) | NEED(REDUCTION) | NEED(NEXT))
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
#define X(name) &reduce_##name,
const reduce_kind *const check_cuts[] = {CHECK_CUTS(X) NULL};
#undef X

#define X(row, can) {.name = #row, .method = &search_##row, .supports = (can), .run = verdict_search},
const check_engine check_engines[] = {{"auto",
                                       "alternates several searches, chosen by model and property (the default)", NULL,
                                       NETWORKS | SAFETY | EVERYTHING | NEED(CYCLE) | NEED(SHORTEST) | NEED(SEED) |
                                           NEED(FAIR) | NEED(SETS) | NEED(FREE_STEPS),
                                       verdict_auto},
                                      CHECK_SEARCHES(X){0}};
#undef X

#define ALL (CHECK_NEED(COUNT) - 1)

// Estimates count steps. One that is not admissible proves nothing about lengths.
unsigned check_estimate_supports(const heuristic_kind *kind) {
  unsigned supports = ALL;
  if (kind != &heuristic_zero)
    supports &= ~(NEED(FASTEST) | NEED(COST));
  if (kind->is_abstract)
    supports &= ~(NEED(STATE) | NEED(CYCLE) | NEED(CLAIM) | NEED(EXTREME) | NEED(CENSUS));
  return kind->is_admissible ? supports : supports & ~NEED(SHORTEST);
}

unsigned check_reduction_supports(const space_reduction *reduction) {
  unsigned supports = ALL & ~(NEED(TIMED) | NEED(CENSUS) | NEED(EXTREME) | NEED(COST) | NEED(FASTEST) | NEED(FAIR));
  supports &= ~NEED(NEXT);
  if (reduction->trim) // states count what is not paid for yet
    supports &= ~(NEED(STATE) | NEED(CYCLE) | NEED(CLAIM));
  return reduction->keeps_lengths ? supports : supports & ~NEED(SHORTEST);
}

unsigned check_cut_supports(const reduce_kind *cut) {
  unsigned supports =
      NETWORKS | NEED(ERROR) | NEED(REACH) | NEED(SHORTEST) | GUIDED_BY_SEVERAL | NEED(REDUCTION) | NEED(SEED);
  return cut->keeps_lengths ? supports : supports & ~NEED(SHORTEST);
}

unsigned check_cost_supports(void) { return ALL & ~(NEED(SHORTEST) | NEED(FASTEST) | NEED(EXTREME)); }

unsigned check_model_supports(bool is_timed) { return ALL & ~(is_timed ? NEED(FAIR) : NEED(FASTEST) | NEED(EXTREME)); }

static void note_deadlock(const expr *e, void *context) { *(bool *)context |= e->op == EXPR_DEADLOCK; }

unsigned check_needs_of(const question *asked) {
  static_assert((int)NEED_CENSUS - (int)NEED_ERROR == (int)QUESTION_CENSUS, "needs are in the order of questions");
  bool is_stuck = question_seeks_deadlock(asked);
  expr_walk(asked->condition, note_deadlock, &is_stuck);
  bool is_next = asked->claim && !asked->claim->is_stutter_invariant;
  bool is_several = asked->kind == QUESTION_CYCLE && asked->claim && asked->claim->mark_count != 1;
  unsigned kind = asked->kind == QUESTION_ERROR && asked->claim ? NEED(CLAIM) : 1u << (NEED_ERROR + (int)asked->kind);
  return kind | (asked->is_fair ? NEED(FAIR) : 0) | (is_next ? NEED(NEXT) : 0) | (is_several ? NEED(SETS) : 0) |
         (is_stuck ? NEED(DEADLOCK) : 0);
}

// The name of a need, why a part may not support it, and a hint.
typedef struct need_text {
  const char *what, *hint;
  const char *why[PART_COUNT]; // NULL = no reason is given
} need_text;

static const need_text texts[NEED_COUNT] = {
    [NEED_UNTIMED] = {"untimed models", "remove the option", {0}},
    [NEED_TIMED] = {"timed models", "remove the option", {0}},
    [NEED_ERROR] = {"errors", NULL, {0}},
    [NEED_REACH] = {"reachability", NULL, {0}},
    [NEED_STATE] = {"the search for a given state", NULL, {0}},
    [NEED_CYCLE] = {"properties of infinite executions",
                    "use auto, lasso, scc or ndfs",
                    {[PART_ENGINE] = "it does not search for cycles"}},
    [NEED_EXTREME] =
        {"sup and inf",
         "remove the option, or use --search bfs or dfs",
         {[PART_ENGINE] = "they need a search that visits every state", [PART_MODEL] = "they need a timed model"}},
    [NEED_CENSUS] =
        {"--census",
         "remove one of the two",
         {[PART_ENGINE] = "it does not visit or does not store every state", [PART_REDUCTION] = "it omits states"}},
    [NEED_SHORTEST] = {"--shortest",
                       "remove one of the two, or use --search bfs",
                       {[PART_ENGINE] = "its first trace need not be a shortest one",
                        [PART_ESTIMATE] = "it is not admissible",
                        [PART_REDUCTION] = "it may omit all shortest traces",
                        [PART_COST] = "the cheapest trace need not be a shortest one"}},
    [NEED_FASTEST] = {"--fastest",
                      "remove one of the two, or use --search dijkstra",
                      {[PART_ENGINE] = "it counts steps",
                       [PART_ESTIMATE] = "it counts steps",
                       [PART_COST] = "the cost is the time",
                       [PART_MODEL] = "it is not a timed model; use --shortest for the number of steps"}},
    [NEED_COST] = {"--cost and --weights",
                   "remove one of the two, or use --search dijkstra",
                   {[PART_ENGINE] = "it counts steps",
                    [PART_ESTIMATE] = "it counts steps",
                    [PART_REDUCTION] = "it may omit all cheapest traces"}},
    [NEED_ESTIMATE] = {"--heuristic", "remove one of the two", {[PART_ENGINE] = "it uses no heuristic"}},
    [NEED_ESTIMATES] = {"several heuristics",
                        "name one, or use greedy, kbest, astar or wastar",
                        {[PART_ENGINE] = "it uses one heuristic"}},
    [NEED_REDUCTION] = {"--reduce", "remove one of the two", {0}},
    [NEED_FREE_STEPS] = {"--reduce local",
                         "use --reduce por, or --search bfs, astar, wastar or dijkstra",
                         {[PART_ENGINE] = "it counts every step"}},
    [NEED_SEED] = {"--seed", NULL, {[PART_ENGINE] = "it uses no random numbers"}},
    [NEED_FAIR] = {"--fair",
                   "remove one of the two",
                   {[PART_ENGINE] = "it does not look for fair cycles",
                    [PART_REDUCTION] = "it may omit all fair executions",
                    [PART_MODEL] = "it is a timed model"}},
    [NEED_NEXT] = {"claims that may notice how often a state comes in a row",
                   "remove the option",
                   {[PART_REDUCTION] = "it changes how often states are repeated"}},
    [NEED_CLAIM] = {"properties of finite executions", NULL, {0}},
    [NEED_SETS] = {"claims with several acceptance sets",
                   "use --search scc",
                   {[PART_ENGINE] = "it looks for states that are accepting"}},
    [NEED_DEADLOCK] = {"questions about deadlocks",
                       "ask for assertions only (--property assert), or remove the option",
                       {[PART_REDUCTION] = "it leaves out steps of processes that could still move"}},
};

bool check_supports(diags *d, check_part part, const char *name, unsigned supports, unsigned needs,
                    const char *const as_asked[NEED_COUNT]) {
  static const char *const parts[] = {"model", "option", "reduction", "heuristic", "search"};
  unsigned missing = needs & ~supports;
  if (!missing)
    return true;
  int need = __builtin_ctz(missing);
  const need_text *text = &texts[need];
  assert(text->what && "every need has a name");
  const char *what = as_asked && as_asked[need] ? as_asked[need] : text->what, *why = text->why[part];
  diag_add(d, DIAG_ERROR, (place){0}, text->hint, "%s '%s' does not support %s%s%s", parts[part], name, what,
           why ? ": " : "", why ? why : "");
  return false;
}
