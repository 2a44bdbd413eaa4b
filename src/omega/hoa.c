#include "omega/hoa.h"

#include <ctype.h>
#include <string.h>

void hoa_stop(hoa_reader *r) {
  r->has_failed = true;
  r->kind = HOA_END;
  r->at = "";
}

void hoa_fail(hoa_reader *r, diag_kind kind, const char *message) {
  if (!r->has_failed)
    diag_add(r->d, kind, r->place, NULL, "%s", message);
  hoa_stop(r);
}

static void advance(hoa_reader *r, size_t count) {
  for (; count; count--, r->at++) {
    r->column = *r->at == '\n' ? 1 : r->column + 1;
    r->line += *r->at == '\n';
  }
}

// Comments nest.
static void skip_blanks(hoa_reader *r) {
  uint32_t depth = 0;
  while (*r->at && (depth || isspace((unsigned char)*r->at) || strncmp(r->at, "/*", 2) == 0)) {
    bool opens = strncmp(r->at, "/*", 2) == 0, closes = depth && strncmp(r->at, "*/", 2) == 0;
    depth += opens;
    depth -= closes;
    advance(r, opens || closes ? 2 : 1);
  }
}

static size_t word_length(const char *text) {
  size_t length = 0;
  while (isalnum((unsigned char)text[length]) || text[length] == '_' || text[length] == '-')
    length++;
  return length;
}

static void read_string(hoa_reader *r) {
  char *text = arena_alloc(r->memory, strlen(r->at));
  size_t length = 0;
  advance(r, 1);
  while (*r->at && *r->at != '"') {
    if (*r->at == '\\' && r->at[1])
      advance(r, 1);
    text[length++] = *r->at;
    advance(r, 1);
  }
  r->kind = *r->at ? HOA_STRING : HOA_BAD;
  r->text = text;
  advance(r, *r->at ? 1 : 0);
}

static void read_number(hoa_reader *r) {
  uint64_t value = 0;
  for (; isdigit((unsigned char)*r->at); advance(r, 1))
    value = value > UINT32_MAX ? value : value * 10 + (uint64_t)(*r->at - '0');
  r->kind = value < UINT32_MAX ? HOA_NUMBER : HOA_BAD;
  r->number = (uint32_t)value;
}

static void read_word(hoa_reader *r, size_t before) {
  size_t length = word_length(r->at + before);
  r->text = arena_copy(r->memory, r->at + before, length);
  advance(r, before + length);
  if (before || *r->at != ':')
    return;
  r->kind = HOA_HEADER;
  advance(r, 1);
}

void hoa_next(hoa_reader *r) {
  skip_blanks(r);
  r->place = (place){.file = r->file, .line = r->line, .column = r->column};
  r->text = "";
  char c = *r->at;
  if (!c) {
    r->kind = HOA_END;
  } else if (c == '"') {
    read_string(r);
  } else if (isdigit((unsigned char)c)) {
    read_number(r);
  } else if (strncmp(r->at, "--", 2) == 0) {
    r->kind = HOA_MARK;
    read_word(r, 0);
  } else if (c == '@' && word_length(r->at + 1)) {
    r->kind = HOA_ALIAS;
    read_word(r, 1);
  } else if (isalpha((unsigned char)c) || c == '_') {
    r->kind = HOA_NAME;
    read_word(r, 0);
  } else {
    r->kind = strchr("[]{}()!&|", c) ? HOA_SIGN : HOA_BAD;
    r->text = arena_copy(r->memory, r->at, 1);
    advance(r, 1);
  }
  if (r->kind == HOA_BAD)
    hoa_fail(r, DIAG_ERROR, "this is no word of the HOA format");
}

bool hoa_is(const hoa_reader *r, hoa_kind kind, const char *text) {
  return r->kind == kind && (!text || strcmp(r->text, text) == 0);
}

bool hoa_take(hoa_reader *r, hoa_kind kind, const char *text) {
  bool is_there = hoa_is(r, kind, text);
  if (is_there)
    hoa_next(r);
  return is_there;
}

void hoa_expect(hoa_reader *r, hoa_kind kind, const char *text) {
  static const char *const kinds[] = {
      [HOA_END] = "the end",     [HOA_HEADER] = "a header", [HOA_NAME] = "a name", [HOA_ALIAS] = "an alias",
      [HOA_STRING] = "a string", [HOA_NUMBER] = "a number", [HOA_SIGN] = "a sign", [HOA_MARK] = "a mark"};
  if (!hoa_take(r, kind, text))
    hoa_fail(r, DIAG_ERROR,
             arena_printf(r->memory, text ? "expected '%s' here" : "expected %s here", text ? text : kinds[kind]));
}

uint32_t hoa_number(hoa_reader *r) {
  uint32_t number = r->number;
  bool is_number = r->kind == HOA_NUMBER;
  hoa_expect(r, HOA_NUMBER, NULL);
  return is_number ? number : 0;
}
