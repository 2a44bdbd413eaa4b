// Inside check: from a search under way to a verdict. The one place that says what may be called satisfied or shortest.
#ifndef CHECK_SEARCH_H
#define CHECK_SEARCH_H

#include "check/run.h"

void search_name_engine(check_item *item, arena *memory, const check_engine *engine); // in the result

typedef struct search_find { // a way to an error that somebody has found
  const net_action *steps;
  uint32_t count;
  fault fault;
  uint32_t cost;              // as counted by whoever found it; SEARCH_NO_BOUND = not counted
  const cost_value *weight;   // the same by the cost of the engine; NULL = that counts steps
  const check_engine *engine; // that found it; NULL = keeps the names that the result has
} search_find;

typedef enum { SEARCH_TAKEN, SEARCH_NO_EXECUTION, SEARCH_NO_MEMORY } search_verdict;

// Takes it over as the item's result if it replays.
search_verdict search_try(beeline_check *check, check_item *item, const search_find *find, const char **why_not);
// Takes over the trace that the run has found, once it is replayed, as the item's result. False if there was no memory
// for that, or (internal error) if it does not replay.
bool search_accept(check_run *run);
// May what the run has found take the place of the item's trace? What was looked for is not given up for an error.
bool search_is_welcome(const check_run *run);
beeline_verdict search_verdict_of_absence(const check_item *item); // there is nothing to be found: what that means
void search_tell(beeline_check *check, const check_item *item);    // the caller of the library, of a trace
uint64_t search_memory(const beeline_check *check);                // that searches may use together
void search_fill_stats(beeline_check *check, check_item *item, const check_run *runs, uint32_t count);

// polish.c: making the item's trace shorter with little effort. True, or *is_shorter, if that succeeded.
bool polish_filter(beeline_check *check, check_item *item); // by leaving out irrelevant steps
// By looking around it, expanding so many states. Returns a limit that was reached.
beeline_reason polish_around(beeline_check *check, check_item *item, uint64_t expansions, uint64_t memory_limit,
                             bool *is_shorter);

// extreme.c: the extreme values of terms.
void search_extreme(beeline_check *check, check_item *item);
bool search_extreme_is_honoured(diags *d, const check_engine *engine); // else says what does not go with them

// auto.c: several searches by turns.
void search_by_plan(beeline_check *check, check_item *item);

#endif
