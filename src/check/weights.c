#include "check/weights.h"

#include "base/file.h"
#include <ctype.h>
#include <float.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  diags *d;
  const network *net;
  const cost_scale *scale;
  const char *file;
  const char **names; // of edges, "process: statement"; NULL = no process takes it by itself
  bool *is_weighed;
  cost_value *weights; // by edge
  uint32_t line;
  char *text; // of the line; is taken apart
} reader;

static bool complain(const reader *r, const char *at, const char *message) {
  place here = {.file = r->file, .line = r->line, .column = (uint32_t)(at - r->text) + 1};
  diag_add(r->d, DIAG_ERROR, here, NULL, "%s", message);
  return false;
}

static void name_edges(reader *r) {
  for (uint32_t t = 0; t < r->net->templates.count; t++) {
    const net_template *process = r->net->templates.at[t];
    for (uint32_t l = 0; l < process->flow.locations.count; l++) {
      const net_location *location = &process->flow.locations.at[l];
      for (uint32_t i = 0; i < location->edges.count; i++) {
        const net_edge *e = r->net->edges.at[location->edges.at[i]];
        r->names[e->id] = arena_printf(r->d->memory, "%s: %s", process->name, e->text);
      }
    }
  }
}

static void weigh_as_usual(reader *r) {
  for (uint32_t i = 0; i < r->net->edges.count; i++)
    for (uint32_t k = 0; k < r->scale->count; k++) {
      const cost_algebra *a = r->scale->part[k];
      r->weights[i].part[k] = a->counts ? net_edge_cost(r->net->edges.at[i]) : a->usual;
    }
}

static bool bad_weight(const reader *r, const char *at, const cost_algebra *a) {
  const char *kind = a->is_whole ? "whole number" : "number";
  arena *memory = r->d->memory;
  if (a->most == DBL_MAX)
    return complain(r, at, arena_printf(memory, "a weight for '%s' must be a %s from 0", a->name, kind));
  return complain(r, at, arena_printf(memory, "a weight for '%s' must be a %s from 0 to %.0f", a->name, kind, a->most));
}

// WEIGHT, or WEIGHT,WEIGHT for a product.
static bool read_weight(const reader *r, const char *at, cost_value *out) {
  for (uint32_t k = 0; k < r->scale->count; k++) {
    char *end;
    if (k > 0 && *at++ != ',')
      return complain(r, at - 1, "expected two weights, as in 3,1");
    out->part[k] = strtod(at, &end);
    if (end == at || !cost_is_weight(r->scale->part[k], out->part[k]))
      return bad_weight(r, at, r->scale->part[k]);
    at = end;
  }
  return !*at || complain(r, at, "unexpected text after the weight");
}

static void weigh(const reader *r, const char *pattern, cost_value weight) {
  bool is_used = false;
  for (uint32_t i = 0; i < r->net->edges.count; i++)
    if (r->names[i] && !r->is_weighed[i] && fnmatch(pattern, r->names[i], 0) == 0) {
      r->is_weighed[i] = is_used = true;
      r->weights[i] = weight;
    }
  if (!is_used)
    diag_add(r->d, DIAG_WARNING, (place){.file = r->file, .line = r->line, .column = 1},
             "patterns are matched against \"process: statement\"; an earlier line may have matched it already",
             "no statement matches '%s'", pattern);
}

static bool read_line(reader *r) {
  char *end = r->text + strlen(r->text), *start = r->text;
  while (end > start && isspace((unsigned char)end[-1]))
    *--end = 0;
  while (isspace((unsigned char)*start))
    start++;
  if (!*start || *start == '#')
    return true;
  char *weight = end;
  while (weight > start && !isspace((unsigned char)weight[-1]))
    weight--;
  if (weight == start)
    return complain(r, start, "expected a pattern and a weight");
  cost_value value = {0};
  if (!read_weight(r, weight, &value))
    return false;
  while (isspace((unsigned char)weight[-1]))
    *--weight = 0;
  weigh(r, start, cost_of_weights(r->scale, value));
  return true;
}

static bool read_lines(reader *r, char *text) {
  bool is_good = true;
  for (r->line = 1; *text; r->line++) {
    char *end = text + strcspn(text, "\n"), *next = *end ? end + 1 : end;
    *end = 0;
    r->text = text;
    is_good &= read_line(r);
    text = next;
  }
  return is_good;
}

beeline_status check_read_weights(diags *d, const network *n, const char *file, step_costs *out) {
  arena *memory = d->memory;
  reader r = {.d = d, .net = n, .scale = &out->scale};
  out->by_edge = r.weights = ARENA_ARRAY(memory, cost_value, n->edges.count);
  weigh_as_usual(&r);
  if (!file)
    return BEELINE_OK;
  r.file = arena_string(memory, file);
  r.names = ARENA_ARRAY(memory, const char *, n->edges.count);
  r.is_weighed = ARENA_ARRAY(memory, bool, n->edges.count);
  name_edges(&r);
  bool is_readable;
  char *text = file_read(memory, d, r.file, NULL, &is_readable);
  if (!is_readable)
    return BEELINE_EXIT_IO;
  return text && read_lines(&r, text) ? BEELINE_OK : BEELINE_EXIT_INPUT;
}
