#define _GNU_SOURCE
#include "cli/old_trace.h"

#include "cli/message.h"
#include "trace/writer.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_trace(const cli_trace *t) {
  FILE *in = fopen(t->file, "r");
  bool is_one = in && trace_writer_wrote(trace_writer_named(t->format), in);
  if (in)
    fclose(in);
  return is_one;
}

// Not a device, a pipe or a link.
static bool is_plain_file(const char *file) {
  struct stat status;
  return lstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

void cli_remove_partial_trace(const char *file) {
  if (is_plain_file(file))
    unlink(file);
}

beeline_status cli_remove_old_trace(const cli_request *q, const cli_trace *t) {
  if (!is_plain_file(t->file))
    return BEELINE_OK;
  if (!is_trace(t)) {
    cli_note(q, "there is no trace to write; '%s' is no trace in format '%s' and is left as it is", t->file, t->format);
  } else if (unlink(t->file) == 0) {
    cli_note(q, "there is no trace to write; '%s', a trace of an earlier run, was removed", t->file);
  } else {
    cli_error(q, NULL, "cannot remove '%s', a trace of an earlier run: %s", t->file, strerror(errno));
    return BEELINE_EXIT_IO;
  }
  return BEELINE_OK;
}
