#include "cli/commands.h"

#include "base/clock.h"
#include "cli/anytime.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/session.h"

// The time limit includes loading the model.
static beeline_options options_of(const cli_request *q) {
  beeline_options o = q->check;
  o.properties = q->properties.at;
  o.property_count = q->properties.count;
  o.invariants = q->invariants.at;
  o.invariant_count = q->invariants.count;
  if (o.time_limit > 0) {
    double left = o.time_limit - (clock_wall() - q->started);
    o.time_limit = left > 0 ? left : 1e-9;
  }
  return o;
}

// Prints what the check has found, and what was not printed while it ran.
static beeline_status report_results(cli_request *q, cli_anytime *a, beeline_check *check) {
  beeline_status files = cli_write_traces(q, check, true);
  beeline_status output = q->json ? BEELINE_OK : cli_anytime_finish(a, check);
  return files == BEELINE_OK ? output : files;
}

// ran: the check, if it was run; NULL = there are no results.
static beeline_status report(cli_request *q, cli_anytime *a, beeline_model *model, beeline_check *ran,
                             beeline_status status) {
  beeline_status writing = ran ? report_results(q, a, ran) : BEELINE_OK;
  beeline_status end = q->json ? cli_json_report(q, model, ran, status) : cli_finish_output(q, status);
  return cli_status_with_writing(q, ran, status, writing, end);
}

// A trace file may contain no execution of the model; then there is no result. A wrong property is a result.
static bool is_execution(const beeline_check *check) {
  const beeline_result *first = beeline_check_result(check, 0);
  return first && (first->status != BEELINE_EXIT_INPUT || first->reason == BEELINE_REASON_INPUT);
}

typedef beeline_check *(*check_maker)(cli_request *q, beeline_model *model, beeline_options *options);

// Loads the model, makes a check of it, runs the check, and prints results while it runs and at the end.
static beeline_status run(cli_request *q, check_maker make_check) {
  cli_progress progress = {0};
  cli_anytime anytime = {.request = q, .progress = &progress};
  beeline_model *model = cli_load(q);
  beeline_check *check = NULL;
  bool has_run = false;
  beeline_status status = beeline_model_status(model);
  if (status == BEELINE_OK) {
    beeline_options options = options_of(q);
    cli_progress_start(&progress, q, &options);
    cli_anytime_start(&anytime, q, &progress, &options);
    progress.check = check = make_check(q, model, &options);
    status = beeline_check_status(check);
    if (status == BEELINE_OK)
      status = cli_check_formats(q, check);
    has_run = status == BEELINE_OK;
    if (has_run)
      status = beeline_check_run(check);
    cli_progress_end(&progress);
  }
  cli_print_diagnostics(q, model, check);
  if (!has_run)
    cli_report_left(q, status);
  status = report(q, &anytime, model, has_run && is_execution(check) ? check : NULL, status);
  beeline_check_delete(check);
  beeline_model_delete(model);
  return status;
}

static beeline_check *make_search(cli_request *q, beeline_model *model, beeline_options *options) {
  options->formulas = q->arguments.at + 1;
  options->formula_count = q->arguments.count - 1;
  return beeline_check_new(model, options);
}

beeline_status command_check(cli_request *q) {
  beeline_status status = cli_check_traces(q);
  if (status == BEELINE_OK)
    status = cli_take_query_file(q);
  if (status == BEELINE_OK && q->check.aim == BEELINE_AIM_CENSUS && q->traces.count) {
    cli_error(q, NULL, "--census cannot be combined with --trace: a census produces no trace");
    status = BEELINE_EXIT_USAGE;
  }
  return status == BEELINE_OK ? run(q, make_search) : cli_json_refusal(q, status);
}

static beeline_check *make_shorter(cli_request *q, beeline_model *model, beeline_options *options) {
  options->formulas = q->arguments.at + 2;
  options->formula_count = q->arguments.count - 2;
  return beeline_shorten_new(model, q->arguments.at[1], options);
}

beeline_status command_shorten(cli_request *q) {
  beeline_status status = cli_check_traces(q);
  if (status == BEELINE_OK)
    status = cli_take_query_file(q);
  return status == BEELINE_OK ? run(q, make_shorter) : cli_json_refusal(q, status);
}
