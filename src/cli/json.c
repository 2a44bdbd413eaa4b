#include "cli/json.h"

#include "cli/message.h"
#include <math.h>
#include <string.h>

json_t *cli_json_text(const char *text) {
  if (!text)
    return json_null();
  json_t *value = json_string(text);
  if (value)
    return value;
  size_t length = strlen(text);
  char *copy = malloc(length + 1);
  if (!copy)
    return NULL;
  for (size_t i = 0; i <= length; i++)
    copy[i] = (unsigned char)text[i] < 0x80 ? text[i] : '?';
  value = json_string(copy);
  free(copy);
  return value;
}

json_t *cli_json_place(beeline_place at) {
  if (!at.file || !at.line)
    return json_null();
  json_t *file = cli_json_text(at.file);
  json_t *value = file ? json_sprintf("%s:%u", json_string_value(file), at.line) : NULL;
  json_decref(file);
  return value;
}

// Jansson's tree of a long trace takes ten times the memory of its text. So the text is kept, as a string under this
// key, and written in place of that member.
static const char further_members[] = "further members";

static void put(FILE *out, const json_t *value, int depth);

static void put_end(FILE *out, const char *last, int depth, bool is_empty) {
  if (!is_empty)
    fprintf(out, "\n%*s", 2 * depth, "");
  fputs(last, out);
}

static void put_object(FILE *out, json_t *object, int depth) {
  const char *key, *comma = "";
  json_t *member;
  fputc('{', out);
  json_object_foreach(object, key, member) {
    fprintf(out, "%s\n%*s", comma, 2 * depth + 2, "");
    comma = ",";
    if (strcmp(key, further_members) == 0) {
      fputs(json_string_value(member), out);
      continue;
    }
    fprintf(out, "\"%s\": ", key);
    put(out, member, depth + 1);
  }
  put_end(out, "}", depth, !*comma);
}

static void put(FILE *out, const json_t *value, int depth) {
  if (json_is_object(value)) {
    put_object(out, (json_t *)value, depth);
  } else if (json_is_array(value)) {
    fputc('[', out);
    for (size_t i = 0; i < json_array_size(value); i++) {
      fprintf(out, "%s\n%*s", i ? "," : "", 2 * depth + 2, "");
      put(out, json_array_get(value, i), depth + 1);
    }
    put_end(out, "]", depth, !json_array_size(value));
  } else {
    json_dumpf(value, out, JSON_ENCODE_ANY | JSON_REAL_PRECISION(9));
  }
}

beeline_status cli_json_finish(const cli_request *request, json_t *document, beeline_status status) {
  if (!document) {
    cli_memory_error(request);
    return BEELINE_EXIT_MEMORY;
  }
  put(stdout, document, 0);
  fputc('\n', stdout);
  json_decref(document);
  return cli_finish_output(request, status);
}

// A real number for a double, otherwise an integer.
#define NUMBER_JSON(value)                                                                                             \
  _Generic((value), double : json_real((double)(value)), default : json_integer((json_int_t)(value)))
#define SET_SHOWN(name, value) json_object_set_new(stats, name, NUMBER_JSON(value))
#define SET_HIDDEN(name, value) (void)0
#define SET_IN_CENSUS(name, value) json_object_set_new(stats, name, is_census ? NUMBER_JSON(value) : json_null())
#define SET_STATISTIC(type, name, runs, json, phrase) SET_##json(#name, r->stats.name);

static json_t *stats_json(const beeline_result *r, bool is_census) {
  json_t *stats = json_object();
  BEELINE_STATISTICS(SET_STATISTIC, SET_STATISTIC)
  return stats;
}

// An integer if the value is one. Infinity, which is the minimum of no weights, is null.
static json_t *number_json(double value) {
  if (!isfinite(value))
    return json_null();
  return value == floor(value) && fabs(value) < 1e15 ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *trace_json(const cli_request *q, const beeline_result *r) {
  bool is_pair = r->cost && strncmp(r->cost, "lex:", 4) == 0;
  json_t *cost = is_pair ? json_pack("[o o]", number_json(r->trace_cost), number_json(r->trace_cost_second))
                         : number_json(r->trace_cost);
  json_t *trace = json_pack("{s:I s:o s:b s:b s:o s:o}", "length", (json_int_t)r->trace_length, "cost", cost,
                            "shortest", r->trace_shortest, "replayed", 1, "loop",
                            r->trace_is_lasso ? json_integer((json_int_t)r->trace_loop) : json_null(), "time",
                            r->is_timed ? number_json(r->trace_time) : json_null());
  if (r->trace_inserted)
    json_object_set_new(trace, "inserted", json_integer((json_int_t)r->trace_inserted));
  if (r->assumes)
    json_object_set_new(trace, "assumes", cli_json_text(r->assumes));
  if (r->trace_is_lasso)
    json_object_set_new(trace, "tight", json_boolean(r->trace_is_tight));
  if (r->cost) {
    json_object_set_new(trace, "counted", json_string(r->cost));
    json_object_set_new(trace, "cheapest", json_boolean(r->trace_cheapest));
    if (r->trace_cost == 0 && isfinite(r->trace_cost_log))
      json_object_set_new(trace, "cost_log10", json_real(r->trace_cost_log));
  }
  if (q->check.aim == BEELINE_AIM_FASTEST)
    json_object_set_new(trace, "fastest", json_boolean(r->trace_fastest));
  return trace;
}

static json_t *values_json(const beeline_result *r) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < r->value_count; i++) {
    const beeline_value *v = &r->values[i];
    json_array_append_new(list, json_pack("{s:o s:o s:b s:b}", "term", cli_json_text(v->term), "value",
                                          v->is_reached && !v->is_infinite ? number_json(v->value) : json_null(),
                                          "infinite", v->is_infinite, "strict", v->is_strict));
  }
  return list;
}

