#include "lang/tchecker/tck.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void tck_error(tck *t, place at, const char *hint, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (!t->has_failed) // only the first error of a declaration is reported
    diag_add(t->d, DIAG_ERROR, at, hint, "%s", arena_vprintf(t->memory, format, arguments));
  va_end(arguments);
  t->has_failed = true;
}

void tck_unsupported(tck *t, place at, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (!t->has_failed)
    diag_add(t->d, DIAG_UNSUPPORTED, at, NULL, "%s", arena_vprintf(t->memory, format, arguments));
  va_end(arguments);
  t->has_failed = true;
}

void tck_start(tck *t, const char *file, const char *text) {
  t->file = file;
  t->at = t->line_start = text;
  t->line = 1;
  t->in_braces = t->has_failed = false;
}

static void next_line(tck *t) {
  t->line_start = ++t->at;
  t->line++;
}

void tck_skip_blanks(tck *t) {
  for (;;) {
    if (*t->at == ' ' || *t->at == '\t' || *t->at == '\r')
      t->at++;
    else if (*t->at == '#')
      t->at += strcspn(t->at, "\n");
    else if (*t->at == '\n' && t->in_braces)
      next_line(t);
    else
      return;
  }
}

void tck_skip_line(tck *t) {
  t->at += strcspn(t->at, "\n");
  if (*t->at)
    next_line(t);
}

place tck_here(tck *t) {
  tck_skip_blanks(t);
  return (place){.file = t->file, .line = t->line, .column = (uint32_t)(t->at - t->line_start) + 1};
}

bool tck_is_at_end(tck *t) {
  tck_skip_blanks(t);
  return !*t->at;
}

bool tck_accept(tck *t, const char *sign) {
  size_t length = strlen(sign);
  tck_skip_blanks(t);
  if (strncmp(t->at, sign, length) != 0 || (length == 1 && strchr("<>=!", *sign) && t->at[1] == '='))
    return false;
  t->at += length;
  return true;
}

static const char *found(tck *t) {
  tck_skip_blanks(t);
  if (!*t->at)
    return "the end of the file";
  if (*t->at == '\n')
    return "the end of the line";
  if (!isprint((unsigned char)*t->at))
    return "a non-printable character";
  return arena_printf(t->memory, "'%c'", *t->at);
}

bool tck_expect(tck *t, const char *sign) {
  if (tck_accept(t, sign))
    return true;
  tck_error(t, tck_here(t), NULL, "expected '%s', found %s", sign, found(t));
  return false;
}

static bool is_start(char c) { return isalpha((unsigned char)c) || c == '_'; }

static size_t word_length(const char *at) {
  size_t length = 0;
  if (is_start(*at))
    while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '.')
      length++;
  return length;
}

bool tck_is_word(tck *t, const char *word) {
  tck_skip_blanks(t);
  size_t length = word_length(t->at);
  return length == strlen(word) && strncmp(t->at, word, length) == 0;
}

const char *tck_identifier(tck *t, const char *what) {
  tck_skip_blanks(t);
  size_t length = word_length(t->at);
  if (!length) {
    tck_error(t, tck_here(t), NULL, "expected %s, found %s", what, found(t));
    return NULL;
  }
  t->at += length;
  return arena_copy(t->memory, t->at - length, length);
}

bool tck_integer(tck *t, const char *what, int64_t low, int64_t high, int64_t *out) {
  place here = tck_here(t);
  char *end;
  errno = 0;
  long long value = strtoll(t->at, &end, 10);
  bool is_number = end != t->at && !isspace((unsigned char)*t->at);
  if (!is_number)
    tck_error(t, here, NULL, "expected %s, found %s", what, found(t));
  else if (errno || value < low || value > high)
    tck_error(t, here, NULL, "%s must be between %lld and %lld", what, (long long)low, (long long)high);
  if (t->has_failed)
    return false;
  t->at = end;
  *out = value;
  return true;
}

const char *tck_slice(tck *t, const char *from) {
  char *copy = arena_copy(t->memory, from, (size_t)(t->at - from)), *to = copy;
  for (const char *at = copy; *at; at++) {
    bool is_blank = isspace((unsigned char)*at);
    if (!is_blank)
      *to++ = *at;
    else if (to > copy && to[-1] != ' ')
      *to++ = ' ';
  }
  while (to > copy && to[-1] == ' ')
    to--;
  *to = 0;
  return copy;
}
