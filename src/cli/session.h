// Functions shared by the verbs that read a model.
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/options.h"

// Loads the model that the first argument names; without arguments, one for the names in --formula. The caller deletes
// it. NULL = out of memory.
beeline_model *cli_load(cli_request *request);

// beeline check m.xta m.q, as in verifyta: removes a query file from the arguments and treats it like --query. Other
// files where properties are expected are refused. Returns BEELINE_OK, or another status after printing an error.
beeline_status cli_take_query_file(cli_request *request);

// Tests whether a file can be written, without creating or changing it. Returns BEELINE_OK, or _IO after printing an
// error.
beeline_status cli_check_file(const cli_request *request, const char *file);
// Prints that a file could not be written, and why (an errno; 0 = unknown). Returns BEELINE_EXIT_IO.
beeline_status cli_cannot_write(const cli_request *request, const char *file, int why);

// Checks the --trace options before the search: unknown formats, files that cannot be written, two outputs on standard
// output. If a document goes there, request->text becomes standard error. Returns BEELINE_OK, or another status after
// printing an error.
beeline_status cli_check_traces(cli_request *request);

// Checks, before the search, that the formats can show the traces of the check. Returns the same.
beeline_status cli_check_formats(const cli_request *request, const beeline_check *check);

// Writes the traces of the --trace options: those to files, or those to standard output. If the check has no trace, the
// files are removed: see cli_remove_old_trace(). Returns BEELINE_OK, or the status of the first that failed after
// printing an error. Failures of standard output are found by cli_finish_output().
beeline_status cli_write_traces(const cli_request *request, beeline_check *check, bool to_files);

// The exit status of a check with this status (ran NULL = it did not run), if writing files ended with the status
// `writing` and the end of the output with `end`. A verdict that is lost with standard output is printed on standard
// error. A lost document is a failure, unless an error was found: that is what the exit status then says.
beeline_status cli_status_with_writing(cli_request *request, const beeline_check *ran, beeline_status status,
                                       beeline_status writing, beeline_status end);

// Writes one trace; file NULL = standard output. Returns the same.
beeline_status cli_write_trace(const cli_request *request, beeline_check *check, uint32_t index, const char *format,
                               const char *file);

#endif
