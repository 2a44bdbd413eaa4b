#include "lang/promela/parser.h"

#include "lang/promela/words.h"
#include <string.h>

static ast_stmt *parse_statement(parser *p);

ast_stmt *pml_new_stmt(parser *p, ast_stmt_kind kind) {
  ast_stmt *s = ARENA_NEW(p->memory, ast_stmt);
  s->kind = kind;
  s->inline_id = p->inline_id;
  s->at = p->tok.at;
  return s;
}

static bool ends_sequence(const parser *p) {
  switch (p->tok.kind) {
  case TOK_EOF:
  case TOK_INLINE_END:
  case TOK_SEP:
  case TOK_FI:
  case TOK_OD:
  case TOK_RBRACE:
    return true;
  default:
    return pml_starts_unit(p->tok.kind);
  }
}

static bool is_separator(const parser *p) { return p->tok.kind == TOK_SEMI || p->tok.kind == TOK_ARROW; }

static bool skip_separators(parser *p) {
  bool any = false;
  for (; is_separator(p) && !p->panic; any = true)
    pml_advance(p);
  return any;
}

static void add_option(parser *p, ast_stmt *s) {
  ast_seq seq = {.at = p->tok.at};
  pml_parse_sequence(p, &seq);
  vec_push(p->m, &s->options, seq);
}

void pml_parse_block(parser *p, ast_stmt *s) {
  pml_expect(p, TOK_LBRACE, NULL);
  if (!p->panic)
    add_option(p, s);
  KEEP_LIST(p, &s->options);
  s->end = p->tok.at;
  pml_expect(p, TOK_RBRACE, NULL);
}

static const char *unclosed_hint(parser *p, const char *word, place at) {
  return arena_printf(p->d->memory, "close the '%s' in line %u", word, (unsigned)at.line);
}

// if ... fi, do ... od. A wrong closing word is an error, but it closes the construct: probably it was meant to.
static ast_stmt *parse_selection(parser *p, ast_stmt_kind kind, token_kind end) {
  ast_stmt *s = pml_new_stmt(p, kind);
  const char *word = p->tok.word->text, *end_word = end == TOK_FI ? "fi" : "od";
  pml_advance(p);
  if (p->tok.kind != TOK_SEP)
    pml_unexpected(p, "'::'",
                   arena_printf(p->d->memory, "start options with ::, as in %s :: x > 0 -> x-- %s", word, end_word));
  while (p->panic || is_separator(p)) { // skip to the first option
    pml_recover(p);
    skip_separators(p);
  }
  while (pml_accept(p, TOK_SEP))
    add_option(p, s);
  KEEP_LIST(p, &s->options);
  s->end = p->tok.at;
  if (!p->panic && p->tok.kind != end)
    pml_unexpected(p, arena_printf(p->d->memory, "'::' or '%s'", end_word), unclosed_hint(p, word, s->at));
  if (p->tok.kind == TOK_FI || p->tok.kind == TOK_OD)
    pml_advance(p);
  return s;
}

static bool is_plain_number(const parser *p) {
  return p->tok.kind == TOK_NUMBER && p->tok.is_decimal && !p->tok.newline;
}

static ast_stmt *parse_range(parser *p, ast_stmt *s, const char *hint) {
  pml_expect(p, TOK_COLON, hint);
  s->a = pml_parse_value(p);
  pml_expect(p, TOK_DOTDOT, NULL);
  s->b = pml_parse_value(p);
  pml_expect(p, TOK_RPAREN, NULL);
  return s;
}

static ast_stmt *parse_for(parser *p) {
  ast_stmt *s = pml_new_stmt(p, AS_FOR);
  pml_advance(p);
  static const char FORM[] = "write for (i : 1 .. n) { ... } or for (i in array) { ... }";
  pml_expect(p, TOK_LPAREN, FORM);
  s->ref = pml_parse_ref(p);
  if (p->tok.kind == TOK_NAME && !strcmp(p->tok.word->text, "in")) {
    s->kind = AS_FOR_IN;
    pml_advance(p);
    s->source = pml_parse_ref(p);
    pml_expect(p, TOK_RPAREN, NULL);
  } else {
    parse_range(p, s, FORM);
  }
  if (p->panic) { // an error in the head, maybe C syntax: continue with the body
    while (p->tok.kind != TOK_LBRACE && !ends_sequence(p))
      pml_advance(p);
    if (p->tok.kind == TOK_LBRACE) {
      p->panic = false;
      p->parens = p->choices = 0;
    }
  }
  while (p->tok.kind == TOK_SEMI && !p->panic)
    pml_advance(p);
  pml_parse_block(p, s);
  return s;
}

