#include "cli/message.h"
#include "cli/set.h"

#include <string.h>

static bool set_aim(cli_request *q, beeline_aim aim) {
  if (q->check.aim != BEELINE_AIM_DEFAULT && q->check.aim != aim)
    return cli_error(q, NULL, "--first, --shortest, --fastest and --census cannot be combined"), false;
  q->check.aim = aim;
  return true;
}

#define AIM_SETTER(name, aim)                                                                                          \
  bool name(cli_request *q, const cli_option *o, const char *value) {                                                  \
    (void)o, (void)value;                                                                                              \
    return set_aim(q, aim);                                                                                            \
  }

AIM_SETTER(cli_set_first, BEELINE_AIM_FIRST)
AIM_SETTER(cli_set_shortest, BEELINE_AIM_SHORTEST)
AIM_SETTER(cli_set_fastest, BEELINE_AIM_FASTEST)
AIM_SETTER(cli_set_census, BEELINE_AIM_CENSUS)

// verifyta's -t.
bool cli_set_trace_kind(cli_request *q, const cli_option *o, const char *value) {
  static const beeline_aim aims[] = {BEELINE_AIM_FIRST, BEELINE_AIM_SHORTEST, BEELINE_AIM_FASTEST};
  if (*value < '0' || *value > '2' || value[1])
    return cli_bad_value(q, o, value, "0, 1 or 2");
  return set_aim(q, aims[*value - '0']);
}

bool cli_set_search(cli_request *q, const cli_option *o, const char *value) {
  (void)o;
  q->check.search = value;
  vec_push(q->memory, &q->searches, value);
  return true;
}

bool cli_set_heuristic(cli_request *q, const cli_option *o, const char *value) {
  (void)o;
  q->check.heuristic = value;
  vec_push(q->memory, &q->heuristics, value);
  return true;
}

// verifyta's -o.
bool cli_set_order(cli_request *q, const cli_option *o, const char *value) {
  static const char *const orders[] = {"bfs", "dfs", "random depth first", "optimal first",
                                       "random optimal depth first"};
  if (*value < '0' || *value > '4' || value[1])
    return cli_bad_value(q, o, value, "0 or 1");
  if (*value > '1') {
    cli_error(q, "use -o 0 (breadth first), -o 1 (depth first) or --search: see `beeline list searches`",
              "-o %s: the search order '%s' is not supported", value, orders[*value - '0']);
    return false;
  }
  return cli_set_search(q, o, orders[*value - '0']);
}

// The concatenation, in the request's memory.
static const char *joined(cli_request *q, const char *a, const char *b) {
  size_t first = strlen(a), second = strlen(b);
  char *text = mem_alloc(q->memory, first + second + 1);
  memcpy(text, a, first);
  memcpy(text + first, b, second + 1);
  return text;
}

bool cli_set_ltl(cli_request *q, const cli_option *o, const char *value) {
  (void)o;
  vec_push(q->memory, &q->properties, joined(q, "ltl:", value));
  return true;
}

bool cli_set_trace(cli_request *q, const cli_option *o, const char *value) {
  (void)o;
  const char *equals = strchr(value, '=');
  cli_trace t = {.format = value};
  if (equals) {
    size_t length = (size_t)(equals - value);
    char *format = mem_alloc(q->memory, length + 1);
    t.format = memcpy(format, value, length);
    bool is_output = strcmp(equals + 1, "-") == 0 || strcmp(equals + 1, "/dev/stdout") == 0;
    t.file = is_output ? NULL : equals + 1;
    if (!equals[1])
      return cli_error(q, NULL, "--trace %s: the file name after '=' is missing", value), false;
  }
  vec_push(q->memory, &q->traces, t);
  return true;
}

bool cli_set_output(cli_request *q, const cli_option *o, const char *value) {
  (void)o;
  q->output = strcmp(value, "-") == 0 ? NULL : value;
  return true;
}

bool cli_set_color(cli_request *q, const cli_option *o, const char *value) {
  static const char *const words[] = {[COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};
  for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!value || strcmp(words[i], value) == 0) {
      q->color = value ? (cli_color)i : COLOR_ALWAYS;
      return true;
    }
  return cli_bad_value(q, o, value, "auto, always or never");
}

static bool is_identifier_start(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool cli_set_include(cli_request *q, const cli_option *o, const char *value) {
  char letter[] = {'-', o->letter, 0};
  vec_push(q->memory, &q->cpp, joined(q, letter, value));
  return true;
}

bool cli_set_define(cli_request *q, const cli_option *o, const char *value) {
  return is_identifier_start(*value) ? cli_set_include(q, o, value) : cli_bad_value(q, o, value, "NAME or NAME=VALUE");
}

bool cli_set_undefine(cli_request *q, const cli_option *o, const char *value) {
  return is_identifier_start(*value) ? cli_set_include(q, o, value) : cli_bad_value(q, o, value, "a name");
}
