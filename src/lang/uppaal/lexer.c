#define _GNU_SOURCE // memmem
#include "lang/uppaal/lexer.h"

#include <string.h>

typedef struct {
  const char *text;
  upp_token_kind kind;
} sign;

// A sign comes before its own prefixes.
static const sign SIGNS[] = {
    {"(", TOK_LPAREN},       {")", TOK_RPAREN},      {"[]", TOK_BOX},         {"[", TOK_LBRACKET},
    {"]", TOK_RBRACKET},     {"{", TOK_LBRACE},      {"}", TOK_RBRACE},       {";", TOK_SEMI},
    {",", TOK_COMMA},        {":=", TOK_ASSIGN},     {":", TOK_COLON},        {".", TOK_DOT},
    {"'", TOK_PRIME},        {"?", TOK_QUESTION},    {"!=", TOK_NE},          {"!", TOK_BANG},
    {"-u->", TOK_ARROW},     {"-->", TOK_LEADS_TO},  {"->", TOK_ARROW},       {"--", TOK_DECREMENT},
    {"-=", TOK_SUB_ASSIGN},  {"-", TOK_MINUS},       {"++", TOK_INCREMENT},   {"+=", TOK_ADD_ASSIGN},
    {"+", TOK_PLUS},         {"*=", TOK_MUL_ASSIGN}, {"**", TOK_POWER},       {"*", TOK_TIMES},
    {"/=", TOK_DIV_ASSIGN},  {"/", TOK_DIVIDE},      {"%=", TOK_MOD_ASSIGN},  {"%", TOK_MODULO},
    {"||", TOK_OR},          {"|=", TOK_OR_ASSIGN},  {"|", TOK_BIT_OR},       {"&&", TOK_AND},
    {"&=", TOK_AND_ASSIGN},  {"&", TOK_BIT_AND},     {"^=", TOK_XOR_ASSIGN},  {"^", TOK_BIT_XOR},
    {"<<=", TOK_SHL_ASSIGN}, {"<<", TOK_SHL},        {"<=", TOK_LE},          {"<?", TOK_MIN},
    {"<>", TOK_DIAMOND},     {"<", TOK_LT},          {">>=", TOK_SHR_ASSIGN}, {">>", TOK_SHR},
    {">=", TOK_GE},          {">?", TOK_MAX},        {">", TOK_GT},           {"==", TOK_EQ},
    {"=", TOK_ASSIGN},       {"#", TOK_HASH},
};

// Comparisons of UPPAAL 3.x that later versions do not have.
static const sign OLD_SIGNS[] = {{"=<", TOK_LE}, {"=>", TOK_GE}};

#define COUNT(table) (sizeof(table) / sizeof *(table))

const char *upp_token_sign(upp_token_kind kind) {
  const char *found = NULL;
  for (size_t i = 0; i < COUNT(SIGNS); i++) {
    if (SIGNS[i].kind == kind)
      found = SIGNS[i].text; // the last one is preferred: = over :=
  }
  return found;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_name_character(char c) { return is_letter(c) || is_digit(c) || c == '$' || c == '#'; }
bool upp_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

bool upp_is_identifier(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (i == 0 ? !is_letter(text[i]) : !is_name_character(text[i]))
      return false;
  }
  return length > 0;
}

static char peek(const upp_lexer *l, size_t ahead) {
  return l->source.length - l->at > ahead ? l->source.text[l->at + ahead] : 0;
}

void upp_lexer_open(upp_lexer *l, upp_words *words, const upp_text *source, bool is_old) {
  *l = (upp_lexer){.words = words, .source = *source, .is_old = is_old, .line = 1};
  if (source->length >= 3 && !memcmp(source->text, "\xEF\xBB\xBF", 3)) // a byte order mark
    l->at += 3;
}

// Updates line and column by the marks up to the current character.
static void apply_marks(upp_lexer *l) {
  for (; l->mark < l->source.mark_count && l->source.marks[l->mark].offset <= l->at; l->mark++) {
    const upp_mark *mark = &l->source.marks[l->mark];
    l->line = mark->line;
    l->line_start = (int64_t)mark->offset - (int64_t)mark->column + 1;
  }
}

static place here(upp_lexer *l) {
  apply_marks(l);
  return (place){l->source.file, l->line, (uint32_t)((int64_t)l->at - l->line_start + 1)};
}

static void step_over(upp_lexer *l) {
  if (l->source.text[l->at] == '\n') {
    apply_marks(l);
    l->line++;
    l->line_start = (int64_t)l->at + 1;
  }
  l->at++;
}

// The length of the comment at the current character; 0 = none, or an unterminated one.
static size_t comment_length(const upp_lexer *l) {
  const char *start = l->source.text + l->at;
  size_t rest = l->source.length - l->at;
  if (peek(l, 0) != '/')
    return 0;
  if (peek(l, 1) == '/') {
    const char *end = memchr(start, '\n', rest);
    return end ? (size_t)(end - start) : rest;
  }
  if (peek(l, 1) == '*') {
    const char *end = memmem(start + 2, rest - 2, "*/", 2);
    return end ? (size_t)(end - start) + 2 : 0;
  }
  return 0;
}

// The length of a backslash that continues its line, including the line break; 0 = none.
static size_t continuation_length(const upp_lexer *l) {
  size_t length = 1;
  while (peek(l, length) == ' ' || peek(l, length) == '\t' || peek(l, length) == '\r')
    length++;
  return peek(l, 0) == '\\' && peek(l, length) == '\n' ? length + 1 : 0;
}

