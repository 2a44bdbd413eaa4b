#define _GNU_SOURCE
#include "cli/session.h"

#include "check/machine.h"
#include "check/model.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/names.h"
#include "cli/old_trace.h"
#include "cli/report.h"
#include "trace/writer.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CODE_STILL_TO_COME ((uint64_t)2 << 20)

// The limit is one for the whole program, so what it has before it begins is taken off: its code, its libraries, the
// standard library's own memory; and a little for what of them is not in memory yet. Half of a very small limit is
// left to try with: the program could not keep it anyway.
static uint64_t memory_limit_left(uint64_t limit) {
  uint64_t taken = machine_resident() + CODE_STILL_TO_COME;
  return taken < limit / 2 ? limit - taken : limit - limit / 2;
}

beeline_model *cli_load(cli_request *q) {
  const char *fail = getenv("BEELINE_FAIL_ALLOC");
  q->load.fail_at = fail ? strtoull(fail, NULL, 10) : 0;
  q->load.time_limit = q->check.time_limit;
  q->load.stop = cli_is_interrupted;
  if (q->load.memory_limit)
    q->load.memory_limit = memory_limit_left(q->load.memory_limit);
  q->load.arguments = q->cpp.at;
  q->load.argument_count = q->cpp.count;
  return q->arguments.count ? beeline_load(q->arguments.at[0], &q->load) : check_load_names(q->formula, &q->load);
}

// A query such as "E<> P.q" also ends in .q. An argument without characters of queries is a file even if it is missing.
static bool is_query_file(const char *argument) {
  size_t length = strlen(argument);
  return length > 2 && strcmp(argument + length - 2, ".q") == 0 &&
         (access(argument, F_OK) == 0 || !strpbrk(argument, "<>[]{}=: "));
}

// A newcomer may name two models. A formula can look like a file, but seldom like one that exists.
static bool is_other_file(const char *argument) {
  return strpbrk(argument, "./") && !strpbrk(argument, "<>[]{}= ") && access(argument, F_OK) == 0;
}

beeline_status cli_take_query_file(cli_request *q) {
  uint32_t kept = 1, first = q->verb->files;
  for (uint32_t i = 1; i < q->arguments.count; i++) {
    const char *argument = q->arguments.at[i];
    if (i >= first && !is_query_file(argument) && is_other_file(argument)) {
      cli_error(q, "only a query file (.q) can follow; check the models one by one",
                "'%s' is a file, not a property: `beeline %s` takes one model", argument, q->verb->name);
      return BEELINE_EXIT_USAGE;
    } else if (i < first || !is_query_file(argument)) {
      q->arguments.at[kept++] = argument;
    } else if (q->load.query_file) {
      cli_error(q, NULL, "'%s' and '%s': only one query file can be given", q->load.query_file, argument);
      return BEELINE_EXIT_USAGE;
    } else {
      q->load.query_file = argument;
    }
  }
  q->arguments.count = kept;
  return BEELINE_OK;
}

static beeline_status check_format(const cli_request *q, const char *format) {
  const cli_kind *formats = cli_kind_named("formats");
  char available[256] = "available:";
  cli_name name;
  for (uint32_t i = 0; formats->at(i, &name); i++) {
    if (strcmp(name.name, format) == 0)
      return BEELINE_OK;
    snprintf(available + strlen(available), sizeof available - strlen(available), "%s %s", i ? "," : "", name.name);
  }
  cli_error(q, available, "there is no trace format '%s'", format);
  return BEELINE_EXIT_USAGE;
}

beeline_status cli_cannot_write(const cli_request *q, const char *file, int why) {
  cli_error(q, NULL, "cannot write '%s': %s", file, why ? strerror(why) : "write error");
  return BEELINE_EXIT_IO;
}

beeline_status cli_check_file(const cli_request *q, const char *file) {
  struct stat status;
  if (stat(file, &status) == 0) {
    if (S_ISDIR(status.st_mode))
      return cli_cannot_write(q, file, EISDIR);
    return access(file, W_OK) == 0 ? BEELINE_OK : cli_cannot_write(q, file, errno);
  }
  if (errno != ENOENT)
    return cli_cannot_write(q, file, errno);
  const char *slash = strrchr(file, '/');
  size_t length = slash ? (size_t)(slash - file) + 1 : 1;
  char *folder = strndup(slash ? file : ".", length);
  int why = !folder ? ENOMEM : access(folder, W_OK | X_OK) == 0 ? 0 : errno;
  free(folder);
  return why ? cli_cannot_write(q, file, why) : BEELINE_OK;
}

