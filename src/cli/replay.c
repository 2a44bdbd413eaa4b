#include "cli/commands.h"

#include "cli/json.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/session.h"

typedef beeline_status (*trace_user)(cli_request *q, beeline_model *model, beeline_check *check, beeline_status status);

// Loads the model, replays the trace, and calls use_it, also if loading or replaying failed: see status.
static beeline_status with_trace(cli_request *q, trace_user use_it) {
  beeline_model *model = cli_load(q);
  beeline_check *check = NULL;
  beeline_status status = beeline_model_status(model);
  if (status == BEELINE_OK) {
    beeline_options options = {.properties = q->properties.at,
                               .property_count = q->properties.count,
                               .invariants = q->invariants.at,
                               .invariant_count = q->invariants.count,
                               .formulas = q->arguments.at + 2,
                               .formula_count = q->arguments.count - 2,
                               .fair = q->check.fair};
    check = beeline_replay_new(model, q->arguments.at[1], &options);
    status = beeline_check_status(check);
    if (status == BEELINE_OK)
      status = cli_check_formats(q, check);
    if (status == BEELINE_OK)
      status = beeline_check_run(check);
  }
  cli_print_diagnostics(q, model, check);
  cli_report_left(q, status);
  status = use_it(q, model, check, status);
  beeline_check_delete(check);
  beeline_model_delete(model);
  return status;
}

static bool is_replayed(const beeline_check *check) {
  const beeline_result *r = beeline_check_result(check, 0);
  return r && r->has_trace;
}

static void print_verdict(const cli_request *q, const beeline_result *r) {
  char number[32];
  if (q->quiet)
    fprintf(q->text, "%s: ", q->arguments.at[0]);
  fprintf(q->text, "replayed: %s step%s, ", cli_number(r->trace_length, number), r->trace_length == 1 ? "" : "s");
  if (r->is_timed)
    fprintf(q->text, "time %.10g, ", r->trace_time);
  if (r->trace_is_lasso && r->error_kind)
    fprintf(q->text, "violating the property: %s\n", r->error_message);
  else if (r->error_kind)
    fprintf(q->text, "ending in an error: %s\n", r->error_message);
  else
    fprintf(q->text, "without an error\n");
}

static beeline_status write_replayed(cli_request *q, beeline_check *check) {
  beeline_status files = cli_write_traces(q, check, true), output = BEELINE_OK;
  bool in_text = !q->quiet;
  for (uint32_t i = 0; i < q->traces.count; i++)
    in_text &= q->traces.at[i].file != NULL;
  if (!q->json) {
    print_verdict(q, beeline_check_result(check, 0));
    output = in_text ? cli_write_trace(q, check, 0, "text", NULL) : cli_write_traces(q, check, false);
  }
  return files == BEELINE_OK ? output : files;
}

static beeline_status print_replay(cli_request *q, beeline_model *model, beeline_check *check, beeline_status status) {
  beeline_check *ran = is_replayed(check) ? check : NULL;
  beeline_status writing = ran ? write_replayed(q, ran) : BEELINE_OK;
  beeline_status end = q->json ? cli_json_report(q, model, ran, status) : cli_finish_output(q, status);
  return cli_status_with_writing(q, ran, status, writing, end);
}

beeline_status command_replay(cli_request *q) {
  beeline_status status = cli_check_traces(q);
  return status == BEELINE_OK ? with_trace(q, print_replay) : cli_json_refusal(q, status);
}

static beeline_status convert(cli_request *q, beeline_model *model, beeline_check *check, beeline_status status) {
  (void)model;
  if (!is_replayed(check))
    return status;
  status = cli_write_trace(q, check, 0, q->to, q->output);
  return q->output ? status : cli_finish_output(q, status);
}

beeline_status command_convert(cli_request *q) {
  if (!q->to) {
    cli_error(q, "see `beeline list formats`", "convert needs --to FORMAT");
    return BEELINE_EXIT_USAGE;
  }
  if (command_is_for_automaton(q))
    return command_convert_automaton(q);
  if (!q->arguments.count) {
    cli_error(q, "see `beeline convert --help`", "an argument is missing: beeline convert MODEL TRACE --to FORMAT");
    return BEELINE_EXIT_USAGE;
  }
  cli_trace wanted = {.format = q->to, .file = q->output};
  vec_push(q->memory, &q->traces, wanted);
  beeline_status status = cli_check_traces(q);
  if (status == BEELINE_OK && q->arguments.count < 2) {
    cli_error(q, "use beeline convert MODEL TRACE --to FORMAT", "no trace is given to convert to '%s'", q->to);
    status = BEELINE_EXIT_USAGE;
  }
  return status == BEELINE_OK ? with_trace(q, convert) : status;
}
