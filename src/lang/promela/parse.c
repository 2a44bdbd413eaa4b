#include "lang/promela/parse.h"

#include "lang/promela/parser.h"
#include <assert.h>
#include <stdarg.h>
#include <string.h>

// Keeps the parser and all walks over the tree from exhausting the stack. SPIN's own limits are lower for most
// constructs.
#define MAX_DEPTH 1000

void *pml_keep_list(parser *p, void *at, uint32_t count, uint32_t *room, size_t element) {
  void *kept = NULL;
  if (count > 0) {
    kept = arena_alloc(p->memory, count * element);
    memcpy(kept, at, count * element);
  }
  mem_free(p->m, at);
  *room = count;
  return kept;
}

static token fetch(parser *p) {
  if (!p->expansion)
    return lexer_next(&p->lex);
  expansion *e = p->expansion;
  if (e->next < e->tokens.count)
    return e->tokens.at[e->next++];
  return (token){.kind = TOK_INLINE_END, .at = p->last_at};
}

// SPIN lets a line break end a statement if the line's last token is one of these. It reads a timeout outside of
// inlines as if it were in parentheses.
static bool may_end_statement(const parser *p, token_kind kind) {
  switch (kind) {
  case TOK_RBRACE:
  case TOK_RPAREN:
  case TOK_RBRACKET:
  case TOK_OD:
  case TOK_FI:
  case TOK_ELSE:
  case TOK_BREAK:
  case TOK_C_CODE:
  case TOK_C_EXPR:
  case TOK_C_DECL:
  case TOK_NAME:
  case TOK_NUMBER:
  case TOK_INCR:
  case TOK_DECR:
    return true;
  case TOK_TIMEOUT:
    return !p->expansion;
  default:
    return false;
  }
}

static void count_groups(parser *p, token_kind kind) {
  if (kind == TOK_LPAREN)
    p->parens++;
  else if (kind == TOK_RPAREN && p->parens > 0)
    p->parens--;
  else if (kind == TOK_LBRACE)
    p->braces++;
  else if (kind == TOK_RBRACE && p->braces > 0)
    p->braces--;
}

void pml_advance(parser *p) {
  if (p->stop) {
    p->tok.kind = TOK_EOF;
    return;
  }
  if (p->tok.kind == TOK_EOF || p->tok.kind == TOK_INLINE_END)
    return;
  count_groups(p, p->tok.kind);
  p->last = p->tok.kind;
  p->last_at = p->tok.at;
  p->last_implied = p->is_held;
  if (p->is_held) {
    p->is_held = false;
    p->tok = p->held;
    return;
  }
  p->tok = fetch(p);
  if (p->tok.newline && p->in_sequence && p->parens == 0 && may_end_statement(p, p->last)) {
    p->held = p->tok;
    p->is_held = true;
    p->tok = (token){.kind = TOK_SEMI, .at = p->tok.at};
  }
}

const char *pml_quote(parser *p, const char *name) {
  return arena_printf(p->d->memory, "'%.60s%s'", name, strlen(name) > 60 ? "..." : "");
}

// The next token, for a message.
static const char *found(parser *p) {
  const token *t = p->is_held ? &p->held : &p->tok;
  const char *sign = t->word ? t->word->text : token_sign(t->kind);
  if (p->is_held && p->tok.kind == TOK_SEMI)
    return "the end of the line";
  if (sign)
    return pml_quote(p, sign);
  switch (t->kind) {
  case TOK_EOF:
    return p->in_model ? "the end of the file" : "the end of the text";
  case TOK_INLINE_END:
    return "the end of the inline";
  case TOK_NUMBER:
    return arena_printf(p->d->memory, "%d", (int)t->value);
  case TOK_STRING:
    return "a string";
  default:
    return "another token";
  }
}

// The text of an inline is parsed at each call, but its errors are reported once.
static bool is_known(const parser *p, place at) {
  for (const diag *d = p->d->first; d; d = d->next) {
    if (d->kind != DIAG_WARNING && d->at.line == at.line && d->at.column == at.column && d->at.file == at.file)
      return true;
  }
  return false;
}

static void give_up(parser *p) {
  p->stop = p->panic = true;
  p->is_held = false;
  p->tok.kind = TOK_EOF;
}

void pml_syntax_error(parser *p, place at, const char *hint, const char *format, ...) {
  bool is_quiet = p->panic || p->stop || is_known(p, at);
  p->panic = true;
  if (is_quiet)
    return;
  va_list arguments;
  va_start(arguments, format);
  const char *message = arena_vprintf(p->d->memory, format, arguments);
  va_end(arguments);
  if (!diag_add(p->d, DIAG_ERROR, at, hint, "%s", message))
    give_up(p);
}

void pml_unexpected(parser *p, const char *expected, const char *hint) {
  if (p->tok.kind == TOK_BAD)
    pml_syntax_error(p, p->tok.at, NULL, "%s", p->tok.text);
  else if (p->tok.kind == TOK_EOF && p->last == TOK_BAD)
    p->panic = true; // an unterminated comment or string, already reported
  else
    pml_syntax_error(p, p->tok.at, hint, "expected %s, found %s", expected, found(p));
}

bool pml_accept(parser *p, token_kind kind) {
  if (p->panic || p->tok.kind != kind)
    return false;
  pml_advance(p);
  return true;
}

bool pml_expect(parser *p, token_kind kind, const char *hint) {
  if (pml_accept(p, kind))
    return true;
  const char *sign = token_sign(kind);
  assert(sign);
  pml_unexpected(p, pml_quote(p, sign), hint);
  return false;
}

