#include "cli/commands.h"

#include "check/model.h"
#include "cli/compare.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/session.h"
#include <errno.h>

#define DEFAULT_SECONDS 10.0 // for each run

typedef void (*export_writer)(const comparison *c, FILE *out);

static bool goes_to_output(const cli_export *export) { return export->is_wanted && !export->file; }

static beeline_status check_exports(const cli_request *q) {
  const cli_export *exports[] = {&q->csv, &q->svg};
  if (q->json + goes_to_output(&q->csv) + goes_to_output(&q->svg) > 1) {
    cli_error(q, "write to a file: --csv=FILE, --svg=FILE",
              "only one of --json, --csv and --svg can write to standard output");
    return BEELINE_EXIT_USAGE;
  }
  for (uint32_t i = 0; i < 2; i++)
    if (exports[i]->file && cli_check_file(q, exports[i]->file) != BEELINE_OK)
      return BEELINE_EXIT_IO;
  return BEELINE_OK;
}

static beeline_status write_export(const comparison *c, const cli_export *export, export_writer write) {
  if (!export->is_wanted)
    return BEELINE_OK;
  if (!export->file) {
    write(c, stdout);
    return BEELINE_OK;
  }
  FILE *out = fopen(export->file, "w");
  if (!out)
    return cli_cannot_write(c->request, export->file, errno);
  write(c, out);
  bool is_bad = ferror(out);
  if (fclose(out) != 0 || is_bad)
    return cli_cannot_write(c->request, export->file, errno);
  return BEELINE_OK;
}

// One question is compared: the one that is named; else the query of a timed model, or safety.
static void fill_options(cli_request *q, bool is_timed) {
  beeline_options *o = &q->check;
  o->only_named = true;
  if (!is_timed && !q->properties.count && !q->invariants.count && q->arguments.count == 1)
    vec_push(q->memory, &q->properties, "safety");
  o->properties = q->properties.at;
  o->property_count = q->properties.count;
  o->invariants = q->invariants.at;
  o->invariant_count = q->invariants.count;
  o->formulas = q->arguments.at + 1;
  o->formula_count = q->arguments.count - 1;
  if (o->time_limit <= 0)
    o->time_limit = DEFAULT_SECONDS;
}

// Runs one after the other, so that they do not compete for time and memory. A signal stops the current run and skips
// the others.
static beeline_status run_all(comparison *c, cli_progress *progress) {
  beeline_status status = BEELINE_OK;
  for (; c->finished < c->runs.count && !cli_is_interrupted(NULL); c->finished++) {
    compare_run *run = &c->runs.at[c->finished];
    char name[128], line[192];
    snprintf(line, sizeof line, "%u of %u: %s  ", c->finished + 1, c->runs.count, compare_name(run, name, sizeof name));
    progress->check = run->check;
    cli_progress_name(progress, line);
    if (beeline_check_run(run->check) == BEELINE_EXIT_INTERNAL) {
      status = BEELINE_EXIT_INTERNAL;
      cli_progress_end(progress);
      cli_print_diagnostics(c->request, NULL, run->check);
    }
    run->result = beeline_check_result(run->check, 0);
  }
  cli_progress_end(progress);
  return status == BEELINE_OK && cli_is_interrupted(NULL) ? BEELINE_EXIT_INTERRUPTED : status;
}

static beeline_status report(const comparison *c, beeline_status status) {
  const cli_request *q = c->request;
  beeline_status writing = write_export(c, &q->csv, compare_write_csv);
  if (writing == BEELINE_OK)
    writing = write_export(c, &q->svg, compare_write_svg);
  if (writing != BEELINE_OK)
    status = writing;
  if (q->json)
    return compare_print_json(c, status);
  if (!goes_to_output(&q->csv) && !goes_to_output(&q->svg)) {
    if (!q->quiet)
      compare_print_table(c);
    compare_print_best(c);
  }
  return cli_finish_output(q, status);
}

static beeline_status report_contradiction(comparison *c, char *buffer, size_t size, beeline_status status) {
  c->contradiction = compare_contradiction(c->runs.at, c->finished, buffer, size);
  if (!c->contradiction)
    return status;
  cli_error(c->request, "this is a bug in Beeline, not in the model; please report it with the model",
            "internal error: %s", c->contradiction);
  return BEELINE_EXIT_INTERNAL;
}

static beeline_status prepare(comparison *c, cli_progress *progress) {
  cli_request *q = c->request;
  beeline_status status = beeline_model_status(c->model);
  cli_print_diagnostics(q, c->model, NULL);
  cli_report_left(q, status);
  if (status != BEELINE_OK)
    return status;
  fill_options(q, check_network(c->model)->is_timed);
  cli_progress_start(progress, q, &q->check);
  return compare_plan(c);
}

static beeline_status run_and_report(comparison *c, cli_progress *progress) {
  char contradiction[512];
  beeline_status status = run_all(c, progress);
  return report(c, report_contradiction(c, contradiction, sizeof contradiction, status));
}

beeline_status command_compare(cli_request *q) {
  beeline_status status = check_exports(q);
  if (status == BEELINE_OK)
    status = cli_take_query_file(q);
  if (status != BEELINE_OK)
    return cli_json_refusal(q, status);
  cli_progress progress;
  comparison c = {.request = q, .model = cli_load(q)};
  status = prepare(&c, &progress);
  if (status == BEELINE_OK)
    status = run_and_report(&c, &progress);
  else if (q->json)
    status = cli_json_report(q, c.model, NULL, status);
  for (uint32_t i = 0; i < c.runs.count; i++)
    beeline_check_delete(c.runs.at[i].check);
  beeline_model_delete(c.model);
  return status;
}
