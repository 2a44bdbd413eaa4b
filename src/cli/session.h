// Functions shared by the verbs that read a model.
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/options.h"

// Loads the model that the first argument names. The caller deletes it. NULL = out of memory.
beeline_model *cli_load(cli_request *request);

// The arguments from number `first` on are properties. Of beeline check m.xta m.q, as in verifyta, removes the query
// file and treats it like --query. Other files there are refused. Returns BEELINE_OK, or another status after printing
// an error.
beeline_status cli_take_properties(cli_request *request, uint32_t first);

// Tests whether a file can be written, without creating or changing it. Returns BEELINE_OK, or _IO after printing an
// error.
beeline_status cli_check_file(const cli_request *request, const char *file);
// Prints that a file could not be written, and why (an errno; 0 = unknown). Returns BEELINE_EXIT_IO.
beeline_status cli_cannot_write(const cli_request *request, const char *file, int why);

// Checks the --trace options before the search: unknown formats, files that cannot be written, two outputs on standard
// output. Returns BEELINE_OK, or another status after printing an error.
beeline_status cli_check_traces(const cli_request *request);

// Checks, before the search, that the formats can show the traces of the check. Returns the same.
beeline_status cli_check_formats(const cli_request *request, const beeline_check *check);

// Writes the traces of the --trace options: those to files, or those to standard output. Returns BEELINE_OK, or another
// status after printing an error.
beeline_status cli_write_traces(const cli_request *request, beeline_check *check, bool to_files);

// Writes one trace; file NULL = standard output. Returns the same.
beeline_status cli_write_trace(const cli_request *request, beeline_check *check, uint32_t index, const char *format,
                               const char *file);

#endif
