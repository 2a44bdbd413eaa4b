#define _GNU_SOURCE
#include "cli/message.h"

#include "base/diag.h"
#include "cli/json.h"
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGE = 1024 };

bool cli_colored(cli_color when, FILE *out) {
  if (when != COLOR_AUTO)
    return when == COLOR_ALWAYS;
  const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return !(none && *none) && !(terminal && strcmp(terminal, "dumb") == 0) && isatty(fileno(out));
}

static void keep(const cli_request *request, const char *kind, beeline_place at, const char *message,
                 const char *hint) {
  json_array_append_new(request->messages,
                        json_pack("{s:s s:o s:I s:I s:o s:o}", "kind", kind, "file", cli_json_text(at.file), "line",
                                  (json_int_t)at.line, "column", (json_int_t)at.column, "message",
                                  cli_json_text(message), "hint", cli_json_text(hint)));
}

void cli_error(const cli_request *request, const char *hint, const char *format, ...) {
  char message[MESSAGE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  keep(request, "error", (beeline_place){0}, message, hint);
  diag d = {.kind = DIAG_ERROR, .at = {.file = "beeline"}, .message = message, .hint = hint};
  diag_print(stderr, &d, cli_colored(request->color, stderr));
}

void cli_note(const cli_request *request, const char *format, ...) {
  char message[MESSAGE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  keep(request, "note", (beeline_place){0}, message, NULL);
  if (!request->quiet)
    fprintf(stderr, "beeline: note: %s\n", message);
}

static void print(const cli_request *request, const beeline_diagnostic *from) {
  static const char *const kinds[] = {
      [BEELINE_ERROR] = "error", [BEELINE_WARNING] = "warning", [BEELINE_UNSUPPORTED] = "unsupported"};
  diag d = {.kind = from->kind == BEELINE_WARNING ? DIAG_WARNING : DIAG_ERROR,
            .at = {from->at.file ? from->at.file : "beeline", from->at.line, from->at.column},
            .message = from->message,
            .hint = from->hint,
            .source = from->source};
  keep(request, kinds[from->kind], from->at, from->message, from->hint);
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

void cli_report_left(const cli_request *request, beeline_status status) {
  if (status == BEELINE_EXIT_MEMORY)
    cli_memory_error(request);
  else if (status == BEELINE_EXIT_TIME)
    cli_error(request, "set a higher limit with --time-limit", "the time limit of %g s was reached",
              request->check.time_limit);
  else if (status == BEELINE_EXIT_INTERRUPTED)
    cli_error(request, NULL, "interrupted");
}

static bool has_no_reader(FILE *out) {
  struct pollfd pipe = {fileno(out), POLLOUT, 0};
  return poll(&pipe, 1, 0) == 1 && pipe.revents & POLLERR;
}

beeline_status cli_finish_output(const cli_request *request, beeline_status status) {
  errno = 0;
  bool is_written = fflush(stdout) == 0 && !ferror(stdout);
  int why = errno;
  if (is_written || has_no_reader(stdout))
    return status;
  cli_error(request, NULL, "cannot write to standard output: %s", why ? strerror(why) : "write error");
  return BEELINE_EXIT_IO;
}
