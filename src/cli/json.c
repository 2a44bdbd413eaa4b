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

beeline_status cli_json_finish(const cli_request *request, json_t *document, beeline_status status) {
  if (!document) {
    cli_memory_error(request);
    return BEELINE_EXIT_MEMORY;
  }
  json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
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
  json_t *trace = json_pack("{s:I s:o s:b s:b s:n s:o}", "length", (json_int_t)r->trace_length, "cost", cost,
                            "shortest", r->trace_shortest, "replayed", 1, "loop", "time",
                            r->is_timed ? number_json(r->trace_time) : json_null());
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

json_t *cli_json_result(const cli_request *q, const beeline_result *r) {
  json_t *property = json_null(), *error = json_null(), *trace = json_null(), *search = json_null();
  if (r->error_kind)
    error = json_pack("{s:s s:o s:o}", "kind", r->error_kind, "message", cli_json_text(r->error_message), "location",
                      cli_json_place(r->error_at));
  if (r->has_trace)
    trace = trace_json(q, r);
  if (r->search)
    search = json_pack("{s:s s:s s:s s:o}", "search", r->search, "heuristic", r->heuristic, "store", r->store, "reduce",
                       *r->reduce ? json_pack("[s]", r->reduce) : json_array());
  if (r->property_kind)
    property = json_pack("{s:s s:o s:o s:o}", "kind", r->property_kind, "name", cli_json_text(r->property_name), "text",
                         cli_json_text(r->property_text), "location", cli_json_place(r->property_at));
  json_t *result =
      json_pack("{s:o s:s s:o s:o s:o s:o s:o}", "property", property, "verdict", beeline_verdict_name(r->verdict),
                "reason", cli_json_text(beeline_reason_name(r->reason)), "error", error, "trace", trace, "search",
                search, "stats", stats_json(r, q->check.aim == BEELINE_AIM_CENSUS));
  if (r->values)
    json_object_set_new(result, "values", values_json(r));
  return result;
}

static void add_diagnostic(json_t *list, const beeline_diagnostic *d) {
  static const char *const kinds[] = {
      [BEELINE_ERROR] = "error", [BEELINE_WARNING] = "warning", [BEELINE_UNSUPPORTED] = "unsupported"};
  json_array_append_new(list, json_pack("{s:s s:o s:I s:I s:o s:o}", "kind", kinds[d->kind], "file",
                                        cli_json_text(d->at.file), "line", (json_int_t)d->at.line, "column",
                                        (json_int_t)d->at.column, "message", cli_json_text(d->message), "hint",
                                        cli_json_text(d->hint)));
}

static json_t *diagnostics_json(const beeline_model *model, const beeline_check *check) {
  json_t *list = json_array();
  beeline_diagnostic one;
  for (uint32_t i = 0; beeline_model_diagnostic(model, i, &one); i++)
    add_diagnostic(list, &one);
  for (uint32_t i = 0; beeline_check_diagnostic(check, i, &one); i++)
    add_diagnostic(list, &one);
  return list;
}

// If there was no search, the document has one undecided result with the reason.
static json_t *results_json(const cli_request *q, const beeline_model *model, const beeline_check *check,
                            beeline_status status) {
  json_t *list = json_array();
  const beeline_result *r;
  for (uint32_t i = 0; (r = beeline_check_result(check, i)); i++)
    json_array_append_new(list, cli_json_result(q, r));
  if (!json_array_size(list)) {
    beeline_result none = {.verdict = BEELINE_UNDECIDED,
                           .reason = status == BEELINE_EXIT_MEMORY ? BEELINE_REASON_MEMORY : BEELINE_REASON_INCOMPLETE,
                           .stats = {.load_s = beeline_model_seconds(model), .total_s = beeline_model_seconds(model)}};
    json_array_append_new(list, cli_json_result(q, &none));
  }
  return list;
}

beeline_status cli_json_report(const cli_request *q, const beeline_model *model, const beeline_check *check,
                               beeline_status status) {
  json_t *diagnostics = diagnostics_json(model, check);
  json_t *document =
      json_pack("{s:s s:o s:o s:o}", "beeline", BEELINE_VERSION, "model", cli_json_text(q->arguments.at[0]), "language",
                cli_json_text(beeline_model_language(model)), "results", results_json(q, model, check, status));
  if (json_array_size(diagnostics))
    json_object_set(document, "diagnostics", diagnostics);
  json_decref(diagnostics);
  return cli_json_finish(q, document, status);
}
