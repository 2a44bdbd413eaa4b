#include "cli/report.h"

#include "cli/message.h"
#include "cli/progress.h"
#include <inttypes.h>
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
  case BEELINE_REASON_UNSUPPORTED:
    snprintf(buffer, size, "properties of this kind are not supported yet");
    break;
  case BEELINE_REASON_INPUT:
    snprintf(buffer, size, "the property has an error");
    break;
  case BEELINE_REASON_INCOMPLETE:
    snprintf(buffer, size,
             q->check.aim == BEELINE_AIM_CENSUS
                 ? "errors were found, at which a census does not stop, or states were not visited"
                 : "the search did not visit all states");
    break;
  default:
    snprintf(buffer, size, "unknown reason");
    break;
  }
  return buffer;
}

static void print_cost(const beeline_result *r) {
  printf(", %s %.10g", r->cost, r->trace_cost);
  if (strncmp(r->cost, "lex:", 4) == 0)
    printf(",%.10g", r->trace_cost_second);
  printf("%s", r->trace_cheapest ? ", cheapest" : "");
}

static void print_trace(const beeline_result *r) {
  char number[32];
  printf("%s step%s%s", cli_number(r->trace_length, number), r->trace_length == 1 ? "" : "s",
         r->trace_shortest ? ", shortest" : "");
  if (r->is_timed)
    printf(", time %.10g%s", r->trace_time, r->trace_fastest ? ", fastest" : "");
  if (r->cost)
    print_cost(r);
}

static void print_error(const beeline_result *r) {
  printf("%s", r->error_message);
  if (r->error_at.file && r->error_at.line)
    printf(" (%s:%" PRIu32 ")", r->error_at.file, r->error_at.line);
  printf(", ");
  print_trace(r);
}

static void print_values(const beeline_result *r) {
  for (uint32_t i = 0; i < r->value_count; i++) {
    const beeline_value *v = &r->values[i];
    printf("%s%s", i ? ", " : ": ", v->term);
    if (!v->is_reached)
      printf(" has no value: its condition holds in no state");
    else if (v->is_infinite)
      printf(" is unbounded");
    else
      printf("%s %.10g", v->is_strict ? " approaches" : " =", v->value);
  }
}

void cli_report_verdict(const cli_request *q, const beeline_result *r) {
  static const char *const colors[] = {
      [BEELINE_SATISFIED] = "\033[1;32m", [BEELINE_VIOLATED] = "\033[1;31m", [BEELINE_UNDECIDED] = "\033[1;33m"};
  bool color = cli_colored(q->color, stdout);
  printf("%s%s%s: ", color ? colors[r->verdict] : "", beeline_verdict_name(r->verdict), color ? "\033[0m" : "");
  char buffer[128];
  if (r->verdict == BEELINE_SATISFIED) {
    printf("%s", r->property_text);
    print_values(r);
    if (r->has_trace) {
      printf(" (trace of ");
      print_trace(r);
      putchar(')');
    }
  } else if (r->verdict == BEELINE_VIOLATED && !r->has_trace) {
    printf("%s: no such state is reachable", r->property_text);
  } else if (r->verdict == BEELINE_VIOLATED) {
    print_error(r);
  } else if (r->has_trace) {
    printf("run-time error: ");
    print_error(r);
    printf(" (property: %s)", r->property_text);
  } else {
    printf("%s (property: %s)", reason_text(q, r, buffer, sizeof buffer), r->property_text);
  }
  putchar('\n');
}

static void print_count(uint64_t count, const char *phrase, const char **separator) {
  char number[32];
  if (!*phrase)
    return;
  printf("%s%s %s", *separator, cli_number(count, number), phrase);
  *separator = ", ";
}

#define PRINT_STATISTIC(type, name, runs, json, phrase) print_count((uint64_t)s->name, phrase, &separator);

static void print_details(const beeline_result *r) {
  const beeline_stats *s = &r->stats;
  const char *separator = "; ";
  printf("        heuristic %s, store %s, reduce %s", r->heuristic, r->store, *r->reduce ? r->reduce : "none");
  BEELINE_STATISTICS(PRINT_STATISTIC, PRINT_STATISTIC)
  printf("\n        loading %.3f s, preparing %.3f s, searching %.3f s; %.1f bytes per state\n", s->load_s,
         s->prepare_s, s->search_s, s->bytes_per_state);
}

void cli_report_stats(const cli_request *q, const beeline_result *r) {
  const beeline_stats *s = &r->stats;
  char a[32], b[32], c[32];
  if (q->check.aim == BEELINE_AIM_CENSUS)
    printf("census: %s %s\n", cli_number(s->census, a),
           r->is_timed ? "symbolic states" : "states outside atomic sequences");
  if (!r->search)
    return;
  printf("search %s: %s states stored, %s expanded, %s transitions", r->search, cli_number(s->stored, a),
         cli_number(s->expanded, b), cli_number(s->generated, c));
  printf(", depth %s\n", cli_number(s->max_depth, a));
  if (q->verbose)
    print_details(r);
  printf("%.2f s, %s\n", s->total_s, cli_size(s->memory_bytes, a));
}
