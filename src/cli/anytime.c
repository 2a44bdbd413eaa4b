#include "cli/anytime.h"

#include "cli/message.h"
#include "cli/report.h"
#include "cli/session.h"
#include <inttypes.h>
#include <string.h>

enum { NO_RESULT = UINT32_MAX };

// False if --quiet, or if a --trace option uses standard output for another format.
static bool wants_text(const cli_request *q) {
  bool in_text = !q->quiet;
  for (uint32_t i = 0; i < q->traces.count; i++)
    in_text &= q->traces.at[i].file != NULL;
  return in_text;
}

static cli_told *told_of(cli_anytime *a, uint32_t index) {
  while (a->told.count <= index)
    vec_push(a->request->memory, &a->told, (cli_told){0});
  return &a->told.at[index];
}

static void note_told(cli_anytime *a, const beeline_result *r, uint32_t index) {
  cli_told *told = told_of(a, index);
  told->has_verdict = true;
  told->length = r->trace_length;
  told->is_proved = r->trace_shortest;
  a->latest = index;
}

static void print_gap(const cli_anytime *a) {
  if (a->latest != NO_RESULT && !a->request->quiet)
    fputc('\n', a->request->text);
}

static void print_verdict(cli_anytime *a, const beeline_result *r, uint32_t index) {
  print_gap(a);
  cli_report_verdict(a->request, r);
  note_told(a, r, index);
}

static bool is_only_result(const beeline_check *check) { return !beeline_check_result(check, 1); }

// What is new about the length of a trace whose verdict was printed before. Where there are several results, it says
// which one is meant.
static void print_shorter(cli_anytime *a, const beeline_check *check, uint32_t index) {
  const beeline_result *r = beeline_check_result(check, index);
  const cli_told *told = told_of(a, index);
  if (r->trace_length == told->length && r->trace_shortest == told->is_proved)
    return;
  if (a->latest != index)
    print_gap(a);
  const char *begin = r->trace_shortest ? "trace " : "shorter: ", *end = r->trace_shortest ? ", proved shortest" : "";
  fprintf(a->request->text, "%s%" PRIu64 " step%s%s (%.2f s)", begin, r->trace_length, r->trace_length == 1 ? "" : "s",
          end, r->stats.total_s);
  fprintf(a->request->text, is_only_result(check) ? "\n" : ": %s\n", r->property_text);
  note_told(a, r, index);
}

static void print_stop(const cli_anytime *a, const beeline_result *r) {
  static const char *const limits[] = {
      [BEELINE_REASON_TIME] = "time limit",
      [BEELINE_REASON_MEMORY] = "memory limit",
      [BEELINE_REASON_STATES] = "state limit",
      [BEELINE_REASON_INTERRUPTED] = "interrupted",
  };
  bool is_limit = r->reason < sizeof limits / sizeof *limits && limits[r->reason];
  if (r->verdict != BEELINE_UNDECIDED && r->has_trace && !r->trace_shortest && is_limit)
    fprintf(a->request->text, "stopped: %s; not proved shortest\n", limits[r->reason]);
}

// The trace of a result whose verdict stands further up, before other results.
static void print_heading(cli_anytime *a, const beeline_result *r) {
  print_gap(a);
  fprintf(a->request->text, "trace of %" PRIu64 " step%s%s: %s\n", r->trace_length, r->trace_length == 1 ? "" : "s",
          r->trace_shortest && !r->assumes ? ", proved shortest" : "", r->property_text);
}

static void end_result(cli_anytime *a, beeline_check *check, uint32_t index) {
  const beeline_result *r = beeline_check_result(check, index);
  if (told_of(a, index)->is_done)
    return;
  if (!told_of(a, index)->has_verdict)
    print_verdict(a, r, index);
  else if (a->latest == index)
    print_shorter(a, check, index);
  else
    print_heading(a, r);
  if (r->has_trace && a->writing == BEELINE_OK && wants_text(a->request))
    a->writing = cli_write_trace(a->request, check, index, "text", NULL);
  if (!a->request->quiet) {
    cli_report_stats(a->request, r);
    print_stop(a, r);
  }
  note_told(a, r, index);
  told_of(a, index)->is_done = true;
}

// Once every result has a verdict, traces are made shorter. That can take long, so it is said.
static void say_what_follows(cli_anytime *a, const beeline_check *check) {
  const char *search = a->request->check.search;
  const beeline_result *r, *open = NULL;
  if (!a->progress->is_wanted || a->has_said || (search && strcmp(search, "auto") != 0))
    return;
  for (uint32_t i = 0; (r = beeline_check_result(check, i)); i++) {
    if (!told_of(a, i)->has_verdict)
      return;
    if (!told_of(a, i)->is_done && !r->trace_shortest && a->request->check.aim != BEELINE_AIM_FIRST)
      open = r;
  }
  if (!open)
    return;
  a->has_said = true;
  fprintf(stderr, "%s found; looking for a shorter trace (Ctrl-C keeps this one)\n",
          open->error_kind ? "error" : "state");
}

static void found(void *context, beeline_check *check, uint32_t index) {
  cli_anytime *a = context;
  cli_progress_end(a->progress);
  if (told_of(a, index)->has_verdict)
    print_shorter(a, check, index);
  else
    print_verdict(a, beeline_check_result(check, index), index);
  fflush(a->request->text);
  say_what_follows(a, check);
}

static void finished(void *context, beeline_check *check, uint32_t index) {
  cli_anytime *a = context;
  cli_progress_end(a->progress);
  end_result(a, check, index);
  fflush(a->request->text);
  say_what_follows(a, check);
}

static void explain(void *context, const char *line) {
  cli_anytime *a = context;
  cli_progress_end(a->progress);
  cli_note(a->request, "%s", line);
}

void cli_anytime_start(cli_anytime *a, const cli_request *request, cli_progress *progress, beeline_options *options) {
  *a = (cli_anytime){.request = request, .progress = progress, .latest = NO_RESULT};
  options->context = a;
  if (request->verbose)
    options->explain = explain;
  if (request->json || !wants_text(request))
    return;
  options->found = found;
  options->finished = finished;
}

beeline_status cli_anytime_finish(cli_anytime *a, beeline_check *check) {
  bool has_trace = false;
  const beeline_result *r;
  for (int is_unchecked = 0; is_unchecked <= 1; is_unchecked++) // verdicts come first
    for (uint32_t i = 0; (r = beeline_check_result(check, i)); i++) {
      if (!r->why == !is_unchecked)
        end_result(a, check, i);
      has_trace |= r->has_trace;
    }
  if (has_trace && a->writing == BEELINE_OK && !wants_text(a->request))
    a->writing = cli_write_traces(a->request, check, false);
  return a->writing;
}
