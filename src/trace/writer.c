#include "trace/writer.h"

#include <string.h>

const trace_writer *const trace_writers[] = {
    &trace_writer_text,
    &trace_writer_full,
    &trace_writer_itf,
    &trace_writer_trail,
    &trace_writer_mermaid,
    &trace_writer_dot,
    NULL,
};

const trace_writer *trace_writer_named(const char *name) {
  for (const trace_writer *const *w = trace_writers; *w; w++)
    if (strcmp((*w)->name, name) == 0)
      return *w;
  return NULL;
}

trace_result trace_write(const trace_writer *w, FILE *out, mem *m, const network *n, const trace *t,
                         trace_format format) {
  trace_job job = {.m = m, .net = n, .trace = t, .format = format, .out = out};
  job.result = trace_replay(m, n, t, NULL);
  if (job.result.ok)
    w->write(&job);
  return job.result;
}
