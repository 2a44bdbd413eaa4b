// A comparison: one run of each chosen search and heuristic on one model. Shared by the files that plan, check and
// print it.
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "cli/options.h"

typedef struct compare_run {
  const char *search, *heuristic; // as given on the command line, with their keys
  bool is_blind;                  // the search uses no heuristic
  beeline_check *check;
  const beeline_result *result; // NULL = not run yet
} compare_run;

typedef struct comparison {
  cli_request *request;
  beeline_model *model;
  VEC(compare_run) runs;
  uint32_t finished;         // number of runs that are over; these are the first ones
  const char *contradiction; // NULL = none
} comparison;

// Is its trace proved shortest, without anything that was taken on trust?
static inline bool compare_has_proof(const beeline_result *r) { return r->trace_shortest && !r->assumes; }

// Fills in the runs, with checks that are ready to run. Returns BEELINE_OK, or another status after printing an error.
// The caller deletes the checks in both cases.
beeline_status compare_plan(comparison *c);

// Finds two results that contradict each other. Returns a sentence about them in the buffer; NULL = none.
const char *compare_contradiction(const compare_run *runs, uint32_t count, char *buffer, size_t size);

// "astar ff", or "bfs" if it is blind; written to the buffer, which is returned.
char *compare_name(const compare_run *run, char *buffer, size_t size);

void compare_print_table(const comparison *c);
void compare_print_best(const comparison *c); // the best runs: shortest trace, fewest expanded states, ...
void compare_write_csv(const comparison *c, FILE *out);
void compare_write_svg(const comparison *c, FILE *out);
beeline_status compare_print_json(const comparison *c, beeline_status status);

#endif
