#include "cli/report.h"

#include "cli/message.h"
#include "cli/progress.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *reason_text(const cli_request *q, const beeline_result *r, char *buffer, size_t size) {
  char number[32];
  if (r->status == BEELINE_EXIT_INTERNAL)
    return "internal error: the trace that was found cannot be replayed";
  switch (r->reason) {
  case BEELINE_REASON_TIME:
    snprintf(buffer, size, "the time limit of %g s was reached", q->check.time_limit);
    break;
  case BEELINE_REASON_MEMORY:
    snprintf(buffer, size, "the memory limit was reached");
    break;
  case BEELINE_REASON_STATES:
    snprintf(buffer, size, "the limit of %s states was reached", cli_number(q->check.max_states, number));
    break;
  case BEELINE_REASON_INTERRUPTED:
    snprintf(buffer, size, "interrupted");
    break;
  case BEELINE_REASON_LOSSY:
    snprintf(buffer, size, "no error was found, but states may have been dropped");
    break;
  case BEELINE_REASON_FAULT: // sup and inf have no trace
    snprintf(buffer, size, "the model has a run-time error; --property assert gives its trace");
    break;
  case BEELINE_REASON_INPUT:
    snprintf(buffer, size, "the property has an error");
    break;
  case BEELINE_REASON_INCOMPLETE:
    snprintf(buffer, size, "the search did not visit all states");
    break;
  default:
    snprintf(buffer, size, "unknown reason");
    break;
  }
  return buffer;
}

static void print_cost(FILE *out, const beeline_result *r) {
  if (r->trace_cost == 0 && isfinite(r->trace_cost_log))
    fprintf(out, ", %s %.4ge%.0f", r->cost, pow(10, r->trace_cost_log - floor(r->trace_cost_log)),
            floor(r->trace_cost_log));
  else
    fprintf(out, ", %s %.10g", r->cost, r->trace_cost);
  if (strncmp(r->cost, "lex:", 4) == 0)
    fprintf(out, ",%.10g", r->trace_cost_second);
  fprintf(out, "%s", r->trace_cheapest ? ", cheapest" : "");
}

static void print_trace(FILE *out, const beeline_result *r) {
  char number[32];
  fprintf(out, "%s step%s", cli_number(r->trace_length, number), r->trace_length == 1 ? "" : "s");
  if (r->trace_inserted) {
    fprintf(out, " (%s", cli_number(r->trace_length - r->trace_inserted, number));
    fprintf(out, " + %s inserted)", cli_number(r->trace_inserted, number));
  }
  if (r->trace_loop) {
    fprintf(out, " (%s", cli_number(r->trace_length - r->trace_loop, number));
    fprintf(out, ", then %s for ever)", cli_number(r->trace_loop, number));
  } else if (r->trace_is_lasso) {
    fprintf(out, " (then it stays for ever)");
  }
  if (r->trace_shortest)
    fprintf(out, ", shortest%s", r->trace_is_lasso && !r->trace_is_tight ? " for its claim" : "");
  if (r->assumes)
    fprintf(out, ", if %s, as you say", r->assumes);
  if (r->is_timed)
    fprintf(out, ", time %.10g%s", r->trace_time, r->trace_fastest ? ", fastest" : "");
  if (r->cost)
    print_cost(out, r);
}

static void print_error(FILE *out, const beeline_result *r) {
  fprintf(out, "%s%s", r->error_message, r->is_fair && r->trace_is_lasso ? ", under weak fairness" : "");
  if (r->error_at.file && r->error_at.line)
    fprintf(out, " (%s:%" PRIu32 ")", r->error_at.file, r->error_at.line);
  fprintf(out, ", ");
  print_trace(out, r);
}

static void print_values(FILE *out, const beeline_result *r) {
  for (uint32_t i = 0; i < r->value_count; i++) {
    const beeline_value *v = &r->values[i];
    fprintf(out, "%s%s", i ? ", " : ": ", v->term);
    if (!v->is_reached)
      fprintf(out, " has no value: its condition holds in no state");
    else if (v->is_infinite)
      fprintf(out, " is unbounded");
    else
      fprintf(out, "%s %.10g", v->is_strict ? " approaches" : " =", v->value);
  }
}

static void print_unreached(FILE *out, const beeline_result *r) {
  enum { MOST = 5 };
  fprintf(out, "%" PRIu32 " of %" PRIu32 " assertion%s never reached:", r->unreached_count, r->assertion_count,
          r->assertion_count == 1 ? " was" : "s were");
  for (uint32_t i = 0; i < r->unreached_count && i < MOST; i++)
    fprintf(out, "%s %s:%" PRIu32, i ? "," : "", r->unreached[i].file, r->unreached[i].line);
  fprintf(out, "%s\n", r->unreached_count > MOST ? ", ..." : "");
}