const pml_word *pml_expect_name(parser *p, const char *what) {
  static const pml_word NOTHING = {.text = ""};
  if (p->panic || p->tok.kind != TOK_NAME) {
    bool is_keyword = p->tok.word && !p->panic;
    const char *hint =
        is_keyword ? arena_printf(p->d->memory, "%s is a keyword", pml_quote(p, p->tok.word->text)) : NULL;
    pml_unexpected(p, what, hint);
    return &NOTHING;
  }
  const pml_word *w = p->tok.word;
  pml_advance(p);
  return w;
}

bool pml_enter(parser *p) {
  if (p->depth >= MAX_DEPTH) {
    pml_syntax_error(p, p->tok.at, NULL, "nested too deeply (the limit is %d levels)", MAX_DEPTH);
    return false;
  }
  p->depth++;
  return true;
}

void pml_leave(parser *p) { p->depth--; }

bool pml_starts_unit(token_kind kind) {
  switch (kind) {
  case TOK_ACTIVE:
  case TOK_PROCTYPE:
  case TOK_D_PROCTYPE:
  case TOK_INIT:
  case TOK_NEVER:
  case TOK_LTL:
  case TOK_TRACE:
  case TOK_NOTRACE:
  case TOK_TYPEDEF:
  case TOK_INLINE:
    return true;
  default:
    return false;
  }
}

// Skips from {, if or do to its end, or to a token that cannot be inside.
static void skip_group(parser *p) {
  uint32_t open_braces = 0, open_words = 0;
  do {
    switch (p->tok.kind) {
    case TOK_LBRACE:
      open_braces++;
      break;
    case TOK_IF:
    case TOK_DO:
      open_words++;
      break;
    case TOK_RBRACE:
      if (open_braces-- == 0)
        return;
      break;
    case TOK_FI:
    case TOK_OD:
      if (open_words-- == 0)
        return;
      break;
    case TOK_EOF:
    case TOK_INLINE_END:
      return;
    default:
      if (pml_starts_unit(p->tok.kind))
        return;
    }
    pml_advance(p);
  } while (open_braces + open_words > 0);
}

void pml_recover(parser *p) {
  p->panic = false;
  p->parens = 0;
  p->choices = 0;
  for (;;) {
    switch (p->tok.kind) {
    case TOK_EOF:
    case TOK_INLINE_END:
    case TOK_SEMI:
    case TOK_ARROW:
    case TOK_SEP:
    case TOK_FI:
    case TOK_OD:
    case TOK_RBRACE:
      return;
    case TOK_LBRACE:
    case TOK_IF:
    case TOK_DO:
      skip_group(p);
      break;
    default:
      if (pml_starts_unit(p->tok.kind))
        return;
      pml_advance(p);
    }
  }
}

void pml_unsupported_c(parser *p) {
  token keyword = p->tok;
  bool is_known_place = is_known(p, keyword.at);
  pml_advance(p);
  while (p->tok.kind == TOK_STRING) // c_state, c_track
    pml_advance(p);
  uint32_t brackets = 0;
  bool takes_block = keyword.kind != TOK_C_STATE && keyword.kind != TOK_C_TRACK;
  if (takes_block && p->tok.kind == TOK_LBRACKET) { // c_code [precondition] { }
    do {
      brackets += p->tok.kind == TOK_LBRACKET;
      brackets -= p->tok.kind == TOK_RBRACKET;
      pml_advance(p);
    } while (brackets > 0 && p->tok.kind != TOK_EOF && p->tok.kind != TOK_INLINE_END);
  }
  if (takes_block && p->tok.kind == TOK_LBRACE) {
    uint32_t outside = p->braces;
    do
      pml_advance(p);
    while (p->braces > outside && p->tok.kind != TOK_EOF && p->tok.kind != TOK_INLINE_END);
  }
  if (is_known_place || p->panic || p->stop)
    return;
  if (!diag_add(p->d, DIAG_UNSUPPORTED, keyword.at,
                "write it in Promela: variables, inlines and d_step can replace most C code",
                "embedded C code (%s) is not supported", keyword.word->text))
    give_up(p);
}

static void start(parser *p, arena *memory, diags *d, const pml_text *text, bool in_model, bool ltl) {
  *p = (parser){.memory = memory, .m = arena_mem(memory), .d = d, .in_model = in_model};
  lexer_open(&p->lex, memory, d, text, in_model);
  p->lex.ltl = ltl;
  p->tok = fetch(p);
}

ast_model *pml_parse(arena *memory, diags *d, const pml_text *source) {
  parser p;
  uint32_t errors = d->errors;
  start(&p, memory, d, source, true, false);
  p.model = ARENA_NEW(memory, ast_model);
  p.model->memory = memory;
  pml_parse_units(&p);
  KEEP_LIST(&p, &p.model->units);
  lexer_close(&p.lex);
  return d->errors == errors ? p.model : NULL;
}

ast_expr *pml_parse_expression(arena *memory, diags *d, const char *name, const char *text, bool ltl) {
  parser p;
  uint32_t errors = d->errors;
  start(&p, memory, d, &(pml_text){.text = text, .length = strlen(text), .file = name}, false, ltl);
  ast_expr *e = pml_parse_expr(&p);
  if (p.tok.kind != TOK_EOF)
    pml_unexpected(&p, "an operator", NULL);
  lexer_close(&p.lex);
  return d->errors == errors ? e : NULL;
}
