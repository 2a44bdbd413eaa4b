#define _GNU_SOURCE
#include "cli/message.h"
#include "cli/parse.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool bad_value(cli_request *q, const cli_option *o, const char *value, const char *wanted) {
  char name[32];
  cli_error(q, NULL, "%s wants %s, not '%s'", cli_spelling(o, name), wanted, value);
  return false;
}

static bool to_number(const char *text, uint64_t *out, const char **end) {
  char *stop;
  errno = 0;
  *out = strtoull(text, &stop, 10);
  *end = stop;
  return *text >= '0' && *text <= '9' && errno == 0;
}

static bool to_count(const char *text, uint64_t most, uint64_t *out) {
  const char *end;
  return to_number(text, out, &end) && !*end && *out >= 1 && *out <= most;
}

static bool to_bytes(const char *text, uint64_t *out) {
  static const char units[] = "KMGT";
  const char *end;
  if (!to_number(text, out, &end))
    return false;
  char letter = *end >= 'a' && *end <= 'z' ? (char)(*end - 'a' + 'A') : *end;
  const char *unit = letter ? strchr(units, letter) : NULL;
  unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
  end += unit ? 1 : 0;
  if (unit && *end == 'i')
    end++;
  if (*end == 'B')
    end++;
  if (*end || *out > UINT64_MAX >> shift)
    return false;
  *out <<= shift;
  return *out > 0;
}

static bool to_seconds(const char *text, double *out) {
  char *end;
  *out = strtod(text, &end);
  return end != text && !*end && isfinite(*out) && *out > 0;
}

static bool set_aim(cli_request *q, beeline_aim aim) {
  if (q->check.aim != BEELINE_AIM_DEFAULT && q->check.aim != aim)
    return cli_error(q, NULL, "--first, --shortest, --fastest and --census do not go together"), false;
  q->check.aim = aim;
  return true;
}

// verifyta's -t.
static bool set_trace_kind(cli_request *q, const cli_option *o, const char *value) {
  static const beeline_aim aims[] = {BEELINE_AIM_FIRST, BEELINE_AIM_SHORTEST, BEELINE_AIM_FASTEST};
  if (*value < '0' || *value > '2' || value[1])
    return bad_value(q, o, value, "0, 1 or 2");
  return set_aim(q, aims[*value - '0']);
}

// verifyta's -o.
static bool set_order(cli_request *q, const cli_option *o, const char *value) {
  static const char *const orders[] = {"bfs", "dfs", "random depth first", "optimal first",
                                       "random optimal depth first"};
  if (*value < '0' || *value > '4' || value[1])
    return bad_value(q, o, value, "0 or 1");
  if (*value > '1') {
    cli_error(q, "-o 0 is breadth first, -o 1 depth first; `beeline list searches` shows what else there is",
              "-o %s: the search order '%s' is not supported", value, orders[*value - '0']);
    return false;
  }
  q->check.search = orders[*value - '0'];
  vec_push(q->memory, &q->searches, q->check.search);
  return true;
}

static bool add_trace(cli_request *q, const char *value) {
  const char *equals = strchr(value, '=');
  cli_trace t = {.format = value};
  if (equals) {
    size_t length = (size_t)(equals - value);
    char *format = mem_alloc(q->memory, length + 1);
    t.format = memcpy(format, value, length);
    t.file = strcmp(equals + 1, "-") == 0 ? NULL : equals + 1;
    if (!equals[1])
      return cli_error(q, NULL, "--trace %s names no file after the '='", value), false;
  }
  vec_push(q->memory, &q->traces, t);
  return true;
}

static void add_cpp(cli_request *q, char letter, const char *value) {
  size_t length = strlen(value);
  char *argument = mem_alloc(q->memory, length + 3);
  argument[0] = '-';
  argument[1] = letter;
  memcpy(argument + 2, value, length);
  vec_push(q->memory, &q->cpp, (const char *)argument);
}

