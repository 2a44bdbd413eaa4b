#define _GNU_SOURCE
#include "base/diag.h"

#include <string.h>
#include <sys/stat.h>

#define WINDOW 120     // columns of the source line that are shown
#define LEAD 60        // columns kept before the caret when the line is cut on the left
#define MAX_SEQUENCE 4 // bytes of one character in UTF-8

// The length of the UTF-8 sequence at text that is safe to send to a terminal; 0 if there is none.
static size_t printable(const unsigned char *text, size_t size) {
  unsigned char c = size ? text[0] : 0;
  if (c < 0x80)
    return c >= 0x20 && c != 0x7f;
  size_t length = c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
  if (!length || length > size)
    return 0;
  uint32_t point = c & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80)
      return 0;
    point = point << 6 | (text[i] & 0x3fu);
  }
  bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  bool surrogate = point >= 0xd800 && point < 0xe000;
  bool control = point < 0xa0 || (point >= 0x200e && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e) ||
                 (point >= 0x2066 && point <= 0x2069);
  return overlong || surrogate || control || point > 0x10ffff ? 0 : length;
}

// Prints one character and returns its length in bytes. Characters that could confuse a terminal or misplace the caret
// become a blank (tab) or a question mark.
static size_t put_character(FILE *out, const unsigned char *text, size_t size) {
  size_t length = printable(text, size);
  if (length)
    fwrite(text, 1, length, out);
  else
    fputc(text[0] == '\t' ? ' ' : '?', out);
  return length ? length : 1;
}

static void put_text(FILE *out, const char *text) {
  size_t size = strlen(text);
  for (size_t i = 0; i < size;)
    i += put_character(out, (const unsigned char *)text + i, size - i);
}

// The part of a source line that may be printed: bytes from offset on.
typedef struct {
  unsigned char bytes[WINDOW * MAX_SEQUENCE];
  size_t size;
  size_t offset;
} extract;

static FILE *open_source(const char *file, const char *source) {
  if (source)
    return *source ? fmemopen((char *)source, strlen(source), "rb") : NULL;
  FILE *in = fopen(file, "rb");
  struct stat status;
  if (in && (fstat(fileno(in), &status) != 0 || !S_ISREG(status.st_mode))) {
    fclose(in);
    in = NULL;
  }
  return in;
}

// False if the file cannot be read or does not contain the place.
static bool read_extract(place at, const char *source, extract *e) {
  FILE *in = at.line ? open_source(at.file, source) : NULL;
  if (!in)
    return false;
  int c = 0;
  for (uint32_t line = 1; line < at.line && c != EOF; line += c == '\n')
    c = getc_unlocked(in);
  e->offset = at.column > WINDOW - LEAD / 2 ? at.column - 1 - LEAD : 0;
  e->size = 0;
  for (size_t skipped = 0; skipped < e->offset && c != EOF; skipped++)
    if ((c = getc_unlocked(in)) == '\n')
      c = EOF;
  bool found = c != EOF;
  while (c != EOF && e->size < sizeof e->bytes && (c = getc_unlocked(in)) != EOF && c != '\n')
    e->bytes[e->size++] = (unsigned char)c;
  found = found && (e->size || c == '\n');
  if (e->size && e->bytes[e->size - 1] == '\r')
    e->size--;
  fclose(in);
  return found;
}

static void print_source(FILE *out, const diag *d, const char *strong, const char *normal) {
  extract e;
  place at = d->at;
  if (!read_extract(at, d->source, &e))
    return;
  size_t start = 0, columns = 0;
  if (e.offset) { // the extract may start inside a UTF-8 character
    while (start < e.size && start < MAX_SEQUENCE - 1 && (e.bytes[start] & 0xc0) == 0x80)
      start++;
    fputs("...", out);
    columns = 3;
  }
  size_t caret = at.column ? at.column - 1 - e.offset : 0, caret_column = 0, i = start;
  while (i < e.size && columns < WINDOW) {
    size_t length = put_character(out, e.bytes + i, e.size - i);
    if (i <= caret)
      caret_column = columns;
    i += length;
    columns++;
  }
  if (caret >= i)
    caret_column = columns;
  fputs(i < e.size ? "...\n" : "\n", out);
  if (at.column)
    fprintf(out, "%*s%s^%s\n", (int)caret_column, "", strong, normal);
}

void diag_print(FILE *out, const diag *d, bool color) {
  bool is_warning = d->kind == DIAG_WARNING;
  const char *bold = color ? "\033[1m" : "", *normal = color ? "\033[0m" : "";
  const char *strong = !color ? "" : is_warning ? "\033[1;35m" : "\033[1;31m";
  if (d->at.file) {
    fputs(bold, out);
    put_text(out, d->at.file);
    if (d->at.line)
      fprintf(out, ":%u", d->at.line);
    if (d->at.line && d->at.column)
      fprintf(out, ":%u", d->at.column);
    fprintf(out, ":%s ", normal);
  }
  fprintf(out, "%s%s:%s ", strong, is_warning ? "warning" : "error", normal);
  put_text(out, d->message);
  fputc('\n', out);
  if (d->at.file)
    print_source(out, d, strong, normal);
  if (d->hint) {
    fputs("hint: ", out);
    put_text(out, d->hint);
    fputc('\n', out);
  }
}
