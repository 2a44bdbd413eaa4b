// Expressions, with UPPAAL's precedences.
#include "lang/uppaal/parser.h"

// Binary operators, all left-associative; a higher precedence binds tighter. That `imply` and `or` have the same
// precedence follows UPPAAL's documentation.
static const struct {
  uint8_t precedence; // 0 = not a binary operator
  upp_expr_kind kind;
} BINARY[TOK_COUNT] = {
    [TOK_OR] = {1, UPP_OR},           [TOK_XOR] = {1, UPP_XOR},       [TOK_IMPLY] = {1, UPP_IMPLY},
    [TOK_AND] = {2, UPP_AND},         [TOK_BIT_OR] = {3, UPP_BIT_OR}, [TOK_BIT_XOR] = {4, UPP_BIT_XOR},
    [TOK_BIT_AND] = {5, UPP_BIT_AND}, [TOK_EQ] = {6, UPP_EQ},         [TOK_NE] = {6, UPP_NE},
    [TOK_LT] = {7, UPP_LT},           [TOK_LE] = {7, UPP_LE},         [TOK_GT] = {7, UPP_GT},
    [TOK_GE] = {7, UPP_GE},           [TOK_MIN] = {8, UPP_MIN},       [TOK_MAX] = {8, UPP_MAX},
    [TOK_SHL] = {9, UPP_SHL},         [TOK_SHR] = {9, UPP_SHR},       [TOK_PLUS] = {10, UPP_ADD},
    [TOK_MINUS] = {10, UPP_SUB},      [TOK_TIMES] = {11, UPP_MUL},    [TOK_DIVIDE] = {11, UPP_DIV},
    [TOK_MODULO] = {11, UPP_MOD},     [TOK_POWER] = {12, UPP_POWER},
};

static const struct {
  upp_token_kind token;
  upp_expr_kind operation;
} ASSIGNMENTS[] = {
    {TOK_ADD_ASSIGN, UPP_ADD},     {TOK_SUB_ASSIGN, UPP_SUB},     {TOK_MUL_ASSIGN, UPP_MUL},
    {TOK_DIV_ASSIGN, UPP_DIV},     {TOK_MOD_ASSIGN, UPP_MOD},     {TOK_OR_ASSIGN, UPP_BIT_OR},
    {TOK_AND_ASSIGN, UPP_BIT_AND}, {TOK_XOR_ASSIGN, UPP_BIT_XOR}, {TOK_SHL_ASSIGN, UPP_SHL},
    {TOK_SHR_ASSIGN, UPP_SHR},
};

static upp_expr *parse_unary(upp_parser *p);

uint32_t upp_higher(uint32_t a, uint32_t b) { return a > b ? a : b; }

upp_expr *upp_new_expr(upp_parser *p, upp_expr_kind kind, place at) {
  upp_expr *e = ARENA_NEW(p->memory, upp_expr);
  e->kind = kind;
  e->at = at;
  return e;
}

upp_expr *upp_new_binary(upp_parser *p, upp_expr_kind kind, place at, upp_expr *a, upp_expr *b) {
  upp_expr *e = upp_new_expr(p, kind, at);
  e->a = a;
  e->b = b;
  return e;
}

upp_expr *upp_new_unary(upp_parser *p, upp_expr_kind kind, place at, upp_expr *a) {
  upp_set_height(p, p->height + 1);
  return upp_new_binary(p, kind, at, a, NULL);
}

static upp_expr *parse_prefix(upp_parser *p, upp_expr_kind kind) {
  place at = p->tok.at;
  upp_advance(p);
  return upp_new_unary(p, kind, at, parse_unary(p));
}

static upp_expr *parse_minus(upp_parser *p) {
  if (p->next.kind != TOK_NUMBER || p->next.value <= INT32_MAX)
    return parse_prefix(p, UPP_NEGATE);
  upp_expr *e = upp_new_expr(p, UPP_NUMBER, p->tok.at);
  e->value = INT32_MIN;
  upp_advance(p);
  upp_advance(p);
  p->height = 1;
  return e;
}

