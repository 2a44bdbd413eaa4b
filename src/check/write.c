#include "check/check.h"

#include "trace/writer.h"
#include <errno.h>

typedef struct {
  beeline_check *check;
  const check_item *item;
  const trace_writer *writer;
  FILE *out;
  trace_format format;
  bool ok;
} write_job;

static void write_trace(void *argument) {
  write_job *job = argument;
  job->ok =
      trace_write(job->writer, job->out, job->check->memory, job->check->model->net, &job->item->trace, job->format).ok;
}

beeline_status beeline_trace_write(beeline_check *check, uint32_t index, const char *format, FILE *out,
                                   unsigned flags) {
  if (!check)
    return BEELINE_EXIT_MEMORY;
  write_job job = {.check = check, .writer = trace_writer_named(format), .out = out};
  if (!job.writer || index >= check->items.count || !check->items.at[index].result.has_trace)
    return BEELINE_EXIT_USAGE;
  job.item = &check->items.at[index];
  job.format =
      (trace_format){.color = flags & BEELINE_TRACE_COLOR, .limit = flags & BEELINE_TRACE_ALL ? 0 : TRACE_SHOWN};
  check_inject(check, check->memory);
  if (mem_try(check->memory, write_trace, &job) != MEM_OK)
    return BEELINE_EXIT_MEMORY;
  errno = 0;
  if (ferror(out) || fflush(out) != 0)
    return BEELINE_EXIT_IO;
  return job.ok ? BEELINE_OK : BEELINE_EXIT_INTERNAL;
}
