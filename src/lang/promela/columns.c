#define _GNU_SOURCE // memmem
#include "lang/promela/columns.h"

#include "base/text.h"
#include "base/vec.h"
#include <ctype.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A file is read as a whole, and matching a line takes quadratic time. Beyond these limits the columns are those of the
// output.
#define LARGEST_FILE ((size_t)64 << 20)
#define LARGEST_LINE ((size_t)1 << 20)
#define LARGEST_TABLE ((size_t)1 << 18)

typedef struct {
  uint32_t offset, length;
  uint32_t match; // of output: 1 + index of the matching piece of the file's line, 0 = none; of the file: 1 if matched
} piece;
typedef VEC(piece) piece_list;

typedef struct source {
  const char *file;
  text_buffer text;
  VEC(size_t) lines; // offset of each line; empty: the file cannot be read
  struct source *next;
} source;

struct columns {
  arena *memory;
  mem *m;
  source *sources, *current;
  const char *line; // of output
  bool is_same;     // columns of the output are used as they are
  piece_list output, original;
  VEC(uint16_t) table;
  uint32_t cursor;
};

columns *columns_new(arena *memory) {
  mem *m = arena_mem(memory);
  columns *c = mem_alloc(m, sizeof *c);
  c->memory = memory;
  c->m = m;
  return c;
}

void columns_delete(columns *c) {
  for (source *s = c->sources, *next; s; s = next) {
    next = s->next;
    text_free(&s->text);
    vec_free(c->m, &s->lines);
    mem_free(c->m, s);
  }
  vec_free(c->m, &c->output);
  vec_free(c->m, &c->original);
  vec_free(c->m, &c->table);
  mem_free(c->m, c);
}

typedef struct {
  columns *c;
  source *s;
  int file;
} reading;

static void read_all(void *argument) {
  reading *r = argument;
  char buffer[16384];
  for (ssize_t n; (n = read(r->file, buffer, sizeof buffer)) > 0 && r->s->text.length < LARGEST_FILE;)
    text_add_bytes(&r->s->text, buffer, (size_t)n);
  const char *text = text_string(&r->s->text);
  vec_push(r->c->m, &r->s->lines, 0);
  for (size_t i = 0; i < r->s->text.length; i++) {
    if (text[i] == '\n')
      vec_push(r->c->m, &r->s->lines, i + 1);
  }
}

