#include "cli/commands.h"

#include "check/automaton.h"
#include "cli/message.h"
#include "cli/session.h"
#include <errno.h>
#include <string.h>

// dot is a format of traces, too.
bool command_is_for_automaton(const cli_request *q) {
  bool is_asked_for = q->properties.count || q->formula;
  return is_asked_for || (q->to && omega_writer_named(q->to) && strcmp(q->to, "dot") != 0);
}

static beeline_status refuse(const cli_request *q, const char *hint, const char *message) {
  cli_error(q, hint, "%s", message);
  return BEELINE_EXIT_USAGE;
}

static beeline_status check_request(const cli_request *q) {
  if (!omega_writer_named(q->to))
    return refuse(q, "use --to never, hoa or dot", "an automaton cannot be written in this format");
  if (q->properties.count + (q->formula != NULL) > 1)
    return refuse(q, "ask for one property at a time", "several automata are asked for");
  if (q->arguments.count > 1)
    return refuse(q, "use --ltl NAME, --property NAME or --formula LTL", "an automaton is not made from a trace");
  if (!q->arguments.count && !q->formula)
    return refuse(q, "see `beeline convert --help`", "a model is missing: beeline convert MODEL --to FORMAT");
  return q->output ? cli_check_file(q, q->output) : BEELINE_OK;
}

static beeline_status put(const cli_request *q, const char *text) {
  FILE *out = q->output ? fopen(q->output, "w") : stdout;
  if (!out)
    return cli_cannot_write(q, q->output, errno);
  bool is_written = fputs(text, out) >= 0;
  if (!q->output)
    return cli_finish_output(q, BEELINE_OK);
  return fclose(out) == 0 && is_written ? BEELINE_OK : cli_cannot_write(q, q->output, errno);
}

beeline_status command_convert_automaton(cli_request *q) {
  beeline_status status = check_request(q);
  if (status != BEELINE_OK)
    return status;
  check_automaton wanted = {.property = q->properties.count ? q->properties.at[0] : NULL,
                            .formula = q->formula,
                            .writer = omega_writer_named(q->to)};
  const char *text = "";
  beeline_model *model = cli_load(q);
  status = beeline_model_status(model);
  beeline_check *check = status == BEELINE_OK ? check_automaton_new(model, &wanted, &text) : NULL;
  if (status == BEELINE_OK)
    status = beeline_check_status(check);
  cli_print_diagnostics(q, model, check);
  cli_report_left(q, status);
  if (status == BEELINE_OK)
    status = put(q, text);
  beeline_check_delete(check);
  beeline_model_delete(model);
  return status;
}
