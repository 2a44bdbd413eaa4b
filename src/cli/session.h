// What the verbs that read a model have in common.
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/options.h"

// Loads the model named by the first argument. The caller deletes it; it may be NULL.
beeline_model *cli_load(cli_request *request);

// Where traces can go is looked at before the work is done: formats that do not exist, files that cannot be written,
// two things on standard output. Returns BEELINE_OK, or another status after having said what is wrong.
beeline_status cli_check_traces(const cli_request *request);

// Writes the traces that were asked for: those that go to files, or those that go to standard output. Says what went
// wrong and returns its status.
beeline_status cli_write_traces(const cli_request *request, beeline_check *check, bool to_files);

// Writes one trace; file NULL = standard output.
beeline_status cli_write_trace(const cli_request *request, beeline_check *check, uint32_t index, const char *format,
                               const char *file);

#endif
