// Queries: one formula, and files of them.
#include "lang/uppaal/parser.h"

#include <string.h>

static const struct {
  const char *path;
  upp_token_kind sign;
  upp_query_kind kind;
} PATHS[] = {
    {"E", TOK_DIAMOND, UPP_POSSIBLY},
    {"A", TOK_BOX, UPP_INVARIANTLY},
    {"E", TOK_BOX, UPP_POTENTIALLY_ALWAYS},
    {"A", TOK_DIAMOND, UPP_EVENTUALLY},
};

// Queries of the other branches of UPPAAL, known by their first word.
static const struct {
  const char *word, *what;
} OTHERS[] = {
    {"Pr", "statistical query"},
    {"E", "statistical query"},
    {"simulate", "simulation"},
    {"A", "until query"},
    {"control", "game"},
    {"control_t", "game"},
    {"simulation", "game"},
    {"strategy", "strategy"},
    {"saveStrategy", "strategy"},
    {"loadStrategy", "strategy"},
    {"minE", "optimisation of an expected value"},
    {"maxE", "optimisation of an expected value"},
    {"minPr", "optimisation of a probability"},
    {"maxPr", "optimisation of a probability"},
    {"Pmax", "probabilistic query"},
    {"bounds", "query of bounds"},
    {"sat", "scenario"},
};

static const char *const BEGINNING = "a query is E<> p, A[] p, E[] p, A<> p, p --> q, sup: x or inf: x";

// What follows the first word of such a query, but never a variable at the beginning of a condition.
static bool may_follow(upp_token_kind kind) {
  switch (kind) {
  case TOK_LBRACKET:
  case TOK_LPAREN:
  case TOK_LBRACE:
  case TOK_COLON:
  case TOK_NUMBER:
  case TOK_NAME:
  case TOK_HASH:
    return true;
  default:
    return false;
  }
}

static const char *find_other(const upp_parser *p) {
  if (p->tok.kind == TOK_LBRACE) // { observations } control: ...
    return "game";
  if (p->tok.kind != TOK_NAME)
    return NULL;
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
    if (!strcmp(p->tok.word->text, OTHERS[i].word) &&
        (may_follow(p->next.kind) || (p->next.kind == TOK_TIMES && !strcmp(OTHERS[i].word, "control_t"))))
      return OTHERS[i].what;
  }
  return NULL;
}

static bool find_path(const upp_parser *p, upp_query_kind *kind) {
  for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
    if (p->tok.kind == TOK_NAME && p->next.kind == PATHS[i].sign && !strcmp(p->tok.word->text, PATHS[i].path)) {
      *kind = PATHS[i].kind;
      return true;
    }
  }
  return false;
}

static void skip_other(upp_parser *p, upp_query *q, const char *what) {
  uint32_t braces = p->braces;
  q->kind = UPP_OTHER_QUERY;
  q->what = what;
  q->a = q->b = NULL;
  q->terms = (upp_exprs){0};
  while (p->tok.kind != TOK_EOF && (p->tok.kind != TOK_RBRACE || p->braces > braces))
    upp_advance(p);
}

static void parse_path(upp_parser *p, upp_query *q) {
  upp_advance(p);
  upp_advance(p);
  if (p->next.kind == TOK_COLON && upp_is_word(p, "control"))
    skip_other(p, q, "game");
  else
    q->a = upp_parse_expr(p);
}

static bool is_extremum(const upp_parser *p) {
  return (p->next.kind == TOK_COLON || p->next.kind == TOK_LBRACE) && (upp_is_word(p, "sup") || upp_is_word(p, "inf"));
}

static void parse_extremum(upp_parser *p, upp_query *q) {
  q->kind = upp_is_word(p, "sup") ? UPP_SUPREMUM : UPP_INFIMUM;
  upp_advance(p);
  if (upp_accept(p, TOK_LBRACE)) {
    q->a = upp_parse_expr(p);
    upp_expect(p, TOK_RBRACE, NULL);
  }
  upp_expect(p, TOK_COLON, NULL);
  upp_parse_exprs(p, &q->terms);
}

