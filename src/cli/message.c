#define _GNU_SOURCE
#include "cli/message.h"

#include "base/diag.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_colored(cli_color when, FILE *out) {
  if (when != COLOR_AUTO)
    return when == COLOR_ALWAYS;
  const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return !(none && *none) && !(terminal && strcmp(terminal, "dumb") == 0) && isatty(fileno(out));
}

void cli_error(const cli_request *request, const char *hint, const char *format, ...) {
  char message[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  diag d = {.kind = DIAG_ERROR, .at = {.file = "beeline"}, .message = message, .hint = hint};
  diag_print(stderr, &d, cli_colored(request->color, stderr));
}

void cli_note(const cli_request *request, const char *format, ...) {
  if (request->quiet)
    return;
  va_list arguments;
  va_start(arguments, format);
  fputs("beeline: note: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

static void print(const cli_request *request, const beeline_diagnostic *from) {
  diag d = {.kind = from->kind == BEELINE_WARNING ? DIAG_WARNING : DIAG_ERROR,
            .at = {from->at.file ? from->at.file : "beeline", from->at.line, from->at.column},
            .message = from->message,
            .hint = from->hint,
            .source = from->source};
  if (d.kind != DIAG_WARNING || !request->quiet)
    diag_print(stderr, &d, cli_colored(request->color, stderr));
}

void cli_print_diagnostics(const cli_request *request, const beeline_model *model, const beeline_check *check) {
  beeline_diagnostic one;
  for (uint32_t i = 0; beeline_model_diagnostic(model, i, &one); i++)
    print(request, &one);
  for (uint32_t i = 0; beeline_check_diagnostic(check, i, &one); i++)
    print(request, &one);
}

void cli_memory_error(const cli_request *request) {
  cli_error(request, "set a higher limit with --memory-limit", "out of memory");
}

beeline_status cli_finish_output(const cli_request *request, beeline_status status) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  cli_error(request, NULL, "cannot write to standard output: %s", errno ? strerror(errno) : "write error");
  return BEELINE_EXIT_IO;
}
