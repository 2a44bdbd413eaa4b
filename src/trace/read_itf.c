// ITF documents that Beeline wrote. States are read one at a time, so that a long trace need not fit into memory as
// JSON.
#include "trace/read_internal.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

// The line of an offset in the file, for a diagnostic.
static uint32_t line_of(FILE *in, long offset) {
  uint32_t line = 1;
  if (offset < 0 || fseek(in, 0, SEEK_SET) != 0)
    return 0;
  for (int c; offset > 0 && (c = getc(in)) != EOF; offset--)
    line += c == '\n';
  return line;
}

static bool bad(trace_reader *r, long offset, const char *what) {
  return trace_reader_error(r, line_of(r->in, offset), "only ITF files that Beeline wrote can be read", "%s", what);
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

// An integer member of an object; -1 if it is not within 0 .. end - 1.
static json_int_t member(const json_t *object, const char *name, json_int_t end) {
  const json_t *value = json_object_get(object, name);
  json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
  return number >= 0 && number < end ? number : -1;
}

// One edge of a step. The text must be that of the model's statement: edge numbers change when a model does.
static const char *read_action(trace_reader *r, const json_t *action, uint16_t *pid, uint32_t *edge) {
  json_int_t p = member(action, "pid", net_most_processes(r->net)), e = member(action, "edge", r->net->edges.count);
  const char *text = json_string_value(json_object_get(action, "text"));
  if (p < 0 || e < 0 || !text)
    return "an action in a state's #meta has no valid pid, edge and text";
  *pid = (uint16_t)p;
  *edge = (uint32_t)e;
  return strcmp(text, r->net->edges.at[*edge]->text) == 0 ? NULL : "the trace belongs to another model";
}

typedef struct itf_state {
  net_action step; // that led to it
  bool is_first;   // there was none
  bool is_delay;   // there was only a delay
  int64_t time;    // timed networks: since the start; of the first state: the parts of a unit
} itf_state;

// A 64-bit number, stored as a string; -1 if it is not one.
static int64_t long_member(const json_t *object, const char *name) {
  const char *text = json_string_value(json_object_get(object, name));
  char *end;
  errno = 0;
  long long number = text ? strtoll(text, &end, 10) : -1;
  return text && *text && !*end && errno == 0 && number >= 0 ? number : -1;
}

static const char *read_time(const json_t *meta, itf_state *s) {
  s->time = long_member(meta, s->is_first ? "unit" : "parts");
  if (s->time < s->is_first || s->time > INT64_MAX / 4)
    return "a state's #meta has no valid time";
  return NULL;
}

// The step that led to the state. Returns what is wrong with it, or NULL.
static const char *read_state(trace_reader *r, const json_t *state, itf_state *s) {
  const json_t *meta = json_object_get(state, "#meta"), *actions = json_object_get(meta, "actions");
  size_t count = json_array_size(actions);
  json_int_t way = member(meta, "way", UINT32_MAX);
  *s = (itf_state){.step = {.partner_edge = NET_ALONE}, .is_first = !actions && member(meta, "index", 1) == 0};
  s->is_delay = !actions && !s->is_first && r->net->is_timed;
  const char *why = r->net->is_timed ? read_time(meta, s) : NULL;
  if (why || s->is_first || s->is_delay)
    return why;
  if (count == 0 || (way < 0 && count > 2))
    return "a state's #meta must have one or two actions";
  net_action *step = &s->step;
  why = read_action(r, json_array_get(actions, 0), &step->pid, &step->edge);
  if (way >= 0) {
    step->partner = NET_BROADCAST;
    step->partner_edge = (uint32_t)way;
  } else if (!why && count == 2) {
    why = read_action(r, json_array_get(actions, 1), &step->partner, &step->partner_edge);
  }
  return why;
}

static void take_state(trace_reader *r, const itf_state *s, const char **why) {
  bool is_timed = r->net->is_timed;
  if (s->is_first && is_timed) {
    r->answer->unit = s->time;
    ref_set_unit(r->r, s->time);
  } else if (is_timed && r->answer->unit == 0) {
    *why = "the first state is missing";
  } else if (!s->is_first && (!is_timed || trace_reader_wait(r, s->time, why)) && !s->is_delay) {
    trace_reader_step(r, &s->step, why);
  }
}

static bool read_next_state(trace_reader *r) {
  long start = ftell(r->in);
  json_error_t error;
  json_t *state = json_loadf(r->in, JSON_DISABLE_EOF_CHECK, &error);
  if (!state)
    return bad(r, start + error.position, error.text);
  itf_state s;
  const char *why = read_state(r, state, &s);
  json_decref(state); // before anything is allocated: a failed allocation would leak jansson's memory
  if (!why)
    take_state(r, &s, &why);
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

static bool read_head(trace_reader *r) {
  json_error_t error;
  long start = ftell(r->in);
  json_t *meta = json_loadf(r->in, JSON_DISABLE_EOF_CHECK, &error);
  const char *claim = json_string_value(json_object_get(meta, "fault"));
  r->claims_deadlock = claim && strcmp(claim, fault_name(FAULT_DEADLOCK)) == 0;
  json_decref(meta);
  return meta || bad(r, start + error.position, error.text);
}

// Skips a value.
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

// The number of the state that the last one leads back to.
static bool read_loop(trace_reader *r) {
  unsigned state;
  if (fscanf(r->in, " %u", &state) != 1)
    return bad(r, ftell(r->in), "the value of 'loop' is not the number of a state");
  r->has_loop = true;
  r->loop_from = state;
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
    bool is_states = strcmp(name, "states") == 0, is_head = strcmp(name, "#meta") == 0;
    has_states = has_states || is_states;
    bool is_loop = strcmp(name, "loop") == 0;
    if (!(is_states ? read_states(r) : is_head ? read_head(r) : is_loop ? read_loop(r) : skip_value(r)))
      return false;
  }
  if (r->net->is_timed) // the time of the end
    vec_push(r->m, &r->answer->times, ref_now(r->r)->time);
  if (c != '}')
    return bad(r, ftell(r->in), "expected '}' or ','");
  return has_states || bad(r, ftell(r->in), "the file has no states");
}
