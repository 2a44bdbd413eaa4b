#include "lang/promela/parser.h"

#include "lang/promela/words.h"
#include <string.h>

// The limit of the height of a tree, as for the depth of nesting. Long chains of || make high trees.
#define MAX_HEIGHT 10000

typedef struct {
  uint8_t precedence; // 0 = not a binary operator; higher binds tighter
  bool is_temporal;
  expr_op op;
  ltl_op ltl; // is_temporal, or AND and OR over formulas
} binary;

// SPIN's precedences: U, V and W bind tighter than && but weaker than |. All operators are left-associative.
static const binary BINARY[TOK_COUNT] = {
    [TOK_IMPLIES] = {1, true, 0, LTL_IMPLIES},   [TOK_EQUIV] = {1, true, 0, LTL_EQUIV},
    [TOK_OR] = {2, false, EXPR_OR, LTL_OR},      [TOK_AND] = {3, false, EXPR_AND, LTL_AND},
    [TOK_UNTIL] = {4, true, 0, LTL_UNTIL},       [TOK_WEAK_UNTIL] = {4, true, 0, LTL_WEAK_UNTIL},
    [TOK_RELEASE] = {4, true, 0, LTL_RELEASE},   [TOK_BIT_OR] = {5, false, EXPR_BIT_OR, 0},
    [TOK_BIT_XOR] = {6, false, EXPR_BIT_XOR, 0}, [TOK_BIT_AND] = {7, false, EXPR_BIT_AND, 0},
    [TOK_EQ] = {8, false, EXPR_EQ, 0},           [TOK_NE] = {8, false, EXPR_NE, 0},
    [TOK_GT] = {9, false, EXPR_GT, 0},           [TOK_LT] = {9, false, EXPR_LT, 0},
    [TOK_GE] = {9, false, EXPR_GE, 0},           [TOK_LE] = {9, false, EXPR_LE, 0},
    [TOK_SHL] = {10, false, EXPR_SHL, 0},        [TOK_SHR] = {10, false, EXPR_SHR, 0},
    [TOK_PLUS] = {11, false, EXPR_ADD, 0},       [TOK_MINUS] = {11, false, EXPR_SUB, 0},
    [TOK_TIMES] = {12, false, EXPR_MUL, 0},      [TOK_DIVIDE] = {12, false, EXPR_DIV, 0},
    [TOK_MODULO] = {12, false, EXPR_MOD, 0},
};

static ast_expr *parse_unary(parser *p);

static ast_expr *new_expr(parser *p, ast_expr_kind kind, place at) {
  ast_expr *e = ARENA_NEW(p->memory, ast_expr);
  e->kind = kind;
  e->at = at;
  return e;
}

