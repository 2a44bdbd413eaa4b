// A comparison: several searches and heuristics on one model, one run each. Shared by the files that plan, judge and
// show it.
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "cli/options.h"

typedef struct compare_run {
  const char *search, *heuristic; // as they were asked for, with their keys
  bool is_blind;                  // the search uses no estimate
  beeline_check *check;
  const beeline_result *result; // NULL = it has not run
} compare_run;

typedef struct comparison {
  cli_request *request;
  beeline_model *model;
  VEC(compare_run) runs;
  uint32_t finished;         // so many have run, from the first
  const char *contradiction; // NULL = none
} comparison;

// Fills in the runs, with checks that are ready to run. Returns BEELINE_OK, or another status after having said what is
// wrong. The caller deletes the checks in any case.
beeline_status compare_plan(comparison *c);

// Two results that cannot both be right, as a sentence in the buffer; NULL if there are none.
const char *compare_contradiction(const compare_run *runs, uint32_t count, char *buffer, size_t size);

static inline bool compare_is_decided(const compare_run *run) { return run->result->verdict != BEELINE_UNDECIDED; }
// Seconds of this run alone: the model is loaded only once.
static inline double compare_seconds(const compare_run *run) {
  return run->result->stats.prepare_s + run->result->stats.search_s;
}
// "astar ff", or only "bfs"; into the buffer, which is returned.
char *compare_name(const compare_run *run, char *buffer, size_t size);

void compare_print_table(const comparison *c);
void compare_print_best(const comparison *c); // who was best at what
void compare_write_csv(const comparison *c, FILE *out);
void compare_write_svg(const comparison *c, FILE *out);
beeline_status compare_print_json(const comparison *c, beeline_status status);

#endif
