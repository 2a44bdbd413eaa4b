#include "lang/promela/parser.h"

#include <string.h>

static bool is_visibility(token_kind kind) { return kind == TOK_HIDDEN || kind == TOK_SHOW || kind == TOK_LOCAL; }

static bool is_type(const token *t) { return t->kind == TOK_TYPE || (t->kind == TOK_NAME && t->word->is_typedef); }

bool pml_starts_decl(const parser *p) { return is_visibility(p->tok.kind) || is_type(&p->tok); }

static uint32_t parse_visibility(parser *p) {
  uint32_t visibility = 0;
  for (; is_visibility(p->tok.kind) && !p->panic; pml_advance(p))
    visibility |= p->tok.kind == TOK_HIDDEN ? VIS_HIDDEN : p->tok.kind == TOK_SHOW ? VIS_SHOW : VIS_LOCAL;
  return visibility;
}

// A type; for mtype, with the name of its set.
static ast_type parse_type(parser *p) {
  ast_type type = {.at = p->tok.at};
  if (p->panic || !is_type(&p->tok)) {
    bool is_name = !p->panic && p->tok.kind == TOK_NAME;
    pml_unexpected(p, "a type",
                   is_name ? arena_printf(p->d->memory, "declare the typedef %s before it is used",
                                          pml_quote(p, p->tok.word->text))
                           : NULL);
    return type;
  }
  if (p->tok.kind == TOK_TYPE) {
    type.kind = (ast_type_kind)p->tok.value;
  } else {
    type.kind = PT_NAMED;
    type.name = p->tok.word->text;
  }
  pml_advance(p);
  if (type.kind == PT_MTYPE && pml_accept(p, TOK_COLON))
    type.name = pml_expect_name(p, "the name of a set of mtype constants")->text;
  return type;
}

// SPIN ignores separators before every closing brace.
static void expect_close(parser *p) {
  while (pml_accept(p, TOK_SEMI) || pml_accept(p, TOK_ARROW))
    continue;
  pml_expect(p, TOK_RBRACE, NULL);
}

static ast_chan *parse_channel(parser *p) {
  ast_chan *c = ARENA_NEW(p->memory, ast_chan);
  c->at = p->tok.at;
  pml_advance(p);
  c->capacity = pml_parse_value(p);
  pml_expect(p, TOK_RBRACKET, NULL);
  if (!p->panic && p->tok.kind != TOK_OF)
    pml_unexpected(p, "'of'", "write for example: chan c = [2] of { byte, bool }");
  pml_accept(p, TOK_OF);
  pml_expect(p, TOK_LBRACE, NULL);
  do {
    vec_push(p->m, &c->types, parse_type(p));
  } while (pml_accept(p, TOK_COMMA));
  KEEP_LIST(p, &c->types);
  expect_close(p);
  return c;
}

static void parse_initialiser(parser *p, ast_declarator *v) {
  if (p->tok.kind == TOK_LBRACKET) {
    v->chan = parse_channel(p);
  } else if (pml_accept(p, TOK_LBRACE)) {
    ast_expr_list list = {0};
    pml_parse_arguments(p, &list, TOK_NONE);
    MOVE_LIST(&v->list, &list);
    expect_close(p);
  } else {
    v->init = pml_parse_value(p);
  }
}

static ast_declarator parse_declarator(parser *p) {
  ast_declarator v = {.at = p->tok.at};
  v.name = pml_expect_name(p, "the name of a variable")->text;
  if (pml_accept(p, TOK_COLON))
    v.bits = pml_parse_value(p);
  if (pml_accept(p, TOK_LBRACKET)) {
    v.length = pml_parse_value(p);
    pml_expect(p, TOK_RBRACKET, NULL);
    if (!p->panic && p->tok.kind == TOK_LBRACKET)
      pml_unexpected(p, "the end of the declaration",
                     "arrays have one dimension: use an array of a typedef that contains an array");
  }
  if (pml_accept(p, TOK_ASSIGN))
    parse_initialiser(p, &v);
  return v;
}

// { a, b c }: commas are optional.
static void parse_constants(parser *p, ast_unit *unit) {
  pml_expect(p, TOK_LBRACE, NULL);
  do {
    const char *name = pml_expect_name(p, "the name of a constant")->text;
    vec_push(p->m, &unit->names, name);
    while (pml_accept(p, TOK_COMMA))
      continue;
  } while (p->tok.kind == TOK_NAME && !p->panic);
  KEEP_LIST(p, &unit->names);
  unit->end = p->tok.at;
  expect_close(p);
}

ast_decl *pml_parse_decl(parser *p, ast_unit *unit) {
  ast_decl *d = ARENA_NEW(p->memory, ast_decl);
  d->at = p->tok.at;
  d->visibility = parse_visibility(p);
  d->type = parse_type(p);
  bool is_constants = d->type.kind == PT_MTYPE && !p->panic && (p->tok.kind == TOK_ASSIGN || p->tok.kind == TOK_LBRACE);
  if (is_constants) {
    if (!unit)
      pml_syntax_error(p, d->at, NULL, "mtype constants must be declared outside of all proctypes");
    if (!unit)
      return d;
    pml_accept(p, TOK_ASSIGN);
    unit->kind = UNIT_MTYPE;
    unit->name = d->type.name;
    parse_constants(p, unit);
    return NULL;
  }
  do {
    vec_push(p->m, &d->declarators, parse_declarator(p));
  } while (pml_accept(p, TOK_COMMA));
  KEEP_LIST(p, &d->declarators);
  return d;
}

void pml_parse_decl_list(parser *p, ast_unit *unit, token_kind end) {
  for (;;) {
    while (pml_accept(p, TOK_SEMI) || pml_accept(p, TOK_COMMA)) // `byte a, b; byte c`
      continue;
    if (p->panic || p->tok.kind == end)
      break;
    vec_push(p->m, &unit->decls, pml_parse_decl(p, NULL));
    if (!p->panic && p->tok.kind != TOK_SEMI && p->tok.kind != end)
      pml_unexpected(p, arena_printf(p->d->memory, "';' or '%s'", token_sign(end)), NULL);
  }
  KEEP_LIST(p, &unit->decls);
}
