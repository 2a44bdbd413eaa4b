// Reports errors while the check runs: prints the first trace at once, then one line for each shorter trace.
#ifndef CLI_ANYTIME_H
#define CLI_ANYTIME_H

#include "cli/options.h"
#include "cli/progress.h"

typedef struct cli_anytime {
  const cli_request *request;
  cli_progress *progress;
  beeline_status writing;   // status of the output so far
  uint32_t results;         // number of results whose verdict has been printed
  uint64_t printed_length;  // of the trace printed last, for the last of these results
  uint64_t reported_length; // of the trace reported last, in full or as a line
  bool is_proof_reported;   // the report said that the trace is shortest
} cli_anytime;

// Sets the callbacks in the options, as far as the request wants output while the check runs.
void cli_anytime_start(cli_anytime *a, const cli_request *request, cli_progress *progress, beeline_options *options);
// Prints what has not been printed yet.
beeline_status cli_anytime_finish(cli_anytime *a, beeline_check *check);

#endif