static void parse_leads_to(upp_parser *p, upp_query *q) {
  q->kind = UPP_LEADS_TO;
  q->a = upp_parse_expr(p);
  upp_expect(p, TOK_LEADS_TO, BEGINNING);
  q->b = upp_parse_expr(p);
}

void upp_parse_formula(upp_parser *p, upp_query *q) {
  q->at = p->tok.at;
  const char *other = find_other(p);
  if (find_path(p, &q->kind))
    parse_path(p, q);
  else if (other)
    skip_other(p, q, other);
  else if (is_extremum(p))
    parse_extremum(p, q);
  else
    parse_leads_to(p, q);
  if (!p->panic && upp_is_word(p, "under"))
    skip_other(p, q, "strategy");
}

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

// Comments and line breaks become a blank.
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

// One line of a comment without its signs.
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

static bool parse_text(arena *memory, diags *d, const upp_text *text, upp_query *out) {
  upp_parser p;
  uint32_t errors = d->errors;
  upp_open(&p, memory, d, NULL);
  p.in_query = true;
  upp_begin(&p, text, "query");
  *out = (upp_query){.comment = ""};
  if (p.tok.kind == TOK_EOF)
    upp_unexpected(&p, "a query", BEGINNING);
  upp_parse_formula(&p, out);
  upp_expect_end(&p);
  out->text = upp_query_text(memory, text->text, text->length);
  return d->errors == errors;
}

bool upp_parse_query(arena *memory, diags *d, const char *file, const char *text, upp_query *out) {
  return parse_text(memory, d, &(upp_text){.file = file, .text = text, .length = strlen(text)}, out);
}

void upp_add_query(upp_parser *p, const upp_text *text, const char *comment) {
  upp_query q;
  diags problems = {.memory = p->d->memory};
  if (*upp_query_text(p->memory, text->text, text->length) == 0)
    return;
  if (!parse_text(p->memory, &problems, text, &q)) {
    const diag *first = problems.first;
    diag_add(p->d, DIAG_WARNING, first->at, first->hint, "this query cannot be read: %s", first->message);
    q = (upp_query){UPP_OTHER_QUERY, .what = "query with an error", .text = q.text, .at = q.at};
  }
  q.comment = comment;
  PUSH(p->memory, &p->model->queries, q);
}

// The last comment of those between two queries; an empty line ends a comment.
static const char *last_comment(arena *memory, const char *text, size_t length) {
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

typedef struct { // a file of queries, being divided
  arena *memory;
  diags *d;
  const upp_text *file;
  upp_lexer lex;
  upp_token tok;
  size_t end; // of the query before
} divider;

// The query that begins at the next token, up to the last one on its line.
static bool parse_line(divider *v, upp_query *q) {
  const char *text = v->file->text;
  upp_mark mark = {0, v->tok.at.line, v->tok.at.column};
  size_t start = v->tok.offset, gap = v->end;
  do {
    v->end = v->lex.at;
    v->tok = upp_lexer_next(&v->lex);
  } while (v->tok.kind != TOK_EOF && !v->tok.newline);
  upp_text line = {v->file->file, text + start, v->end - start, &mark, 1};
  bool is_right = parse_text(v->memory, v->d, &line, q);
  while (gap > 0 && gap < start && text[gap] != '\n') // a comment behind the query before is not ours
    gap++;
  q->comment = last_comment(v->memory, text + gap, start - gap);
  return is_right;
}

bool upp_parse_queries(arena *memory, diags *d, const char *file, const char *text, size_t length, upp_queries *out) {
  upp_text whole = {.file = file, .text = text, .length = length};
  divider v = {.memory = memory, .d = d, .file = &whole};
  upp_words words;
  bool is_right = true;
  upp_words_open(&words, memory, false);
  upp_lexer_open(&v.lex, &words, &whole, false);
  v.tok = upp_lexer_next(&v.lex);
  while (v.tok.kind != TOK_EOF) {
    upp_query q;
    is_right &= parse_line(&v, &q);
    PUSH(memory, out, q);
  }
  return is_right;
}