static bool is_identifier_start(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool set_color(cli_request *q, const cli_option *o, const char *value) {
  static const char *const words[] = {[COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};
  for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!value || strcmp(words[i], value) == 0) {
      q->color = value ? (cli_color)i : COLOR_ALWAYS;
      return true;
    }
  return bad_value(q, o, value, "auto, always or never");
}

static bool set_sheet(cli_request *q, const cli_option *o, cli_sheet *sheet, const char *value) {
  if (value && !*value)
    return bad_value(q, o, value, "the name of a file after the '='");
  *sheet = (cli_sheet){.is_wanted = true, .file = value && strcmp(value, "-") != 0 ? value : NULL};
  return true;
}

bool cli_apply(cli_request *q, const cli_option *o, const char *value) {
  uint64_t number;
  switch (o->id) {
  case OPTION_SEARCH:
    q->check.search = value;
    vec_push(q->memory, &q->searches, value);
    return true;
  case OPTION_HEURISTIC:
    q->check.heuristic = value;
    vec_push(q->memory, &q->heuristics, value);
    return true;
  case OPTION_STORE:
    q->check.store = value;
    return true;
  case OPTION_REDUCE:
    q->check.reduce = value;
    return true;
  case OPTION_COST:
    q->check.cost = value;
    return true;
  case OPTION_WEIGHTS:
    q->check.weights = value;
    return true;
  case OPTION_FIRST:
    return set_aim(q, BEELINE_AIM_FIRST);
  case OPTION_SHORTEST:
    return set_aim(q, BEELINE_AIM_SHORTEST);
  case OPTION_FASTEST:
    return set_aim(q, BEELINE_AIM_FASTEST);
  case OPTION_SOME_TRACE:
    return set_trace_kind(q, o, value);
  case OPTION_ORDER:
    return set_order(q, o, value);
  case OPTION_QUERY:
    q->load.query_file = value;
    return true;
  case OPTION_CENSUS:
    return set_aim(q, BEELINE_AIM_CENSUS);
  case OPTION_PROPERTY:
    vec_push(q->memory, &q->properties, value);
    return true;
  case OPTION_INVARIANT:
    vec_push(q->memory, &q->invariants, value);
    return true;
  case OPTION_LTL: {
    char *name = mem_alloc(q->memory, strlen(value) + 5);
    sprintf(name, "ltl:%s", value);
    vec_push(q->memory, &q->properties, (const char *)name);
    return true;
  }
  case OPTION_TIME_LIMIT:
    return to_seconds(value, &q->check.time_limit) || bad_value(q, o, value, "a number of seconds");
  case OPTION_MEMORY_LIMIT:
    return to_bytes(value, &q->load.memory_limit) || bad_value(q, o, value, "a number of bytes, such as 512M");
  case OPTION_MAX_STATES:
    return to_count(value, UINT64_MAX, &q->check.max_states) || bad_value(q, o, value, "a number from 1");
  case OPTION_SEED:
    return to_count(value, UINT64_MAX, &q->check.seed) || bad_value(q, o, value, "a number from 1");
  case OPTION_THREADS:
    if (!to_count(value, UINT32_MAX, &number))
      return bad_value(q, o, value, "a number from 1");
    q->check.threads = (uint32_t)number;
    return true;
  case OPTION_TRACE:
    return add_trace(q, value);
  case OPTION_CSV:
    return set_sheet(q, o, &q->csv, value);
  case OPTION_SVG:
    return set_sheet(q, o, &q->svg, value);
  case OPTION_TO:
    q->to = value;
    return true;
  case OPTION_OUTPUT:
    q->output = strcmp(value, "-") == 0 ? NULL : value;
    return true;
  case OPTION_LANG:
    q->load.language = value;
    return true;
  case OPTION_DEFINE:
  case OPTION_UNDEFINE:
    if (!is_identifier_start(*value))
      return bad_value(q, o, value, o->id == OPTION_DEFINE ? "NAME or NAME=VALUE" : "a name");
    add_cpp(q, o->letter, value);
    return true;
  case OPTION_INCLUDE:
    add_cpp(q, 'I', value);
    return true;
  case OPTION_JSON:
    q->json = true;
    return true;
  case OPTION_COLOR:
    return set_color(q, o, value);
  case OPTION_PROGRESS:
    q->progress = true;
    return true;
  case OPTION_QUIET:
    q->quiet = true;
    return true;
  case OPTION_VERBOSE:
    q->verbose = true;
    return true;
  case OPTION_HELP:
    q->help = true;
    return true;
  case OPTION_VERSION:
    q->version = true;
    return true;
  case OPTION_GENERATE:
    q->generate = value;
    return true;
  }
  return false;
}
