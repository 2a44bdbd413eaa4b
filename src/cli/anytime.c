#include "cli/anytime.h"

#include "cli/message.h"
#include "cli/report.h"
#include "cli/session.h"
#include <inttypes.h>

// False if --quiet, or if a --trace option uses standard output for another format.
static bool wants_text(const cli_request *q) {
  bool in_text = !q->quiet;
  for (uint32_t i = 0; i < q->traces.count; i++)
    in_text &= q->traces.at[i].file != NULL;
  return in_text;
}

static void print_trace(cli_anytime *a, beeline_check *check, uint32_t index) {
  a->printed_length = beeline_check_result(check, index)->trace_length;
  if (a->writing == BEELINE_OK && wants_text(a->request))
    a->writing = cli_write_trace(a->request, check, index, "text", NULL);
}

static void print_first(cli_anytime *a, beeline_check *check, uint32_t index) {
  const beeline_result *r = beeline_check_result(check, index);
  if (index > 0 && !a->request->quiet)
    fputc('\n', a->request->text);
  cli_report_verdict(a->request, r);
  a->results = index + 1;
  a->reported_length = r->trace_length;
  a->is_proof_reported = r->trace_shortest;
  if (r->has_trace)
    print_trace(a, check, index);
}

static void print_shorter(cli_anytime *a, const beeline_result *r) {
  if (r->trace_length == a->reported_length && r->trace_shortest == a->is_proof_reported)
    return;
  fprintf(a->request->text, "trace %" PRIu64 " steps%s (%.2f s)\n", r->trace_length,
          r->trace_shortest ? ", proved shortest" : "", r->stats.total_s);
  a->reported_length = r->trace_length;
  a->is_proof_reported = r->trace_shortest;
}

// For a result whose verdict has been printed already: prints a better trace, if there is one.
static void print_improvement(cli_anytime *a, beeline_check *check, uint32_t index) {
  const beeline_result *r = beeline_check_result(check, index);
  print_shorter(a, r);
  if (r->trace_length < a->printed_length)
    print_trace(a, check, index);
}

static void end_result(cli_anytime *a, beeline_check *check, uint32_t index) {
  if (index + 1 == a->results)
    print_improvement(a, check, index);
  else
    print_first(a, check, index);
  if (!a->request->quiet)
    cli_report_stats(a->request, beeline_check_result(check, index));
}

static void end_results_before(cli_anytime *a, beeline_check *check, uint32_t end) {
  for (uint32_t i = a->results ? a->results - 1 : 0; i < end; i++)
    end_result(a, check, i);
}

static void found(void *context, beeline_check *check, uint32_t index) {
  cli_anytime *a = context;
  cli_progress_end(a->progress);
  if (index + 1 > a->results) {
    end_results_before(a, check, index);
    print_first(a, check, index);
  } else {
    print_shorter(a, beeline_check_result(check, index));
  }
  fflush(stdout);
}

static void explain(void *context, const char *line) {
  cli_anytime *a = context;
  cli_progress_end(a->progress);
  cli_note(a->request, "%s", line);
}

void cli_anytime_start(cli_anytime *a, const cli_request *request, cli_progress *progress, beeline_options *options) {
  *a = (cli_anytime){.request = request, .progress = progress};
  options->context = a;
  if (request->verbose)
    options->explain = explain;
  if (!request->json && !request->quiet && wants_text(request))
    options->found = found;
}

beeline_status cli_anytime_finish(cli_anytime *a, beeline_check *check) {
  uint32_t count = 0;
  bool has_trace = false;
  for (const beeline_result *r; (r = beeline_check_result(check, count)); count++)
    has_trace |= r->has_trace;
  end_results_before(a, check, count);
  if (has_trace && a->writing == BEELINE_OK && !wants_text(a->request))
    a->writing = cli_write_traces(a->request, check, false);
  return a->writing;
}
