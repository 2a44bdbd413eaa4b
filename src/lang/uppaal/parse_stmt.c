// Statements of functions.
#include "lang/uppaal/parser.h"

static upp_stmt *parse_statement(upp_parser *p);

static upp_stmt *new_stmt(upp_parser *p, upp_stmt_kind kind) {
  upp_stmt *s = ARENA_NEW(p->memory, upp_stmt);
  s->kind = kind;
  s->at = p->tok.at;
  return s;
}

static upp_expr *parse_condition(upp_parser *p) {
  upp_expect(p, TOK_LPAREN, NULL);
  upp_expr *e = upp_parse_comma(p);
  upp_expect(p, TOK_RPAREN, NULL);
  return e;
}

static upp_stmt *parse_if(upp_parser *p) {
  upp_stmt *s = new_stmt(p, UPP_IF);
  upp_advance(p);
  s->condition = parse_condition(p);
  s->then = parse_statement(p);
  if (upp_accept(p, TOK_ELSE))
    s->otherwise = parse_statement(p);
  return s;
}

static upp_stmt *parse_while(upp_parser *p) {
  upp_stmt *s = new_stmt(p, UPP_WHILE);
  upp_advance(p);
  s->condition = parse_condition(p);
  s->then = parse_statement(p);
  return s;
}

static upp_stmt *parse_do(upp_parser *p) {
  upp_stmt *s = new_stmt(p, UPP_DO);
  upp_advance(p);
  s->then = parse_statement(p);
  if (!p->panic && p->tok.kind != TOK_WHILE)
    upp_unexpected(p, "'while'", NULL);
  upp_accept(p, TOK_WHILE);
  s->condition = parse_condition(p);
  upp_expect(p, TOK_SEMI, NULL);
  return s;
}

static void parse_counting(upp_parser *p, upp_stmt *s) {
  if (upp_starts_decl(p))
    upp_unexpected(p, "an expression", "declare the variable at the start of the block, or write for (i : type)");
  if (p->tok.kind != TOK_SEMI)
    s->start = upp_parse_comma(p);
  upp_expect(p, TOK_SEMI, NULL);
  if (p->tok.kind != TOK_SEMI)
    s->condition = upp_parse_comma(p);
  upp_expect(p, TOK_SEMI, NULL);
  if (p->tok.kind != TOK_RPAREN)
    s->step = upp_parse_comma(p);
}

static upp_stmt *parse_for(upp_parser *p) {
  upp_stmt *s = new_stmt(p, UPP_FOR);
  uint32_t scope = upp_open_scope(p);
  upp_advance(p);
  upp_expect(p, TOK_LPAREN, NULL);
  if (p->tok.kind == TOK_NAME && p->next.kind == TOK_COLON) {
    s->kind = UPP_FOR_EACH;
    upp_parse_binding(p, &s->name, &s->type);
  } else {
    parse_counting(p, s);
  }
  upp_expect(p, TOK_RPAREN, NULL);
  s->then = parse_statement(p);
  upp_close_scope(p, scope);
  return s;
}

static upp_stmt *parse_return(upp_parser *p) {
  upp_stmt *s = new_stmt(p, UPP_RETURN);
  upp_advance(p);
  if (p->tok.kind != TOK_SEMI)
    s->condition = upp_parse_expr(p);
  upp_expect(p, TOK_SEMI, NULL);
  return s;
}

static upp_stmt *parse_expression(upp_parser *p, upp_stmt_kind kind) {
  upp_stmt *s = new_stmt(p, kind);
  if (kind == UPP_ASSERT)
    upp_advance(p);
  if (upp_starts_decl(p))
    upp_unexpected(p, "a statement", "put declarations at the start of the block");
  s->condition = upp_parse_comma(p);
  upp_expect(p, TOK_SEMI, NULL);
  return s;
}

static upp_stmt *parse_empty(upp_parser *p) {
  upp_stmt *s = new_stmt(p, UPP_EMPTY);
  upp_accept(p, TOK_SEMI);
  return s;
}

static upp_stmt *parse_one(upp_parser *p) {
  switch (p->tok.kind) {
  case TOK_LBRACE:
    return upp_parse_block(p);
  case TOK_SEMI:
    return parse_empty(p);
  case TOK_IF:
    return parse_if(p);
  case TOK_WHILE:
    return parse_while(p);
  case TOK_DO:
    return parse_do(p);
  case TOK_FOR:
    return parse_for(p);
  case TOK_RETURN:
    return parse_return(p);
  case TOK_ASSERT:
    return parse_expression(p, UPP_ASSERT);
  default:
    return parse_expression(p, UPP_EXPRESSION);
  }
}

static upp_stmt *parse_statement(upp_parser *p) {
  if (p->panic || !upp_enter(p))
    return parse_empty(p);
  upp_stmt *s = parse_one(p);
  upp_leave(p);
  return s;
}

static bool ends_block(const upp_parser *p) {
  upp_token_kind kind = p->tok.kind;
  return p->stop || kind == TOK_RBRACE || kind == TOK_EOF || kind == TOK_PROCESS || kind == TOK_SYSTEM;
}

upp_stmt *upp_parse_block(upp_parser *p) {
  upp_stmt *s = new_stmt(p, UPP_BLOCK);
  uint32_t scope = upp_open_scope(p);
  if (!upp_expect(p, TOK_LBRACE, NULL))
    return s;
  uint32_t braces = p->braces;
  upp_parse_local_decls(p, &s->decls);
  while (!ends_block(p)) {
    PUSH(p->memory, &s->body, parse_statement(p));
    if (p->panic)
      upp_recover(p, braces);
  }
  upp_expect(p, TOK_RBRACE, NULL);
  p->braces = braces - 1; // even if the brace is missing
  upp_close_scope(p, scope);
  return s;
}
