// Messages on standard error. Each is also kept in the request, for the "diagnostics" of --json.
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

#include "cli/options.h"

bool cli_colored(cli_color when, FILE *out); // whether output to the file uses colours

// "beeline: error: ..."; hint may be NULL.
void cli_error(const cli_request *request, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Notes are not printed if --quiet.
void cli_note(const cli_request *request, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Prints errors and warnings of the library in the format of compilers: file:line:column: error: ... Both may be NULL.
void cli_print_diagnostics(const cli_request *request, const beeline_model *model, const beeline_check *check);

// Prints that memory ran out.
void cli_memory_error(const cli_request *request);
// Prints that the work ended early, if the status says so: _MEMORY, _TIME or _INTERRUPTED.
void cli_report_left(const cli_request *request, beeline_status status);

// Flushes standard output. Returns status, or BEELINE_EXIT_IO after printing an error if writing has failed. That the
// reader of a pipe has gone, as with `| head`, is no failure.
beeline_status cli_finish_output(const cli_request *request, beeline_status status);

#endif