// Skips blanks and comments. True if there was a line break outside of comments and not after a backslash.
static bool skip_blanks(upp_lexer *l) {
  bool newline = false;
  while (l->at < l->source.length) {
    size_t length = comment_length(l);
    if (length == 0)
      length = continuation_length(l);
    if (length == 0 && upp_is_blank(peek(l, 0))) {
      newline |= peek(l, 0) == '\n';
      length = 1;
    }
    if (length == 0)
      break;
    for (; length > 0; length--)
      step_over(l);
  }
  return newline;
}

static void set_bad(upp_token *t, const char *message) {
  t->kind = TOK_BAD;
  t->text = message;
}

static void read_word(upp_lexer *l, upp_token *t) {
  size_t start = l->at;
  while (l->at < l->source.length && is_name_character(peek(l, 0)))
    l->at++;
  t->word = upp_intern(l->words, l->source.text + start, l->at - start);
  t->kind = t->word->kind;
}

static void skip_digits(upp_lexer *l) {
  while (is_digit(peek(l, 0)))
    l->at++;
}

static bool read_fraction(upp_lexer *l) {
  size_t start = l->at;
  if (peek(l, 0) == '.' && is_digit(peek(l, 1))) {
    l->at++;
    skip_digits(l);
  }
  if (peek(l, 0) == 'e' || peek(l, 0) == 'E') {
    size_t sign_length = peek(l, 1) == '+' || peek(l, 1) == '-' ? 1 : 0;
    if (is_digit(peek(l, 1 + sign_length))) {
      l->at += 1 + sign_length;
      skip_digits(l);
    }
  }
  return l->at > start;
}

// The token's text, from its start to the next character.
static const char *written(upp_lexer *l, const upp_token *t) {
  return arena_copy(l->words->memory, l->source.text + t->offset, l->at - t->offset);
}

static void read_number(upp_lexer *l, upp_token *t) {
  uint64_t value = 0;
  for (; is_digit(peek(l, 0)); l->at++) {
    if (value <= INT32_MAX)
      value = value * 10 + (uint64_t)(peek(l, 0) - '0');
    else if (value != UINT32_MAX)
      value = UINT32_MAX; // too many digits for 32 bits
  }
  t->kind = TOK_NUMBER;
  t->value = value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
  if (read_fraction(l)) {
    t->kind = TOK_FLOAT;
    t->text = written(l, t);
  } else if (is_letter(peek(l, 0))) {
    set_bad(t, "a number has decimal digits only, and a name cannot begin with a digit");
    while (is_name_character(peek(l, 0)))
      l->at++;
  } else if (value > (uint64_t)INT32_MAX + 1) {
    set_bad(t, "the number does not fit in 32 bits");
  }
}

static void read_string(upp_lexer *l, upp_token *t) {
  const char *start = l->source.text + l->at + 1;
  const char *end = memchr(start, '"', l->source.length - l->at - 1);
  if (!end) {
    set_bad(t, "the string that starts here does not end");
    l->at = l->source.length;
    return;
  }
  t->kind = TOK_STRING;
  while (l->source.text + l->at <= end)
    step_over(l);
  t->text = written(l, t);
}

static bool read_sign(upp_lexer *l, upp_token *t, const sign *signs, size_t count) {
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen(signs[i].text);
    if (signs[i].text[0] == peek(l, 0) && l->source.length - l->at >= length &&
        !memcmp(l->source.text + l->at, signs[i].text, length)) {
      t->kind = signs[i].kind;
      l->at += length;
      return true;
    }
  }
  return false;
}

static void read_unknown(upp_lexer *l, upp_token *t) {
  unsigned char c = (unsigned char)peek(l, 0);
  if (c == '/') { // an unterminated comment: a single / is an operator
    set_bad(t, "the comment that starts here does not end");
    l->at = l->source.length;
  } else if (c == '=') {
    set_bad(t, peek(l, 1) == '<' ? "there is no '=<': write <= to compare"
                                 : "there is no '=>': write >= to compare, imply between conditions");
    l->at += 2;
  } else if (c < 0x80) {
    set_bad(t, c >= ' ' && c < 0x7f ? arena_printf(l->words->memory, "unexpected character '%c'", c)
                                    : arena_printf(l->words->memory, "unexpected character with the code %d", c));
    l->at++;
  } else {
    // one message for a sequence of such characters
    while (l->at < l->source.length && (unsigned char)peek(l, 0) >= 0x80)
      l->at++;
    set_bad(t, "unexpected character: outside of comments only ASCII is allowed");
  }
}

// Operators of other languages, and the start of an unterminated comment.
static bool is_foreign(const upp_lexer *l) {
  char c = peek(l, 0), next = peek(l, 1);
  return (c == '=' && (next == '<' || next == '>')) || (c == '/' && next == '*');
}

upp_token upp_lexer_next(upp_lexer *l) {
  bool newline = skip_blanks(l);
  upp_token t = {.kind = TOK_EOF, .offset = l->at, .newline = newline, .at = here(l)};
  if (l->at == l->source.length)
    return t;
  char c = peek(l, 0);
  if (is_letter(c))
    read_word(l, &t);
  else if (is_digit(c))
    read_number(l, &t);
  else if (c == '"')
    read_string(l, &t);
  else if (!(l->is_old && read_sign(l, &t, OLD_SIGNS, COUNT(OLD_SIGNS))) &&
           (is_foreign(l) || !read_sign(l, &t, SIGNS, COUNT(SIGNS))))
    read_unknown(l, &t);
  return t;
}
