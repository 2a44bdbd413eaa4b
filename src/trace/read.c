#include "trace/read.h"

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
    *why = "an error ended the execution in the step before";
    return false;
  }
  if (ref_step(r->r, step, &r->last, &at, why) != REF_OK)
    return false;
  vec_push(r->m, &r->t->steps, *step);
  if (r->net->is_timed)
    vec_push(r->m, &r->t->times, ref_now(r->r)->time);
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
  r->t->steps.count = 0;
  for (uint32_t i = 0; i < count; i++) {
    const char *why;
    net_action step = r->t->steps.at[i];
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
  return trace_reader_error(r, 1, "a trace of a timed model is ITF (a JSON object), or UPPAAL's (.xtr or XML)",
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
  if (first == '-' || isdigit(first) || (first == EOF && is_trail_name(r->file))) // an error at the start has no steps
    return trace_read_trail(r);
  return trace_reader_error(r, 1, "a trace is ITF (a JSON object) or a SPIN trail (lines step:process:statement)",
                            first == EOF ? "the file is empty" : "this is not a trace");
}

// What the last step or the last state shows. An invariant cannot be known here.
static fault ending(trace_reader *r) {
  if (ref_failed_assertion(r->r))
    return FAULT_ASSERT;
  if (r->last != FAULT_NONE)
    return r->last;
  if (r->net->is_timed && !r->claims_deadlock) // time may well stop
    return FAULT_NONE;
  return ref_is_deadlock(r->r) ? FAULT_DEADLOCK : FAULT_NONE;
}

// A loop that the file speaks of is taken over if it leads back to the state it begins in. (Where SPIN merged
// statements it may end a few local statements elsewhere; then the execution is just a long one.)
static void close_loop(trace_reader *r) {
  answer *t = r->t;
  if (!r->has_loop || r->loop_from >= t->steps.count || r->net->is_timed)
    return;
  t->loop_length = t->steps.count - r->loop_from;
  t->end = (outcome){.kind = OUTCOME_CYCLE};
  if (!trace_replay(r->m, r->net, t, NULL).ok) {
    t->loop_length = 0;
    t->end = (outcome){0};
  }
}

typedef struct reading {
  trace_reader reader;
  bool ok;
} reading;

static void work(void *argument) {
  reading *w = argument;
  trace_reader *r = &w->reader;
  r->r = ref_new(r->m, r->net);
  r->last = ref_initial_fault(r->r);
  w->ok = read_any(r);
  if (w->ok) {
    r->t->end = outcome_error(ending(r), NULL);
    close_loop(r);
  } else {
    answer_free(r->m, r->t);
  }
  ref_delete(r->r);
}

// The file must be closed also when memory runs out.
bool trace_read(mem *m, const network *n, diags *d, const char *file, answer *t) {
  bool standard = strcmp(file, "-") == 0;
  reading w = {.reader = {.m = m, .net = n, .d = d, .file = standard ? "<stdin>" : file, .t = t}};
  w.reader.in = standard ? stdin : fopen(file, "r");
  if (!w.reader.in)
    return trace_reader_error(&w.reader, 0, NULL, "cannot read the file: %s", strerror(errno));
  mem_status status = mem_try(m, work, &w);
  if (!standard)
    fclose(w.reader.in);
  if (status != MEM_OK)
    mem_exhausted(m);
  return w.ok;
}