static ast_stmt *parse_select(parser *p) {
  ast_stmt *s = pml_new_stmt(p, AS_SELECT);
  pml_advance(p);
  static const char FORM[] = "write select (i : 1 .. n)";
  pml_expect(p, TOK_LPAREN, FORM);
  // Outside of inlines SPIN's lexer makes choices of select (name : number .. number), if there is no underscore in the
  // name and no line break, except at the dots. Any other form becomes a loop.
  bool is_plain = p->inline_id == 0 && p->tok.kind == TOK_NAME && !p->tok.newline && !strchr(p->tok.word->text, '_');
  s->ref = pml_parse_ref(p);
  is_plain &= !s->ref->index && !s->ref->next && !p->tok.newline;
  pml_expect(p, TOK_COLON, FORM);
  is_plain &= is_plain_number(p);
  s->a = pml_parse_value(p);
  is_plain &= s->a->kind == AX_CONST && !p->tok.newline;
  pml_expect(p, TOK_DOTDOT, NULL);
  is_plain &= is_plain_number(p);
  s->b = pml_parse_value(p);
  s->is_plain = is_plain && s->b->kind == AX_CONST && !p->tok.newline;
  pml_expect(p, TOK_RPAREN, NULL);
  return s;
}

static ast_stmt *parse_goto(parser *p) {
  ast_stmt *s = pml_new_stmt(p, AS_GOTO);
  pml_advance(p);
  s->name = pml_expect_name(p, "a label")->text;
  return s;
}

static ast_stmt *parse_printf(parser *p) {
  ast_stmt *s = pml_new_stmt(p, AS_PRINTF);
  s->name = "";
  pml_advance(p);
  pml_expect(p, TOK_LPAREN, NULL);
  if (p->tok.kind == TOK_STRING)
    s->name = p->tok.text;
  else
    pml_unexpected(p, "a string", NULL);
  pml_accept(p, TOK_STRING);
  if (pml_accept(p, TOK_COMMA)) {
    ast_expr_list args = {0};
    pml_parse_arguments(p, &args, TOK_NONE);
    MOVE_LIST(&s->args, &args);
  }
  pml_expect(p, TOK_RPAREN, NULL);
  return s;
}

static ast_stmt *parse_printm(parser *p) {
  ast_stmt *s = pml_new_stmt(p, AS_PRINTM);
  pml_advance(p);
  pml_expect(p, TOK_LPAREN, NULL);
  s->a = pml_parse_value(p);
  pml_expect(p, TOK_RPAREN, NULL);
  return s;
}

static ast_stmt *parse_set_priority(parser *p) {
  ast_stmt *s = pml_new_stmt(p, AS_SET_PRIORITY);
  pml_advance(p);
  pml_expect(p, TOK_LPAREN, NULL);
  s->a = pml_parse_value(p);
  pml_expect(p, TOK_COMMA, NULL);
  s->b = pml_parse_value(p);
  pml_expect(p, TOK_RPAREN, NULL);
  return s;
}

// As in SPIN, `return e` assigns to the variable on the left of the call; it does not end the inline.
static ast_stmt *parse_return(parser *p) {
  ast_stmt *s = pml_new_stmt(p, AS_ASSIGN);
  if (p->inline_id == 0)
    pml_syntax_error(p, s->at, NULL, "'return' outside of an inline");
  else if (!p->result)
    pml_syntax_error(p, s->at, "call it as in x = f(y)", "'return' in an inline that is called without a result");
  pml_advance(p);
  s->ref = p->result;
  s->a = pml_parse_value(p);
  return s;
}

static ast_stmt *parse_condition(parser *p, ast_stmt *s) {
  s->a = pml_parse_expr(p);
  return s;
}

static ast_stmt *parse_assert(parser *p) {
  ast_stmt *s = pml_new_stmt(p, AS_ASSERT);
  pml_advance(p);
  return parse_condition(p, s);
}

static ast_stmt *parse_word(parser *p, ast_stmt_kind kind) {
  ast_stmt *s = pml_new_stmt(p, kind);
  pml_advance(p);
  return s;
}

static ast_stmt *parse_atomic(parser *p, ast_stmt_kind kind) {
  ast_stmt *s = pml_new_stmt(p, kind);
  if (kind != AS_BLOCK)
    pml_advance(p);
  pml_parse_block(p, s);
  return s;
}

