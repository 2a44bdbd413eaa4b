// Expressions, with UPPAAL's precedences.
#include "lang/uppaal/parser.h"

#include <string.h>

// From the loosest to the tightest, all of them from left to right. That `imply` and `or` are of the same strength is
// UPPAAL's documented order.
static const struct {
  uint8_t precedence; // 0 = no binary operator
  upp_expr_kind kind;
} BINARY[TOK_COUNT] = {
    [TOK_OR] = {1, UPP_OR},           [TOK_XOR] = {1, UPP_XOR},       [TOK_IMPLY] = {1, UPP_IMPLY},
    [TOK_AND] = {2, UPP_AND},         [TOK_BIT_OR] = {3, UPP_BIT_OR}, [TOK_BIT_XOR] = {4, UPP_BIT_XOR},
    [TOK_BIT_AND] = {5, UPP_BIT_AND}, [TOK_EQ] = {6, UPP_EQ},         [TOK_NE] = {6, UPP_NE},
    [TOK_LT] = {7, UPP_LT},           [TOK_LE] = {7, UPP_LE},         [TOK_GT] = {7, UPP_GT},
    [TOK_GE] = {7, UPP_GE},           [TOK_MIN] = {8, UPP_MIN},       [TOK_MAX] = {8, UPP_MAX},
    [TOK_SHL] = {9, UPP_SHL},         [TOK_SHR] = {9, UPP_SHR},       [TOK_PLUS] = {10, UPP_ADD},
    [TOK_MINUS] = {10, UPP_SUB},      [TOK_TIMES] = {11, UPP_MUL},    [TOK_DIVIDE] = {11, UPP_DIV},
    [TOK_MODULO] = {11, UPP_MOD},
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

static uint32_t higher(uint32_t a, uint32_t b) { return a > b ? a : b; }

upp_expr *upp_new_expr(upp_parser *p, upp_expr_kind kind, place at) {
  upp_expr *e = ARENA_NEW(p->memory, upp_expr);
  e->kind = kind;
  e->at = at;
  return e;
}

static upp_expr *new_binary(upp_parser *p, upp_expr_kind kind, place at, upp_expr *a, upp_expr *b) {
  upp_expr *e = upp_new_expr(p, kind, at);
  e->a = a;
  e->b = b;
  return e;
}

static upp_expr *new_unary(upp_parser *p, upp_expr_kind kind, place at, upp_expr *a) {
  upp_set_height(p, p->height + 1);
  return new_binary(p, kind, at, a, NULL);
}

void upp_parse_exprs(upp_parser *p, upp_exprs *out) {
  uint32_t height = 0;
  do {
    PUSH(p->memory, out, upp_parse_expr(p));
    height = higher(height, p->height);
  } while (upp_accept(p, TOK_COMMA));
  p->height = height;
}

void upp_parse_arguments(upp_parser *p, upp_exprs *out) {
  upp_expect(p, TOK_LPAREN, NULL);
  p->height = 0;
  if (p->tok.kind != TOK_RPAREN)
    upp_parse_exprs(p, out);
  upp_expect(p, TOK_RPAREN, NULL);
}

static upp_expr *parse_list(upp_parser *p, upp_expr_kind kind) {
  upp_expr *e = upp_parse_expr(p);
  while (!p->panic && p->tok.kind == TOK_COMMA) {
    place at = p->tok.at;
    uint32_t height = p->height;
    upp_advance(p);
    e = new_binary(p, kind, at, e, upp_parse_expr(p));
    upp_set_height(p, higher(height, p->height) + 1);
  }
  return e;
}

upp_expr *upp_parse_comma(upp_parser *p) { return parse_list(p, UPP_COMMA); }
upp_expr *upp_parse_conjunction(upp_parser *p) { return parse_list(p, UPP_AND); }

void upp_parse_binding(upp_parser *p, const char **name, upp_type **type) {
  upp_word *word = upp_expect_name(p, "a name");
  *name = word->text;
  upp_expect(p, TOK_COLON, NULL);
  *type = upp_parse_type(p);
  if (!p->panic)
    upp_declare(p, word, UPP_BOUND);
}

// forall (i : type) and its like take everything that follows.
static upp_expr *parse_quantifier(upp_parser *p, upp_expr_kind kind) {
  upp_expr *e = upp_new_expr(p, kind, p->tok.at);
  uint32_t scope = upp_open_scope(p);
  upp_advance(p);
  upp_expect(p, TOK_LPAREN, NULL);
  upp_parse_binding(p, &e->name, &e->type);
  upp_expect(p, TOK_RPAREN, NULL);
  e->a = upp_parse_expr(p);
  upp_set_height(p, p->height + 1);
  upp_close_scope(p, scope);
  return e;
}

static upp_expr *parse_number(upp_parser *p) {
  upp_expr *e = upp_new_expr(p, UPP_NUMBER, p->tok.at);
  if (p->tok.value > INT32_MAX)
    upp_complain(p, p->tok.at, NULL, "the number does not fit in 32 bits");
  e->value = (int32_t)p->tok.value;
  upp_advance(p);
  return e;
}

static upp_expr *parse_truth(upp_parser *p, bool value) {
  upp_expr *e = upp_new_expr(p, UPP_NUMBER, p->tok.at);
  e->value = value;
  e->is_bool = true;
  upp_advance(p);
  return e;
}

static upp_expr *parse_unsupported(upp_parser *p, upp_feature feature) {
  upp_expr *e = upp_new_expr(p, UPP_NUMBER, p->tok.at);
  upp_unsupported(p, feature, p->tok.at);
  upp_advance(p);
  return e;
}

static upp_expr *parse_parentheses(upp_parser *p) {
  upp_advance(p);
  upp_expr *e = upp_parse_expr(p);
  upp_expect(p, TOK_RPAREN, NULL);
  return e;
}

// Words that are more than a name where nothing is called so.
static upp_expr *parse_name(upp_parser *p) {
  place at = p->tok.at;
  bool is_call = p->next.kind == TOK_LPAREN;
  if (is_call && upp_is_word(p, "sum"))
    return parse_quantifier(p, UPP_SUM);
  if (p->in_query && upp_is_word(p, "deadlock")) {
    upp_advance(p);
    return upp_new_expr(p, UPP_DEADLOCK, at);
  }
  if (is_call && (upp_is_word(p, "exit") || upp_is_word(p, "numOf")))
    upp_unsupported(p, UPP_DYNAMIC_TEMPLATES, at);
  if (p->next.kind == TOK_NAME && upp_is_word(p, "spawn")) {
    upp_unsupported(p, UPP_DYNAMIC_TEMPLATES, at);
    upp_advance(p);
  }
  upp_expr *e = upp_new_expr(p, UPP_NAME, at);
  e->name = p->tok.word->text;
  upp_advance(p);
  if (p->in_query && (p->tok.kind == TOK_BOX || p->tok.kind == TOK_DIAMOND))
    upp_complain(p, at, "write a query of its own", "%s%s stands at the beginning of a query only", e->name,
                 upp_token_sign(p->tok.kind));
  return e;
}

static const char *expression_hint(const upp_parser *p) {
  return p->tok.kind == TOK_LBRACE ? "a list in braces is possible as an initial value only" : NULL;
}

static upp_expr *parse_primary(upp_parser *p) {
  p->height = 1;
  switch (p->tok.kind) {
  case TOK_LPAREN:
    return parse_parentheses(p);
  case TOK_NAME:
    return parse_name(p);
  case TOK_NUMBER:
    return parse_number(p);
  case TOK_TRUE:
  case TOK_FALSE:
    return parse_truth(p, p->tok.kind == TOK_TRUE);
  case TOK_FORALL:
    return parse_quantifier(p, UPP_FORALL);
  case TOK_EXISTS:
    return parse_quantifier(p, UPP_EXISTS);
  case TOK_FLOAT:
    return parse_unsupported(p, UPP_DOUBLES);
  case TOK_STRING:
    return parse_unsupported(p, UPP_STRINGS);
  default:
    upp_unexpected(p, "an expression", expression_hint(p));
    return upp_new_expr(p, UPP_NUMBER, p->tok.at);
  }
}

static upp_expr *parse_index(upp_parser *p, upp_expr *a) {
  uint32_t height = p->height;
  upp_advance(p);
  upp_expr *e = new_binary(p, UPP_INDEX, a->at, a, upp_parse_expr(p));
  upp_expect(p, TOK_RBRACKET, NULL);
  upp_set_height(p, higher(height, p->height) + 1);
  return e;
}

static upp_expr *parse_call(upp_parser *p, upp_expr *a) {
  uint32_t height = p->height;
  upp_expr *e = new_unary(p, UPP_CALL, a->at, a);
  upp_parse_arguments(p, &e->args);
  upp_set_height(p, higher(height, p->height) + 1);
  return e;
}

// A location may be called like a word of the language: XML keeps its name apart.
static upp_expr *parse_field(upp_parser *p, upp_expr *a) {
  upp_advance(p);
  upp_expr *e = new_unary(p, UPP_FIELD, p->tok.at, a);
  e->name = "";
  if (p->tok.word && !p->panic) {
    e->name = p->tok.word->text;
    upp_advance(p);
  } else {
    upp_expect_name(p, "a name");
  }
  return e;
}

static upp_expr *parse_suffix(upp_parser *p, upp_expr *a, upp_expr_kind kind) {
  upp_expr *e = new_unary(p, kind, p->tok.at, a);
  upp_advance(p);
  return e;
}

upp_expr *upp_parse_postfix(upp_parser *p) {
  upp_expr *e = parse_primary(p);
  while (!p->panic) {
    switch (p->tok.kind) {
    case TOK_LBRACKET:
      e = parse_index(p, e);
      break;
    case TOK_LPAREN:
      e = parse_call(p, e);
      break;
    case TOK_DOT:
      e = parse_field(p, e);
      break;
    case TOK_PRIME:
      e = parse_suffix(p, e, UPP_RATE);
      break;
    case TOK_INCREMENT:
      e = parse_suffix(p, e, UPP_POST_INC);
      break;
    case TOK_DECREMENT:
      e = parse_suffix(p, e, UPP_POST_DEC);
      break;
    default:
      return e;
    }
  }
  return e;
}

static upp_expr *parse_prefix(upp_parser *p, upp_expr_kind kind) {
  place at = p->tok.at;
  upp_advance(p);
  return new_unary(p, kind, at, parse_unary(p));
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
    left = new_binary(p, kind, at, left, parse_binary(p, (uint8_t)(precedence + 1)));
    upp_set_height(p, higher(height, p->height) + 1);
  }
}

static upp_expr *parse_conditional(upp_parser *p) {
  upp_expr *condition = parse_binary(p, 1);
  if (p->panic || p->tok.kind != TOK_QUESTION)
    return condition;
  uint32_t height = p->height;
  upp_expr *e = new_binary(p, UPP_COND, p->tok.at, condition, NULL);
  upp_advance(p);
  e->b = upp_parse_expr(p);
  height = higher(height, p->height);
  upp_expect(p, TOK_COLON, NULL);
  e->c = upp_parse_expr(p);
  upp_set_height(p, higher(height, p->height) + 1);
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
  upp_expr *e = new_binary(p, kind, p->tok.at, left, NULL);
  e->op = operation;
  upp_advance(p);
  e->b = upp_parse_expr(p);
  upp_set_height(p, higher(height, p->height) + 1);
  return e;
}

// Assignments and conditions nest to the right without parentheses, so levels are counted here, too.
upp_expr *upp_parse_expr(upp_parser *p) {
  if (p->panic || !upp_enter(p))
    return upp_new_expr(p, UPP_NUMBER, p->tok.at);
  upp_expr *e = parse_assignment(p);
  upp_leave(p);
  return e;
}
