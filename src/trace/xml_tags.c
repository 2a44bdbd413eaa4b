#include "trace/xml_tags.h"

#include <ctype.h>
#include <string.h>

static bool starts(const xml_tags *x, const char *text) {
  size_t length = strlen(text);
  return (size_t)(x->end - x->at) >= length && memcmp(x->at, text, length) == 0;
}

static void go_past(xml_tags *x, const char *text) {
  while (x->at < x->end && !starts(x, text))
    x->at++;
  x->at += x->at < x->end ? strlen(text) : 0;
}

static bool skip_to_tag(xml_tags *x) {
  while (x->at < x->end) {
    while (x->at < x->end && *x->at != '<')
      x->at++;
    if (starts(x, "<!--"))
      go_past(x, "-->");
    else if (starts(x, "<![CDATA["))
      go_past(x, "]]>");
    else if (starts(x, "<?"))
      go_past(x, "?>");
    else if (starts(x, "<!"))
      go_past(x, ">");
    else
      break;
  }
  return x->at < x->end;
}

static void skip_space(xml_tags *x) {
  while (x->at < x->end && isspace((unsigned char)*x->at))
    x->at++;
}

static const char *read_name(xml_tags *x) {
  const char *start = x->at;
  while (x->at < x->end && !isspace((unsigned char)*x->at) && !strchr("=>/\"'", *x->at))
    x->at++;
  return arena_copy(x->memory, start, (size_t)(x->at - start));
}

// Decodes in place: the result is never longer.
static const char *decode(char *text) {
  static const struct {
    const char *name;
    char value;
  } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
  char *to = text;
  for (const char *from = text; *from;) {
    uint32_t i = 0, count = sizeof entities / sizeof *entities;
    while (i < count && strncmp(from, entities[i].name, strlen(entities[i].name)) != 0)
      i++;
    *to++ = i < count ? entities[i].value : *from;
    from += i < count ? strlen(entities[i].name) : 1;
  }
  *to = 0;
  return text;
}

static bool read_attribute(xml_tags *x) {
  const char *name = read_name(x);
  skip_space(x);
  if (!*name || !starts(x, "="))
    return false;
  x->at++;
  skip_space(x);
  char quote = x->at < x->end ? *x->at : 0;
  const char *end = quote == '"' || quote == '\'' ? memchr(x->at + 1, quote, (size_t)(x->end - x->at - 1)) : NULL;
  if (!end)
    return false;
  if (x->count < XML_ATTRIBUTES) {
    x->attributes[x->count].name = name;
    x->attributes[x->count++].value = decode(arena_copy(x->memory, x->at + 1, (size_t)(end - x->at - 1)));
  }
  x->at = end + 1;
  skip_space(x);
  return true;
}

bool xml_next_tag(xml_tags *x) {
  x->count = 0;
  if (!skip_to_tag(x))
    return false;
  x->at++;
  bool is_end = starts(x, "/");
  x->at += is_end;
  x->name = read_name(x);
  if (is_end)
    x->name = arena_printf(x->memory, "/%s", x->name);
  skip_space(x);
  while (x->at < x->end && *x->at != '>' && *x->at != '/')
    if (!read_attribute(x))
      return false;
  go_past(x, ">");
  return true;
}

const char *xml_attribute(const xml_tags *x, const char *name) {
  for (uint32_t i = 0; i < x->count; i++)
    if (strcmp(x->attributes[i].name, name) == 0)
      return x->attributes[i].value;
  return "";
}
