// Errors as they are found: the first is printed at once, shorter traces are told line by line.
#ifndef CLI_ANYTIME_H
#define CLI_ANYTIME_H

#include "cli/options.h"
#include "cli/progress.h"

typedef struct cli_anytime {
  const cli_request *request;
  cli_progress *progress;
  beeline_status writing; // of what was printed so far
  uint32_t results;       // that have been printed, at least their verdict
  uint64_t printed, told; // of the last of them: length of the trace printed, and told last
  bool is_proof_told;     // that it is a shortest one
} cli_anytime;

// Sets the options' callbacks, where there is something to print while a check runs.
void cli_anytime_start(cli_anytime *a, const cli_request *request, cli_progress *progress, beeline_options *options);
// Prints what has not been printed yet.
beeline_status cli_anytime_finish(cli_anytime *a, beeline_check *check);

#endif
