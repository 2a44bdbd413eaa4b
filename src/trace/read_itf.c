// Our own ITF documents. States are read one at a time, so that a long trace does not have to fit into memory as JSON.
#include "trace/read_internal.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>

// For a diagnostic: which line is this place in the file on?
static uint32_t line_of(FILE *in, long offset) {
  uint32_t line = 1;
  if (offset < 0 || fseek(in, 0, SEEK_SET) != 0)
    return 0;
  for (int c; offset > 0 && (c = getc(in)) != EOF; offset--)
    line += c == '\n';
  return line;
}

static bool bad(trace_reader *r, long offset, const char *what) {
  return trace_reader_error(r, line_of(r->in, offset), "only ITF files that this program wrote can be read", "%s",
                            what);
}

static int next_char(FILE *in) {
  int c = getc(in);
  while (isspace(c))
    c = getc(in);
  return c;
}

static bool expect(trace_reader *r, int c) {
  if (next_char(r->in) == c)
    return true;
  char what[32];
  snprintf(what, sizeof what, "expected '%c'", c);
  return bad(r, ftell(r->in), what);
}

// A number of an object that must lie within limits; -1 if it is not so.
static json_int_t member(const json_t *object, const char *name, json_int_t limit) {
  const json_t *value = json_object_get(object, name);
  json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
  return number >= 0 && number < limit ? number : -1;
}

// One half of a step. The text must be that of the model's statement: edge numbers change when a model does.
static const char *read_action(trace_reader *r, const json_t *action, uint8_t *pid, uint32_t *edge) {
  json_int_t p = member(action, "pid", NET_MAX_PROCESSES), e = member(action, "edge", r->net->edges.count);
  const char *text = json_string_value(json_object_get(action, "text"));
  if (p < 0 || e < 0 || !text)
    return "a state's #meta has an action without a valid pid, edge and text";
  *pid = (uint8_t)p;
  *edge = (uint32_t)e;
  return strcmp(text, r->net->edges.at[*edge]->text) == 0 ? NULL : "the trace was made from another model";
}

// The step that led to the state; the first state has none (*is_first). Returns what is wrong with it, or NULL.
static const char *read_state(trace_reader *r, const json_t *state, net_action *step, bool *is_first) {
  const json_t *meta = json_object_get(state, "#meta"), *actions = json_object_get(meta, "actions");
  size_t count = json_array_size(actions);
  *is_first = !actions && member(meta, "index", 1) == 0;
  if (*is_first)
    return NULL;
  if (count != 1 && count != 2)
    return "a state's #meta does not say which one or two actions led to it";
  *step = (net_action){.partner_edge = NET_ALONE};
  const char *why = read_action(r, json_array_get(actions, 0), &step->pid, &step->edge);
  if (!why && count == 2)
    why = read_action(r, json_array_get(actions, 1), &step->partner, &step->partner_edge);
  return why;
}

static bool read_next_state(trace_reader *r) {
  long start = ftell(r->in);
  json_error_t error;
  json_t *state = json_loadf(r->in, JSON_DISABLE_EOF_CHECK, &error);
  if (!state)
    return bad(r, start + error.position, error.text);
  net_action step;
  bool is_first;
  const char *why = read_state(r, state, &step, &is_first);
  json_decref(state); // before anything is allocated: jansson's memory is not ours to clean up
  if (!why && !is_first)
    trace_reader_step(r, &step, &why);
  return !why || bad(r, start, why);
}

static bool read_states(trace_reader *r) {
  if (!expect(r, '['))
    return false;
  for (int c = next_char(r->in); c != ']'; c = next_char(r->in)) {
    if (c == ',')
      c = next_char(r->in);
    ungetc(c, r->in);
    if (!read_next_state(r))
      return false;
  }
  return true;
}

// Passes over any value that is not a list of states.
static bool skip_value(trace_reader *r) {
  int c = next_char(r->in);
  ungetc(c, r->in);
  if (c == '{' || c == '[') {
    json_error_t error;
    long start = ftell(r->in);
    json_t *value = json_loadf(r->in, JSON_DISABLE_EOF_CHECK, &error);
    json_decref(value);
    return value || bad(r, start + error.position, error.text);
  }
  bool quoted = false;
  for (c = getc(r->in); c != EOF && (quoted || (c != ',' && c != '}')); c = getc(r->in)) {
    if (quoted && c == '\\')
      c = getc(r->in);
    else if (c == '"')
      quoted = !quoted;
  }
  ungetc(c, r->in);
  return true;
}

static bool read_name(trace_reader *r, char *name, size_t size) {
  if (!expect(r, '"'))
    return false;
  size_t length = 0;
  for (int c = getc(r->in); c != '"'; c = getc(r->in)) {
    if (c == EOF)
      return bad(r, ftell(r->in), "the file ends too early");
    if (length + 1 < size)
      name[length++] = (char)c;
  }
  name[length] = 0;
  return expect(r, ':');
}

bool trace_read_itf(trace_reader *r) {
  bool has_states = false;
  int c = ',';
  if (!expect(r, '{'))
    return false;
  for (; c == ','; c = next_char(r->in)) {
    char name[64];
    if (!read_name(r, name, sizeof name))
      return false;
    bool is_states = strcmp(name, "states") == 0;
    has_states = has_states || is_states;
    if (!(is_states ? read_states(r) : skip_value(r)))
      return false;
  }
  if (c != '}')
    return bad(r, ftell(r->in), "expected '}' or ','");
  return has_states || bad(r, ftell(r->in), "there are no states in the file");
}