static upp_expr *parse_operand(upp_parser *p) {
  switch (p->tok.kind) {
  case TOK_BANG:
  case TOK_NOT:
    return parse_prefix(p, UPP_NOT);
  case TOK_MINUS:
    return parse_minus(p);
  case TOK_PLUS:
    upp_advance(p);
    return parse_unary(p);
  case TOK_INCREMENT:
    return parse_prefix(p, UPP_PRE_INC);
  case TOK_DECREMENT:
    return parse_prefix(p, UPP_PRE_DEC);
  default:
    return upp_parse_postfix(p);
  }
}

static upp_expr *parse_unary(upp_parser *p) {
  if (p->panic || !upp_enter(p))
    return upp_new_expr(p, UPP_NUMBER, p->tok.at);
  upp_expr *e = parse_operand(p);
  upp_leave(p);
  return e;
}

static upp_expr *parse_binary(upp_parser *p, uint8_t least) {
  upp_expr *left = parse_unary(p);
  for (;;) {
    uint8_t precedence = BINARY[p->tok.kind].precedence;
    if (p->panic || precedence == 0 || precedence < least)
      return left;
    upp_expr_kind kind = BINARY[p->tok.kind].kind;
    place at = p->tok.at;
    uint32_t height = p->height;
    upp_advance(p);
    left = upp_new_binary(p, kind, at, left, parse_binary(p, (uint8_t)(precedence + 1)));
    upp_set_height(p, upp_higher(height, p->height) + 1);
  }
}

static upp_expr *parse_conditional(upp_parser *p) {
  upp_expr *condition = parse_binary(p, 1);
  if (p->panic || p->tok.kind != TOK_QUESTION)
    return condition;
  uint32_t height = p->height;
  upp_expr *e = upp_new_binary(p, UPP_COND, p->tok.at, condition, NULL);
  upp_advance(p);
  e->b = upp_parse_expr(p);
  height = upp_higher(height, p->height);
  upp_expect(p, TOK_COLON, NULL);
  e->c = upp_parse_expr(p);
  upp_set_height(p, upp_higher(height, p->height) + 1);
  return e;
}

static bool find_assignment(upp_token_kind token, upp_expr_kind *kind, upp_expr_kind *operation) {
  *kind = token == TOK_ASSIGN ? UPP_ASSIGN : UPP_ASSIGN_OP;
  for (size_t i = 0; i < sizeof ASSIGNMENTS / sizeof *ASSIGNMENTS; i++) {
    if (ASSIGNMENTS[i].token == token) {
      *operation = ASSIGNMENTS[i].operation;
      return true;
    }
  }
  return token == TOK_ASSIGN;
}

static upp_expr *parse_assignment(upp_parser *p) {
  upp_expr *left = parse_conditional(p);
  upp_expr_kind kind, operation = UPP_NUMBER;
  if (p->panic || !find_assignment(p->tok.kind, &kind, &operation))
    return left;
  uint32_t height = p->height;
  upp_expr *e = upp_new_binary(p, kind, p->tok.at, left, NULL);
  e->op = operation;
  upp_advance(p);
  e->b = upp_parse_expr(p);
  upp_set_height(p, upp_higher(height, p->height) + 1);
  return e;
}

// Assignments and conditional expressions nest to the right without parentheses, so levels are counted here, too.
upp_expr *upp_parse_expr(upp_parser *p) {
  if (p->panic || !upp_enter(p))
    return upp_new_expr(p, UPP_NUMBER, p->tok.at);
  upp_expr *e = parse_assignment(p);
  upp_leave(p);
  return e;
}

static upp_expr *parse_list(upp_parser *p, upp_expr_kind kind) {
  upp_expr *e = upp_parse_expr(p);
  while (!p->panic && p->tok.kind == TOK_COMMA) {
    place at = p->tok.at;
    uint32_t height = p->height;
    upp_advance(p);
    e = upp_new_binary(p, kind, at, e, upp_parse_expr(p));
    upp_set_height(p, upp_higher(height, p->height) + 1);
  }
  return e;
}

upp_expr *upp_parse_comma(upp_parser *p) { return parse_list(p, UPP_COMMA); }
upp_expr *upp_parse_conjunction(upp_parser *p) { return parse_list(p, UPP_AND); }
