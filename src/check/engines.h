// The tables of engines, estimates, stores and reductions, and what each of them supports. Choosing, refusing, `auto`
// and `beeline list` read them.
#ifndef CHECK_ENGINES_H
#define CHECK_ENGINES_H

#include "abstraction/reduce.h"
#include "search/search.h"

// What a check may need of its parts.
typedef enum {
  // The model...
  NEED_UNTIMED,
  NEED_TIMED,
  // ...the question, in the order of question_kind...
  NEED_ERROR,
  NEED_REACH,
  NEED_STATE,
  NEED_CYCLE,
  NEED_EXTREME,
  NEED_CENSUS,
  // ...and the options.
  NEED_SHORTEST,
  NEED_FASTEST,
  NEED_COST,      // steps do not all cost 1
  NEED_ESTIMATE,  // an estimate is used...
  NEED_ESTIMATES, // ...or several
  NEED_REDUCTION,
  NEED_FREE_STEPS, // of a reduction: some steps cost nothing
  NEED_SEED,
  NEED_FAIR,
  NEED_NEXT,  // the claim notices how often a state comes in a row
  NEED_CLAIM, // an error that a claim sees
  NEED_SETS,  // the claim has several acceptance sets, or none
  NEED_DEADLOCK,
  NEED_COUNT
} check_need;
#define CHECK_NEED(name) (1u << NEED_##name)

// An engine answers questions. Its method says whether it is complete and optimal.
struct beeline_check;
struct check_item;
typedef struct check_engine {
  const char *name, *summary;  // of an engine with a method, see the method; NULL name: the end of the table
  const search_method *method; // NULL: it is not a single search
  unsigned supports;           // CHECK_NEED()s
  void (*run)(struct beeline_check *check, struct check_item *item); // see check_search(): works on the item's question
} check_engine;

// As users write it.
static inline const char *check_engine_name(const check_engine *e) { return e->method ? e->method->name : e->name; }

extern const check_engine check_engines[];             // the first is auto; ends with one without a name
extern const heuristic_kind *const check_heuristics[]; // these end with NULL
extern const store_kind *const check_stores[];
extern const space_reduction *const check_reductions[]; // of an open space; see also CHECK_REDUCTION()
extern const reduce_kind *const check_cuts[];           // of the network, before its space is opened; in this order

// Adding a heuristic, a store or a reduction = its file and a word here.
#define CHECK_HEURISTICS(X)                                                                                            \
  X(zero)                                                                                                              \
  X(dl)                                                                                                                \
  X(du)                                                                                                                \
  X(formula)                                                                                                           \
  X(active)                                                                                                            \
  X(hl)                                                                                                                \
  X(hu) X(add) X(ff) X(cg) X(hamming) X(fsm) X(merge) X(predicate) X(enlarge) X(expr) X(pdb) X(russian_doll) X(layers)
#define CHECK_STORES(X) X(hash)
#define CHECK_REDUCTIONS(X) X(por) X(local)
#define CHECK_CUTS(X) X(cone) X(safe)

// Adding a search = its file and a line here. The sets of needs are in engines.c. The name for users is the method's.
#define CHECK_SEARCHES(X)                                                                                              \
  X(bfs, NETWORKS | SAFETY | EVERYTHING | NEED(SHORTEST) | NEED(FREE_STEPS))                                           \
  X(dfs, NETWORKS | SAFETY | EVERYTHING | NEED(SEED))                                                                  \
  X(dijkstra, NETWORKS | SAFETY | EVERYTHING | NEED(SHORTEST) | NEED(FASTEST) | NEED(COST) | NEED(FREE_STEPS))         \
  X(astar, NETWORKS | SAFETY | NEED(CENSUS) | GUIDED_BY_SEVERAL | NEED(SHORTEST) | NEED(FASTEST) | NEED(FREE_STEPS))   \
  X(wastar, NETWORKS | SAFETY | NEED(CENSUS) | GUIDED_BY_SEVERAL | NEED(FREE_STEPS))                                   \
  X(greedy, NETWORKS | SAFETY | NEED(CENSUS) | GUIDED_BY_SEVERAL | NEED(SEED))                                         \
  X(kbest, NETWORKS | SAFETY | NEED(CENSUS) | GUIDED_BY_SEVERAL)                                                       \
  X(beam, NETWORKS | SAFETY | NEED(CENSUS) | GUIDED)                                                                   \
  X(hill, NETWORKS | SAFETY | GUIDED | NEED(SEED))                                                                     \
  X(ehc, NETWORKS | SAFETY | NEED(CENSUS) | GUIDED)                                                                    \
  X(idastar, NETWORKS | SAFETY | GUIDED | NEED(SHORTEST))                                                              \
  X(bfhs, NETWORKS | SAFETY | GUIDED | NEED(SHORTEST))                                                                 \
  X(frontier, NETWORKS | SAFETY | GUIDED | NEED(SHORTEST))                                                             \
  X(dfbnb, NETWORKS | SAFETY | NEED(CENSUS) | GUIDED | NEED(SHORTEST))                                                 \
  X(lasso, NETWORKS | CYCLES | GUIDED | NEED(SHORTEST) | NEED(FAIR) | NEED(SETS))                                      \
  X(ndfs, NETWORKS | CYCLES | GUIDED)                                                                                  \
  X(ndfs_improved, NETWORKS | CYCLES | GUIDED)                                                                         \
  X(scc, NETWORKS | CYCLES | GUIDED | NEED(FAIR) | NEED(SETS))

#define CHECK_REDUCTION(name) (&space_##name)

// CHECK_CUT(safe): the set of cuts that has just this one.
#define CHECK_CUT(name) (1u << CUT_##name)
enum {
#define X(name) CUT_##name,
  CHECK_CUTS(X)
#undef X
      CUT_COUNT
};

#define X(name) extern const heuristic_kind heuristic_##name;
CHECK_HEURISTICS(X)
#undef X
#define X(name) extern const store_kind store_##name;
CHECK_STORES(X)
#undef X
#define X(name) extern const space_reduction space_##name;
CHECK_REDUCTIONS(X)
#undef X
#define X(name, supports) extern const search_method search_##name;
CHECK_SEARCHES(X)
#undef X

// The kinds of parts. What each supports; for engines that is in their row.
typedef enum { PART_MODEL, PART_COST, PART_REDUCTION, PART_ESTIMATE, PART_ENGINE, PART_COUNT } check_part;
unsigned check_estimate_supports(const heuristic_kind *kind);
unsigned check_reduction_supports(const space_reduction *reduction);
unsigned check_cut_supports(const reduce_kind *cut);
unsigned check_cost_supports(void);           // of any cost but the number of steps
unsigned check_model_supports(bool is_timed); // with any engine

unsigned check_needs_of(const question *asked);
// "search 'dfs' does not support --shortest: its first trace need not be a shortest one", into d, for the first of the
// needs that is not supported. True if all are. as_asked: what to call a need instead of its usual name; NULL = that.
bool check_supports(diags *d, check_part part, const char *name, unsigned supports, unsigned needs,
                    const char *const as_asked[NEED_COUNT]);

#endif
