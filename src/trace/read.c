#include "trace/read.h"

#include "base/file.h"
#include "trace/read_internal.h"
#include "trace/replay.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>

bool trace_reader_error(trace_reader *r, uint32_t line, const char *hint, const char *format, ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  diag_add(r->d, DIAG_ERROR, (place){.file = r->file, .line = line, .column = line ? 1 : 0}, hint, "%s", message);
  return false;
}

bool trace_reader_step(trace_reader *r, const net_action *step, const char **why) {
  const net_stmt *at;
  if (r->last != FAULT_NONE && r->last != FAULT_ASSERT) {
    *why = "the step before ends in a run-time error";
    return false;
  }
  if (ref_step(r->r, step, &r->last, &at, why) != REF_OK)
    return false;
  vec_push(r->m, &r->answer->steps, *step);
  if (r->net->is_timed)
    vec_push(r->m, &r->answer->times, ref_now(r->r)->time);
  return true;
}

bool trace_reader_wait(trace_reader *r, int64_t time, const char **why) {
  *why = ref_delay(r->r, time - ref_now(r->r)->time);
  return !*why;
}

void trace_reader_return(trace_reader *r, uint32_t count) {
  ref_delete(r->r);
  r->r = ref_new(r->m, r->net);
  r->last = ref_initial_fault(r->r);
  r->answer->steps.count = 0;
  for (uint32_t i = 0; i < count; i++) {
    const char *why;
    net_action step = r->answer->steps.at[i];
    bool again = trace_reader_step(r, &step, &why);
    assert(again);
    (void)again;
  }
}

static bool is_trail_name(const char *file) {
  size_t length = strlen(file);
  return length >= 6 && strcmp(file + length - 6, ".trail") == 0;
}

static bool read_timed(trace_reader *r, int first) {
  if (isdigit(first))
    return trace_read_xtr(r);
  if (first == '<')
    return trace_read_uppaal_xml(r);
  return trace_reader_error(r, 1, "give a trace in ITF (a JSON object), or in one of UPPAAL's formats (.xtr or XML)",
                            first == EOF ? "the file is empty" : "this is not a trace");
}

static bool read_any(trace_reader *r) {
  int first = getc(r->in);
  while (isspace(first))
    first = getc(r->in);
  ungetc(first, r->in);
  if (first == '{')
    return trace_read_itf(r);
  if (r->net->is_timed)
    return read_timed(r, first);
  if (first == '-' || isdigit(first) || (first == EOF && is_trail_name(r->file))) // a trail without steps is empty
    return trace_read_trail(r);
  return trace_reader_error(r, 1, "give a trace in ITF (a JSON object), or a SPIN trail (lines step:process:statement)",
                            first == EOF ? "the file is empty" : "this is not a trace");
}

// The error of the last step or state. Which invariant a trace violates is not in the file.
static fault ending(trace_reader *r) {
  if (ref_failed_assertion(r->r))
    return FAULT_ASSERT;
  if (r->last != FAULT_NONE)
    return r->last;
  if (r->net->is_timed && !r->claims_deadlock) // a trace of another property may end in a deadlock too
    return FAULT_NONE;
  return ref_is_deadlock(r->r) ? FAULT_DEADLOCK : FAULT_NONE;
}

// A loop in the file is kept if it leads back to the state it begins in, or if it has no steps and none is possible.
// (Where SPIN merged statements, it may end a few local statements before or after that state; then the answer is a
// trace without a loop.)
static void close_loop(trace_reader *r) {
  answer *t = r->answer;
  outcome end = t->end;
  if (!r->has_loop || r->loop_from > t->steps.count)
    return;
  t->loop_length = t->steps.count - r->loop_from;
  t->end = (outcome){.kind = OUTCOME_CYCLE};
  if (!trace_replay(r->m, r->net, t, NULL).ok) {
    t->loop_length = 0;
    t->end = end;
  }
}

typedef struct reading {
  trace_reader reader;
  bool ok;
} reading;

static void work(void *argument) {
  reading *w = argument;
  trace_reader *r = &w->reader;
  file_await(r->m, fileno(r->in));
  r->r = ref_new(r->m, r->net);
  r->last = ref_initial_fault(r->r);
  w->ok = read_any(r);
  if (w->ok) {
    r->answer->end = outcome_error(ending(r), NULL);
    close_loop(r);
  } else {
    answer_free(r->m, r->answer);
  }
  ref_delete(r->r);
}

// The mem_try() ensures that the file is closed if memory runs out.
bool trace_read(mem *m, const network *n, diags *d, const char *file, answer *t) {
  bool standard = strcmp(file, "-") == 0;
  reading w = {.reader = {.m = m, .net = n, .d = d, .file = standard ? "<stdin>" : file, .answer = t}};
  w.reader.in = standard ? stdin : fopen(file, "r");
  if (!w.reader.in)
    return trace_reader_error(&w.reader, 0, NULL, "cannot read the file: %s", strerror(errno));
  mem_status status = mem_try(m, work, &w);
  if (!standard)
    fclose(w.reader.in);
  if (status != MEM_OK)
    mem_leave(m, status);
  return w.ok;
}
