#define _GNU_SOURCE // memmem
#include "lang/promela/lexer.h"

#include "lang/promela/words.h"
#include <assert.h>
#include <string.h>

// A sign comes before its own prefixes.
typedef struct {
  const char *text;
  token_kind kind;
} sign;

static const sign SIGNS[] = {
    {"(", TOK_LPAREN},   {")", TOK_RPAREN},
    {"[", TOK_LBRACKET}, {"]", TOK_RBRACKET},
    {"{", TOK_LBRACE},   {"}", TOK_RBRACE},
    {";", TOK_SEMI},     {"->", TOK_ARROW},
    {"-->", TOK_ARROW}, // as in SPIN, although it could be x-- > y
    {",", TOK_COMMA},    {"::", TOK_SEP},
    {":", TOK_COLON},    {"..", TOK_DOTDOT},
    {".", TOK_DOT},      {"@", TOK_AT},
    {"==", TOK_EQ},      {"=", TOK_ASSIGN},
    {"++", TOK_INCR},    {"--", TOK_DECR},
    {"!=", TOK_NE},      {"!!", TOK_SORTED_SEND},
    {"!", TOK_SEND},     {"??", TOK_RANDOM_RECEIVE},
    {"?", TOK_RECEIVE},  {"||", TOK_OR},
    {"&&", TOK_AND},     {"|", TOK_BIT_OR},
    {"^", TOK_BIT_XOR},  {"&", TOK_BIT_AND},
    {"<<", TOK_SHL},     {"<=", TOK_LE},
    {"<", TOK_LT},       {">>", TOK_SHR},
    {">=", TOK_GE},      {">", TOK_GT},
    {"+", TOK_PLUS},     {"-", TOK_MINUS},
    {"*", TOK_TIMES},    {"/", TOK_DIVIDE},
    {"%", TOK_MODULO},   {"~", TOK_TILDE},
};

static const sign LTL_SIGNS[] = {
    {"->", TOK_IMPLIES}, {"[]", TOK_ALWAYS},     {"/\\", TOK_AND},
    {"\\/", TOK_OR},     {"<>", TOK_EVENTUALLY}, {"<->", TOK_EQUIV},
};

// Operators of other languages. These pairs of characters never occur in Promela.
static const struct {
  const char *text, *message;
} FOREIGN[] = {
    {"=>", "there is no '=>' in Promela: write -> after a guard, >= to compare"},
    {"=<", "there is no '=<' in Promela: write <= to compare"},
    {":=", "there is no ':=' in Promela: write = to assign"},
};

#define SIGN_COUNT (sizeof SIGNS / sizeof *SIGNS)
#define LTL_SIGN_COUNT (sizeof LTL_SIGNS / sizeof *LTL_SIGNS)

