// What a line `map NAME: ...` says of a variable.
#include "abstraction/pattern_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  arena *memory;
  const network *net;
  const net_var *var;
  const char *at;  // what is left of the text
  const char *why; // NULL = nothing is wrong
} reader;

static const char usage[] = "a map is 'map NAME: VALUE, LOW..HIGH, ...' or 'map NAME: mod NUMBER'";

static void skip_spaces(reader *r) { r->at += strspn(r->at, " \t\r"); }

static bool accept(reader *r, const char *text) {
  skip_spaces(r);
  size_t length = strlen(text);
  if (strncmp(r->at, text, length) != 0)
    return false;
  r->at += length;
  return true;
}

// The value of the constant of the variable's enumeration that comes next.
static bool take_name(reader *r, int64_t *out) {
  net_type type = r->var->type;
  size_t length = strcspn(r->at, " \t\r,.");
  if (type.kind != KIND_ENUM || type.set < 0)
    return false;
  const net_enum *set = &r->net->enums.at[type.set];
  for (uint32_t i = 0; i < set->names.count; i++)
    if (strlen(set->names.at[i]) == length && strncmp(set->names.at[i], r->at, length) == 0) {
      *out = set->values.at[i];
      r->at += length;
      return true;
    }
  return false;
}

static bool take_value(reader *r, int64_t *out) {
  char *end;
  skip_spaces(r);
  if (take_name(r, out))
    return true;
  errno = 0;
  long long value = strtoll(r->at, &end, 10);
  if (end == r->at || errno)
    return false;
  *out = value;
  r->at = end;
  return true;
}

// VALUE, LOW..HIGH, LOW.. or ..HIGH
static bool take_range(reader *r, span all, span *out) {
  *out = all;
  bool has_low = take_value(r, &out->low), is_range = accept(r, ".."), has_high = is_range && take_value(r, &out->high);
  if (!is_range)
    out->high = out->low;
  if ((!has_low && !has_high) || out->low > out->high) {
    r->why = usage;
    return false;
  }
  if (out->low < all.low || out->high > all.high)
    r->why = arena_printf(r->memory, "the values of '%s' are %" PRId64 "..%" PRId64, r->var->name, all.low, all.high);
  *out = span_of(out->low, out->high, 1);
  return !r->why;
}

static const net_map *read_ranges(reader *r) {
  span found[NET_MOST_CLASSES], all = net_map_stored(r->var->type);
  uint32_t count = 0;
  do {
    if (count + 1 == NET_MOST_CLASSES)
      r->why = arena_printf(r->memory, "there are more than %d classes", NET_MOST_CLASSES - 1);
    else if (take_range(r, all, &found[count]))
      count++;
    for (uint32_t i = 0; !r->why && i + 1 < count; i++)
      if (span_meets(found[i], found[count - 1]))
        r->why = arena_printf(r->memory, "two of the classes have values in common");
  } while (!r->why && accept(r, ","));
  return r->why ? NULL : net_map_ranges(r->memory, r->var->type, found, count);
}

static const net_map *read_modulo(reader *r) {
  int64_t modulus;
  if (!take_value(r, &modulus) || modulus < 2 || modulus > NET_MOST_CLASSES) {
    r->why = arena_printf(r->memory, "what follows 'mod' is a number from 2 to %d", NET_MOST_CLASSES);
    return NULL;
  }
  return net_map_modulo(r->memory, r->var->type, (int32_t)modulus);
}

const char *pattern_map_read(arena *memory, const network *net, const net_var *v, const char *text,
                             const net_map **out) {
  reader r = {.memory = memory, .net = net, .var = v, .at = text};
  const char *why = net_map_refuses(v);
  if (why)
    return arena_printf(memory, "'%s' cannot be mapped: %s", v->name, why);
  *out = accept(&r, "mod ") ? read_modulo(&r) : read_ranges(&r);
  skip_spaces(&r);
  if (!r.why && *r.at)
    r.why = usage;
  return r.why;
}
