#include "lang/uppaal/parser.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

// Keep the parser and all walks over the tree from exhausting the stack.
#define MAX_DEPTH 1000
#define MAX_HEIGHT 2000

void *upp_grow(arena *memory, const void *at, uint32_t count, uint32_t *room, size_t element) {
  if (count > UINT32_MAX / 2)
    mem_exhausted(arena_mem(memory));
  *room = count ? count * 2 : 4;
  void *grown = arena_alloc(memory, *room * element);
  if (count > 0)
    memcpy(grown, at, count * element);
  return grown;
}

void upp_open(upp_parser *p, arena *memory, diags *d, bool is_old) {
  *p = (upp_parser){.memory = memory, .d = d, .is_old = is_old};
  upp_words_open(&p->words, memory, p->is_old);
}

void upp_begin(upp_parser *p, const upp_text *text, const char *whole) {
  upp_lexer_open(&p->lex, &p->words, text, p->is_old);
  p->whole = whole;
  p->panic = p->stop;
  p->braces = p->depth = p->height = 0;
  p->recovered = SIZE_MAX;
  p->tok = upp_lexer_next(&p->lex);
  if (p->stop)
    p->tok.kind = TOK_EOF;
  p->next = upp_lexer_next(&p->lex);
}

void upp_advance(upp_parser *p) {
  if (p->tok.kind == TOK_EOF)
    return;
  if (p->tok.kind == TOK_LBRACE)
    p->braces++;
  else if (p->tok.kind == TOK_RBRACE && p->braces > 0)
    p->braces--;
  p->tok = p->next;
  if (p->tok.kind != TOK_EOF)
    p->next = upp_lexer_next(&p->lex);
}

// The next token, for a message.
static const char *found(upp_parser *p) {
  const upp_token *t = &p->tok;
  if (t->word)
    return arena_printf(p->d->memory, "'%.60s%s'", t->word->text, t->word->length > 60 ? "..." : "");
  switch (t->kind) {
  case TOK_EOF:
    return arena_printf(p->d->memory, "the end of the %s", p->whole);
  case TOK_NUMBER:
    return arena_printf(p->d->memory, "%u", (unsigned)t->value);
  case TOK_STRING:
    return "a string";
  case TOK_FLOAT:
    return "a floating-point number";
  default:
    return arena_printf(p->d->memory, "'%s'", upp_token_sign(t->kind));
  }
}

static void add_error(upp_parser *p, place at, const char *hint, const char *message) {
  if (p->stop || diag_add(p->d, DIAG_ERROR, at, hint, "%s", message))
    return;
  p->stop = p->panic = true;
  p->tok.kind = TOK_EOF;
}

void upp_report(upp_parser *p, place at, const char *hint, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add_error(p, at, hint, arena_vprintf(p->d->memory, format, arguments));
  va_end(arguments);
}

void upp_syntax_error(upp_parser *p, place at, const char *hint, const char *format, ...) {
  if (p->panic)
    return;
  va_list arguments;
  va_start(arguments, format);
  add_error(p, at, hint, arena_vprintf(p->d->memory, format, arguments));
  va_end(arguments);
  p->panic = true;
}

void upp_unexpected(upp_parser *p, const char *expected, const char *hint) {
  if (p->tok.kind == TOK_BAD)
    upp_syntax_error(p, p->tok.at, NULL, "%s", p->tok.text);
  else
    upp_syntax_error(p, p->tok.at, hint, "expected %s, found %s", expected, found(p));
}

bool upp_accept(upp_parser *p, upp_token_kind kind) {
  if (p->panic || p->tok.kind != kind)
    return false;
  upp_advance(p);
  return true;
}

bool upp_expect(upp_parser *p, upp_token_kind kind, const char *hint) {
  if (upp_accept(p, kind))
    return true;
  const char *sign = upp_token_sign(kind);
  assert(sign);
  if (!p->panic)
    upp_unexpected(p, arena_printf(p->d->memory, "'%s'", sign), hint);
  return false;
}

upp_word *upp_expect_name(upp_parser *p, const char *what) {
  if (p->panic || p->tok.kind != TOK_NAME) {
    bool is_keyword = p->tok.word && !p->panic;
    upp_unexpected(p, what, is_keyword ? "this is a keyword: choose another name" : NULL);
    return upp_intern(&p->words, "", 0);
  }
  upp_word *word = p->tok.word;
  upp_advance(p);
  return word;
}

void upp_expect_end(upp_parser *p) {
  if (!p->panic && p->tok.kind != TOK_EOF)
    upp_unexpected(p, arena_printf(p->d->memory, "an operator or the end of the %s", p->whole), NULL);
}

bool upp_is_word(const upp_parser *p, const char *word) {
  return p->tok.kind == TOK_NAME && p->tok.word->binding == UPP_UNBOUND && !strcmp(p->tok.word->text, word);
}

bool upp_enter(upp_parser *p) {
  if (p->depth >= MAX_DEPTH) {
    upp_syntax_error(p, p->tok.at, NULL, "nested too deeply (the limit is %d levels)", MAX_DEPTH);
    return false;
  }
  p->depth++;
  return true;
}

void upp_leave(upp_parser *p) { p->depth--; }

void upp_set_height(upp_parser *p, uint32_t height) {
  p->height = height;
  if (height > MAX_HEIGHT)
    upp_syntax_error(p, p->tok.at, "split it, for example with functions",
                     "the expression is too large (the limit is %d operators in a row)", MAX_HEIGHT);
}

void upp_skip_braces(upp_parser *p) {
  uint32_t outside = p->braces;
  if (!upp_expect(p, TOK_LBRACE, NULL))
    return;
  while (p->tok.kind != TOK_EOF && p->braces > outside)
    upp_advance(p);
  if (p->braces > outside)
    upp_unexpected(p, "'}'", NULL);
}

static bool starts_unit(upp_token_kind kind) {
  return kind == TOK_PROCESS || kind == TOK_SYSTEM || kind == TOK_TYPEDEF;
}

// The error may be at any nesting depth; braces is the number of open braces around the list that continues.
void upp_recover(upp_parser *p, uint32_t braces) {
  if (p->stop)
    return;
  p->panic = false;
  for (bool is_stuck = p->tok.offset == p->recovered; p->tok.kind != TOK_EOF; is_stuck = false) {
    upp_token_kind kind = p->tok.kind;
    p->recovered = p->tok.offset;
    if (p->braces <= braces && !is_stuck && (kind == TOK_RBRACE || starts_unit(kind)))
      return;
    upp_advance(p);
    if (p->braces <= braces && (kind == TOK_SEMI || kind == TOK_RBRACE))
      return;
  }
}

uint32_t upp_open_scope(const upp_parser *p) { return p->shadows.count; }

void upp_close_scope(upp_parser *p, uint32_t opened) {
  while (p->shadows.count > opened) {
    const upp_shadow *shadow = &p->shadows.at[--p->shadows.count];
    shadow->word->binding = shadow->binding;
  }
}

void upp_declare(upp_parser *p, upp_word *word, upp_binding binding) {
  PUSH(p->memory, &p->shadows, ((upp_shadow){word, word->binding}));
  word->binding = binding;
}