static uint32_t higher(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void set_height(parser *p, uint32_t height) {
  p->height = height;
  if (height > MAX_HEIGHT)
    pml_syntax_error(p, p->tok.at, NULL, "expression too long (the limit is %d operators in a row)", MAX_HEIGHT);
}

static const char PARENTHESES[] = "write [] (x == 1), not [] x == 1: temporal operators bind tighter than comparisons";

static bool is_formula(const ast_expr *e) { return e->kind == AX_LTL; }

// A formula cannot be part of a value.
static void demand_value(parser *p, const ast_expr *e, const char *where) {
  if (is_formula(e))
    pml_syntax_error(p, e->at, PARENTHESES, "a temporal formula cannot be an operand of %s", where);
}

static token_kind operator_kind(const parser *p) {
  // R for release is not in SPIN, but in most other tools. A variable cannot be in the place of an operator.
  if (p->lex.ltl && p->tok.kind == TOK_NAME && !strcmp(p->tok.word->text, "R"))
    return TOK_RELEASE;
  return p->tok.kind;
}

static ast_expr *parse_operators(parser *p, ast_expr *left, uint8_t lowest) {
  for (;;) {
    token_kind kind = operator_kind(p);
    const binary *b = &BINARY[kind];
    if (p->panic || b->precedence < lowest || b->precedence == 0)
      return left;
    pml_advance(p);
    uint32_t height = p->height;
    ast_expr *right = parse_operators(p, parse_unary(p), (uint8_t)(b->precedence + 1));
    set_height(p, higher(height, p->height) + 1);
    bool is_ltl = b->is_temporal || ((kind == TOK_AND || kind == TOK_OR) && (is_formula(left) || is_formula(right)));
    ast_expr *e = new_expr(p, is_ltl ? AX_LTL : AX_OPERATOR, left->at);
    e->a = left;
    e->b = right;
    if (is_ltl) {
      e->ltl = b->ltl;
    } else {
      e->op = b->op;
      demand_value(p, left, token_sign(kind));
      demand_value(p, right, token_sign(kind));
    }
    left = e;
  }
}

ast_expr *pml_parse_rest(parser *p, ast_expr *left) { return parse_operators(p, left, 1); }

ast_expr *pml_parse_expr(parser *p) { return pml_parse_rest(p, parse_unary(p)); }

ast_expr *pml_parse_value(parser *p) {
  ast_expr *e = pml_parse_expr(p);
  demand_value(p, e, "this");
  return e;
}

static ast_expr *prefix(parser *p, ast_expr_kind kind, expr_op op, ltl_op ltl, place at) {
  ast_expr *e = new_expr(p, kind, at);
  e->op = op;
  e->ltl = ltl;
  e->a = parse_unary(p);
  set_height(p, p->height + 1);
  return e;
}

static ast_expr *parse_prefix(parser *p) {
  place at = p->tok.at;
  token_kind kind = p->tok.kind;
  pml_advance(p);
  switch (kind) {
  case TOK_NEXT:
    return prefix(p, AX_LTL, 0, LTL_NEXT, at);
  case TOK_ALWAYS:
    return prefix(p, AX_LTL, 0, LTL_ALWAYS, at);
  case TOK_EVENTUALLY:
    return prefix(p, AX_LTL, 0, LTL_EVENTUALLY, at);
  case TOK_SEND: {
    ast_expr *e = prefix(p, AX_OPERATOR, EXPR_NOT, 0, at);
    if (is_formula(e->a)) {
      e->kind = AX_LTL;
      e->ltl = LTL_NOT;
    }
    return e;
  }
  default: {
    bool is_minus = kind == TOK_MINUS;
    ast_expr *e = prefix(p, AX_OPERATOR, is_minus ? EXPR_NEG : EXPR_COMPLEMENT, 0, at);
    demand_value(p, e->a, is_minus ? "-" : "~");
    return e;
  }
  }
}

static const char *parenthesis_hint(const parser *p) {
  if (p->tok.kind == TOK_ASSIGN)
    return "use == to compare; = assigns";
  return NULL;
}

static ast_expr *parse_parentheses(parser *p) {
  place at = p->tok.at;
  uint32_t choices = p->choices;
  p->choices = 0;
  pml_advance(p);
  ast_expr *e = pml_parse_expr(p);
  uint32_t height = p->height;
  if (pml_accept(p, TOK_ARROW)) {
    while (pml_accept(p, TOK_ARROW)) // like other separators
      continue;
    ast_expr *cond = new_expr(p, AX_COND, at);
    cond->a = e;
    p->choices = 1;
    cond->b = pml_parse_value(p);
    p->choices = 0;
    height = higher(height, p->height);
    pml_expect(p, TOK_COLON, "write a conditional expression as (condition -> value : other value)");
    cond->c = pml_parse_value(p);
    height = higher(height, p->height);
    e = cond;
  }
  pml_expect(p, TOK_RPAREN, parenthesis_hint(p));
  p->choices = choices;
  e->in_parentheses = true;
  set_height(p, height + 1);
  return e;
}

void pml_parse_arguments(parser *p, ast_expr_list *out, token_kind end) {
  uint32_t height = 0;
  if (p->tok.kind != end) {
    do {
      vec_push(p->m, out, pml_parse_value(p));
      height = higher(height, p->height);
    } while (pml_accept(p, TOK_COMMA));
  }
  KEEP_LIST(p, out);
  p->height = height;
}

// A constant. As in SPIN, true, false and skip are numbers.
static ast_expr *number(parser *p, place at, bool negative) {
  ast_expr *e = new_expr(p, AX_CONST, at);
  if (p->tok.kind != TOK_NUMBER) {
    pml_unexpected(p, "a number", NULL);
    return e;
  }
  e->value = negative ? (int32_t)(0u - (uint32_t)p->tok.value) : p->tok.value;
  pml_advance(p);
  return e;
}

static ast_expr *parse_pattern(parser *p) {
  ast_expr *e;
  place at = p->tok.at;
  switch (p->tok.kind) {
  case TOK_NUMBER:
    return number(p, at, false);
  case TOK_MINUS:
    pml_advance(p);
    return number(p, at, true);
  case TOK_EVAL:
    e = new_expr(p, AX_EVAL, at);
    pml_advance(p);
    pml_expect(p, TOK_LPAREN, NULL);
    e->a = pml_parse_value(p);
    pml_expect(p, TOK_RPAREN, NULL);
    return e;
  case TOK_NAME:
    e = new_expr(p, AX_REF, at);
    e->ref = pml_parse_ref(p);
    return e;
  default:
    pml_unexpected(p, "a variable, a constant or eval(...)", NULL);
    return new_expr(p, AX_CONST, at);
  }
}

// a, b, c and a(b, c) and (a, (b, c)) are the same list of fields. A list ends at a closing parenthesis.
static void add_patterns(parser *p, ast_expr_list *out) {
  if (!pml_enter(p))
    return;
  bool is_open = pml_accept(p, TOK_LPAREN);
  while (!is_open) {
    vec_push(p->m, out, parse_pattern(p));
    bool more = pml_accept(p, TOK_COMMA);
    is_open = pml_accept(p, TOK_LPAREN);
    if (!more)
      break;
  }
  if (is_open) {
    add_patterns(p, out);
    pml_expect(p, TOK_RPAREN, NULL);
  }
  pml_leave(p);
}

void pml_parse_patterns(parser *p, ast_expr_list *out) {
  add_patterns(p, out);
  KEEP_LIST(p, out);
}

ast_expr *pml_parse_poll(parser *p, ast_ref *ref, bool random) {
  ast_expr *e = new_expr(p, AX_POLL, ref->at);
  e->ref = ref;
  e->value = random;
  pml_expect(p, TOK_LBRACKET, "inside an expression, write a poll: c?[x]");
  ast_expr_list args = {0};
  pml_parse_patterns(p, &args);
  MOVE_LIST(&e->args, &args);
  pml_expect(p, TOK_RBRACKET, NULL);
  return e;
}

ast_ref *pml_parse_ref(parser *p) {
  ast_ref *r = ARENA_NEW(p->memory, ast_ref);
  uint32_t height = 1;
  r->at = p->tok.at;
  r->name = pml_expect_name(p, "a variable")->text;
  uint32_t choices = p->choices;
  p->choices = 0;
  if (pml_accept(p, TOK_LBRACKET)) {
    if (pml_enter(p)) {
      r->index = pml_parse_value(p);
      pml_leave(p);
    }
    height = higher(height, p->height);
    pml_expect(p, TOK_RBRACKET, parenthesis_hint(p));
  }
  if (pml_accept(p, TOK_DOT) && pml_enter(p)) {
    r->next = pml_parse_ref(p);
    pml_leave(p);
    height = higher(height, p->height);
  }
  p->choices = choices;
  set_height(p, height + 1);
  return r;
}

// Is `name:` the start of a remote reference name:variable? Always, if the name is a proctype. Otherwise only where the
// colon cannot belong to a label or to a conditional expression.
static bool is_remote(parser *p, const ast_ref *ref) {
  bool is_proctype = words_intern(&p->lex, ref->name, strlen(ref->name))->is_proctype;
  return !ref->next && (is_proctype || (p->choices == 0 && (p->lex.ltl || !p->in_model || ref->index)));
}

static ast_expr *parse_remote(parser *p, const ast_ref *ref, ast_expr_kind kind) {
  ast_expr *e = new_expr(p, kind, ref->at);
  e->name = ref->name;
  e->a = ref->index;
  pml_advance(p);
  e->label_at = p->tok.at;
  if (kind == AX_REMOTE_LABEL)
    e->label = pml_expect_name(p, "a label")->text;
  else
    e->ref = pml_parse_ref(p);
  return e;
}

ast_expr *pml_parse_operand(parser *p, ast_ref *ref) {
  switch (p->tok.kind) {
  case TOK_AT:
    if (!ref->next)
      return parse_remote(p, ref, AX_REMOTE_LABEL);
    break;
  case TOK_COLON:
    if (is_remote(p, ref))
      return parse_remote(p, ref, AX_REMOTE_VAR);
    break;
  case TOK_RECEIVE:
  case TOK_RANDOM_RECEIVE: {
    bool random = p->tok.kind == TOK_RANDOM_RECEIVE;
    pml_advance(p);
    return pml_parse_poll(p, ref, random);
  }
  default:
    break;
  }
  ast_expr *e = new_expr(p, AX_REF, ref->at);
  e->ref = ref;
  return e;
}

static ast_expr *parse_run(parser *p) {
  ast_expr *e = new_expr(p, AX_RUN, p->tok.at);
  pml_advance(p);
  e->name = pml_expect_name(p, "a proctype")->text;
  pml_expect(p, TOK_LPAREN, NULL);
  ast_expr_list args = {0};
  pml_parse_arguments(p, &args, TOK_RPAREN);
  MOVE_LIST(&e->args, &args);
  pml_expect(p, TOK_RPAREN, NULL);
  if (pml_accept(p, TOK_PRIORITY))
    e->value = number(p, p->tok.at, false)->value;
  return e;
}

// len(channel), full(channel) ...
static ast_expr *parse_probe(parser *p, ast_expr_kind kind) {
  ast_expr *e = new_expr(p, kind, p->tok.at);
  pml_advance(p);
  pml_expect(p, TOK_LPAREN, NULL);
  e->ref = pml_parse_ref(p);
  pml_expect(p, TOK_RPAREN, NULL);
  return e;
}

// enabled(process), pc_value(process) ...
static ast_expr *parse_query(parser *p, ast_expr_kind kind) {
  ast_expr *e = new_expr(p, kind, p->tok.at);
  pml_advance(p);
  pml_expect(p, TOK_LPAREN, NULL);
  e->a = pml_parse_value(p);
  pml_expect(p, TOK_RPAREN, NULL);
  return e;
}

static ast_expr *parse_word(parser *p, ast_expr_kind kind) {
  ast_expr *e = new_expr(p, kind, p->tok.at);
  pml_advance(p);
  return e;
}

static ast_expr *parse_name(parser *p) {
  const pml_word *name = p->tok.word;
  ast_ref *ref = pml_parse_ref(p);
  if (name->definition && p->tok.kind == TOK_LPAREN)
    pml_syntax_error(p, ref->at, "call it as a separate statement, or as in x = f(y)",
                     "the inline %s cannot be part of an expression", pml_quote(p, name->text));
  return pml_parse_operand(p, ref);
}

static const char *expression_hint(const parser *p) {
  if (p->last_implied && BINARY[p->tok.kind].precedence)
    return "put parentheses around an expression that spans several lines: a line break ends the statement";
  if (p->tok.kind == TOK_STRING)
    return "use strings in printf only";
  if (p->tok.kind == TOK_INCR || p->tok.kind == TOK_DECR)
    return "write ++ and -- after a variable, as a statement: x++";
  return NULL;
}

static ast_expr *parse_primary(parser *p) {
  place at = p->tok.at;
  p->height = 1;
  switch (p->tok.kind) {
  case TOK_LPAREN:
    return parse_parentheses(p);
  case TOK_NAME:
    return parse_name(p);
  case TOK_NUMBER:
    return number(p, at, false);
  case TOK_RUN:
    return parse_run(p);
  case TOK_LEN:
    return parse_probe(p, AX_LEN);
  case TOK_FULL:
    return parse_probe(p, AX_FULL);
  case TOK_EMPTY:
    return parse_probe(p, AX_EMPTY);
  case TOK_NFULL:
    return parse_probe(p, AX_NFULL);
  case TOK_NEMPTY:
    return parse_probe(p, AX_NEMPTY);
  case TOK_ENABLED:
    return parse_query(p, AX_ENABLED);
  case TOK_PC_VALUE:
    return parse_query(p, AX_PC_VALUE);
  case TOK_GET_PRIORITY:
    return parse_query(p, AX_GET_PRIORITY);
  case TOK_TIMEOUT:
    return parse_word(p, AX_TIMEOUT);
  case TOK_NP:
    return parse_word(p, AX_NP);
  case TOK_C_EXPR:
    pml_unsupported_c(p);
    return new_expr(p, AX_CONST, at);
  default:
    pml_unexpected(p, "an expression", expression_hint(p));
    return new_expr(p, AX_CONST, at);
  }
}

static ast_expr *parse_unary(parser *p) {
  place at = p->tok.at;
  if (p->panic || !pml_enter(p))
    return new_expr(p, AX_CONST, at);
  ast_expr *e;
  switch (p->tok.kind) {
  case TOK_SEND:
  case TOK_MINUS:
  case TOK_TILDE:
  case TOK_NEXT:
  case TOK_ALWAYS:
  case TOK_EVENTUALLY:
    e = parse_prefix(p);
    break;
  default:
    e = parse_primary(p);
  }
  pml_leave(p);
  return e;
}
