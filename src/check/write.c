#define _GNU_SOURCE
#include "check/check.h"

#include "trace/writer.h"
#include <errno.h>
#include <unistd.h>

typedef struct {
  beeline_check *check;
  const check_item *item;
  const trace_writer *writer;
  mem *memory;
  FILE *out;
  trace_format format;
  bool ok;
} write_job;

static void write_trace(void *argument) {
  write_job *job = argument;
  const network *n = job->check->model->net;
  job->ok = trace_write(job->writer, job->out, job->memory, n, &job->item->answer, job->format).ok;
}

// In a memory of its own, for what it holds when it is left.
static mem_status attempt(write_job *job) {
  job->memory = mem_new_within(job->check->model->account);
  if (!job->memory)
    return MEM_EXHAUSTED;
  check_grant_time(job->check);
  mem_set_stop(job->memory, check_is_overdue, job->check);
  mem_status status = mem_try(job->memory, write_trace, job);
  mem_delete(job->memory);
  return status;
}

// Where the output is a file or memory, what a failed attempt wrote is taken back.
static void take_back(FILE *out, off_t start) {
  bool is_memory = fileno(out) < 0;
  if (start < 0 || fseeko(out, start, SEEK_SET) != 0 || (!is_memory && ftruncate(fileno(out), start) != 0))
    clearerr(out);
}

const char *beeline_trace_lacks(const beeline_check *check, uint32_t index, const char *format) {
  const trace_writer *w = trace_writer_named(format);
  if (!check || !w || index >= check->items.count)
    return NULL;
  const check_item *item = &check->items.at[index];
  unsigned needs = trace_needs(check->model->net, &item->question.asked);
  return trace_writer_lacks(w, item->answer.loop_length ? needs | TRACE_LOOPS : needs);
}

beeline_status beeline_trace_write(beeline_check *check, uint32_t index, const char *format, FILE *out,
                                   unsigned flags) {
  if (!check)
    return BEELINE_EXIT_MEMORY;
  write_job job = {.check = check, .writer = trace_writer_named(format), .out = out};
  if (!job.writer || index >= check->items.count || !check->items.at[index].result.has_trace)
    return BEELINE_EXIT_USAGE;
  if (beeline_trace_lacks(check, index, format))
    return BEELINE_EXIT_UNSUPPORTED;
  job.item = &check->items.at[index];
  job.format =
      (trace_format){.color = flags & BEELINE_TRACE_COLOR, .limit = flags & BEELINE_TRACE_ALL ? 0 : TRACE_SHOWN};
  off_t start = ftello(out);
  mem_status done = attempt(&job);
  if (done != MEM_OK) {
    take_back(out, start);
    return check_status_left(check, done);
  }
  errno = 0;
  if (ferror(out) || fflush(out) != 0)
    return BEELINE_EXIT_IO;
  return job.ok ? BEELINE_OK : BEELINE_EXIT_INTERNAL;
}