const char *token_sign(token_kind kind) {
  for (size_t i = 0; i < SIGN_COUNT; i++) {
    if (SIGNS[i].kind == kind)
      return SIGNS[i].text;
  }
  for (size_t i = 0; i < LTL_SIGN_COUNT; i++) {
    if (LTL_SIGNS[i].kind == kind)
      return LTL_SIGNS[i].text;
  }
  return NULL;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static char peek(const lexer *l, size_t ahead) { return (size_t)(l->end - l->at) > ahead ? l->at[ahead] : 0; }

void lexer_open(lexer *l, arena *memory, diags *d, const pml_text *source, bool is_whole_model) {
  *l = (lexer){.memory = memory,
               .d = d,
               .at = source->text,
               .end = source->text + source->length,
               .line_start = source->text,
               .file = source->file,
               .line = 1};
  if (is_whole_model)
    l->columns = columns_new(memory);
  words_open(l);
  if (source->length >= 3 && !memcmp(source->text, "\xEF\xBB\xBF", 3)) // a byte order mark
    l->at += 3;
}

void lexer_close(lexer *l) {
  mem_free(arena_mem(l->memory), l->words.at);
  l->words.at = NULL;
  if (l->columns)
    columns_delete(l->columns);
}

static void start_line(lexer *l, uint32_t line) {
  l->line = line;
  l->line_start = l->at;
  l->line_known = false;
}

static place here(lexer *l) {
  size_t offset = (size_t)(l->at - l->line_start);
  place at = {l->file, l->line, (uint32_t)offset + 1};
  if (!l->columns)
    return at;
  if (!l->line_known) {
    const char *end = memchr(l->line_start, '\n', (size_t)(l->end - l->line_start));
    columns_set_line(l->columns, l->file, l->line, l->line_start, (size_t)((end ? end : l->end) - l->line_start));
    l->line_known = true;
  }
  at.column = columns_find(l->columns, offset);
  return at;
}

static void skip_line(lexer *l) {
  while (l->at < l->end && *l->at != '\n')
    l->at++;
}

// The file name of a line marker, with escapes decoded.
static const char *marker_file(lexer *l) {
  char *name = arena_copy(l->memory, l->at, strcspn(l->at, "\n"));
  char *to = name;
  for (const char *from = name; *from && *from != '"'; from++) {
    if (*from == '\\' && from[1])
      from++;
    *to++ = *from;
  }
  *to = 0;
  return name;
}

// A line that starts with #: `# 12 "file"` or `#line 12 "file"` from the preprocessor, or #ident. False for any other
// line.
static bool read_marker(lexer *l) {
  const char *p = l->at + 1;
  if (!strncmp(p, "ident", 5)) {
    skip_line(l);
    return true;
  }
  if (!strncmp(p, "line", 4))
    p += 4;
  while (*p == ' ' || *p == '\t')
    p++;
  if (!is_digit(*p))
    return false;
  uint32_t line = 0;
  for (; is_digit(*p); p++)
    line = line * 10 + (uint32_t)(*p - '0');
  while (*p == ' ' || *p == '\t')
    p++;
  if (*p == '"') {
    l->at = p + 1;
    const char *file = marker_file(l);
    if (!l->file || strcmp(file, l->file) != 0)
      l->file = file;
  }
  skip_line(l);
  if (l->at < l->end)
    l->at++;
  start_line(l, line);
  return true;
}

// Skips blanks and comments. Returns NULL, or a message if a comment does not end; l->at is then at its start.
static const char *skip_blanks(lexer *l, bool *newline) {
  bool at_line_start = l->at == l->line_start;
  while (l->at < l->end) {
    char c = *l->at;
    if (c == '\n') {
      l->at++;
      start_line(l, l->line + 1);
      *newline = at_line_start = true;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      l->at++;
    } else if (c == '#' && at_line_start) {
      if (!read_marker(l))
        return NULL;
    } else if (c == '/' && peek(l, 1) == '/') {
      skip_line(l);
    } else if (c == '*' && peek(l, 1) == '/') {
      l->at += 2; // the end of a nested comment; SPIN ignores it
    } else if (c == '/' && peek(l, 1) == '*') {
      const char *end = memmem(l->at + 2, (size_t)(l->end - l->at) - 2, "*/", 2);
      if (!end)
        return "the comment that starts here does not end";
      while (l->at < end + 2) {
        if (*l->at++ == '\n') {
          start_line(l, l->line + 1);
          *newline = true;
        }
      }
    } else {
      return NULL;
    }
  }
  return NULL;
}

static void read_word(lexer *l, token *t) {
  const char *start = l->at;
  while (l->at < l->end && (is_letter(*l->at) || is_digit(*l->at)))
    l->at++;
  t->word = words_intern(l, start, (size_t)(l->at - start));
  t->kind = l->ltl && t->word->ltl_kind ? t->word->ltl_kind : t->word->kind;
  t->value = t->word->value;
}

// SPIN reads a number as a C long and keeps its lower 32 bits.
static void read_number(lexer *l, token *t) {
  const char *start = l->at;
  uint64_t value = 0;
  for (; l->at < l->end && is_digit(*l->at); l->at++) {
    uint64_t digit = (uint64_t)(*l->at - '0');
    value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
  }
  t->kind = TOK_NUMBER;
  t->is_decimal = true;
  t->value = (int32_t)(uint32_t)value;
  int length = l->at - start > 40 ? 40 : (int)(l->at - start);
  if (value > (uint64_t)INT32_MAX + 1 && l->warnings++ < 10)
    diag_add(l->d, DIAG_WARNING, t->at, NULL, "%.*s does not fit in 32 bits and is read as %d, as SPIN does", length,
             start, (int)t->value);
}

static void read_string(lexer *l, token *t, char quote) {
  const char *start = ++l->at;
  while (l->at < l->end && *l->at != quote && *l->at != '\n') {
    if (*l->at == '\\' && peek(l, 1) && peek(l, 1) != '\n')
      l->at++;
    l->at++;
  }
  if (l->at == l->end || *l->at != quote) {
    t->kind = TOK_BAD;
    t->text = "the string that starts here does not end on its line";
    return;
  }
  t->kind = TOK_STRING;
  t->text = arena_copy(l->memory, start, (size_t)(l->at - start));
  l->at++;
}

static void read_character(lexer *l, token *t) {
  size_t length = 1;
  unsigned char c = (unsigned char)peek(l, 1);
  if (c == '\\') {
    c = (unsigned char)peek(l, 2);
    length++;
    c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c == 'f' ? '\f' : c;
  }
  if (!peek(l, length) || peek(l, length) == '\n' || peek(l, length + 1) != '\'') {
    t->kind = TOK_BAD;
    t->text = "a character constant is one character between ' and '";
    l->at++;
    return;
  }
  t->kind = TOK_NUMBER;
  t->value = c;
  l->at += length + 2;
}

static bool read_sign(lexer *l, token *t, const sign *signs, size_t count) {
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen(signs[i].text);
    if ((size_t)(l->end - l->at) >= length && !memcmp(l->at, signs[i].text, length)) {
      t->kind = signs[i].kind;
      l->at += length;
      return true;
    }
  }
  return false;
}

