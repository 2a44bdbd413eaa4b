// The progress line of a search.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/options.h"

typedef struct cli_progress {
  bool on_terminal, is_wanted, is_shown;
  const char *what;           // printed before the numbers; NULL = the query of the check
  const beeline_check *check; // that runs; NULL = unknown
} cli_progress;

// Shows progress on standard error if that is a terminal or the request has --progress. p must outlive the check. Set
// p->check when there is one.
void cli_progress_start(cli_progress *p, const cli_request *request, beeline_options *options);
// Sets and shows the text before the numbers. It is borrowed until the next call.
void cli_progress_name(cli_progress *p, const char *text);
void cli_progress_end(cli_progress *p); // clears the line

// 1234567 as "1,234,567"; a size as "12.3 MB". Written to the buffer, which is returned.
char *cli_number(uint64_t number, char buffer[static 32]);
char *cli_size(uint64_t bytes, char buffer[static 32]);

#endif
