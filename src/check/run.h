// One search under way, in a memory of its own: it can be advanced bit by bit beside others, and thrown away.
#ifndef CHECK_RUN_H
#define CHECK_RUN_H

#include "check/check.h"

typedef struct check_run { // what must survive an allocation that fails lies here, not in registers
  beeline_check *check;
  check_item *item;
  check_engine engine;
  uint32_t bound;
  mem *memory;
  space *space;
  space *watch; // of a census: sees the errors that are passed
  heuristic *estimates[ENGINE_MOST_ESTIMATES];
  search *search; // NULL until it is prepared
  search_status status;
  bool is_out_of_memory; // it can only be closed then
  double prepare_s;
  uint32_t pace, work; // how much is done at once, usually and now
} check_run;

// Only makes it ready to be prepared, which the first step does.
void run_open(check_run *run, beeline_check *check, check_item *item, const check_engine *engine, uint32_t bound);
void run_close(check_run *run);
// About `work` expansions. Looks at the check's limits every now and then, and stops where one is reached: returns
// which.
beeline_reason run_advance(check_run *run, uint64_t work, uint64_t memory_limit);

static inline bool run_is_over(const check_run *run) { return run->is_out_of_memory || run->status != SEARCH_RUNNING; }

// What a search that is exhausted has shown: NONE if that there is no error (below its bound), else why not.
beeline_reason run_doubt(const check_run *run);
bool run_is_optimal(const check_run *run); // what it found is a shortest trace
void run_add_stats(const check_run *run, beeline_stats *stats);

#endif