static source *source_of(columns *c, const char *file) {
  if (c->current && c->current->file == file)
    return c->current;
  for (source *s = c->sources; s; s = s->next) {
    if (!strcmp(s->file, file))
      return c->current = s;
  }
  source *s = mem_alloc(c->m, sizeof *s);
  s->file = file;
  s->text.memory = c->m;
  s->next = c->sources;
  c->sources = c->current = s;
  int opened = file[0] == '<' ? -1 : open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // <stdin>, <built-in>
  if (opened < 0)
    return s;
  struct stat status;
  mem_status result = MEM_OK;
  if (!fstat(opened, &status) && S_ISREG(status.st_mode) && (size_t)status.st_size <= LARGEST_FILE)
    result = mem_try(c->m, read_all, &(reading){c, s, opened});
  close(opened);
  if (result != MEM_OK)
    mem_leave(c->m, result);
  return s;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// The length in bytes of the piece at p: a word, a string, or one sign. *is_blank is set for blanks and comments.
static size_t piece_length(const char *p, const char *end, bool *is_blank) {
  const char *q = p + 1;
  *is_blank = isspace((unsigned char)*p);
  if (*is_blank)
    return 1;
  if (is_word(*p)) {
    while (q < end && is_word(*q))
      q++;
  } else if (*p == '"') {
    while (q < end && *q != '"')
      q += *q == '\\' && q + 1 < end ? 2 : 1;
    q += q < end;
  } else if (*p == '/' && q < end && (*q == '*' || *q == '/')) {
    const char *close = *q == '*' ? memmem(q + 1, (size_t)(end - q - 1), "*/", 2) : NULL;
    q = close ? close + 2 : end;
    *is_blank = true;
  }
  return (size_t)(q - p);
}

static void split(columns *c, piece_list *out, const char *line, size_t length) {
  out->count = 0;
  for (const char *p = line, *end = line + length; p < end;) {
    bool is_blank;
    size_t n = piece_length(p, end, &is_blank);
    if (!is_blank)
      vec_push(c->m, out, ((piece){.offset = (uint32_t)(p - line), .length = (uint32_t)n}));
    p += n;
  }
}

static bool equal(const char *a, const piece *p, const char *b, const piece *q) {
  return p->length == q->length && !memcmp(a + p->offset, b + q->offset, p->length);
}

static void join(columns *c, uint32_t output, uint32_t original) {
  c->output.at[output].match = original + 1;
  c->original.at[original].match = 1;
}

// Matches a common prefix and a common suffix, and between them a longest common subsequence.
static void match_pieces(columns *c, const char *output, const char *original) {
  piece *a = c->output.at, *b = c->original.at;
  uint32_t start = 0, n = c->output.count, m = c->original.count;
  for (; start < n && start < m && equal(output, &a[start], original, &b[start]); start++)
    join(c, start, start);
  for (; n > start && m > start && equal(output, &a[n - 1], original, &b[m - 1]); n--, m--)
    join(c, n - 1, m - 1);
  size_t rows = n - start, width = (size_t)(m - start) + 1;
  if (rows == 0 || width == 1 || (rows + 1) > LARGEST_TABLE / width)
    return;
  vec_reserve(c->m, &c->table, (uint32_t)((rows + 1) * width));
  uint16_t *best = c->table.at; // best[i * width + j]: of a[start + i ..] and b[start + j ..]
  memset(best, 0, (rows + 1) * width * sizeof *best);
  for (size_t i = rows; i-- > 0;) {
    for (size_t j = width - 1; j-- > 0;) {
      uint16_t down = best[(i + 1) * width + j], right = best[i * width + j + 1];
      best[i * width + j] = equal(output, &a[start + i], original, &b[start + j])
                                ? (uint16_t)(best[(i + 1) * width + j + 1] + 1)
                                : (down > right ? down : right);
    }
  }
  for (size_t i = 0, j = 0; i < rows && j < width - 1;) {
    if (equal(output, &a[start + i], original, &b[start + j]))
      join(c, (uint32_t)(start + i++), (uint32_t)(start + j++));
    else if (best[i * width + j + 1] >= best[(i + 1) * width + j])
      j++;
    else
      i++;
  }
}

static bool is_macro_use(const columns *c, const char *original, uint32_t i) {
  const piece *p = &c->original.at[i];
  return !p->match && is_word(original[p->offset]) && !isdigit((unsigned char)original[p->offset]);
}

// An unmatched piece of output came from a macro. Its position is that of the nearest unmatched name in the file's
// line, which is the use of the macro.
static void place_unmatched(columns *c, const char *original) {
  uint32_t next = 0, use = 0; // the first piece after the last match; the last macro use before it
  while (use < c->original.count && !is_macro_use(c, original, use))
    use++;
  if (use == c->original.count)
    use = 0;
  for (uint32_t i = 0; i < c->output.count; i++) {
    piece *p = &c->output.at[i];
    if (p->match) {
      for (; next < p->match; next++)
        use = is_macro_use(c, original, next) ? next : use;
    } else {
      bool starts_here = next < c->original.count && is_macro_use(c, original, next);
      p->match = (starts_here ? next : use) + 1;
    }
  }
}

static size_t without_blanks(const char *line, size_t length) {
  while (length > 0 && isspace((unsigned char)line[length - 1]))
    length--;
  return length;
}

void columns_set_line(columns *c, const char *file, uint32_t line, const char *text, size_t length) {
  c->is_same = true;
  c->line = text;
  c->cursor = 0;
  if (!file)
    return;
  const source *s = source_of(c, file);
  if (line == 0 || line > s->lines.count)
    return;
  const char *original = text_string(&s->text) + s->lines.at[line - 1];
  size_t end = line < s->lines.count ? s->lines.at[line] : s->text.length;
  size_t original_length = without_blanks(original, end - s->lines.at[line - 1]);
  length = without_blanks(text, length);
  if (length > LARGEST_LINE || original_length > LARGEST_LINE ||
      (original_length == length && !memcmp(text, original, length)))
    return;
  c->is_same = false;
  split(c, &c->output, text, length);
  split(c, &c->original, original, original_length);
  if (c->original.count == 0) { // arguments of a macro on another line, or the file has changed
    c->is_same = true;
    return;
  }
  match_pieces(c, text, original);
  place_unmatched(c, original);
}

uint32_t columns_find(columns *c, size_t offset) {
  if (c->is_same || c->output.count == 0)
    return (uint32_t)offset + 1;
  if (c->cursor >= c->output.count || c->output.at[c->cursor].offset > offset)
    c->cursor = 0;
  while (c->cursor + 1 < c->output.count && c->output.at[c->cursor + 1].offset <= offset)
    c->cursor++;
  return c->original.at[c->output.at[c->cursor].match - 1].offset + 1;
}