static ast_stmt *parse_label(parser *p, ast_stmt *s, const ast_ref *ref) {
  s->kind = AS_LABEL;
  s->name = ref->name;
  pml_advance(p);
  if (ends_sequence(p) || is_separator(p) || p->tok.kind == TOK_UNLESS)
    return s;
  if (pml_starts_decl(p) || p->tok.kind == TOK_XU)
    pml_syntax_error(p, s->at, "put the label before a statement", "a declaration cannot have a label");
  else
    s->body = parse_statement(p);
  return s;
}

static ast_stmt *parse_send(parser *p, ast_stmt *s, ast_ref *ref) {
  s->kind = AS_SEND;
  s->ref = ref;
  s->sorted = p->tok.kind == TOK_SORTED_SEND;
  pml_advance(p);
  ast_expr_list args = {0};
  vec_push(p->m, &args, pml_parse_value(p));
  token_kind end = TOK_NONE;
  if (pml_accept(p, TOK_LPAREN)) // c!a(b, d) is c!a, b, d
    end = TOK_RPAREN;
  if (end || pml_accept(p, TOK_COMMA)) {
    do {
      vec_push(p->m, &args, pml_parse_value(p));
    } while (pml_accept(p, TOK_COMMA));
  }
  if (end)
    pml_expect(p, end, NULL);
  KEEP_LIST(p, &args);
  MOVE_LIST(&s->args, &args);
  return s;
}

static ast_stmt *parse_receive(parser *p, ast_stmt *s, ast_ref *ref) {
  bool random = p->tok.kind == TOK_RANDOM_RECEIVE;
  pml_advance(p);
  if (p->tok.kind == TOK_LBRACKET) {
    s->kind = AS_EXPR;
    s->a = pml_parse_rest(p, pml_parse_poll(p, ref, random));
    return s;
  }
  s->kind = AS_RECEIVE;
  s->ref = ref;
  s->random = random;
  s->peek = pml_accept(p, TOK_LT);
  ast_expr_list args = {0};
  pml_parse_patterns(p, &args);
  MOVE_LIST(&s->args, &args);
  if (s->peek)
    pml_expect(p, TOK_GT, NULL);
  return s;
}

static ast_stmt *parse_assignment(parser *p, ast_stmt *s, ast_ref *ref) {
  pml_advance(p);
  if (p->tok.kind == TOK_NAME && p->tok.word->definition)
    return pml_parse_call(p, ref);
  s->kind = AS_ASSIGN;
  s->ref = ref;
  s->a = pml_parse_value(p);
  return s;
}

// A statement that starts with a name.
static ast_stmt *parse_named(parser *p) {
  const pml_word *name = p->tok.word;
  if (name->definition)
    return pml_parse_call(p, NULL);
  ast_stmt *s = pml_new_stmt(p, AS_EXPR);
  ast_ref *ref = pml_parse_ref(p);
  s->ref = ref;
  switch (p->panic ? TOK_NONE : p->tok.kind) {
  case TOK_COLON:
    if (!ref->index && !ref->next && !name->is_proctype)
      return parse_label(p, s, ref);
    break;
  case TOK_ASSIGN:
    return parse_assignment(p, s, ref);
  case TOK_INCR:
  case TOK_DECR:
    s->kind = p->tok.kind == TOK_INCR ? AS_INCR : AS_DECR;
    pml_advance(p);
    return s;
  case TOK_SEND:
  case TOK_SORTED_SEND:
    return parse_send(p, s, ref);
  case TOK_RECEIVE:
  case TOK_RANDOM_RECEIVE:
    return parse_receive(p, s, ref);
  case TOK_LPAREN:
    if (!ref->index && !ref->next)
      pml_syntax_error(p, s->at,
                       !strcmp(name->text, "while") ? "write do :: condition -> ... :: else -> break od"
                                                    : "define an inline before its use; start a proctype with run",
                       "%s is not an inline", pml_quote(p, name->text));
    break;
  case TOK_NAME:
    if (!ref->index && !ref->next)
      pml_syntax_error(p, s->at, "declare a typedef before its use; separate statements by ; or ->", "%s is not a type",
                       pml_quote(p, name->text));
    break;
  default:
    break;
  }
  s->ref = NULL;
  s->a = pml_parse_rest(p, pml_parse_operand(p, ref));
  return s;
}