// A trace must not replace the model that it is a trace of.
static beeline_status check_trace_file(const cli_request *q, const char *file) {
  struct stat model, trace;
  if (stat(file, &trace) == 0 && stat(q->arguments.at[0], &model) == 0 && S_ISREG(trace.st_mode) &&
      model.st_dev == trace.st_dev && model.st_ino == trace.st_ino) {
    cli_error(q, "write the trace to another file", "the trace would overwrite the model '%s'", file);
    return BEELINE_EXIT_USAGE;
  }
  return cli_check_file(q, file);
}

beeline_status cli_check_traces(cli_request *q) {
  uint32_t on_output = q->json ? 1 : 0;
  for (uint32_t i = 0; i < q->traces.count; i++) {
    const cli_trace *t = &q->traces.at[i];
    beeline_status status = check_format(q, t->format);
    if (status == BEELINE_OK && t->file)
      status = check_trace_file(q, t->file);
    if (status != BEELINE_OK)
      return status;
    if (!t->file && trace_writer_named(t->format)->is_document)
      q->text = stderr;
    if (!t->file && on_output++) {
      cli_error(q, "write it to a file: --trace FORMAT=FILE",
                "--trace %s cannot be combined with %s: both write to standard output", t->format,
                q->json ? "--json" : "another --trace");
      return BEELINE_EXIT_USAGE;
    }
  }
  return BEELINE_OK;
}

beeline_status cli_check_formats(const cli_request *q, const beeline_check *check) {
  for (uint32_t i = 0; i < q->traces.count; i++)
    for (uint32_t index = 0; beeline_check_result(check, index); index++) {
      const char *format = q->traces.at[i].format, *lacks = beeline_trace_lacks(check, index, format);
      if (!lacks)
        continue;
      cli_error(q, "choose another format: see `beeline list formats`", "trace format '%s' does not support %s", format,
                lacks);
      return BEELINE_EXIT_UNSUPPORTED;
    }
  return BEELINE_OK;
}

beeline_status cli_write_trace(const cli_request *q, beeline_check *check, uint32_t index, const char *format,
                               const char *file) {
  FILE *out = file ? fopen(file, "w") : stdout;
  if (!out)
    return cli_cannot_write(q, file, errno);
  bool color = !file && cli_colored(q->color, stdout);
  beeline_status status = beeline_trace_write(check, index, format, out, color ? BEELINE_TRACE_COLOR : 0);
  int why = errno;
  if (file && fclose(out) != 0 && status == BEELINE_OK) {
    status = BEELINE_EXIT_IO;
    why = errno;
  }
  if (status != BEELINE_OK && file)
    cli_remove_partial_trace(file);
  if (status == BEELINE_EXIT_IO && !file)
    return BEELINE_OK; // cli_finish_output() tells
  if (status == BEELINE_EXIT_IO)
    return cli_cannot_write(q, file, why);
  cli_report_left(q, status);
  if (status == BEELINE_EXIT_INTERNAL)
    cli_error(q, NULL, "internal error: a trace that was replayed before cannot be replayed again");
  return status;
}

// A file holds one trace: that of the first result that has one.
static int64_t first_trace(const beeline_check *check) {
  const beeline_result *r;
  for (uint32_t i = 0; (r = beeline_check_result(check, i)); i++)
    if (r->has_trace)
      return i;
  return -1;
}

beeline_status cli_write_traces(const cli_request *q, beeline_check *check, bool to_files) {
  int64_t index = first_trace(check);
  beeline_status status = BEELINE_OK;
  for (uint32_t i = 0; i < q->traces.count; i++) {
    const cli_trace *t = &q->traces.at[i];
    beeline_status one = BEELINE_OK;
    if (!t->file != !to_files)
      continue;
    if (index >= 0)
      one = cli_write_trace(q, check, (uint32_t)index, t->format, t->file);
    else if (to_files)
      one = cli_remove_old_trace(q, t);
    status = status == BEELINE_OK ? one : status;
  }
  return status;
}

static bool has_document(const cli_request *q) { return q->json || q->text != stdout; }

beeline_status cli_status_with_writing(cli_request *q, const beeline_check *ran, beeline_status status,
                                       beeline_status writing, beeline_status end) {
  const beeline_result *r;
  bool is_lost = end == BEELINE_EXIT_IO && status != BEELINE_EXIT_IO;
  if (is_lost && q->text == stdout) {
    q->text = stderr;
    for (uint32_t i = 0; (r = beeline_check_result(ran, i)); i++)
      cli_report_verdict(q, r);
    q->text = stdout;
  }
  if (is_lost && !has_document(q) && ran)
    end = status;
  beeline_status failed = writing == BEELINE_OK && end != status ? end : writing;
  if (failed == BEELINE_OK || (status == BEELINE_EXIT_VIOLATED && failed != BEELINE_EXIT_INTERNAL))
    return status;
  return failed;
}
