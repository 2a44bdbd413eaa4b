// Operands of expressions: numbers, names, quantifiers, and their suffixes (index, call, field ...).
#include "lang/uppaal/parser.h"

#include <string.h>

void upp_parse_exprs(upp_parser *p, upp_exprs *out) {
  uint32_t height = 0;
  do {
    PUSH(p->memory, out, upp_parse_expr(p));
    height = upp_higher(height, p->height);
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

void upp_parse_binding(upp_parser *p, const char **name, upp_type **type) {
  upp_word *word = upp_expect_name(p, "a name");
  *name = word->text;
  upp_expect(p, TOK_COLON, NULL);
  *type = upp_parse_type(p);
  if (!p->panic)
    upp_declare(p, word, UPP_BOUND);
}

// forall (i : type), exists and sum: the body extends as far as possible.
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
    upp_syntax_error(p, p->tok.at, NULL, "the number does not fit in 32 bits");
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

// A floating-point number or a string, as written.
static upp_expr *parse_opaque(upp_parser *p) {
  upp_expr *e = upp_new_expr(p, UPP_OPAQUE, p->tok.at);
  e->name = p->tok.text;
  upp_advance(p);
  return e;
}

// spawn T(arguments), exit(), numOf(T): the call is skipped.
static upp_expr *parse_dynamic(upp_parser *p) {
  upp_expr *e = upp_new_expr(p, UPP_BARRED, p->tok.at);
  e->name = "dynamic templates (spawn, exit, numOf) are not supported";
  if (p->next.kind == TOK_NAME)
    upp_advance(p);
  upp_advance(p);
  if (p->tok.kind == TOK_LPAREN)
    upp_parse_arguments(p, &(upp_exprs){0});
  return e;
}

static upp_expr *parse_parentheses(upp_parser *p) {
  upp_advance(p);
  upp_expr *e = upp_parse_expr(p);
  upp_expect(p, TOK_RPAREN, NULL);
  return e;
}

// A name. Some names have a special meaning, unless the model declares them.
static upp_expr *parse_name(upp_parser *p) {
  place at = p->tok.at;
  bool is_call = p->next.kind == TOK_LPAREN;
  if (is_call && upp_is_word(p, "sum"))
    return parse_quantifier(p, UPP_SUM);
  if (p->in_query && !strcmp(p->tok.word->text, "deadlock")) {
    upp_advance(p);
    return upp_new_expr(p, UPP_DEADLOCK, at);
  }
  if ((is_call && (upp_is_word(p, "exit") || upp_is_word(p, "numOf"))) ||
      (p->next.kind == TOK_NAME && upp_is_word(p, "spawn")))
    return parse_dynamic(p);
  upp_expr *e = p->in_query ? NULL : upp_builtin_constant(p);
  if (!e) {
    e = upp_new_expr(p, UPP_NAME, at);
    e->name = p->tok.word->text;
  }
  upp_advance(p);
  if (p->in_query && (p->tok.kind == TOK_BOX || p->tok.kind == TOK_DIAMOND))
    upp_syntax_error(p, at, "write a separate query", "%s%s is allowed at the start of a query only", e->name,
                     upp_token_sign(p->tok.kind));
  return e;
}

static const char *expression_hint(const upp_parser *p) {
  return p->tok.kind == TOK_LBRACE ? "use a list in braces as an initial value only" : NULL;
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
  case TOK_STRING:
    return parse_opaque(p);
  default:
    upp_unexpected(p, "an expression", expression_hint(p));
    return upp_new_expr(p, UPP_NUMBER, p->tok.at);
  }
}

static upp_expr *parse_index(upp_parser *p, upp_expr *a) {
  uint32_t height = p->height;
  upp_advance(p);
  upp_expr *e = upp_new_binary(p, UPP_INDEX, a->at, a, upp_parse_expr(p));
  upp_expect(p, TOK_RBRACKET, NULL);
  upp_set_height(p, upp_higher(height, p->height) + 1);
  return e;
}

static upp_expr *parse_call(upp_parser *p, upp_expr *a) {
  uint32_t height = p->height;
  upp_expr *e = upp_new_unary(p, UPP_CALL, a->at, a);
  upp_parse_arguments(p, &e->args);
  upp_set_height(p, upp_higher(height, p->height) + 1);
  return e;
}

// A location in an XML file can have a keyword as its name.
static upp_expr *parse_field(upp_parser *p, upp_expr *a) {
  upp_advance(p);
  upp_expr *e = upp_new_unary(p, UPP_FIELD, p->tok.at, a);
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
  upp_expr *e = upp_new_unary(p, kind, p->tok.at, a);
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
