// Reports results while the check runs. The verdict is printed as soon as there is one; a line for each shorter trace;
// the trace once, when it is final: it is proved shortest, or the search for a shorter one has ended or was stopped.
#ifndef CLI_ANYTIME_H
#define CLI_ANYTIME_H

#include "cli/options.h"
#include "cli/progress.h"

typedef struct cli_told { // of a result
  bool has_verdict;       // its verdict was printed...
  bool is_done;           // ...and everything else
  uint64_t length;        // of the trace, as told last
  bool is_proved;         // it was said that it is shortest
} cli_told;

typedef struct cli_anytime {
  const cli_request *request;
  cli_progress *progress;
  beeline_status writing; // status of the output so far
  VEC(cli_told) told;     // by result
  uint32_t latest;        // the result printed last; UINT32_MAX = none yet
  bool has_said;          // that shorter traces are looked for
} cli_anytime;

// Sets the callbacks in the options, as far as the request wants output while the check runs.
void cli_anytime_start(cli_anytime *a, const cli_request *request, cli_progress *progress, beeline_options *options);
// Prints what has not been printed yet.
beeline_status cli_anytime_finish(cli_anytime *a, beeline_check *check);

#endif
