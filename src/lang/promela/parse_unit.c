#include "lang/promela/parser.h"

static ast_unit *new_unit(parser *p, ast_unit_kind kind) {
  ast_unit *u = ARENA_NEW(p->memory, ast_unit);
  u->kind = kind;
  u->at = p->tok.at;
  return u;
}

static void parse_body(parser *p, ast_unit *u) {
  pml_expect(p, TOK_LBRACE, NULL);
  if (p->panic)
    return;
  p->in_sequence = true;
  pml_parse_sequence(p, &u->body);
  p->in_sequence = false;
  u->end = p->tok.at;
  if (!p->panic && p->tok.kind != TOK_RBRACE)
    pml_unexpected(p, "'}'", arena_printf(p->d->memory, "close the body that starts in line %u", (unsigned)u->at.line));
  pml_accept(p, TOK_RBRACE);
}

static ast_expr *parse_priority(parser *p) {
  if (!pml_accept(p, TOK_PRIORITY))
    return NULL;
  if (p->tok.kind != TOK_NUMBER)
    pml_unexpected(p, "a number", NULL);
  return pml_parse_value(p);
}

static void parse_proctype(parser *p, ast_unit *u) {
  if (pml_accept(p, TOK_ACTIVE)) {
    u->is_active = true;
    if (pml_accept(p, TOK_LBRACKET)) {
      u->instances = pml_parse_value(p);
      pml_expect(p, TOK_RBRACKET, NULL);
    }
  }
  u->is_deterministic = p->tok.kind == TOK_D_PROCTYPE;
  if (!p->panic && p->tok.kind != TOK_PROCTYPE && p->tok.kind != TOK_D_PROCTYPE)
    pml_unexpected(p, "'proctype'", NULL);
  if (p->panic)
    return;
  pml_advance(p);
  pml_word *name = p->tok.kind == TOK_NAME ? p->tok.word : NULL;
  u->name = pml_expect_name(p, "the name of the proctype")->text;
  if (name)
    name->is_proctype = true;
  pml_expect(p, TOK_LPAREN, NULL);
  pml_parse_decl_list(p, u, TOK_RPAREN);
  pml_expect(p, TOK_RPAREN, NULL);
  u->priority = parse_priority(p);
  if (pml_accept(p, TOK_PROVIDED)) {
    pml_expect(p, TOK_LPAREN, NULL);
    u->provided = pml_parse_value(p);
    pml_expect(p, TOK_RPAREN, NULL);
  }
  parse_body(p, u);
}

static void parse_init(parser *p, ast_unit *u) {
  pml_advance(p);
  u->priority = parse_priority(p);
  parse_body(p, u);
}

static void parse_claim(parser *p, ast_unit *u) {
  pml_advance(p);
  if (u->kind == UNIT_NEVER && p->tok.kind == TOK_NAME)
    u->name = pml_expect_name(p, "a name")->text;
  parse_body(p, u);
}

// The lexer reads one token ahead, so it is switched to formulas before the opening brace is accepted.
static void parse_ltl(parser *p, ast_unit *u) {
  pml_advance(p);
  if (p->tok.kind == TOK_NAME)
    u->name = pml_expect_name(p, "a name")->text;
  p->lex.ltl = true;
  if (pml_expect(p, TOK_LBRACE, NULL)) {
    u->formula = pml_parse_expr(p);
    while (pml_accept(p, TOK_SEMI))
      continue;
    u->end = p->tok.at;
    p->lex.ltl = false;
    if (!p->panic && p->tok.kind != TOK_RBRACE)
      pml_unexpected(p, "an operator or '}'", NULL);
    pml_accept(p, TOK_RBRACE);
  }
  p->lex.ltl = false;
}

static void parse_typedef(parser *p, ast_unit *u) {
  pml_advance(p);
  pml_word *name = p->tok.kind == TOK_NAME ? p->tok.word : NULL;
  u->name = pml_expect_name(p, "the name of the type")->text;
  pml_expect(p, TOK_LBRACE, NULL);
  p->in_sequence = true;
  pml_parse_decl_list(p, u, TOK_RBRACE);
  p->in_sequence = false;
  if (name)
    name->is_typedef = true;
  if (!p->panic && u->decls.count == 0)
    pml_unexpected(p, "a declaration", "declare at least one field");
  u->end = p->tok.at;
  pml_expect(p, TOK_RBRACE, NULL);
}

static const char *unit_hint(parser *p) {
  if (p->tok.kind == TOK_RBRACE)
    return "remove one of the preceding }";
  if (p->tok.kind == TOK_NAME)
    return arena_printf(p->d->memory, "%s is not a type; put statements into a proctype",
                        pml_quote(p, p->tok.word->text));
  if (p->tok.word)
    return "put statements into a proctype or init";
  return NULL;
}

// Fills in the unit. False if it adds nothing to the model (an inline, or an error).
static bool parse_unit(parser *p, ast_unit *u) {
  switch (p->tok.kind) {
  case TOK_ACTIVE:
  case TOK_PROCTYPE:
  case TOK_D_PROCTYPE:
    parse_proctype(p, u);
    return true;
  case TOK_INIT:
    u->kind = UNIT_INIT;
    parse_init(p, u);
    return true;
  case TOK_NEVER:
  case TOK_TRACE:
  case TOK_NOTRACE:
    u->kind = p->tok.kind == TOK_NEVER ? UNIT_NEVER : p->tok.kind == TOK_TRACE ? UNIT_TRACE : UNIT_NOTRACE;
    parse_claim(p, u);
    return true;
  case TOK_LTL:
    u->kind = UNIT_LTL;
    parse_ltl(p, u);
    return true;
  case TOK_TYPEDEF:
    u->kind = UNIT_TYPEDEF;
    parse_typedef(p, u);
    return true;
  case TOK_INLINE:
    pml_advance(p);
    pml_parse_inline(p);
    return false;
  case TOK_C_CODE:
  case TOK_C_DECL:
  case TOK_C_STATE:
  case TOK_C_TRACK:
    pml_unsupported_c(p);
    return false;
  default:
    break;
  }
  if (!pml_starts_decl(p)) {
    pml_unexpected(p, "a proctype, init or declaration", unit_hint(p));
    return false;
  }
  u->kind = UNIT_DECL;
  ast_decl *d = pml_parse_decl(p, u);
  if (d) {
    vec_push(p->m, &u->decls, d);
    KEEP_LIST(p, &u->decls);
  }
  return true;
}

// Skips to the next unit. A type starts a unit only if no brace is open.
static void recover_unit(parser *p) {
  bool moved = false;
  p->panic = false;
  p->parens = p->choices = 0;
  p->in_sequence = false;
  for (; p->tok.kind != TOK_EOF; moved = true) {
    if (pml_starts_unit(p->tok.kind)) {
      p->braces = 0;
      return;
    }
    bool is_start = pml_starts_decl(p) || p->tok.kind == TOK_SEMI;
    if (p->braces == 0 && is_start && (moved || p->last == TOK_RBRACE))
      return;
    pml_advance(p);
  }
}

void pml_parse_units(parser *p) {
  bool is_empty = true;
  while (p->tok.kind != TOK_EOF) {
    if (pml_accept(p, TOK_SEMI) || pml_accept(p, TOK_ARROW))
      continue;
    is_empty = false;
    ast_unit *u = new_unit(p, UNIT_PROCTYPE);
    if (parse_unit(p, u))
      vec_push(p->m, &p->model->units, u);
    if (p->panic)
      recover_unit(p);
  }
  if (is_empty && !p->stop)
    pml_syntax_error(p, p->tok.at, NULL, "the model is empty");
}
