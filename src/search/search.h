// Searches: policies over one best-first engine, and algorithms that do not fit it. A search is advanced by step(), so
// that limits, progress and interrupts are handled outside the algorithms.
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "base/keys.h"
#include "beeline_stats.h"
#include "heuristic/heuristic.h"
#include "model/answer.h"
#include "search/cost.h"
#include "space/space.h"
#include "store/store.h"

typedef enum { SEARCH_RUNNING, SEARCH_FOUND, SEARCH_EXHAUSTED } search_status;

typedef struct search_stats { // so far; the estimate of a dead end is HEURISTIC_DEAD_END
  BEELINE_STATISTICS(BEELINE_STATISTIC_FIELD, BEELINE_STATISTIC_SKIP)
} search_stats;

// Of QUESTION_CYCLE (the space is a product with a claim, space/product.h): a stem and a loop, with end OUTCOME_CYCLE,
// or an error, as usual. Both may contain steps in which nothing happens (net_stutter), which cost 0.
typedef struct search_finding {
  // The trace from the initial state. Its last step is the one that has the error; of an error in a state (a deadlock,
  // a condition), the one that leads to that state. Only steps and end are filled in.
  answer answer;
  uint32_t cost;     // of the trace: the sum of the costs of its steps
  cost_value weight; // of the trace, by search_setup.costs
  bool is_there;     // the rest is filled in
  bool is_settled;   // no error costs less, if the search is optimal: not so if it was stopped, or ended at its first
} search_finding;

typedef struct search search;

enum { SEARCH_NO_BOUND = UINT32_MAX };

typedef struct search_setup { // everything is borrowed
  mem *m;
  space *space;
  const store_kind *store;
  question asked;
  heuristic *const *estimates; // at least one; a search that uses a single estimate uses the first
  uint32_t estimate_count;
  key_values keys; // by index in the method's table of keys
  uint32_t bound;  // search only for errors that cost less; SEARCH_NO_BOUND = any
  uint64_t seed;
  struct facts *facts;     // of the network; NULL = a search that needs them makes its own
  const step_costs *costs; // for searches that support costs; NULL = count steps
  bool ends_at_first;      // the first error is enough, although another may cost less
} search_setup;

// What a search guarantees, provided that its estimates have the properties named here:
typedef struct search_method {
  const char *name, *summary;
  const option_key *keys; // for NAME:KEY=VALUE; the last entry has no name; NULL = none
  bool is_complete;       // SEARCH_EXHAUSTED: no error costs less than the bound, if the estimates used are safe
  bool is_optimal;        // the first error found has the least cost, if the estimate is admissible
  bool uses_estimate;
  bool only_prunes;        // an estimate prunes only what leads to no better error for certain: is_optimal with any
  bool only_orders;        // estimates decide which successor comes first, nothing else: is_complete with any
  bool counts_transitions; // takes an atomic sequence (space_atomic) as one transition and does not count its steps
  // Why a search with these keys would ignore the estimate; NULL = it would not. The function may be NULL.
  const char *(*ignores)(const key_values *keys, const heuristic_kind *kind);
  // Why a search with these keys would ignore --seed; NULL = it would not. The function may be NULL.
  const char *(*ignores_seed)(const key_values *keys);
  // Why a search with these keys cannot answer the question; NULL = it can. The function may be NULL.
  const char *(*refuses)(const key_values *keys, const question *asked);
  search *(*start)(const search_setup *setup);
} search_method;

struct search {
  const search_method *method;
  search_stats stats;
  bool is_incomplete; // this run has left states out, although the method may be complete
  // An error that can be reported now, if it is there: after SEARCH_FOUND, and while the search looks for a cheaper
  // one. It stays as it is when step() is left by a failed allocation or by an interrupt.
  search_finding found;
  // Returns after about `work` expansions. Must not be called again after SEARCH_FOUND or SEARCH_EXHAUSTED.
  search_status (*step)(search *s, uint32_t work);
  // No more states can be stored: from now on, only the trace of the best error seen is worked out, until SEARCH_FOUND.
  // False if none was seen. NULL: `found` is up to date.
  bool (*settle)(search *s);
  // From now on search only for errors that cost less. NULL: the bound of this search cannot be changed.
  void (*lower_bound)(search *s, uint32_t bound);
  void (*close)(search *s);
};

#endif