static ast_stmt *parse_kind(parser *p) {
  switch (p->tok.kind) {
  case TOK_NAME:
    return parse_named(p);
  case TOK_IF:
    return parse_selection(p, AS_IF, TOK_FI);
  case TOK_DO:
    return parse_selection(p, AS_DO, TOK_OD);
  case TOK_FOR:
    return parse_for(p);
  case TOK_SELECT:
    return parse_select(p);
  case TOK_BREAK:
    return parse_word(p, AS_BREAK);
  case TOK_GOTO:
    return parse_goto(p);
  case TOK_ELSE:
    return parse_word(p, AS_ELSE);
  case TOK_ATOMIC:
    return parse_atomic(p, AS_ATOMIC);
  case TOK_D_STEP:
    return parse_atomic(p, AS_D_STEP);
  case TOK_LBRACE:
    return parse_atomic(p, AS_BLOCK);
  case TOK_PRINTF:
    return parse_printf(p);
  case TOK_PRINTM:
    return parse_printm(p);
  case TOK_ASSERT:
    return parse_assert(p);
  case TOK_SET_PRIORITY:
    return parse_set_priority(p);
  case TOK_RETURN:
    return parse_return(p);
  case TOK_C_CODE:
  case TOK_C_DECL:
  case TOK_C_STATE:
  case TOK_C_TRACK: {
    ast_stmt *s = pml_new_stmt(p, AS_ELSE);
    pml_unsupported_c(p);
    return s;
  }
  default:
    return parse_condition(p, pml_new_stmt(p, AS_EXPR));
  }
}

static ast_stmt *parse_statement(parser *p) {
  if (p->panic || !pml_enter(p))
    return pml_new_stmt(p, AS_ELSE);
  ast_stmt *s = parse_kind(p);
  pml_leave(p);
  return s;
}

// A line break after `}` does not end the statement if `unless` follows.
static bool accept_unless(parser *p) {
  if (p->is_held && p->held.kind == TOK_UNLESS && !p->panic)
    pml_advance(p);
  return pml_accept(p, TOK_UNLESS);
}

static ast_stmt *parse_step(parser *p) {
  ast_stmt *s = parse_statement(p);
  if (!accept_unless(p))
    return s;
  ast_stmt *unless = pml_new_stmt(p, AS_UNLESS);
  unless->at = s->at;
  unless->body = s;
  unless->escape = parse_statement(p);
  if (!p->panic && p->tok.kind == TOK_UNLESS)
    pml_unexpected(p, "the end of the statement", "put braces around the first 'unless': { a unless b } unless c");
  return unless;
}

static void add_step(parser *p, ast_seq *seq) {
  if (pml_starts_decl(p)) {
    ast_stmt *s = pml_new_stmt(p, AS_DECL);
    s->decl = pml_parse_decl(p, NULL);
    vec_push(p->m, &seq->stmts, s);
  } else if (p->tok.kind == TOK_XU) {
    const char *which = p->tok.word->text;
    do {
      ast_stmt *s = pml_new_stmt(p, AS_XU);
      s->name = which;
      pml_advance(p); // xr or xs, or the comma before a further name
      s->ref = pml_parse_ref(p);
      vec_push(p->m, &seq->stmts, s);
    } while (!p->panic && p->tok.kind == TOK_COMMA);
  } else {
    vec_push(p->m, &seq->stmts, parse_step(p));
  }
}

static const char *separator_hint(const parser *p) {
  if (p->tok.kind == TOK_ASSIGN)
    return "use == to compare; = assigns to a variable only";
  if (p->tok.kind == TOK_NAME && p->last == TOK_NUMBER && p->tok.adjacent)
    return "write numbers in decimal";
  return NULL;
}

void pml_parse_sequence(parser *p, ast_seq *seq) {
  seq->at = p->tok.at;
  skip_separators(p);
  seq->at = p->tok.at;
  if (ends_sequence(p))
    pml_unexpected(p, "a statement", "write skip for a statement without effect");
  if (p->panic)
    pml_recover(p);
  while (!p->stop && !ends_sequence(p)) {
    add_step(p, seq);
    if (p->panic)
      pml_recover(p);
    if (!skip_separators(p) && !ends_sequence(p) && p->last != TOK_RBRACE && p->last != TOK_ELSE) {
      pml_unexpected(p, "';' or '->'", separator_hint(p));
      pml_recover(p);
      skip_separators(p);
    }
  }
  KEEP_LIST(p, &seq->stmts);
}