static void print_census(FILE *out, const beeline_result *r) {
  char number[32];
  fprintf(out, "census: %s %s", cli_number(r->stats.census, number),
          r->is_timed ? "symbolic states" : "states outside atomic sequences");
  if (r->is_counted && r->verdict == BEELINE_UNDECIDED)
    fprintf(out, "; there are errors, at which a census does not stop");
  fprintf(out, r->is_counted ? "\n" : " so far\n");
}

void cli_report_verdict(const cli_request *q, const beeline_result *r) {
  static const char *const colors[] = {
      [BEELINE_SATISFIED] = "\033[1;32m", [BEELINE_VIOLATED] = "\033[1;31m", [BEELINE_UNDECIDED] = "\033[1;33m"};
  FILE *out = q->text;
  bool color = cli_colored(q->color, out);
  if (q->quiet)
    fprintf(out, "%s: ", q->arguments.at[0]);
  if (r->is_counted) {
    print_census(out, r);
    return;
  }
  fprintf(out, "%s%s%s: ", color ? colors[r->verdict] : "", beeline_verdict_name(r->verdict), color ? "\033[0m" : "");
  char buffer[128];
  if (r->verdict == BEELINE_SATISFIED) {
    fprintf(out, "%s%s", r->property_text, r->is_fair ? ", under weak fairness" : "");
    print_values(out, r);
    if (r->has_trace) {
      fprintf(out, " (trace of ");
      print_trace(out, r);
      fputc(')', out);
    }
  } else if (r->verdict == BEELINE_VIOLATED && !r->has_trace) {
    fprintf(out, "%s: no such state is reachable", r->property_text);
  } else if (r->verdict == BEELINE_VIOLATED) {
    print_error(out, r);
  } else if (r->has_trace && r->reason == BEELINE_REASON_ABSTRACT && !r->error_kind) {
    fprintf(out, "the abstract model can reach it, the model itself may not (property: %s; trace of ",
            r->property_text);
    print_trace(out, r);
    fputc(')', out);
  } else if (r->has_trace) {
    bool is_abstract = r->reason == BEELINE_REASON_ABSTRACT;
    fprintf(out, is_abstract ? "the abstract model has an error, the model itself may not: " : "run-time error: ");
    print_error(out, r);
    fprintf(out, " (property: %s)", r->property_text);
  } else if (r->why) {
    fprintf(out, "not checked: %s (property: %s)", r->why, r->property_text);
  } else {
    fprintf(out, "%s (property: %s)", reason_text(q, r, buffer, sizeof buffer), r->property_text);
  }
  fputc('\n', out);
  if (r->unreached_count)
    print_unreached(out, r);
}

static void print_count(FILE *out, uint64_t count, const char *phrase, const char **separator) {
  char number[32];
  if (!*phrase)
    return;
  fprintf(out, "%s%s %s", *separator, cli_number(count, number), phrase);
  *separator = ", ";
}

#define PRINT_STATISTIC(type, name, runs, json, phrase) print_count(out, (uint64_t)s->name, phrase, &separator);

static void print_details(FILE *out, const beeline_result *r) {
  const beeline_stats *s = &r->stats;
  const char *separator = "; ";
  fprintf(out, "        heuristic %s, store %s, reduce %s", r->heuristic, r->store, *r->reduce ? r->reduce : "none");
  if (*r->reduce && r->left_out)
    fprintf(out, " (without %" PRIu32 " automata and variables, %" PRIu32 " safe)", r->left_out, r->safe);
  if (*r->reduce && r->parts)
    fprintf(out, " (%" PRIu32 " parts)", r->parts);
  BEELINE_STATISTICS(PRINT_STATISTIC, PRINT_STATISTIC)
  fprintf(out, "\n        loading %.3f s, preparing %.3f s, searching %.3f s; %.1f bytes per state\n", s->load_s,
          s->prepare_s, s->search_s, s->bytes_per_state);
}

void cli_report_stats(const cli_request *q, const beeline_result *r) {
  const beeline_stats *s = &r->stats;
  FILE *out = q->text;
  char a[32], b[32], c[32];
  if (q->check.aim == BEELINE_AIM_CENSUS && !r->is_counted)
    print_census(out, r);
  if (!r->search)
    return;
  fprintf(out, "search %s: %s states stored, %s expanded, %s transitions", r->search, cli_number(s->stored, a),
          cli_number(s->expanded, b), cli_number(s->generated, c));
  fprintf(out, ", depth %s\n", cli_number(s->max_depth, a));
  if (q->verbose)
    print_details(out, r);
  fprintf(out, "%.2f s, %s\n", s->total_s, cli_size(s->memory_bytes, a));
}
