#include "cli/commands.h"

#include "base/clock.h"
#include "cli/anytime.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/session.h"

static beeline_status report(cli_request *q, cli_anytime *a, beeline_model *model, beeline_check *check,
                             beeline_status status) {
  const beeline_result *r = beeline_check_result(check, 0);
  beeline_status writing = BEELINE_OK;
  cli_print_diagnostics(q, model, check);
  if (status == BEELINE_EXIT_MEMORY)
    cli_memory_error(q);
  if (status == BEELINE_OK)
    cli_note(q, "the trace ends in no error, so there is nothing to get to by a shorter way");
  if (r && r->has_trace) {
    writing = cli_write_traces(q, check, true);
    if (!q->json && writing == BEELINE_OK)
      writing = cli_anytime_finish(a, check);
  }
  if (writing != BEELINE_OK)
    status = writing;
  if (q->json && status != BEELINE_EXIT_USAGE)
    return cli_json_report(q, model, check, status);
  return cli_finish_output(q, status);
}

beeline_status command_shorten(cli_request *q) {
  beeline_status status = cli_check_traces(q);
  if (status != BEELINE_OK)
    return status;
  cli_progress progress = {0};
  cli_anytime anytime = {.request = q, .progress = &progress};
  beeline_model *model = cli_load(q);
  beeline_check *check = NULL;
  status = beeline_model_status(model);
  if (status == BEELINE_OK) {
    beeline_options options = q->check;
    if (options.time_limit > 0) // for all that the user waits for, loading included
      options.time_limit =
          options.time_limit > clock_wall() - q->started ? options.time_limit - (clock_wall() - q->started) : 1e-9;
    cli_progress_start(&progress, q, &options);
    cli_anytime_start(&anytime, q, &progress, &options);
    check = beeline_shorten_new(model, q->arguments.at[1], &options);
    status = beeline_check_status(check);
    if (status == BEELINE_OK) {
      cli_interrupt_watch(check);
      status = beeline_check_run(check);
      cli_interrupt_watch(NULL);
    }
    cli_progress_end(&progress);
  }
  status = report(q, &anytime, model, check, status);
  beeline_check_delete(check);
  beeline_model_delete(model);
  return status;
}
