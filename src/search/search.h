// Searches: policies over one engine, and a few algorithms of their own. A search is advanced by step(), so that
// limits, progress and interrupts live outside the algorithms.
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

typedef struct search_stats { // so far; a dead end as an estimate is HEURISTIC_DEAD_END here
  BEELINE_STATISTICS(BEELINE_STATISTIC_FIELD, BEELINE_STATISTIC_SKIP)
} search_stats;

typedef struct search_finding {
  // From the initial state to what was asked for: the last step is the one that goes wrong; where it is seen in a state
  // (a deadlock, a condition), the one that leads there. Steps and end are filled in, nothing else.
  answer answer;
  uint32_t cost;     // sum of the costs
  cost_value weight; // of the steps, of a search that was given costs
} search_finding;

typedef struct search search;

enum { SEARCH_NO_BOUND = UINT32_MAX };

typedef struct search_setup { // everything is borrowed
  mem *m;
  space *space;
  const store_kind *store;
  question asked;
  heuristic *const *estimates; // never none; a search that takes one estimate takes the first
  uint32_t estimate_count;
  key_values keys; // by the method's table of keys
  uint32_t bound;  // only errors that cost less are looked for; SEARCH_NO_BOUND = any
  uint64_t seed;
  const step_costs *costs; // what steps cost, to a search that takes costs; NULL = the number of steps
} search_setup;

// What a search promises, on the condition that its estimates are what it needs:
typedef struct search_method {
  const char *name, *summary;
  const option_key *keys;  // that NAME:KEY=VALUE may set; ends with a nameless one; NULL = none
  bool is_complete;        // SEARCH_EXHAUSTED means that there is no error (that costs less than the bound)...
  bool is_optimal;         // the first error found has the least cost, if the estimate is admissible
  bool uses_estimate;      // ...if the estimates are safe, where it uses them
  bool counts_transitions; // takes what is passed (space_atomic) as one: the number of steps does not matter to it
  search *(*start)(const search_setup *setup);
} search_method;

struct search {
  const search_method *method;
  search_stats stats;
  bool is_incomplete;   // this run has left something out, whatever the method promises
  search_finding found; // after SEARCH_FOUND
  // Does about `work` expansions, then returns. After SEARCH_FOUND or SEARCH_EXHAUSTED it must not be called again.
  search_status (*step)(search *s, uint32_t work);
  // From now on only errors that cost less than this are looked for. NULL: it cannot change its mind.
  void (*lower_bound)(search *s, uint32_t bound);
  void (*close)(search *s);
};

#endif
