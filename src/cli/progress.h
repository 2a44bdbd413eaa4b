// The line that shows how far a search is.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/options.h"

typedef struct cli_progress {
  bool on_terminal, is_wanted, is_shown;
  const char *what; // stands before the numbers; NULL = nothing
} cli_progress;

// Shows progress on standard error if that is a terminal or the request wants it. p must outlive the check.
void cli_progress_start(cli_progress *p, const cli_request *request, beeline_options *options);
// Shows what is being done now, before there are numbers. text must live until the next one.
void cli_progress_name(cli_progress *p, const char *text);
void cli_progress_end(cli_progress *p); // leaves a clean line

// 1234567 as "1,234,567"; a size as "12.3 MB". Into the buffer, which is returned.
char *cli_number(uint64_t number, char buffer[static 32]);
char *cli_size(uint64_t bytes, char buffer[static 32]);

#endif
