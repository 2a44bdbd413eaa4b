#include "trace/writer.h"

#include "trace/timing.h"

#include <regex.h>
#include <string.h>

#define X(name) &trace_writer_##name,
const trace_writer *const trace_writers[] = {TRACE_WRITERS(X) NULL};
#undef X

const trace_writer *trace_writer_named(const char *name) {
  for (const trace_writer *const *w = trace_writers; *w; w++)
    if (strcmp((*w)->name, name) == 0)
      return *w;
  return NULL;
}

unsigned trace_needs(const network *n, const question *asked) {
  return (n->is_timed ? TRACE_TIMES : TRACE_UNTIMED) | (asked->kind == QUESTION_CYCLE ? TRACE_LOOPS : 0);
}

const char *trace_writer_lacks(const trace_writer *w, unsigned needs) {
  static const char *const names[] = {"time", "untimed models", "loops", "models without actions"};
  unsigned lacks = needs & ~w->shows;
  for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
    if (lacks >> i & 1)
      return names[i];
  return NULL;
}

trace_result trace_write(const trace_writer *w, FILE *out, mem *m, const network *n, const answer *t,
                         trace_format format) {
  answer timed = *t;
  memset(&timed.times, 0, sizeof timed.times);
  bool lacks_times = n->is_timed && t->unit == 0;
  trace_job job = {.m = m, .net = n, .answer = lacks_times ? &timed : t, .format = format, .out = out};
  if (lacks_times)
    timing_find(m, n, &timed); // if there are none, the replay fails
  job.result = trace_replay(m, n, job.answer, NULL);
  if (job.result.ok)
    w->write(&job);
  vec_free(m, &timed.times);
  return job.result;
}

bool trace_writer_wrote(const trace_writer *w, FILE *in) {
  char head[1024];
  size_t length = fread(head, 1, sizeof head - 1, in);
  head[length] = 0;
  regex_t opening;
  if (length == 0 || regcomp(&opening, w->opening, REG_EXTENDED | REG_NOSUB) != 0)
    return length == 0 && !ferror(in);
  bool is_alike = regexec(&opening, head, 0, NULL, 0) == 0;
  regfree(&opening);
  return is_alike;
}
