// Inside check: from a search under way to a verdict. The one place that says what may be called satisfied or shortest.
#ifndef CHECK_VERDICT_H
#define CHECK_VERDICT_H

#include "check/run.h"

void verdict_name_choice(check_item *item, arena *memory, const check_choice *choice); // in the result

typedef struct verdict_find { // an execution that somebody has found
  const answer *answer;       // steps and end; borrowed
  const reduced *reduced;     // the network it is an execution of; NULL = that of the model
  uint32_t cost;              // as counted by whoever found it; SEARCH_NO_BOUND = not counted
  const cost_value *weight;   // the same by the cost of the choice; NULL = that counts steps
  const check_choice *choice; // that found it; NULL = keeps the names that the result has
  check_run *run;             // that found it, if it may have steps that are not needed; else NULL
} verdict_find;

typedef enum { VERDICT_TAKEN, VERDICT_NO_EXECUTION, VERDICT_LONGER, VERDICT_LEFT } verdict_taken;

// Takes it over as the item's answer if it replays. VERDICT_LONGER: in the network of the model it is no shorter than
// the answer that the item has. VERDICT_LEFT: there was no memory or no time for that; then *reason says which.
verdict_taken verdict_try(beeline_check *check, check_item *item, const verdict_find *find, const char **why_not,
                          beeline_reason *reason);
// Takes over what the run has found, once it is replayed, as the item's answer. False if there was no memory or
// time for that, or (internal error) if it does not replay.
bool verdict_accept(check_run *run);
// May what the run has found take the place of the item's answer? What was looked for is not given up for an error.
bool verdict_is_welcome(const check_run *run);
void verdict_note_reduced(check_run *run);             // in the item's result: what the network of the run leaves out
void verdict_prove(check_item *item, unsigned proved); // PROVED_SHORTEST ... of its answer
beeline_verdict verdict_of_absence(const check_item *item); // nothing was found that was looked for: what that means
void verdict_tell(beeline_check *check, const check_item *item); // the caller of the library, of a trace
uint64_t verdict_memory(const beeline_check *check); // that searches may use together, beside what waiting ones hold
// What the engine keeps between two turns: item->work, which is made (zeroed) if there is none. NULL = no memory for
// it: then the item is over. close frees what lies in it; see verdict_close().
void *verdict_work(beeline_check *check, check_item *item, size_t size,
                   void (*close)(beeline_check *check, check_item *item));
void verdict_close(beeline_check *check, check_item *item); // frees item->work itself
// A run has returned this: it was only the turn that ended, and the work goes on in the next one.
bool verdict_waits(beeline_check *check, beeline_reason reason);
void verdict_fill_stats(beeline_check *check, check_item *item, const check_run *runs, uint32_t count);

// polish.c: making the item's trace shorter with little effort. True, or *is_shorter, if that succeeded.
bool polish_filter(beeline_check *check, check_item *item); // by leaving out irrelevant steps
bool polish_slide(beeline_check *check, check_item *item);  // polish_lasso.c: by beginning the loop of a lasso earlier
// By looking around it, expanding so many states. Returns a limit that was reached.
beeline_reason polish_around(beeline_check *check, check_item *item, uint64_t expansions, uint64_t memory_limit,
                             bool *is_shorter);

// Both, round by round, as long as that helps. effort: the number of states that were expanded to find the trace; for a
// long one no more is spent again. 0: as much as usually pays. Returns a limit that was reached.
beeline_reason polish_within(beeline_check *check, check_item *item, uint64_t effort, uint64_t memory_limit);

void verdict_extreme(beeline_check *check, check_item *item); // extreme.c: the extreme values of terms
void verdict_search(beeline_check *check, check_item *item);  // the search that was chosen
void verdict_auto(beeline_check *check, check_item *item);    // auto.c: several searches by turns

#endif
