// A comparison for other programs: CSV and JSON.
#include "cli/compare.h"

#include "cli/json.h"
#include <inttypes.h>
#include <string.h>

static void put_text(const char *text, FILE *out) {
  if (!text[strcspn(text, ",\"\r\n")]) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"')
      fputc('"', out);
    fputc(*text, out);
  }
  fputc('"', out);
}

static void put_run(const compare_run *run, FILE *out) {
  const beeline_result *r = run->result;
  const beeline_stats *s = &r->stats;
  const char *reason = beeline_reason_name(r->reason);
  put_text(run->search, out);
  fputc(',', out);
  put_text(run->heuristic, out);
  fprintf(out, ",%s,%s,%s,", beeline_verdict_name(r->verdict), reason ? reason : "",
          r->error_kind ? r->error_kind : "");
  if (r->has_trace)
    fprintf(out, "%" PRIu64 ",%s", r->trace_length, compare_has_proof(r) ? "true" : "false");
  else
    fputc(',', out);
  fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%" PRIu64 "\n", s->expanded, s->generated,
          s->stored, s->reopened, s->prepare_s, s->search_s, s->memory_bytes);
}

void compare_write_csv(const comparison *c, FILE *out) {
  fputs("search,heuristic,verdict,reason,error,length,shortest,expanded,generated,stored,reopened,prepare_s,search_s,"
        "memory_bytes\n",
        out);
  for (uint32_t i = 0; i < c->finished; i++)
    put_run(&c->runs.at[i], out);
}

beeline_status compare_print_json(const comparison *c, beeline_status status) {
  json_t *results = json_array();
  for (uint32_t i = 0; i < c->finished; i++) {
    const compare_run *run = &c->runs.at[i];
    json_t *one = cli_json_result(c->request, run->result);
    json_object_set_new(
        one, "asked",
        json_pack("{s:o s:o}", "search", cli_json_text(run->search), "heuristic", cli_json_text(run->heuristic)));
    json_array_append_new(results, one);
  }
  json_t *document = json_pack(
      "{s:s s:o s:o s:I s:o s:o s:O}", "beeline", BEELINE_VERSION, "model", cli_json_text(c->request->arguments.at[0]),
      "language", cli_json_text(beeline_model_language(c->model)), "planned", (json_int_t)c->runs.count,
      "contradiction", cli_json_text(c->contradiction), "results", results, "diagnostics", c->request->messages);
  return cli_json_finish(c->request, document, status);
}
