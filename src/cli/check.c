#include "cli/commands.h"

#include "base/clock.h"
#include "cli/anytime.h"
#include "cli/interrupt.h"
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

static beeline_status report(cli_request *q, cli_anytime *a, beeline_model *model, beeline_check *check,
                             beeline_status status) {
  beeline_status writing = BEELINE_OK;
  const beeline_result *first = beeline_check_result(check, 0);
  bool is_no_execution = first && first->status == BEELINE_EXIT_INPUT && first->reason != BEELINE_REASON_INPUT;
  cli_print_diagnostics(q, model, check);
  if (first && !is_no_execution) {
    writing = cli_write_traces(q, check, true);
    if (!q->json && writing == BEELINE_OK)
      writing = cli_anytime_finish(a, check);
  } else if (status == BEELINE_EXIT_MEMORY) {
    cli_memory_error(q);
  }
  if (writing != BEELINE_OK)
    status = writing;
  if (q->json && status != BEELINE_EXIT_USAGE)
    return cli_json_report(q, model, check, status);
  return cli_finish_output(q, status);
}

typedef beeline_check *(*check_maker)(cli_request *q, beeline_model *model, beeline_options *options);

// Loads the model, makes a check of it, runs the check, and prints results while it runs and at the end.
static beeline_status run(cli_request *q, check_maker make_check) {
  cli_progress progress = {0};
  cli_anytime anytime = {.request = q, .progress = &progress};
  beeline_model *model = cli_load(q);
  beeline_check *check = NULL;
  beeline_status status = beeline_model_status(model), refused = BEELINE_OK;
  if (status == BEELINE_OK) {
    beeline_options options = options_of(q);
    cli_progress_start(&progress, q, &options);
    cli_anytime_start(&anytime, q, &progress, &options);
    check = make_check(q, model, &options);
    status = beeline_check_status(check);
    if (status == BEELINE_OK)
      status = refused = cli_check_formats(q, check);
    if (status == BEELINE_OK) {
      cli_interrupt_watch(check);
      status = beeline_check_run(check);
      cli_interrupt_watch(NULL);
    }
    cli_progress_end(&progress);
  }
  if (refused == BEELINE_OK)
    status = report(q, &anytime, model, check, status);
  beeline_check_delete(check);
  beeline_model_delete(model);
  return status;
}

static beeline_check *make_search(cli_request *q, beeline_model *model, beeline_options *options) {
  options->formulas = q->arguments.at + 1;
  options->formula_count = q->arguments.count - 1;
  beeline_check *check = beeline_check_new(model, options);
  if (beeline_check_status(check) == BEELINE_OK)
    cli_note_unchecked(q, model);
  return check;
}

beeline_status command_check(cli_request *q) {
  beeline_status status = cli_check_traces(q);
  if (status == BEELINE_OK)
    status = cli_take_query_file(q);
  if (status == BEELINE_OK && q->check.aim == BEELINE_AIM_CENSUS && q->traces.count) {
    cli_error(q, NULL, "--census cannot be combined with --trace: a census produces no trace");
    status = BEELINE_EXIT_USAGE;
  }
  return status == BEELINE_OK ? run(q, make_search) : status;
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
  return status == BEELINE_OK ? run(q, make_shorter) : status;
}
