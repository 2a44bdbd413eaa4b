#define _GNU_SOURCE
#include "cli/message.h"
#include "cli/set.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool cli_bad_value(cli_request *q, const cli_option *o, const char *value, const char *expected) {
  char name[32];
  cli_error(q, NULL, "%s expects %s, not '%s'", cli_spelling(o, name), expected, value);
  return false;
}

static void *field(cli_request *q, const cli_option *o) { return (char *)q + o->place; }

static bool to_number(const char *text, uint64_t *out, const char **end) {
  char *stop;
  errno = 0;
  *out = strtoull(text, &stop, 10);
  *end = stop;
  return *text >= '0' && *text <= '9' && errno == 0;
}

static bool to_count(const char *text, uint64_t *out) {
  const char *end;
  return to_number(text, out, &end) && !*end && *out >= 1;
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
  static const struct {
    const char *unit;
    double seconds;
  } units[] = {{"", 1}, {"ms", 0.001}, {"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}, {"d", 86400}};
  char *end;
  double number = strtod(text, &end);
  bool is_decimal = (*text >= '0' && *text <= '9') || *text == '.';
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (is_decimal && end != text && strcmp(end, units[i].unit) == 0) {
      *out = number * units[i].seconds;
      return isfinite(*out) && *out > 0;
    }
  return false;
}

bool cli_set_flag(cli_request *q, const cli_option *o, const char *value) {
  (void)value;
  *(bool *)field(q, o) = true;
  return true;
}

bool cli_set_text(cli_request *q, const cli_option *o, const char *value) {
  *(const char **)field(q, o) = value;
  return true;
}

bool cli_set_texts(cli_request *q, const cli_option *o, const char *value) {
  vec_push(q->memory, (cli_texts *)field(q, o), value);
  return true;
}

bool cli_set_count(cli_request *q, const cli_option *o, const char *value) {
  return to_count(value, field(q, o)) || cli_bad_value(q, o, value, "a number from 1");
}

bool cli_set_bytes(cli_request *q, const cli_option *o, const char *value) {
  return to_bytes(value, field(q, o)) || cli_bad_value(q, o, value, "a number of bytes, such as 512M");
}

bool cli_set_seconds(cli_request *q, const cli_option *o, const char *value) {
  char name[32];
  if (to_seconds(value, field(q, o)))
    return true;
  cli_error(q, "units are ms, s, m, h and d; without a unit it is seconds", "%s expects a time, such as 90s, not '%s'",
            cli_spelling(o, name), value);
  return false;
}

bool cli_set_export(cli_request *q, const cli_option *o, const char *value) {
  if (value && !*value)
    return cli_bad_value(q, o, value, "a file name after '='");
  *(cli_export *)field(q, o) = (cli_export){.is_wanted = true, .file = value && strcmp(value, "-") != 0 ? value : NULL};
  return true;
}