static json_t *assertions_json(const beeline_result *r) {
  json_t *unreached = json_array();
  for (uint32_t i = 0; i < r->unreached_count; i++)
    json_array_append_new(unreached, cli_json_place(r->unreached[i]));
  return json_pack("{s:I s:o}", "count", (json_int_t)r->assertion_count, "unreached", unreached);
}

// A list of names with commas between them.
static json_t *names_json(const char *names) {
  json_t *list = json_array();
  for (size_t length; *names; names += length + (names[length] == ',')) {
    length = strcspn(names, ",");
    json_array_append_new(list, json_stringn(names, length));
  }
  return list;
}

json_t *cli_json_result(const cli_request *q, const beeline_result *r) {
  json_t *property = json_null(), *error = json_null(), *trace = json_null(), *search = json_null();
  if (r->error_kind)
    error = json_pack("{s:s s:o s:o}", "kind", r->error_kind, "message", cli_json_text(r->error_message), "location",
                      cli_json_place(r->error_at));
  if (r->has_trace)
    trace = trace_json(q, r);
  if (r->search)
    search = json_pack("{s:s s:s s:s s:o}", "search", r->search, "heuristic", r->heuristic, "store", r->store, "reduce",
                       names_json(r->reduce));
  if (r->left_out) {
    json_object_set_new(search, "left_out", json_integer(r->left_out));
    json_object_set_new(search, "safe", json_integer(r->safe));
  }
  if (r->parts)
    json_object_set_new(search, "parts", json_integer(r->parts));
  if (r->property_kind)
    property = json_pack("{s:s s:o s:o s:o}", "kind", r->property_kind, "name", cli_json_text(r->property_name), "text",
                         cli_json_text(r->property_text), "location", cli_json_place(r->property_at));
  if (r->is_fair)
    json_object_set_new(property, "fair", json_true());
  json_t *result =
      json_pack("{s:o s:s s:o s:o s:o s:o s:o}", "property", property, "verdict", beeline_verdict_name(r->verdict),
                "reason", cli_json_text(beeline_reason_name(r->reason)), "error", error, "trace", trace, "search",
                search, "stats", stats_json(r, q->check.aim == BEELINE_AIM_CENSUS));
  if (r->unreached)
    json_object_set_new(result, "assertions", assertions_json(r));
  if (r->why)
    json_object_set_new(result, "why", cli_json_text(r->why));
  if (r->values)
    json_object_set_new(result, "values", values_json(r));
  return result;
}

// The format json without its outermost braces; NULL = out of memory.
static json_t *steps_json(beeline_check *check, uint32_t index) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  beeline_status status = beeline_trace_write(check, index, "json", out, BEELINE_TRACE_ALL);
  bool is_whole = fclose(out) == 0 && status == BEELINE_OK;
  json_t *members = is_whole ? json_stringn_nocheck(text + 1, strlen(text) - strlen("{}\n")) : NULL;
  free(text);
  return members;
}

static json_t *result_with_steps(const cli_request *q, beeline_check *check, uint32_t index) {
  const beeline_result *r = beeline_check_result(check, index);
  json_t *result = cli_json_result(q, r);
  if (r->has_trace) {
    json_t *steps = steps_json(check, index), *trace = json_object_get(result, "trace");
    if (!steps)
      cli_error(q, "set a higher limit with --memory-limit, or write the trace to a file with --trace",
                "not enough memory for the steps of the trace");
    json_object_set_new(trace, steps ? further_members : "steps", steps ? steps : json_null());
  }
  return result;
}

// Why there is no result at all.
static beeline_reason reason_without_results(beeline_status status) {
  static const beeline_reason reasons[] = {
      [BEELINE_EXIT_TIME] = BEELINE_REASON_TIME,
      [BEELINE_EXIT_MEMORY] = BEELINE_REASON_MEMORY,
      [BEELINE_EXIT_INTERRUPTED] = BEELINE_REASON_INTERRUPTED,
      [BEELINE_EXIT_UNSUPPORTED] = BEELINE_REASON_UNSUPPORTED,
      [BEELINE_EXIT_INPUT] = BEELINE_REASON_INPUT,
  };
  bool is_listed = status < sizeof reasons / sizeof *reasons && reasons[status];
  return is_listed ? reasons[status] : BEELINE_REASON_INCOMPLETE;
}

// There is always a result: if nothing could be asked, one that is undecided and has no property.
static json_t *results_json(const cli_request *q, const beeline_model *model, beeline_check *check,
                            beeline_status status) {
  json_t *list = json_array();
  for (uint32_t i = 0; beeline_check_result(check, i); i++)
    json_array_append_new(list, result_with_steps(q, check, i));
  if (json_array_size(list))
    return list;
  double seconds = beeline_model_seconds(model);
  beeline_result none = {.verdict = BEELINE_UNDECIDED,
                         .reason = reason_without_results(status),
                         .stats = {.load_s = seconds, .total_s = seconds}};
  json_array_append_new(list, cli_json_result(q, &none));
  return list;
}

beeline_status cli_json_report(const cli_request *q, const beeline_model *model, beeline_check *check,
                               beeline_status status) {
  json_t *results = results_json(q, model, check, status);
  json_t *document = json_pack(
      "{s:s s:o s:o s:o s:O}", "beeline", BEELINE_VERSION, "model", cli_json_text(q->arguments.at[0]), "language",
      cli_json_text(beeline_model_language(model)), "results", results, "diagnostics", q->messages);
  return cli_json_finish(q, document, status);
}

beeline_status cli_json_refusal(const cli_request *q, beeline_status status) {
  return q->json && status != BEELINE_EXIT_USAGE ? cli_json_report(q, NULL, NULL, status) : status;
}