static bool read_foreign(lexer *l, token *t) {
  for (size_t i = 0; i < sizeof FOREIGN / sizeof *FOREIGN; i++) {
    if (l->at[0] == FOREIGN[i].text[0] && peek(l, 1) == FOREIGN[i].text[1]) {
      t->kind = TOK_BAD;
      t->text = FOREIGN[i].message;
      l->at += 2;
      return true;
    }
  }
  return false;
}

static void read_unknown(lexer *l, token *t) {
  t->kind = TOK_BAD;
  unsigned char c = (unsigned char)*l->at;
  if (c == '#') {
    t->text = "unknown preprocessor directive";
    skip_line(l);
  } else if (c < 0x80) {
    t->text = c >= ' ' && c < 0x7f ? arena_printf(l->memory, "unexpected character '%c'", c)
                                   : arena_printf(l->memory, "unexpected character with the code %d", c);
    l->at++;
  } else {
    // one message for a sequence of such characters
    while (l->at < l->end && (unsigned char)*l->at >= 0x80)
      l->at++;
    t->text = "unexpected character: outside of strings and comments only ASCII is allowed";
  }
}

token lexer_next(lexer *l) {
  token t = {.kind = TOK_EOF};
  const char *before = l->at;
  const char *problem = skip_blanks(l, &t.newline);
  t.adjacent = l->at == before;
  t.at = here(l);
  if (problem) {
    t.kind = TOK_BAD;
    t.text = problem;
    l->at = l->end;
    return t;
  }
  if (l->at == l->end)
    return t;
  char c = *l->at;
  if (is_letter(c))
    read_word(l, &t);
  else if (is_digit(c))
    read_number(l, &t);
  else if (c == '"' || c == '$')
    read_string(l, &t, c);
  else if (c == '\'')
    read_character(l, &t);
  else if (!read_foreign(l, &t) && !(l->ltl && read_sign(l, &t, LTL_SIGNS, LTL_SIGN_COUNT)) &&
           !read_sign(l, &t, SIGNS, SIGN_COUNT))
    read_unknown(l, &t);
  return t;
}
