// The text of queries and of the comments around them.
#include "lang/uppaal/parser.h"

#include <string.h>

// The length of a comment at text, 0 = none.
static size_t comment_length(const char *text, size_t length) {
  if (length < 2 || text[0] != '/' || (text[1] != '/' && text[1] != '*'))
    return 0;
  size_t i = 2;
  if (text[1] == '/') {
    while (i < length && text[i] != '\n')
      i++;
    return i;
  }
  while (i < length && !(text[i] == '/' && text[i - 1] == '*' && i > 2))
    i++;
  return i < length ? i + 1 : length;
}

// Each comment or line break is replaced by one blank.
const char *upp_query_text(arena *memory, const char *text, size_t length) {
  char *out = ARENA_ARRAY(memory, char, length + 1);
  size_t count = 0;
  for (size_t i = 0; i < length;) {
    size_t comment = comment_length(text + i, length - i);
    bool is_break = comment || text[i] == '\n' || text[i] == '\r' || text[i] == '\\';
    if (!is_break)
      out[count++] = text[i];
    else if (count > 0 && out[count - 1] != ' ')
      out[count++] = ' ';
    i += comment ? comment : 1;
    while (is_break && i < length && upp_is_blank(text[i]))
      i++;
  }
  while (count > 0 && upp_is_blank(out[count - 1]))
    count--;
  out[count] = 0;
  while (upp_is_blank(*out))
    out++;
  return out;
}

static void trim(const char **text, size_t *length) {
  while (*length > 0 && upp_is_blank((*text)[*length - 1]))
    --*length;
  for (; *length > 0 && upp_is_blank(**text); --*length)
    ++*text;
}

// Removes the comment signs from one line of a comment.
static void trim_signs(const char **text, size_t *length) {
  trim(text, length);
  if (*length >= 2 && !memcmp(*text + *length - 2, "*/", 2))
    *length -= 2;
  if (*length >= 2 && !memcmp(*text, "/*", 2)) {
    *text += 2;
    *length -= 2;
  } else if (*length >= 2 && !memcmp(*text, "//", 2)) {
    for (; *length > 0 && **text == '/'; --*length)
      ++*text;
  }
  trim(text, length);
}

const char *upp_comment_text(arena *memory, const char *text, size_t length) {
  char *out = ARENA_ARRAY(memory, char, length + 1);
  size_t count = 0;
  for (const char *end = text + length; text < end;) {
    const char *line_end = memchr(text, '\n', (size_t)(end - text));
    size_t line_length = (size_t)((line_end ? line_end : end) - text);
    const char *line = text;
    text += line_length + (line_end ? 1 : 0);
    trim_signs(&line, &line_length);
    if (line_length > 0 && count > 0)
      out[count++] = '\n';
    memcpy(out + count, line, line_length);
    count += line_length;
  }
  out[count] = 0;
  return out;
}

const char *upp_last_comment(arena *memory, const char *text, size_t length) {
  size_t start = 0, end = 0;
  uint32_t breaks = 2; // since the last comment
  for (size_t i = 0; i < length;) {
    size_t comment = comment_length(text + i, length - i);
    if (comment) {
      if (breaks > 1)
        start = i;
      end = i + comment;
      breaks = 0;
    }
    breaks += text[i] == '\n';
    i += comment ? comment : 1;
  }
  return upp_comment_text(memory, text + start, end - start);
}
