// Parses queries: single ones, and files of queries.
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

// Queries of other branches of UPPAAL, recognised by their first word.
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
    {"refinement", "refinement query"},
    {"specification", "refinement query"},
    {"implementation", "refinement query"},
    {"consistency", "refinement query"},
};

static const char *const QUERY_FORMS = "write E<> p, A[] p, E[] p, A<> p, p --> q, sup: x or inf: x";

// Tokens that can follow the first word of such a query, but not a variable at the start of a condition.
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
  if (p->tok.kind == TOK_NAME && p->next.kind == TOK_COLON && !strcmp(p->tok.word->text, "control"))
    skip_other(p, q, "game");
  else
    q->a = upp_parse_expr(p);
}

static bool is_text(const upp_parser *p, const char *word) {
  return p->tok.kind == TOK_NAME && !strcmp(p->tok.word->text, word);
}

static bool is_extremum(const upp_parser *p) {
  return (p->next.kind == TOK_COLON || p->next.kind == TOK_LBRACE) && (is_text(p, "sup") || is_text(p, "inf"));
}

static void parse_extremum(upp_parser *p, upp_query *q) {
  q->kind = is_text(p, "sup") ? UPP_SUPREMUM : UPP_INFIMUM;
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
  upp_expect(p, TOK_LEADS_TO, QUERY_FORMS);
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
  if (!p->panic && is_text(p, "under"))
    skip_other(p, q, "strategy");
}

static bool parse_text(upp_parser *p, const upp_text *text, upp_query *out) {
  uint32_t errors = p->d->errors;
  p->in_query = true;
  upp_begin(p, text, "query");
  *out = (upp_query){.comment = ""};
  if (p->tok.kind == TOK_EOF)
    upp_unexpected(p, "a query", QUERY_FORMS);
  upp_parse_formula(p, out);
  upp_expect_end(p);
  p->in_query = false;
  out->text = upp_query_text(p->memory, text->text, text->length);
  return p->d->errors == errors && !p->stop;
}

bool upp_parse_query(arena *memory, diags *d, const char *file, const char *text, upp_query *out) {
  upp_parser p;
  upp_open(&p, memory, d, false);
  return parse_text(&p, &(upp_text){.file = file, .text = text, .length = strlen(text)}, out);
}

void upp_add_query(upp_parser *p, const upp_text *text, const char *comment) {
  upp_query q;
  diags problems = {.memory = p->d->memory}, *of_model = p->d;
  if (p->stop || *upp_query_text(p->memory, text->text, text->length) == 0)
    return;
  p->d = &problems;
  bool is_right = parse_text(p, text, &q);
  p->d = of_model;
  p->stop = false;
  if (!is_right) {
    const diag *first = problems.first;
    diag_add(p->d, DIAG_WARNING, first->at, first->hint, "cannot parse this query: %s", first->message);
    q = (upp_query){UPP_OTHER_QUERY, .what = "query with an error", .text = q.text, .at = q.at};
  }
  q.comment = comment;
  PUSH(p->memory, &p->model->queries, q);
}

typedef struct { // a file of queries that is being split into queries
  upp_parser p;
  upp_text file;
  upp_lexer lex;
  upp_token tok;
  size_t end; // of the query before
} divider;

// Parses the query that starts at the next token and ends with its line.
static bool parse_line(divider *v, upp_query *q) {
  const char *text = v->file.text;
  upp_mark mark = {0, v->tok.at.line, v->tok.at.column};
  size_t start = v->tok.offset, gap = v->end;
  do {
    v->end = v->lex.at;
    v->tok = upp_lexer_next(&v->lex);
  } while (v->tok.kind != TOK_EOF && !v->tok.newline);
  upp_text line = {v->file.file, text + start, v->end - start, &mark, 1};
  bool is_right = parse_text(&v->p, &line, q);
  while (gap > 0 && gap < start && text[gap] != '\n') // a comment on the line of the query before belongs to that query
    gap++;
  q->comment = upp_last_comment(v->p.memory, text + gap, start - gap);
  return is_right;
}

bool upp_parse_queries(arena *memory, diags *d, const char *file, const char *text, size_t length, upp_queries *out) {
  divider v = {.file = {.file = file, .text = text, .length = length}};
  bool is_right = true;
  upp_open(&v.p, memory, d, false);
  upp_lexer_open(&v.lex, &v.p.words, &v.file, false);
  v.tok = upp_lexer_next(&v.lex);
  while (v.tok.kind != TOK_EOF && !v.p.stop) {
    upp_query q;
    is_right &= parse_line(&v, &q);
    PUSH(memory, out, q);
  }
  return is_right;
}
