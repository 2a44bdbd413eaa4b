// What the program says on standard error, and how it looks.
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

#include "cli/options.h"

bool cli_colored(cli_color when, FILE *out);

// "beeline: error: ..."; hint may be NULL.
void cli_error(const cli_request *request, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void cli_note(const cli_request *request, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Errors and warnings of the library, in the shape that compilers have.
void cli_print_diagnostics(const cli_request *request, const beeline_model *model, const beeline_check *check);

// Says that the work ran out of memory.
void cli_memory_error(const cli_request *request);

// Flushes standard output; if anything could not be written there, says so and returns BEELINE_EXIT_IO, else status.
beeline_status cli_finish_output(const cli_request *request, beeline_status status);

#endif
